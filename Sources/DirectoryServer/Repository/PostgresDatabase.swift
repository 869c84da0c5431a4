internal import Foundation
private import Language
internal import LibpqClient

/// A PostgreSQL database, or a compatible one, which several servers may share.
struct PostgresDatabase: SQLDatabase {
    private let address: PostgresAddress
    private let pool: PostgresPool

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
        } catch let error as ServerError { throw error } catch {
            throw .databaseUnusable(path: text, reason: (error as? PostgresError)?.summary ?? "\(error)")
        }
        pool = PostgresPool(address, timeout: timeout, now: now)
    }

    private static func address(_ text: String) throws(ServerError) -> PostgresAddress {
        do throws(PostgresAddress.Fault) {
            return try PostgresAddress(text, applicationName: applicationName)
        } catch {
            switch error {
            case .password: throw .passwordInAddress
            case .invalid: throw .addressInvalid
            }
        }
    }

    /// True if a server, or one of its commands, is connected to the database.
    static func isInUse(_ address: String) -> Bool {
        let others = """
            SELECT 1 FROM pg_stat_activity
            WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()
            """
        return (try? PostgresConnection(Self.address(address)).run(others, .text(applicationName)).isEmpty) == false
    }

    private static let applicationName = "duke-directory-server"

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

    func readStatement<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.run { try body($0) } }
    }

    func change<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.change { try body($0) } }
    }

    func fill(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
        try await Self.explained {
            // The connections of the pool lose a database that does not answer for long.
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try fill(PostgresConnection(address), body) })
                }
            }
        }
    }

    private func fill(_ connection: PostgresConnection, _ body: (any SQLConnection) throws -> Void) throws {
        try connection.transaction(.committed) {
            try connection.execute(
                """
                SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
                SET LOCAL idle_in_transaction_session_timeout = 0
                """)
            // A second copy must wait for the first before it checks that the database is empty.
            try connection.execute("SELECT pg_advisory_xact_lock(\(Self.fillLock))")
            try body(connection)
        }
    }

    func readMany<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.read(isLong: true) { try body($0) } }
    }

    func readBlocking(_ body: (any SQLConnection) throws -> Void) throws {
        do {
            let connection = try PostgresConnection(address)
            try connection.transaction(.snapshot) { try body(connection) }
        } catch let error as PostgresError { throw Self.explanation(of: error) }
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

    func checkpoint() async {}

    var folder: String { FileManager.default.temporaryDirectory.path }

    func connectionChanges() -> AsyncStream<PostgresPool.Change> { pool.changes }
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
