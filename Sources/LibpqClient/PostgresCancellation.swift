private import CPQ
private import Dispatch
private import Foundation
internal import Synchronization

/// Lets another thread cancel the statement that a connection is running.
final class PostgresCancellation: @unchecked Sendable {
    // libpq allows any thread to use it at any time.
    private let handle: OpaquePointer?
    private let late = Atomic(false)
    private let limit: Duration

    /// - Parameter limit: how long the database may take to accept a cancellation.
    init(_ handle: OpaquePointer?, limit: Duration) {
        self.handle = handle
        self.limit = limit
    }

    deinit { PQfreeCancel(handle) }

    /// True if a cancellation timed out: it might hit a later statement.
    var isLate: Bool { late.load(ordering: .acquiring) }

    /// Cancels the running statement, and waits until the database accepted that.
    func cancel() {
        let isHeard = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle, &message, Int32(message.count))
            isHeard.signal()
        }
        if isHeard.wait(timeout: .now() + limit / .seconds(1)) == .timedOut { late.store(true, ordering: .releasing) }
    }
}

/// Cancels the statements of a task with the task, except for commits.
final class CancelableCall: Sendable {
    private struct State {
        var isCanceled = false
        var cancellation: PostgresCancellation?
    }

    /// How long conflicting transactions are retried.
    let timeout: Duration
    private let state = Mutex(State())

    init(timeout: Duration) { self.timeout = timeout }

    /// Runs `work`; its statements are canceled with the task.
    func run<T: Sendable>(_ work: @Sendable () async throws -> T) async throws -> T {
        try await withTaskCancellationHandler(operation: work) {
            // Cancellation opens a connection of its own.
            Thread.detachNewThread { self.cancel() }
        }
    }

    /// Makes the statements of `connection` cancelable.
    /// - Throws: `CancellationError` if the task was canceled.
    func begin(_ connection: PostgresConnection) throws {
        let cancellation = connection.cancellation
        try state.withLock { state in
            guard !state.isCanceled else { throw CancellationError() }
            state.cancellation = cancellation
        }
    }

    /// Makes what follows uncancelable.
    /// - Throws: `CancellationError` if the task was canceled.
    func end() throws {
        try state.withLock { state in
            state.cancellation = nil
            if state.isCanceled { throw CancellationError() }
        }
    }

    /// Cancels the current or the next statement.
    func cancel() {
        // The lock keeps a commit from starting before the database accepted the cancellation.
        state.withLock { state in
            state.isCanceled = true
            state.cancellation?.cancel()
        }
    }
}
