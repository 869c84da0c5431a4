private import Foundation
internal import GRDB
import Language

/// Everything in one SQLite file. Its parts: `+Entries`, `+Accounts`, `+Items`, `+LocalizedPattern` and `SQLiteSnapshot`.
public struct SQLiteRepository: DirectoryRepository {
    let database: DatabasePool

    /// Opens the file at `path`, and makes it and its tables where there are none.
    /// - Throws: `ServerError.databaseUnusable` with the reason.
    public init(path: String) throws(ServerError) { try self.init(path: path, mostPages: nil) }

    /// - Parameter mostPages: how many pages the file may grow to; a disk that is full, for tests.
    init(path: String, mostPages: Int?) throws(ServerError) {
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.maximumReaderCount = 4
            database = try DatabasePool(path: path, configuration: configuration)
            try Self.migrator.migrate(database)
            try database.writeWithoutTransaction { db in
                // What was answered is on the disk, even where the power fails at that moment.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                if let mostPages { try db.execute(sql: "PRAGMA max_page_count = \(mostPages)") }
            }
        } catch {
            throw .databaseUnusable(path: path, reason: Self.reason(error))
        }
    }

    /// Makes a change in one transaction.
    /// - Throws: `StorageError.diskFull`, or what `change` and the database throw; then all is as it was.
    func write<T: Sendable>(_ change: @escaping @Sendable (Database) throws -> T) async throws -> T {
        do { return try await database.write(change) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        {
            throw StorageError.diskFull
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return error.message ?? translated("SQLite reports error \(error.resultCode.rawValue)")
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("entries and accounts") { try $0.execute(sql: schema) }
        migrator.registerMigration("items") { try $0.execute(sql: itemSchema) }
        migrator.registerMigration("room of items") { try $0.execute(sql: roomSchema) }
        migrator.registerMigration("places of items") { try $0.execute(sql: placeSchema) }
        return migrator
    }

    /// The JSON stands last in its row, so that looking at the rest does not read it. The triggers keep
    /// tag and length right whoever writes; a random tag never comes back, not even from a restored copy.
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
