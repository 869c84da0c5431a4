public import Observation

/// The work under way in a collection: changes, one after the other, and the one long task.
@MainActor @Observable
public final class Work {
    /// The progress of a file that is read or of another long task; nil where no long task runs.
    public internal(set) var progress: WorkStep?
    /// True while a list is read, fetched or applied, or many records are deleted.
    private(set) var isBusy = false
    private(set) var changes = 0
    /// Runs when the work that other work waits for is over.
    @ObservationIgnored var ended: (() -> Void)?
    /// Stops the long task that runs.
    @ObservationIgnored private var cancel: (() -> Void)?
    /// The change that was requested last; the next one waits for it.
    @ObservationIgnored private var last: Task<Void, Never>?

    /// Begins work beside which no other list is applied.
    func begin(_ step: WorkStep? = nil) { (isBusy, progress) = (true, step) }

    func end() {
        (isBusy, progress) = (false, nil)
        ended?()
    }

    /// Stops the task that `progress` shows, where it can be stopped.
    public func cancelTapped() { if progress?.canCancel == true { cancel?() } }

    /// Runs `body` as the one long task, until it is done or stopped.
    /// - Parameters:
    ///   - step: the progress that is shown at first; nil for a task that is too short to be shown.
    ///   - body: gets a closure for showing how far it is, which may be called anywhere. The task around it is canceled
    ///     where the user stops it.
    func run<T: Sendable, Problem: Error>(
        _ step: WorkStep?,
        _ body: @escaping @MainActor (_ told: @escaping @Sendable (WorkStep) -> Void) async throws(Problem) -> T
    ) async throws(Problem) -> T {
        let (steps, continuation) = AsyncStream.makeStream(of: WorkStep.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { () -> Result<T, Problem> in
            do throws(Problem) { return .success(try await body { continuation.yield($0) }) } catch {
                return .failure(error)
            }
        }
        begin(step)
        cancel = { task.cancel() }
        let showing = Task { for await told in steps where cancel != nil && progress != nil { progress = told } }
        defer {
            continuation.finish()
            showing.cancel()
            cancel = nil
            end()
        }
        return try await task.value.get()
    }

    /// Runs `body`, and counts it as a change until it is done.
    @discardableResult
    func count(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        changes += 1
        return Task {
            defer { changes -= 1 }
            await body()
        }
    }

    /// Runs `body` once the changes that were requested before are done.
    func queue(_ body: @escaping @MainActor () async -> Void) {
        let before = last
        last = count {
            await before?.value
            await body()
        }
    }
}

/// Runs `body` off the main thread, because the store may wait for another writer.
func runInBackground<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// Like `runInBackground`; where the task around it is canceled, `Task.isCancelled` is true in `body` too.
func runInBackgroundUntilCancelled<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    let work = Task.detached { Result(catching: body) }
    return await withTaskCancellationHandler {
        await work.value
    } onCancel: {
        work.cancel()
    }
}
