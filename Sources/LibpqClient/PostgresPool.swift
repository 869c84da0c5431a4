private import Dispatch
private import Foundation
private import Synchronization

/// Connections to a database, each on a thread of its own, which are made on demand, and again after they are lost.
/// Reads, changes, and long reads have separate limits: changes wait for each other, and reads wait for neither.
public final class PostgresPool: Sendable {
    public enum Change: Equatable, Sendable {
        /// A connection failed, with libpq’s message.
        case lost(String)
        /// A connection was made after a failure.
        case back
    }

    private enum Use { case read, change, longRead }

    private struct State {
        /// How many more sessions each use may have.
        var free: [Use: Int]
        var idle: [PostgresSession] = []
        /// The number of sessions, idle or in use.
        var count = 0
        /// Tasks that wait for a session.
        var waiters: [(use: Use, session: AsyncThrowingStream<PostgresSession, any Error>.Continuation)] = []
        /// The earliest time to add a session after one failed to connect while others were connected.
        var growth = ContinuousClock.now
        var health = PostgresHealth()

        /// An idle session, or a new one; nil if there are too many.
        mutating func take(for use: Use) -> PostgresSession? {
            guard let rest = free[use], rest > 0 else { return nil }
            if idle.isEmpty {
                guard count == 0 || growth <= .now else { return nil }
                count += 1
                idle.append(PostgresSession())
            }
            free[use] = rest - 1
            return idle.removeLast()
        }
    }

    /// Whether the database can be reached, for one listener. The same failure is reported at most once a minute.
    public let changes: AsyncStream<Change>
    private let continuation: AsyncStream<Change>.Continuation
    private let address: PostgresAddress
    private let timeout: Double
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// How often lost connections are retried.
    private static let maxLosses = 2

    /// - Parameters:
    ///   - reads: the maximum number of connections that read.
    ///   - changes: the maximum number of connections that change something.
    ///   - longReads: the maximum number of connections for long reads.
    ///   - timeout: how many seconds a task waits for a connection, and how long conflicts are retried. A statement
    ///     waits as long for a lock, but at least 5 seconds. It may take five times as long, and six times until the
    ///     connection is lost. The database ends idle transactions after twice the time.
    ///   - now: the time.
    public init(
        _ address: PostgresAddress, reads: Int = 6, changes: Int = 4, longReads: Int = 4, timeout: Double = 5,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
        self.address = address
        self.timeout = timeout
        self.now = now
        state = Mutex(State(free: [.read: reads, .change: changes, .longRead: longReads]))
    }

    deinit { continuation.finish() }

    /// Runs `body` outside a transaction; it may be called several times, so it must be idempotent.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`.
    public func run<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await perform(for: .read, body)
    }

    /// Runs `body` in a read transaction; it may be called several times.
    /// - Parameter isLong: true if a statement may take any time.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`.
    public func read<T: Sendable>(
        isLong: Bool = false, _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await perform(for: isLong ? .longRead : .read) { connection in
            try connection.transaction(.snapshot) {
                if isLong { try connection.execute("SET LOCAL statement_timeout = 0") }
                return try body(connection)
            }
        }
    }

    /// Makes a change in one transaction; `body` may be called several times but takes effect once.
    /// - Throws: `PostgresError`, `CancellationError`, or the error of `body`; except after
    ///   `PostgresError.outcomeUnknown`, nothing changed.
    public func change<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await perform(for: .change) { connection in
            try connection.transaction(.committed) { try body(connection) }
        }
    }

    // MARK: Attempts

    /// Runs `body` on a session. If that one cannot connect but others might, `body` gets another.
    /// - Throws: `PostgresError.unavailable` if no session is free in time, `CancellationError`, or the error of `body`.
    private func perform<T: Sendable>(
        for use: Use, _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        let deadline = DispatchTime.now() + timeout
        let cancellation = CancellationFlag()
        while true {
            let session = try await take(for: use, until: deadline)
            let result = await withTaskCancellationHandler {
                await session.run { try self.retry(body, on: session, cancellation) }
            } onCancel: {
                cancellation.set()
            }
            if case .failure(PostgresError.unavailable) = result, retire(from: use) { continue }
            give(session, from: use)
            return try result.get()
        }
    }

    /// Runs `body`, and again after conflicts and connections lost before the commit.
    private func retry<T>(
        _ body: (PostgresConnection) throws -> T, on session: PostgresSession, _ cancellation: CancellationFlag
    ) throws -> T {
        let end = ContinuousClock.now + .seconds(timeout)
        var losses = 0
        var conflicts = 0
        while true {
            do {
                try cancellation.check()
                let connection = try open(session)
                connection.cancellation = cancellation
                defer { connection.cancellation = nil }
                return try body(connection)
            } catch PostgresError.outcomeUnknown(let message) {
                // Even who canceled must learn that there may be a change.
                throw PostgresError.outcomeUnknown(message)
            } catch _ where cancellation.isSet {
                // A canceled statement fails with another error.
                throw CancellationError()
            } catch PostgresError.connectionLost where losses < Self.maxLosses {
                losses += 1
            } catch PostgresError.conflict where .now < end {
                conflicts += 1
                Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(min(conflicts, 20)))
            }
        }
    }

    /// The connection of a session, which may be stale, or a new one.
    /// - Throws: `PostgresError.unavailable`.
    private func open(_ session: PostgresSession) throws(PostgresError) -> PostgresConnection {
        if let connection = session.connection, connection.isUsable { return connection }
        session.connection = nil
        try state.withLock { state throws(PostgresError) in try state.health.check(at: now()) }
        let milliseconds = Int(max(timeout, 5) * 1000)
        do throws(PostgresError) {
            let connection = try PostgresConnection(address, limit: .milliseconds(milliseconds * 6))
            try connection.execute(
                """
                SET lock_timeout = \(milliseconds); SET statement_timeout = \(milliseconds * 5);
                SET idle_in_transaction_session_timeout = \(Int(timeout * 2000))
                """)
            session.connection = connection
            if let change = state.withLock({ $0.health.connected() }) { continuation.yield(change) }
            return connection
        } catch {
            let failure = PostgresError.unavailable(error.message)
            if let change = state.withLock({ $0.health.failed(failure, at: now()) }) { continuation.yield(change) }
            throw failure
        }
    }

    // MARK: Sessions

    private func take(for use: Use, until deadline: DispatchTime) async throws -> PostgresSession {
        let (sessions, waiter) = AsyncThrowingStream<PostgresSession, any Error>.makeStream()
        let free = state.withLock { state in
            let session = state.take(for: use)
            if session == nil { state.waiters.append((use, waiter)) }
            return session
        }
        if let free { return free }
        DispatchQueue.global().asyncAfter(deadline: deadline) {
            waiter.finish(throwing: PostgresError.unavailable("all connections are in use"))
        }
        for try await session in sessions { return session }
        throw CancellationError()
    }

    private func give(_ session: PostgresSession, from use: Use) {
        state.withLock { state in
            state.free[use, default: 0] += 1
            while let index = state.waiters.firstIndex(where: { state.free[$0.use, default: 0] > 0 }) {
                let waiter = state.waiters.remove(at: index)
                guard case .enqueued = waiter.session.yield(session) else { continue }
                return state.free[waiter.use, default: 0] -= 1
            }
            if session.isUsable { state.idle.append(session) } else { state.count -= 1 }
        }
    }

    /// Forgets a session that cannot connect, for example because the database limits connections.
    /// - Returns: false if it is the last one; then it must be given back.
    private func retire(from use: Use) -> Bool {
        state.withLock { state in
            // Another is connected or will find out.
            guard state.count > 1 else { return false }
            state.count -= 1
            state.free[use, default: 0] += 1
            state.growth = .now + .seconds(1)
            return true
        }
    }
}

/// A thread of its own for a connection, so that waiting for the database blocks none of Swift’s threads.
private final class PostgresSession: @unchecked Sendable {
    private let queue = DispatchQueue(label: "PostgreSQL")
    /// For one job at a time, and between jobs for whoever has the session.
    var connection: PostgresConnection?

    /// True if another transaction can use the connection, which may be stale.
    var isUsable: Bool { connection?.isUsable ?? false }

    func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async -> Result<T, any Error> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { try work() }) }
        }
    }
}
