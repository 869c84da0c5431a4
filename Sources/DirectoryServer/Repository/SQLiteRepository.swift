private import Foundation
internal import GRDB
private import GRDBSQLite
import Language
private import Synchronization

/// The storage of the server in one SQLite file. Its parts: `+Entries`, `+Changes`, `+Collections`, `+Accounts`, `+Items`,
/// `+Places`, `+Sections` and `SQLiteSnapshot`.
public struct SQLiteRepository: DirectoryRepository {
    let database: DatabasePool
    private let changes: ChangeCounter

    /// Opens the file at `path`, and makes it and its tables where they are absent. A file of another program, or of a
    /// newer version, is not changed.
    /// - Throws: `ServerError.databaseUnusable` with the reason.
    public init(path: String) throws(ServerError) { try self.init(path: path, mostPages: nil) }

    /// - Parameter mostPages: how many pages the file may grow to; a disk that is full, for tests.
    init(path: String, mostPages: Int?) throws(ServerError) {
        try Self.requireUsable(path)
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.maximumReaderCount = 4
            database = try DatabasePool(path: path, configuration: configuration)
            try Self.migrate(database)
            try database.writeWithoutTransaction { db in
                // A change that was confirmed is on the disk, even where the power fails at that moment.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                if let mostPages { try db.execute(sql: "PRAGMA max_page_count = \(mostPages)") }
            }
            changes = ChangeCounter(path: database.path)
        } catch {
            throw .databaseUnusable(path: path, reason: Self.reason(error))
        }
    }

    /// The folder of the file.
    public var folder: String { URL(filePath: database.path).deletingLastPathComponent().path }

    public func changeCount() -> Int64? { changes.value() }

    public func settle() async {
        _ = try? await database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    /// Makes a change in one transaction.
    /// - Throws: `StorageError.diskFull`, or the error of `change` or of the database; then the database is unchanged.
    func write<T: Sendable>(_ change: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await database.write(change) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        {
            throw StorageError.diskFull
        }
    }

    static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        // Where a copy fails, SQLite has no message but that of the database that is all right.
        if let message = error.message, message != "not an error" { return message }
        return String(cString: sqlite3_errstr(error.resultCode.rawValue))
    }

    /// Reads the file at `path`, where there is something in it.
    /// - Throws: `ServerError.databaseUnusable` where another program made it, or a newer version of this one.
    private static func requireUsable(_ path: String) throws(ServerError) {
        guard let size = try? URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize, size > 0 else {
            return
        }
        let (isOurs, isNewer): (Bool, Bool)
        do {
            (isOurs, isNewer) = try readOnly(path).read { db in
                let isEmpty = try tables(db).isEmpty
                return (try isEmpty || isServerDatabase(db), try !isEmpty && migrator.hasBeenSuperseded(db))
            }
        } catch {
            throw .databaseUnusable(path: path, reason: reason(error))
        }
        guard isOurs else {
            throw .databaseUnusable(path: path, reason: translated("it is not a database of this server"))
        }
        guard !isNewer else {
            throw .databaseUnusable(path: path, reason: translated("it was created by a newer version of this server"))
        }
    }

    /// True where a server made this database. Earlier versions did not mark it, and made only these tables.
    static func isServerDatabase(_ db: Database) throws -> Bool {
        if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
        let tables = try tables(db)
        return tables.isSuperset(of: ["entry", "account"]) && tables.isSubset(of: unmarkedTables)
    }

    private static func tables(_ db: Database) throws -> Set<String> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        return try String.fetchSet(db, sql: sql)
    }

    private static let unmarkedTables: Set<String> = [
        "account", "entry", "entry_change", "entry_section", "grdb_migrations", "item", "item_list", "item_request",
        "list",
    ]

    /// What SQLite's own header says of the program that made a file: “Duke” in ASCII.
    private static let applicationID = 0x44_75_6B_65

    /// Makes the tables, or brings them up to date.
    private static func migrate(_ database: DatabasePool) throws {
        let isOlder = try database.read { try !migrator.hasCompletedMigrations($0) && $0.tableExists("entry") }
        try migrator.migrate(database)
        // An update copies every entry, which leaves free pages and a log as large as the database.
        guard isOlder else { return }
        try database.vacuum()
        _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("entries and accounts") { try $0.execute(sql: schema) }
        migrator.registerMigration("items") { try $0.execute(sql: itemSchema) }
        migrator.registerMigration("room of items") { try $0.execute(sql: roomSchema) }
        migrator.registerMigration("places of items") { try $0.execute(sql: placeSchema) }
        migrator.registerMigration("collections of entries") { db in
            try db.execute(sql: collectionSchema)
            try deriveEntries(in: db)
        }
        migrator.registerMigration("changes of entries") { try $0.execute(sql: changeSchema) }
        migrator.registerMigration("sections of entries") { try $0.execute(sql: sectionSchema) }
        migrator.registerMigration("bound of changes") { try $0.execute(sql: changeBoundSchema) }
        migrator.registerMigration("hidden entries") { db in
            try db.execute(sql: "\(hiddenSchema) PRAGMA application_id = \(applicationID)")
        }
        // Earlier versions searched sentences, with the words around the values.
        migrator.registerMigration("values of entries", migrate: deriveEntries)
        return migrator
    }

    /// The tables of the first version; the present table of entries is in `collectionSchema`.
    private static let schema = """
        CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            duid INTEGER NOT NULL UNIQUE,
            netid TEXT NOT NULL COLLATE NOCASE UNIQUE,
            section TEXT NOT NULL,
            sort TEXT NOT NULL,
            search TEXT NOT NULL,
            json BLOB NOT NULL
        );
        CREATE INDEX entry_place ON entry (section, sort, id);
        CREATE TABLE list (tag TEXT NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL);
        INSERT INTO list VALUES (lower(hex(randomblob(16))), 0, 0);
        CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count + 1, bytes = bytes + length(new.json);
        END;
        CREATE TRIGGER entry_changed AFTER UPDATE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), bytes = bytes + length(new.json) - length(old.json);
        END;
        CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN
            UPDATE list SET tag = lower(hex(randomblob(16))), count = count - 1, bytes = bytes - length(old.json);
        END;
        CREATE TABLE account (
            netid TEXT NOT NULL COLLATE NOCASE PRIMARY KEY,
            role TEXT NOT NULL,
            passwordHash TEXT NOT NULL,
            created REAL NOT NULL
        );
        """
}

/// SQLite's `data_version` on a connection of its own, which differs after every change of the file by any other
/// connection, of this process or another. Reading it takes about 3 µs.
final class ChangeCounter: Sendable {
    /// A connection and its only statement, which are used by one thread at a time.
    private struct Connection: ~Copyable {
        private var database: OpaquePointer?
        private var statement: OpaquePointer?

        init(path: String) {
            let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
            guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else { return }
            sqlite3_prepare_v2(database, "PRAGMA data_version", -1, &statement, nil)
        }

        deinit {
            sqlite3_finalize(statement)
            sqlite3_close(database)
        }

        func value() -> Int64? {
            guard let statement else { return nil }
            defer { sqlite3_reset(statement) }
            return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
        }
    }

    private let connection: Mutex<Connection>

    /// - Parameter path: the file of the database, which exists.
    init(path: String) { connection = Mutex(Connection(path: path)) }

    /// The number at this moment, or nil where it cannot be read.
    func value() -> Int64? { connection.withLock { $0.value() } }
}
