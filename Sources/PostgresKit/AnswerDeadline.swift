private import Dispatch
private import Glibc
private import Synchronization

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
