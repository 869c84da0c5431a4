private import CPQ
private import Dispatch
private import Foundation
private import Glibc
internal import Synchronization

/// A way for another thread to end the statement that a connection is running.
final class PostgresCancellation: @unchecked Sendable {
    // libpq lets any thread use it at any time.
    private let handle: OpaquePointer?
    private let deadline: AnswerDeadline
    /// How many seconds the database may take to hear of it.
    private static let timeout = 2.0

    /// Takes over `handle`.
    init(_ handle: OpaquePointer?, deadline: AnswerDeadline) { (self.handle, self.deadline) = (handle, deadline) }

    deinit { PQfreeCancel(handle) }

    /// Asks the database to end the statement, and waits until it has heard that; where that takes long, the connection
    /// ends, so that a later statement is not canceled instead.
    func cancel() {
        let isHeard = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle, &message, Int32(message.count))
            isHeard.signal()
        }
        if isHeard.wait(timeout: .now() + Self.timeout) == .timedOut { deadline.cut() }
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

/// Cuts a connection whose database does not answer in time, so that the thread that waits for it goes on.
final class AnswerDeadline: Sendable {
    private struct State {
        /// The moment by which the answer that is awaited must have come.
        var end: ContinuousClock.Instant?
        var isScheduled = false
        var isCut = false
    }

    private let limit: Duration
    /// Another number for the socket of the connection, so that it stays the same socket when libpq closes its own.
    private let socket: CInt
    private let state = Mutex(State())
    private static let queue = DispatchQueue(label: "PostgreSQL deadlines")

    /// - Parameters:
    ///   - limit: how long the database may take to answer.
    ///   - socket: the socket of the connection.
    init(_ limit: Duration, socket: CInt) {
        self.limit = limit
        self.socket = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    }

    deinit { close(socket) }

    /// True where the database did not answer in time.
    var isCut: Bool { state.withLock { $0.isCut } }

    /// Returns the result of `wait`, which waits for the database.
    func awaiting<T>(_ wait: () -> T) -> T {
        state.withLock { state in
            let end = ContinuousClock.now + limit
            state.end = end
            if !state.isScheduled { schedule(&state, at: end) }
        }
        defer { state.withLock { $0.end = nil } }
        return wait()
    }

    /// Ends the connection at once, for both sides.
    func cut() {
        state.withLock { $0.isCut = true }
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// One look for many statements: it comes again where a later one is awaited.
    private func schedule(_ state: inout State, at end: ContinuousClock.Instant) {
        state.isScheduled = true
        let wait = max(.zero, end - .now) / .seconds(1)
        Self.queue.asyncAfter(deadline: .now() + wait) { [weak self] in self?.look() }
    }

    private func look() {
        let isOver = state.withLock { state in
            state.isScheduled = false
            guard let end = state.end else { return false }
            guard end > .now else { return true }
            schedule(&state, at: end)
            return false
        }
        if isOver { cut() }
    }
}
