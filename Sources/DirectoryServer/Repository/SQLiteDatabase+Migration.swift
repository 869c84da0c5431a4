internal import Foundation
internal import GRDB
private import Language
private import LibpqClient

/// Recognizes the files of servers, and migrates those of earlier versions.
extension SQLiteDatabase {
    /// SQLite’s `application_id`: “Duke” in ASCII.
    private static let applicationID = 0x44_75_6B_65

    /// The migrations in databases of earlier versions.
    private static let earlierVersions: Set<String> = [
        "entries and accounts", "items", "room of items", "places of items", "collections of entries",
        "changes of entries", "sections of entries", "bound of changes", "hidden entries", "values of entries",
        SQLSchema.earlierVersion,
    ]

    private static let earlierTables: Set<String> = [
        "account", "entry", "entry_change", "entry_section", "hidden_entry", "item", "item_list", "item_request",
        "list",
    ]

    /// - Parameter mayBeEmpty: true if a database without tables is usable.
    /// - Throws: `ServerError.databaseUnusable` if the file belongs to another program or a newer version.
    static func requireUsable(_ path: String, orEmpty mayBeEmpty: Bool = true) throws(ServerError) {
        let (isOurs, isNewer): (Bool, Bool)
        do {
            (isOurs, isNewer) = try readOnly(path).read { db in
                let isOurs = try isServerDatabase(db) || mayBeEmpty && tables(db).isEmpty
                return (isOurs, try !versions(db).isSubset(of: earlierVersions.union([SQLSchema.version])))
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

    /// True if a server created this database. Earlier versions did not mark theirs, but created only these tables.
    static func isServerDatabase(_ db: Database) throws -> Bool {
        if try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID { return true }
        let tables = try tables(db)
        return tables.isSuperset(of: ["entry", "account"])
            && tables.subtracting(["grdb_migrations"]).isSubset(of: earlierTables)
    }

    private static func tables(_ db: Database) throws -> Set<String> {
        let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        return try String.fetchSet(db, sql: sql)
    }

    private static func versions(_ db: Database) throws -> Set<String> {
        guard try db.tableExists("grdb_migrations") else { return [] }
        return try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations")
    }

    static func readOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Creates or updates the tables.
    static func migrate(_ pool: DatabasePool) throws {
        if try pool.read({ try versions($0).contains(SQLSchema.version) }) { return }
        let isOlder = try pool.write { db in
            // Another process may have migrated it.
            if try versions(db).contains(SQLSchema.version) { return false }
            let hasSchema = try versions(db).contains(SQLSchema.earlierVersion)
            let isOlder = try !hasSchema && db.tableExists("entry")
            if hasSchema { try SQLSchema.addHashes(in: db) }
            if isOlder { try setAsideEarlierTables(db) }
            try SQLSchema.make(in: db)
            if isOlder { try takeOver(db) }
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('\(SQLSchema.version)');
                    PRAGMA application_id = \(applicationID)
                    """)
            return isOlder
        }
        // Copying every entry leaves free pages and a log as large as the database.
        guard isOlder else { return }
        try pool.vacuum()
        _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }

    /// Renames the tables of 0.1 and 0.2, and drops their triggers and indexes.
    private static func setAsideEarlierTables(_ db: Database) throws {
        let tables = try tables(db).intersection(earlierTables)
        let rows = try Row.fetchAll(
            db, sql: "SELECT type, name, tbl_name FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql <> ''")
        for row in rows where tables.contains(try row.text(2)) {
            try db.execute(sql: "DROP \(try row.text(0)) \"\(try row.text(1))\"")
        }
        for table in tables { try db.execute(sql: "ALTER TABLE \(table) RENAME TO earlier_\(table)") }
    }

    /// Moves the rows of the renamed tables to the present ones. 0.1 stored only people.
    private static func takeOver(_ db: Database) throws {
        let isFirst = try db.columns(in: "earlier_entry").contains { $0.name == "duid" }
        try db.execute(sql: isFirst ? peopleOfFirstVersion : entriesOfSecondVersion)
        for (table, sql) in laterTables where try db.tableExists("earlier_\(table)") { try db.execute(sql: sql) }
        try db.execute(
            sql: """
                INSERT INTO item (collection, number, json, ends, sort) SELECT collection, number, json, ends,
                    CASE WHEN json_valid(CAST(json AS TEXT)) AND json_type(CAST(json AS TEXT), '$.order') = 'integer'
                    THEN json_extract(CAST(json AS TEXT), '$.order') END FROM earlier_item;
                INSERT INTO item_list (collection, revision, last, count, bytes)
                    SELECT collection, 0, last, count, bytes FROM earlier_item_list;
                INSERT INTO account (netid_key, netid, role, password_hash, created)
                    SELECT lower(netid), netid, role, passwordHash, created FROM earlier_account;
                """)
        for collection in try String.fetchAll(db, sql: "SELECT collection FROM entry_list") {
            try EntryChange.countSections(db, of: collection)
        }
        for table in earlierTables { try db.execute(sql: "DROP TABLE IF EXISTS earlier_\(table)") }
    }

    private static let peopleOfFirstVersion = """
        INSERT INTO entry (id, collection, key, owner, owner_key, section, sort, search, json)
            SELECT id, 'people', duid, netid, lower(netid), section, sort, search, json FROM earlier_entry ORDER BY id;
        INSERT INTO entry_list (collection, tag, revision, count, bytes)
            SELECT 'people', tag, 1, count, bytes FROM earlier_list;
        INSERT INTO entry_change (collection, revision, tag) SELECT 'people', 1, tag FROM earlier_list;
        """

    private static let entriesOfSecondVersion = """
        INSERT INTO entry (id, collection, key, owner, owner_key, section, sort, search, json)
            SELECT id, collection, key, owner, lower(owner), section, sort, search, json FROM earlier_entry ORDER BY id;
        INSERT INTO entry_change (collection, revision, tag, key)
            SELECT collection, revision, tag, key FROM earlier_entry_change;
        INSERT INTO entry_list (collection, tag, revision, count, bytes) SELECT collection, tag, coalesce(
            (SELECT max(revision) FROM entry_change c WHERE c.collection = l.collection), 0), count, bytes
            FROM earlier_list l;
        """

    /// Tables that came after the second version.
    private static let laterTables = [
        "hidden_entry": """
        INSERT INTO hidden_entry (collection, key, owner, owner_key, section, sort, search, json)
            SELECT collection, key, owner, lower(owner), section, sort, search, json FROM earlier_hidden_entry
        """,
        "item_request": """
        INSERT INTO item_request (collection, key, content, number, json, made)
            SELECT collection, key, content, number, json, made FROM earlier_item_request
        """,
    ]
}
