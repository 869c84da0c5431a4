public import Observation

/// The work in a collection: changes in order, and one long task.
@MainActor @Observable
public final class Work {
    /// The progress of the long task; nil without one.
    public internal(set) var progress: WorkStep?
    /// True while a list is fetched or applied, or a long change runs.
    private(set) var isBusy = false
    private(set) var changes = 0
    /// Called after each long task.
    @ObservationIgnored var ended: (() -> Void)?
    @ObservationIgnored private var cancel: (() -> Void)?
    /// Long tasks that wait for the current one.
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The last requested change; the next one waits for it.
    @ObservationIgnored private var last: Task<Void, Never>?

    /// Begins work that excludes other long tasks.
    func begin(_ step: WorkStep? = nil) { (isBusy, progress) = (true, step) }

    func end() {
        (isBusy, progress) = (false, nil)
        ended?()
        if !waiting.isEmpty { waiting.removeFirst().resume() }
    }

    /// Cancels the long task, if possible.
    public func cancelTapped() { if progress?.canCancel == true { cancel?() } }

    /// Runs `body` as the long task, after the current one.
    /// - Parameters:
    ///   - step: the progress at first; nil for a task too short to show.
    ///   - body: gets a closure that reports progress from any thread; its task is canceled with the long task.
    func run<T: Sendable, Problem: Error>(
        _ step: WorkStep?,
        _ body: @escaping @MainActor (_ told: @escaping @Sendable (WorkStep) -> Void) async throws(Problem) -> T
    ) async throws(Problem) -> T {
        while isBusy { await withCheckedContinuation { waiting.append($0) } }
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

    /// Runs `body` and counts it as a change.
    @discardableResult
    func count(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        changes += 1
        return Task {
            defer { changes -= 1 }
            await body()
        }
    }

    /// Runs `body` after the changes requested before.
    func queue(_ body: @escaping @MainActor () async -> Void) {
        let before = last
        last = count {
            await before?.value
            await body()
        }
    }

    /// Runs `body` off the main thread after the changes requested before, because the store may wait for another
    /// program. A failure, such as a full disk, is not reported.
    func queueInBackground(_ body: @escaping @Sendable () throws -> Void) {
        queue { await Task.detached { try? body() }.value }
    }
}

/// Runs `body` off the main thread, because the store may wait for another writer.
func runInBackground<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// Like `runInBackground`, and cancels `body` with the surrounding task.
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
