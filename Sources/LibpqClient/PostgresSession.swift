private import Dispatch
private import Foundation
internal import Synchronization

/// The connection of one thread, which is made when it is first needed and made again after it was lost.
final class PostgresSession {
    private let address: PostgresAddress
    private let failures: RecentFailure
    private var connection: PostgresConnection?

    /// The limits of its connections: a lock or a statement that takes too long ends with an error, and a transaction
    /// whose client is gone does not keep its locks.
    private let limits: String
    /// How long the database may take to answer.
    private static let limit = Duration.seconds(30)

    /// - Parameter idleLimit: after how many seconds the database ends a transaction that does nothing.
    init(_ address: PostgresAddress, idleLimit: Int, failures: RecentFailure) {
        (self.address, self.failures) = (address, failures)
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
        try failures.check()
        do throws(PostgresError) {
            let opened = try PostgresConnection(address, limit: Self.limit)
            try opened.execute(limits)
            connection = opened
            failures.forget()
            return opened
        } catch {
            let problem = PostgresError.unavailable(error.message)
            failures.remember(problem)
            throw problem
        }
    }

    /// Returns the result of `body` on a connection that stays as `body` leaves it; called again on a new one where an
    /// earlier one was lost.
    func keepingOpen<T>(_ body: (PostgresConnection) throws -> T) throws -> T {
        let isNew = connection == nil
        do { return try body(try open()) } catch PostgresError.connectionLost where !isNew {
            drop()
            return try body(try open())
        }
    }

    /// Ends what a transaction left, and the connection where it does not serve any more.
    func reset() {
        guard let open = connection, !open.isUsable else { return }
        try? open.execute("ROLLBACK")
        if !open.isUsable { connection = nil }
    }

    /// Ends the connection.
    func drop() { connection = nil }
}

/// The last failure to connect, so that not every request waits for the next one.
final class RecentFailure: Sendable {
    private let monitor: PostgresMonitor?
    private static let lifetime = Duration.milliseconds(250)
    private let last = Mutex<(end: ContinuousClock.Instant, error: PostgresError)?>(nil)

    /// - Parameter monitor: what tells of the first failure, and of the first connection after it.
    init(monitor: PostgresMonitor? = nil) { self.monitor = monitor }

    func remember(_ error: PostgresError) {
        last.withLock { $0 = (.now + Self.lifetime, error) }
        monitor?.failed(error.message)
    }

    /// Notes that a connection was made.
    func forget() { monitor?.connected() }

    /// - Throws: the error of a connection that failed in the last quarter of a second.
    func check() throws(PostgresError) {
        let recent = last.withLock { $0 }
        if let recent, recent.end > .now { throw recent.error }
    }
}

/// A thread with a connection of its own, which runs jobs one after another until it ends.
final class PostgresWorker: Sendable {
    typealias Job = @Sendable (PostgresSession) -> Void

    private let jobs = Mutex<[Job?]>([])
    private let signal = DispatchSemaphore(value: 0)
    private let connected = Atomic(false)

    /// - Parameter idleLimit: after how many seconds the database ends a transaction that does nothing.
    init(_ address: PostgresAddress, idleLimit: Int, failures: RecentFailure) {
        let thread = Thread { [self] in
            let session = PostgresSession(address, idleLimit: idleLimit, failures: failures)
            while let job = next() { job(session) }
        }
        thread.name = "PostgreSQL"
        thread.start()
    }

    /// True where it had a connection when its last work ended.
    var isConnected: Bool { connected.load(ordering: .acquiring) }

    /// Runs `job` after those that were submitted before.
    func submit(_ job: @escaping Job) { add(job) }

    /// Ends the thread and the connection after all jobs.
    func end() { add(nil) }

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

    private func add(_ job: Job?) {
        jobs.withLock { $0.append(job) }
        signal.signal()
    }

    private func next() -> Job? {
        signal.wait()
        return jobs.withLock { $0.removeFirst() }
    }
}
