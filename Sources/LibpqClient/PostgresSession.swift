private import Dispatch
private import Foundation
internal import Synchronization

/// A connection that is made on demand, and again after it is lost.
final class PostgresSession {
    private let address: PostgresAddress
    private let monitor: PostgresMonitor
    private var connection: PostgresConnection?

    /// Timeouts of statements, locks, and idle transactions.
    private let limits: String
    /// How long the database may take to answer.
    private let limit: Duration

    /// - Parameters:
    ///   - timeout: for how many seconds a statement waits for a lock, 5 or more. It may take five times as long, and six
    ///     times until the connection is lost.
    ///   - idleLimit: after how many seconds the database ends an idle transaction.
    init(_ address: PostgresAddress, timeout: Double, idleLimit: Double, monitor: PostgresMonitor) {
        (self.address, self.monitor) = (address, monitor)
        let milliseconds = Int(max(timeout, 5) * 1000)
        limit = .milliseconds(milliseconds * 6)
        limits = """
            SET lock_timeout = \(milliseconds); SET statement_timeout = \(milliseconds * 5);
            SET idle_in_transaction_session_timeout = \(Int(idleLimit * 1000))
            """
    }

    var isConnected: Bool { connection != nil }

    /// The connection, which may be stale.
    /// - Throws: `PostgresError.unavailable`.
    func open() throws(PostgresError) -> PostgresConnection {
        if let connection { return connection }
        try monitor.check()
        do throws(PostgresError) {
            let opened = try PostgresConnection(address, limit: limit)
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

    /// Runs `body` without resetting the connection afterward; retried on a new connection if an old one was stale.
    func keepingOpen<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        let isNew = connection == nil
        do { return try body(try open()) } catch PostgresError.connectionLost where !isNew {
            connection = nil
            return try body(try open())
        }
    }

    /// Rolls back what is open, and drops the connection if it is unusable.
    func reset() {
        guard let open = connection, !open.isUsable else { return }
        try? open.execute("ROLLBACK")
        if !open.isUsable { connection = nil }
    }

    // MARK: Transactions

    /// How often lost connections are retried.
    private static let maxLosses = 2

    /// Runs `body`, and again after conflicts and connections lost before the commit.
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
            // The caller must learn that there may be a change.
            try? call.end()
            throw PostgresError.outcomeUnknown(message)
        } catch {
            // A canceled statement fails with another error.
            try call.end()
            throw error
        }
    }

    /// Makes a change in one transaction. If the connection is lost during the commit, `isCommitted` is asked on a new
    /// one.
    func change<T>(
        _ call: CancelableCall, isCommitted: (PostgresConnection, String) throws -> Bool,
        _ body: (PostgresConnection, String) throws -> T
    ) throws -> T {
        try retrying(call) { connection in
            let mark = UUID().uuidString.lowercased().replacing("-", with: "")
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

/// A session with its own serial queue.
final class PostgresWorker: Sendable {
    private let queue = DispatchQueue(label: "PostgreSQL")
    private let session: Mutex<PostgresSession>
    private let connected = Atomic(false)

    init(_ session: sending PostgresSession) { self.session = Mutex(session) }

    /// True if it was connected after its last job.
    var isConnected: Bool { connected.load(ordering: .acquiring) }

    func submit(_ work: @escaping @Sendable (PostgresSession) -> Void) {
        queue.async { self.session.withLock { work($0) } }
    }

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
