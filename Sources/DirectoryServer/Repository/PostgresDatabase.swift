internal import Foundation
private import Language
internal import LibpqClient

/// A PostgreSQL database, or a compatible one, which several servers may share.
struct PostgresDatabase: SQLDatabase {
    private let address: PostgresAddress
    /// For reads and single statements.
    private let pool: PostgresPool
    /// For changes, which wait for each other, so that reads do not wait with them.
    private let changes: PostgresPool
    /// For lists that are being sent, which may take long.
    private let snapshots: PostgresPool
    private let notifications: AsyncThrowingStream<String?, any Error>
    private let monitor: PostgresMonitor
    /// Why other servers cannot be notified of changes, or nil if they can.
    private let notificationError: StorageError?

    /// The channel on which servers notify each other of changed lists.
    private static let channel = "duke_directory"

    /// Connects to the database at `address`, in libpq’s syntax, and creates missing tables.
    /// - Parameters:
    ///   - timeout: how many seconds a request waits for the database before it fails.
    ///   - now: the time.
    /// - Throws: `ServerError.passwordInAddress`, `.addressInvalid`, `.databaseUnreachable`, or `.databaseUnusable`.
    init(
        address text: String, timeout: Double, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) throws(ServerError) {
        address = try Self.address(text)
        let connection: PostgresConnection
        do throws(PostgresError) { connection = try PostgresConnection(address) } catch {
            throw .databaseUnreachable(address: text, reason: error.summary)
        }
        do {
            try Self.migrate(connection, of: text)
            notificationError = Self.notificationError(connection)
        } catch let error as ServerError { throw error } catch {
            throw .databaseUnusable(path: text, reason: (error as? PostgresError)?.summary ?? "\(error)")
        }
        monitor = PostgresMonitor(now: now)
        pool = PostgresPool(address, size: 6, timeout: timeout, monitor: monitor)
        changes = PostgresPool(address, size: 4, timeout: timeout, monitor: monitor)
        // A transaction idles while the client receives a piece of the list.
        snapshots = PostgresPool(address, size: 4, timeout: timeout, idleLimit: timeout * 24, monitor: monitor)
        notifications = address.notifications(on: Self.channel) {
            StorageError.noNotifications(reason: $0.summary)
        }
    }

    private static func address(_ text: String) throws(ServerError) -> PostgresAddress {
        do throws(PostgresAddress.Fault) {
            return try PostgresAddress(text, applicationName: "duke-directory-server")
        } catch {
            switch error {
            case .password: throw .passwordInAddress
            case .invalid: throw .addressInvalid
            }
        }
    }

    // MARK: Tables

    /// The key of the advisory lock for migrations: “DukeDire” in ASCII.
    private static let migrationLock = 0x44_75_6B_65_44_69_72_65
    /// Another key, because servers that start must not wait for a copy.
    private static let fillLock = migrationLock + 1

    /// Creates or updates the tables. If several servers start at once, one does this and the others wait.
    private static func migrate(_ connection: PostgresConnection, of address: String) throws {
        while try connection.transaction(
            .committed,
            {
                try connection.execute("SELECT pg_advisory_xact_lock(\(migrationLock))")
                return try Migrations.runNext(connection, of: address)
            })
        {}
    }

    // MARK: Reading and changing

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.read { try body($0) } }
    }

    func readOnce<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.run { try body($0) } }
    }

    func change<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        // Whether a change was committed whose connection was lost meanwhile is not known.
        let unknown = PostgresError.outcomeUnknown("")
        return try await Self.explained {
            try await changes.change(isCommitted: { _, _ in throw unknown }, { db, _ in try body(db) })
        }
    }

    func fill(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
        try await Self.explained {
            let (lease, _) = try await snapshots.lease { _ in }
            try await lease.run { connection in
                try connection.transaction(.committed) {
                    try connection.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
                    // A second copy must wait for the first before it checks that the database is empty.
                    try connection.execute("SELECT pg_advisory_xact_lock(\(Self.fillLock))")
                    try body(connection)
                }
            }
        }
    }

    func snapshot() async throws -> any SQLSnapshot {
        try await Self.explained {
            let (lease, _) = try await snapshots.lease { connection in
                try connection.execute(
                    "BEGIN \(PostgresConnection.Isolation.snapshot.rawValue); SET LOCAL statement_timeout = 0")
            }
            return Snapshot(lease: lease)
        }
    }

    func readNow(_ body: (any SQLConnection) throws -> Void) throws {
        do {
            let connection = try PostgresConnection(address)
            try connection.transaction(.snapshot) { try body(connection) }
        } catch let error as PostgresError { throw Self.explanation(of: error) }
    }

    /// A transaction on a leased connection. It is not retried, because what was read may have been sent already.
    private struct Snapshot: SQLSnapshot {
        let lease: PostgresLease

        func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
            try await explained { try await lease.run { try body($0) } }
        }
    }

    /// Maps errors of the database to those that the server explains.
    private static func explained<T>(_ work: () async throws -> T) async throws -> T {
        do { return try await work() } catch let error as PostgresError { throw explanation(of: error) }
    }

    private static func explanation(of error: PostgresError) -> any Error {
        switch error {
        case .unavailable, .connectionLost, .conflict: StorageError.unavailable
        case .outcomeUnknown: StorageError.outcomeUnknown
        case .refused(PostgresError.diskFull, _): StorageError.diskFull
        case .refused, .mismatch: error
        }
    }

    func settle() async {}

    var folder: String { FileManager.default.temporaryDirectory.path }

    // MARK: Other servers

    func notification(of collection: String) -> SQLStatement? {
        notificationError == nil ? SQLStatement("SELECT pg_notify('\(Self.channel)', $1)", .text(collection)) : nil
    }

    /// The error of a notification, which is rolled back, or nil if the database supports them.
    private static func notificationError(_ connection: PostgresConnection) -> StorageError? {
        do throws(PostgresError) {
            try connection.execute("BEGIN; SELECT pg_notify('\(channel)', ''); ROLLBACK")
        } catch {
            if case .refused = error { return .noNotifications(reason: error.summary) }
        }
        return nil
    }

    func changedLists() -> AsyncThrowingStream<String?, any Error> {
        if let notificationError { return AsyncThrowingStream { $0.finish(throwing: notificationError) } }
        return notifications
    }

    func connectionChanges() -> AsyncStream<PostgresMonitor.Change> { monitor.changes }
}

extension PostgresRow: SQLRow {}

extension PostgresConnection: SQLConnection {
    var dialect: SQLDialect { .postgres }

    func select(_ statement: SQLStatement) throws -> [any SQLRow] { try Array(run(statement)) }

    func forEachRow(_ statement: SQLStatement, _ body: (any SQLRow) throws -> Void) throws {
        try forEach(statement) { try body($0) }
    }

    func change(_ statement: SQLStatement) throws -> Int { try run(statement).changes }

    func changeAll(_ statements: [SQLStatement]) throws { try pipeline(statements) }
}
