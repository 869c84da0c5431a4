internal import Foundation
internal import GRDB
private import Language

/// Recognizes the files of servers, and migrates those of earlier versions.
extension SQLiteDatabase {
    /// SQLite’s `application_id`: “Duke” in ASCII.
    private static let applicationID = 0x44_75_6B_65

    /// - Parameter mayBeEmpty: true if a database without tables is usable.
    /// - Throws: `ServerError.databaseUnusable` if the file belongs to another program or a newer version,
    ///   `.databaseDamaged`, or `.databaseTooOld`.
    static func requireUsable(_ path: String, orEmpty mayBeEmpty: Bool = true) throws(ServerError) {
        let (isOurs, names): (Bool, Set<String>)
        do {
            (isOurs, names) = try readOnly(path).read { db in
                (try isServerDatabase(db) || mayBeEmpty && tables(db).isEmpty, try migrations(of: db))
            }
        } catch {
            throw problem(error, with: path)
        }
        guard isOurs else {
            throw .databaseUnusable(path: path, reason: translated("it is not a database of this server"))
        }
        try Migrations.check(names, of: path)
    }

    /// True if a server created this database. Early versions did not mark theirs, but named their migrations.
    static func isServerDatabase(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
            || migrations(of: db).contains(Migrations.early)
    }

    /// What the table of migrations contains.
    private static func migrations(of db: Database) throws -> Set<String> {
        let table = SQLDialect.sqlite.migrationTable
        return try db.tableExists(table) ? String.fetchSet(db, sql: "SELECT * FROM \(table)") : []
    }

    private static func tables(_ db: Database) throws -> Set<String> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        return try String.fetchSet(db, sql: sql)
    }

    static func readOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Creates or updates the tables.
    static func migrate(_ pool: DatabasePool) throws {
        let isNew = try pool.read { try tables($0).isEmpty }
        var isMigrated = false
        while try pool.write({ db in
            guard try Migrations.runNext(db, of: pool.path) else { return false }
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            return true
        }) { isMigrated = true }
        guard isMigrated, !isNew else { return }
        // Copying every entry leaves free pages and a log as large as the database.
        try pool.vacuum()
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
}
