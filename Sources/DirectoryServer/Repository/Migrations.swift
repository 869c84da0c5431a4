internal import Foundation
private import Language
private import LibpqClient

/// The numbered migrations of the tables, in both databases. Each runs in a transaction of its own.
///
/// A database has a table with the number of its last migration; 0.2 and 0.3 stored names there. Version 0.3 does not
/// know the numbers, so it leaves a later database alone.
enum Migrations {
    /// By number, starting at 1. What a migration does never changes, so it must not use present definitions.
    private static let all: [@Sendable (any SQLConnection, _ names: Set<String>) throws -> Void] = [
        { try createTables($0, names: $1) },
        { db, _ in try moveToLists(db) },
    ]

    /// What the last migration stores.
    static var latest: String { String(all.count) }

    /// What 0.3 stored.
    private static let third = "hashes of entries"
    /// What versions before that stored: in SQLite, in PostgreSQL, and in both.
    private static let second: Set<String> = [
        "entries and accounts", "items", "room of items", "places of items", "collections of entries",
        "changes of entries", "sections of entries", "bound of changes", "hidden entries", "values of entries",
        "entries", "accounts", "one schema",
    ]

    /// - Parameters:
    ///   - names: what the table of migrations contains.
    ///   - path: of the database, for errors.
    /// - Throws: `ServerError.databaseUnusable` if the database is of a later version, or `.databaseTooOld`.
    static func check(_ names: Set<String>, of path: String) throws(ServerError) {
        let known = second.union([third]).union(all.indices.map { "\($0 + 1)" })
        guard names.isSubset(of: known) else {
            throw .databaseUnusable(path: path, reason: translated("it was created by a newer version of this server"))
        }
        // 0.1 stored only people.
        let later: Set<String> = ["collections of entries", "one schema", third]
        guard !names.contains("entries and accounts") || !names.isDisjoint(with: later) else {
            throw .databaseTooOld(path: path)
        }
    }

    /// Runs the next migration in the current transaction.
    /// - Parameter path: of the database, for errors.
    /// - Returns: false if there is none.
    static func runNext(_ db: any SQLConnection, of path: String) throws -> Bool {
        let table = db.dialect.migrationTable
        try db.execute("CREATE TABLE IF NOT EXISTS \(table) (name TEXT NOT NULL PRIMARY KEY)")
        let names = Set(try db.select("SELECT * FROM \(table)").map { try $0.text(0) })
        try check(names, of: path)
        let number = names.contains(third) ? 1 : names.compactMap { Int($0) }.max() ?? 0
        guard number < all.count else { return false }
        try all[number](db, names)
        try db.execute("DELETE FROM \(table); INSERT INTO \(table) VALUES ('\(number + 1)')")
        return true
    }
}

// MARK: 1. The tables of 0.3

extension Migrations {
    private static func createTables(_ db: any SQLConnection, names: Set<String>) throws {
        let earlier = ["entry", "entry_change", "entry_section", "hidden_entry", "item", "item_list", "item_request"]
        let isOfSQLite = names.contains("collections of entries") && !names.contains("one schema")
        let hasTables = !names.isEmpty && !isOfSQLite
        if isOfSQLite { try setAside(earlier + ["list", "account"], db) }
        if hasTables {
            try db.execute(db.dialect.definition("ALTER TABLE entry ADD COLUMN hash BLOB NOT NULL DEFAULT ''"))
        }
        try db.execute(tablesOfThird(db.dialect))
        if isOfSQLite {
            try takeOver(db)
            for table in earlier + ["list", "account"] { try db.execute("DROP TABLE IF EXISTS earlier_\(table)") }
        }
    }

    private static func tablesOfThird(_ dialect: SQLDialect) -> String {
        let entry = """
            collection TEXT NOT NULL, key INTEGER NOT NULL, owner TEXT NOT NULL, owner_key TEXT NOT NULL,
            section TEXT NOT NULL, sort TEXT NOT NULL, search TEXT NOT NULL
            """
        return dialect.definition(
            """
            CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY AUTOINCREMENT, \(entry),
                hash BLOB NOT NULL DEFAULT '', json BLOB NOT NULL);
            CREATE TABLE IF NOT EXISTS hidden_entry (\(entry), json BLOB NOT NULL,
                PRIMARY KEY (collection, owner_key)) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS entry_list (collection TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL,
                revision INTEGER NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS item (collection TEXT NOT NULL, number INTEGER NOT NULL, json BLOB NOT NULL,
                ends REAL, sort INTEGER, PRIMARY KEY (collection, number)) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS item_list (collection TEXT NOT NULL PRIMARY KEY, revision INTEGER NOT NULL,
                last INTEGER NOT NULL, count INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS item_request (collection TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL,
                number INTEGER NOT NULL, json BLOB NOT NULL, made REAL NOT NULL, PRIMARY KEY (collection, key))
                WITHOUT ROWID;
            CREATE TABLE IF NOT EXISTS account (netid_key TEXT NOT NULL PRIMARY KEY, netid TEXT NOT NULL,
                role TEXT NOT NULL, password_hash TEXT NOT NULL, created REAL NOT NULL) WITHOUT ROWID;
            CREATE UNIQUE INDEX IF NOT EXISTS entry_key ON entry (collection, key);
            CREATE UNIQUE INDEX IF NOT EXISTS entry_owner ON entry (collection, owner_key);
            CREATE INDEX IF NOT EXISTS entry_place ON entry (collection, \(dialect.pageIndex), id);
            CREATE INDEX IF NOT EXISTS item_order ON item (collection, sort);
            CREATE INDEX IF NOT EXISTS item_end ON item (collection, ends);
            CREATE INDEX IF NOT EXISTS item_request_age ON item_request (collection, made);
            """)
    }

    /// Renames the tables of 0.2 in SQLite, and drops their triggers and indexes.
    private static func setAside(_ tables: [String], _ db: any SQLConnection) throws {
        let rows = try db.select(
            "SELECT type, name, tbl_name FROM sqlite_master WHERE type = 'table' OR sql <> '' ORDER BY type = 'table'")
        for row in rows where tables.contains(try row.text(2)) {
            let (type, name) = (try row.text(0), try row.text(1))
            try db.execute(
                type == "table" ? "ALTER TABLE \(name) RENAME TO earlier_\(name)" : "DROP \(type) \"\(name)\"")
        }
    }

    /// Moves the rows of the renamed tables, of which some came only later in 0.2.
    private static func takeOver(_ db: any SQLConnection) throws {
        let present = Set(
            try db.select("SELECT name FROM sqlite_master WHERE type = 'table'").map { try $0.text(0) })
        let entry = "collection, key, owner, lower(owner), section, sort, search"
        let columns = "collection, key, owner, owner_key, section, sort, search, json"
        try db.execute(
            """
            INSERT INTO entry (id, \(columns)) SELECT id, \(entry), json FROM earlier_entry ORDER BY id;
            INSERT INTO entry_list (collection, tag, revision, count, bytes)
                SELECT collection, tag, 0, count, bytes FROM earlier_list;
            INSERT INTO item (collection, number, json, ends, sort) SELECT collection, number, json, ends,
                CASE WHEN json_valid(CAST(json AS TEXT)) AND json_type(CAST(json AS TEXT), '$.order') = 'integer'
                THEN json_extract(CAST(json AS TEXT), '$.order') END FROM earlier_item;
            INSERT INTO item_list (collection, revision, last, count, bytes)
                SELECT collection, 0, last, count, bytes FROM earlier_item_list;
            INSERT INTO account (netid_key, netid, role, password_hash, created)
                SELECT lower(netid), netid, role, passwordHash, created FROM earlier_account;
            """)
        if present.contains("earlier_hidden_entry") {
            try db.execute("INSERT INTO hidden_entry (\(columns)) SELECT \(entry), json FROM earlier_hidden_entry")
        }
        if present.contains("earlier_item_request") {
            let columns = "collection, key, content, number, json, made"
            try db.execute("INSERT INTO item_request (\(columns)) SELECT \(columns) FROM earlier_item_request")
        }
    }
}

// MARK: 2. Lists, memberships, app passwords, and links

extension Migrations {
    private static func moveToLists(_ db: any SQLConnection) throws {
        try createLists(db)
        try moveItemsOfAccounts(db)
        try renameColumns(db)
        var last = Int.min
        while let next = try addHashes(after: last, db) { last = next }
        try moveHiddenEntries(db)
        try renewTags(db)
    }

    private static func createLists(_ db: any SQLConnection) throws {
        let columns = "list, tag, revision, count, bytes, last, fingerprint"
        let account = "netid_key TEXT NOT NULL REFERENCES account ON DELETE CASCADE"
        try db.execute(
            db.dialect.definition(
                """
                CREATE TABLE list (list TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, revision INTEGER NOT NULL,
                    count INTEGER NOT NULL, bytes INTEGER NOT NULL, last INTEGER NOT NULL, fingerprint TEXT NOT NULL)
                    WITHOUT ROWID;
                INSERT INTO list (\(columns)) SELECT collection, tag, revision, count, bytes, 0, '' FROM entry_list;
                INSERT INTO list (\(columns)) SELECT collection, 'x', revision, count, bytes, last, '' FROM item_list
                    WHERE collection NOT LIKE '%/%' AND collection <> 'accounts';
                INSERT INTO list (\(columns))
                    SELECT collection || ':hidden', 'x', 0, count(*), sum(length(json)), 0, '' FROM hidden_entry
                    GROUP BY collection;
                CREATE TABLE membership (class TEXT NOT NULL, \(account), role TEXT NOT NULL,
                    PRIMARY KEY (class, netid_key)) WITHOUT ROWID;
                INSERT INTO membership (class, netid_key, role) SELECT '', netid_key, role FROM account;
                ALTER TABLE account DROP COLUMN role;
                CREATE INDEX membership_account ON membership (netid_key);
                CREATE TABLE app_password (\(account), name TEXT NOT NULL, hash TEXT NOT NULL, created REAL NOT NULL,
                    PRIMARY KEY (netid_key, name)) WITHOUT ROWID;
                CREATE TABLE password_link (\(account) PRIMARY KEY, hash TEXT NOT NULL, ends REAL NOT NULL)
                    WITHOUT ROWID;
                """))
    }

    private static func renameColumns(_ db: any SQLConnection) throws {
        try db.execute(
            """
            DROP INDEX IF EXISTS entry_id;
            ALTER TABLE entry RENAME COLUMN collection TO list;
            ALTER TABLE item RENAME COLUMN collection TO list;
            ALTER TABLE item_request RENAME COLUMN collection TO list;
            CREATE INDEX entry_id ON entry (list, id, key, hash);
            DROP TABLE IF EXISTS entry_section; DROP TABLE IF EXISTS entry_fingerprint;
            DROP TABLE IF EXISTS entry_change; DROP TABLE IF EXISTS item_change;
            DROP TABLE entry_list; DROP TABLE item_list;
            """)
        try db.execute(
            db.dialect.definition(
                """
                CREATE TABLE entry_change (list TEXT NOT NULL, revision INTEGER NOT NULL, tag TEXT NOT NULL,
                    key INTEGER, PRIMARY KEY (list, revision)) WITHOUT ROWID;
                CREATE INDEX entry_change_tag ON entry_change (tag);
                """))
    }

    /// Moves the JSON of app passwords and links.
    private static func moveItemsOfAccounts(_ db: any SQLConnection) throws {
        struct Stored: Decodable {
            let hash: String
            let name: String?
            let created: Date?
            let end: Date?
        }
        let netids = Set(try db.select("SELECT netid_key FROM account").map { try $0.text(0) })
        let rows = try db.select(
            "SELECT collection, json FROM item WHERE collection LIKE '%/%' ORDER BY collection, number")
        for row in rows {
            let stored = try JSONDecoder().decode(Stored.self, from: try row.data(1))
            let netid = String(try row.text(0).split(separator: "/").last ?? "")
            guard netids.contains(netid) else { continue }
            if let name = stored.name {
                try db.change(
                    """
                    INSERT INTO app_password (netid_key, name, hash, created) VALUES ($1, $2, $3, $4)
                    ON CONFLICT DO NOTHING
                    """, .text(netid), .text(name), .text(stored.hash),
                    .double(stored.created?.timeIntervalSince1970 ?? 0))
            } else {
                try db.change(
                    "INSERT INTO password_link (netid_key, hash, ends) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    .text(netid), .text(stored.hash), .double(stored.end?.timeIntervalSince1970 ?? 0))
            }
        }
        try db.change("DELETE FROM item WHERE collection LIKE '%/%'")
    }

    /// Adds the hashes that versions before 0.3 did not store to the next entries.
    /// - Returns: the last of them, or nil if there are no others.
    private static func addHashes(after last: Int, _ db: any SQLConnection) throws -> Int? {
        let rows = try db.select(
            "SELECT id, json FROM entry WHERE id > $1 AND length(hash) = 0 ORDER BY id LIMIT 500", .integer(last))
        try db.changeAll(
            rows.map { row in
                SQLStatement(
                    "UPDATE entry SET hash = $1 WHERE id = $2", .bytes(Entry.hash(of: try row.data(1))),
                    .integer(try row.integer(0)))
            })
        return try rows.last?.integer(0)
    }

    private static func moveHiddenEntries(_ db: any SQLConnection) throws {
        let columns = "key, owner, owner_key, section, sort, search, json"
        for row in try db.select("SELECT collection, owner_key, json FROM hidden_entry") {
            try db.change(
                """
                INSERT INTO entry (list, hash, \(columns))
                SELECT collection || ':hidden', $1, \(columns) FROM hidden_entry WHERE collection = $2 AND owner_key = $3
                """, .bytes(Entry.hash(of: try row.data(2))), .text(try row.text(0)), .text(try row.text(1)))
        }
        try db.execute("DROP TABLE hidden_entry")
    }

    /// Gives each list that ever changed a new tag, so that those of before are unknown, as is the log.
    private static func renewTags(_ db: any SQLConnection) throws {
        for row in try db.select("SELECT list FROM list WHERE tag <> ''") {
            let (list, tag) = (SQLValue.text(try row.text(0)), SQLValue.text(ListVersion.newTag()))
            try db.change("UPDATE list SET tag = $1, revision = revision + 1 WHERE list = $2", tag, list)
            try db.change(
                "INSERT INTO entry_change (list, revision, tag) SELECT list, revision, tag FROM list WHERE list = $1",
                list)
        }
    }
}
