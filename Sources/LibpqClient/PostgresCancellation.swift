private import CPQ
private import Dispatch
private import Foundation
internal import Synchronization

/// A way for another thread to end the statement that a connection is running.
final class PostgresCancellation: @unchecked Sendable {
    // libpq lets any thread use it at any time.
    private let handle: OpaquePointer?
    private let late = Atomic(false)
    /// How many seconds the database may take to hear of it.
    private static let timeout = 2.0

    /// Takes over `handle`.
    init(_ handle: OpaquePointer?) { self.handle = handle }

    deinit { PQfreeCancel(handle) }

    /// True where the database did not hear of it in time: it might cancel a later statement instead.
    var isLate: Bool { late.load(ordering: .acquiring) }

    /// Asks the database to end the statement, and waits until it has heard that.
    func cancel() {
        let isHeard = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle, &message, Int32(message.count))
            isHeard.signal()
        }
        if isHeard.wait(timeout: .now() + Self.timeout) == .timedOut { late.store(true, ordering: .releasing) }
    }
}

/// Something that a task waits for, so that the task can cancel it. A commit is not canceled.
final class CancelableCall: Sendable {
    private struct State {
        var isCanceled = false
        var cancellation: PostgresCancellation?
    }

    /// How long its transaction is made again where others are in the way.
    let timeout: Duration
    private let state = Mutex(State())

    init(timeout: Duration) { self.timeout = timeout }

    /// Returns what `work` does, which is canceled with the task.
    func run<T: Sendable>(_ work: @Sendable () async throws -> T) async throws -> T {
        try await withTaskCancellationHandler(operation: work) {
            // The database is told by a connection of its own.
            Thread.detachNewThread { self.cancel() }
        }
    }

    /// Lets the statements of `connection` be canceled.
    /// - Throws: `CancellationError` where the task was canceled.
    func begin(_ connection: PostgresConnection) throws {
        let cancellation = connection.cancellation
        try state.withLock { state in
            guard !state.isCanceled else { throw CancellationError() }
            state.cancellation = cancellation
        }
    }

    /// Protects what follows from being canceled.
    /// - Throws: `CancellationError` where the task was canceled.
    func end() throws {
        try state.withLock { state in
            state.cancellation = nil
            if state.isCanceled { throw CancellationError() }
        }
    }

    /// Cancels the statement that runs, or the next.
    func cancel() {
        // A commit does not begin before the database has heard of it.
        state.withLock { state in
            state.isCanceled = true
            state.cancellation?.cancel()
        }
    }
}
