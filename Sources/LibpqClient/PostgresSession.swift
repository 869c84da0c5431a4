private import Dispatch
private import Foundation
internal import Synchronization

/// The connection of one thread, which is made when it is first needed and made again after it was lost.
final class PostgresSession {
    private let address: PostgresAddress
    private let monitor: PostgresMonitor
    private var connection: PostgresConnection?

    /// The limits of its connections: a lock or a statement that takes too long ends with an error, and a transaction
    /// whose client is gone does not keep its locks.
    private let limits: String
    /// How long the database may take to answer.
    private static let limit = Duration.seconds(30)

    /// - Parameter idleLimit: after how many seconds the database ends a transaction that does nothing.
    init(_ address: PostgresAddress, idleLimit: Int, monitor: PostgresMonitor) {
        (self.address, self.monitor) = (address, monitor)
        limits = """
            SET lock_timeout = '5s'; SET statement_timeout = '25s';
            SET idle_in_transaction_session_timeout = '\(idleLimit)s'
            """
    }

    /// True where it has a connection, which may turn out to be lost.
    var isConnected: Bool { connection != nil }

    /// The connection, which may turn out to be lost where it was made earlier.
    /// - Throws: `PostgresError.unavailable` where it cannot be made.
    func open() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        try monitor.check()
        do throws(PostgresError) {
            let opened = try PostgresConnection(address, limit: Self.limit)
            try opened.execute(limits)
            connection = opened
            monitor.connected()
            return opened
        } catch {
            let problem = PostgresError.unavailable(error.message)
            monitor.failed(problem)
            throw problem
        }
    }

    /// Returns the result of `body` on a connection that stays as `body` leaves it; called again on a new one where an
    /// earlier one was lost.
    func keepingOpen<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        let isNew = connection == nil
        do { return try body(try open()) } catch PostgresError.connectionLost where !isNew {
            connection = nil
            return try body(try open())
        }
    }

    /// Ends what a transaction left, and the connection where it does not serve any more.
    func reset() {
        guard let open = connection, !open.isUsable else { return }
        try? open.execute("ROLLBACK")
        if !open.isUsable { connection = nil }
    }

    // MARK: Transactions

    /// How often work is begun again after the connection was lost.
    private static let maxLosses = 2

    /// Returns the result of `body`, called again where its connection was lost before the commit, or where another
    /// transaction was in the way.
    func retrying<T>(_ call: CancelableCall, _ body: (PostgresConnection) throws -> T) throws -> T {
        let start = ContinuousClock.now
        var (losses, conflicts) = (0, 0)
        while true {
            do { return try once(call, body) } catch PostgresError.connectionLost where losses < Self.maxLosses {
                losses += 1
            } catch PostgresError.conflict where ContinuousClock.now - start < call.timeout {
                conflicts += 1
                Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(min(conflicts, 20)))
            }
        }
    }

    private func once<T>(_ call: CancelableCall, _ body: (PostgresConnection) throws -> T) throws -> T {
        let connection = try open()
        defer { reset() }
        do {
            try call.begin(connection)
            let value = try body(connection)
            try? call.end()
            return value
        } catch PostgresError.outcomeUnknown(let message) {
            // The caller must know that there may be a change, even after canceling it.
            try? call.end()
            throw PostgresError.outcomeUnknown(message)
        } catch {
            // A canceled statement fails with an error of its own.
            try call.end()
            throw error
        }
    }

    /// Makes a change in one transaction. Where the connection is lost during the commit, `isCommitted` finds out on
    /// another one whether it was committed.
    func change<T>(
        _ call: CancelableCall, isCommitted: (PostgresConnection, String) throws -> Bool,
        _ body: (PostgresConnection, String) throws -> T
    ) throws -> T {
        try retrying(call) { connection in
            let mark = UUID().uuidString
            var value: T?
            do {
                return try connection.transaction(.committed, beforeCommit: call.end) {
                    let made = try body(connection, mark)
                    value = made
                    return made
                }
            } catch PostgresError.outcomeUnknown(let message) {
                guard let value else { throw PostgresError.outcomeUnknown(message) }
                self.connection = nil
                let wasCommitted: Bool
                do {
                    let other = try open()
                    wasCommitted = try other.transaction(.committed) { try isCommitted(other, mark) }
                } catch {
                    throw PostgresError.outcomeUnknown(message)
                }
                guard wasCommitted else { throw PostgresError.connectionLost(message) }
                return value
            }
        }
    }
}

/// A session on a thread of its own, which runs one piece of work after another.
final class PostgresWorker: Sendable {
    private let queue = DispatchQueue(label: "PostgreSQL")
    private let session: Mutex<PostgresSession>
    private let connected = Atomic(false)

    init(_ session: sending PostgresSession) { self.session = Mutex(session) }

    /// True where it had a connection when its last work ended.
    var isConnected: Bool { connected.load(ordering: .acquiring) }

    /// Runs `work` after what was submitted before.
    func submit(_ work: @escaping @Sendable (PostgresSession) -> Void) {
        queue.async { self.session.withLock { work($0) } }
    }

    /// The result of `work`.
    func run<T: Sendable>(_ work: @escaping @Sendable (PostgresSession) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            submit { [self] session in
                let result = Result { try work(session) }
                connected.store(session.isConnected, ordering: .releasing)
                continuation.resume(with: result)
            }
        }
    }
}
