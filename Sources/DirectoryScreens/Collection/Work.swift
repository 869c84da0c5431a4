import DirectoryStore
import DirectorySync
public import Observation

/// The work in a collection: changes in order, and one long task.
@MainActor @Observable
public final class Work {
    /// The progress of the long task; nil without one.
    public private(set) var progress: WorkStep?
    /// True while a list is fetched or applied, or a long change runs.
    private(set) var isBusy = false
    /// How many changes were requested and are not done.
    private(set) var changes = 0
    /// Called after each long task.
    @ObservationIgnored var ended: (() -> Void)?
    @ObservationIgnored private var cancel: (() -> Void)?
    @ObservationIgnored private let longTasks = Turns()
    @ObservationIgnored private let turns = Turns()

    /// Cancels the long task, if possible.
    public func cancelTapped() { if progress?.canCancel == true { cancel?() } }

    /// Runs `body` as the long task, after the current one.
    /// - Parameters:
    ///   - step: the progress at first; nil for a task too short to show.
    ///   - body: gets a closure that reports progress from any thread; its task is canceled with the long task.
    func run<T: Sendable, Problem: Error>(
        _ step: WorkStep?,
        _ body: @escaping @MainActor (_ report: @escaping @Sendable (WorkStep) -> Void) async throws(Problem) -> T
    ) async throws(Problem) -> T {
        await longTasks.take()
        isBusy = true
        progress = step
        let (steps, continuation) = AsyncStream.makeStream(of: WorkStep.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task { () -> Result<T, Problem> in
            do throws(Problem) { return .success(try await body { continuation.yield($0) }) } catch {
                return .failure(error)
            }
        }
        cancel = { task.cancel() }
        let showing = Task { for await report in steps where cancel != nil && progress != nil { progress = report } }
        defer {
            continuation.finish()
            showing.cancel()
            cancel = nil
            isBusy = false
            progress = nil
            longTasks.pass()
            ended?()
        }
        return try await task.value.get()
    }

    /// Runs `body` and counts it as a change.
    func count<T>(_ body: @MainActor () async -> T) async -> T {
        changes += 1
        defer { changes -= 1 }
        return await body()
    }

    /// Runs `body` after the changes requested before.
    func inOrder<T, Problem: Error>(_ body: @MainActor () async throws(Problem) -> T) async throws(Problem) -> T {
        changes += 1
        await turns.take()
        defer {
            changes -= 1
            turns.pass()
        }
        return try await body()
    }

    /// Runs `body` after the changes requested before.
    func queue(_ body: @escaping @MainActor () async -> Void) { Task.immediate { await inOrder(body) } }

    /// Writes to the store after the changes requested before. A failure, such as a full disk, is not reported.
    func queueInBackground(_ body: @escaping @Sendable () throws(StoreError) -> Void) {
        queue { try? await inStore(body) }
    }
}

/// Lets tasks through one by one, in the order they came.
@MainActor
private final class Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// The task that has the turn is done.
    func pass() {
        guard !waiting.isEmpty else { return isTaken = false }
        waiting.removeFirst().resume()
    }
}

/// Calls the store off the main thread, because it may wait for another program.
@concurrent
func inStore<T: Sendable>(_ body: @Sendable () throws(StoreError) -> T) async throws(SyncError) -> T {
    do { return try body() } catch { throw .store(error) }
}

/// Stores the newest value of a setting in the background: at most one write is in progress, and the next one writes
/// the newest value. A value that cannot be stored is lost when the program ends.
@MainActor
final class SettingWriter<Value: Codable & Sendable> {
    private let setting: Setting<Value>
    private let store: Store
    private var next: Value??
    private var writing: Task<Void, Never>?

    init(_ name: String, in store: Store) {
        setting = Setting(name)
        self.store = store
    }

    /// The value of an earlier session.
    var stored: Value? { (try? setting.value(in: store)) ?? nil }

    var isIdle: Bool { writing == nil }

    func set(_ value: Value?) {
        next = .some(value)
        guard isIdle else { return }
        writing = Task {
            while let value = next {
                next = nil
                try? await inStore { [setting, store] () throws(StoreError) in try setting.set(value, in: store) }
            }
            writing = nil
        }
    }

    /// Returns once the newest value is stored.
    func finish() async { await writing?.value }
}

/// Runs `body` off the main thread, because the store may wait for another writer.
func runInBackground<T: Sendable, Problem: Error>(
    _ body: @escaping @Sendable () throws(Problem) -> T
) async -> Result<T, Problem> {
    await Task.detached { Result(catching: body) }.value
}

/// Runs `body` off the main thread; it may look whether the task is canceled.
@concurrent
func offMain<T: Sendable, Problem: Error>(
    _ body: @Sendable () throws(Problem) -> T
) async throws(Problem) -> T { try body() }
