private import Foundation
internal import Synchronization

/// Something that a task waits for, so that the task can cancel it. A commit is not canceled.
final class CancelableCall: Sendable {
    private struct State {
        var isCanceled = false
        var cancellation: PostgresCancellation?
    }

    /// How long its transaction is made again where others are in the way.
    let patience: Duration
    private let state = Mutex(State())

    init(patience: Duration) { self.patience = patience }

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
        let cancellation = connection.makeCancellation()
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
