internal import Foundation
private import Language
private import LibpqClient

/// The numbered migrations of the tables, in both databases. Each runs in a transaction of its own.
///
/// A database has a table with the number of its last migration; 0.2 and 0.3 stored names there. Version 0.3 does not
/// know the numbers, so it leaves a later database alone.
enum Migrations {
    /// In order. What a migration does never changes, so it must not use present definitions.
    private static let all: [@Sendable (any SQLConnection, _ names: Set<String>) throws -> Void] = [
        { try createTables($0, names: $1) }
    ]
    /// The number of the first; development versions wrote 1, too, for the tables of 0.3.
    private static let first = 2

    /// What the last migration stores.
    static var latest: String { String(first + all.count - 1) }

    /// What the first migration of 0.1 stored, and of 0.2 in SQLite.
    static let early = "entries and accounts"
    /// What 0.3 stored.
    private static let third = "hashes of entries"
    /// What versions before that stored: in SQLite, in PostgreSQL, and in both.
    private static let second: Set<String> = [
        early, "items", "room of items", "places of items", "collections of entries",
        "changes of entries", "sections of entries", "bound of changes", "hidden entries", "values of entries",
        "entries", "accounts", "one schema",
    ]

    /// - Parameters:
    ///   - names: what the table of migrations contains.
    ///   - path: of the database, for errors.
    /// - Throws: `ServerError.databaseUnusable` if the database is of a later version, or `.databaseTooOld`.
    static func check(_ names: Set<String>, of path: String) throws(ServerError) {
        let known = second.union([third]).union((1..<first + all.count).map(String.init))
        guard names.isSubset(of: known) else {
            throw .databaseUnusable(path: path, reason: translated("it was created by a newer version of this server"))
        }
        // 0.1 stored only people.
        let later: Set<String> = ["collections of entries", "one schema", third]
        guard !names.contains(early) || !names.isDisjoint(with: later) else {
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
        let next = max(first, (names.compactMap { Int($0) }.max() ?? 0) + 1)
        guard next < first + all.count else { return false }
        try all[next - first](db, names)
        try db.execute("DELETE FROM \(table); INSERT INTO \(table) VALUES ('\(next)')")
        return true
    }
}

// MARK: 2. Lists, memberships, app passwords, and links

extension Migrations {
    /// The tables of 0.2 and 0.3 that are moved.
    private static let moved = ["entry", "hidden_entry", "item", "item_list", "item_request", "account"]

    private static func createTables(_ db: any SQLConnection, names: Set<String>) throws {
        if !names.isEmpty { try setAside(db) }
        try db.execute(tables(db.dialect))
        if !names.isEmpty {
            let isOfSQLite = names.contains("collections of entries") && names.isDisjoint(with: ["one schema", third])
            try moveAccounts(db, hash: isOfSQLite ? "passwordHash" : "password_hash")
            try moveEntries(db)
            try moveItems(db, sort: isOfSQLite ? orderInJSON : "sort")
            try moveItemsOfAccounts(db)
            try renewTags(db)
            for table in moved { try db.execute("DROP TABLE earlier_\(table)") }
        }
        try db.execute(
            """
            CREATE UNIQUE INDEX entry_key ON entry (list, key);
            CREATE UNIQUE INDEX entry_owner ON entry (list, owner_key);
            CREATE INDEX entry_place ON entry (list, \(db.dialect.pageIndex), id);
            CREATE INDEX entry_id ON entry (list, id, key, hash);
            CREATE INDEX entry_change_tag ON entry_change (tag);
            CREATE INDEX item_order ON item (list, sort);
            CREATE INDEX item_end ON item (list, ends);
            CREATE INDEX item_request_age ON item_request (list, made);
            CREATE INDEX membership_account ON membership (netid_key);
            """)
    }

    private static func tables(_ dialect: SQLDialect) -> String {
        let account = "netid_key TEXT NOT NULL REFERENCES account ON DELETE CASCADE"
        return dialect.definition(
            """
            CREATE TABLE list (list TEXT NOT NULL PRIMARY KEY, tag TEXT NOT NULL, revision INTEGER NOT NULL,
                count INTEGER NOT NULL, bytes INTEGER NOT NULL, last INTEGER NOT NULL, fingerprint TEXT NOT NULL)
                WITHOUT ROWID;
            CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, list TEXT NOT NULL, key INTEGER NOT NULL,
                owner TEXT NOT NULL, owner_key TEXT NOT NULL, section TEXT NOT NULL, sort TEXT NOT NULL,
                search TEXT NOT NULL, hash BLOB NOT NULL, json BLOB NOT NULL);
            CREATE TABLE entry_change (list TEXT NOT NULL, revision INTEGER NOT NULL, tag TEXT NOT NULL, key INTEGER,
                PRIMARY KEY (list, revision)) WITHOUT ROWID;
            CREATE TABLE item (list TEXT NOT NULL, number INTEGER NOT NULL, json BLOB NOT NULL, ends REAL, sort INTEGER,
                PRIMARY KEY (list, number)) WITHOUT ROWID;
            CREATE TABLE item_request (list TEXT NOT NULL, key TEXT NOT NULL, content TEXT NOT NULL,
                number INTEGER NOT NULL, json BLOB NOT NULL, made REAL NOT NULL, PRIMARY KEY (list, key))
                WITHOUT ROWID;
            CREATE TABLE account (netid_key TEXT NOT NULL PRIMARY KEY, netid TEXT NOT NULL, password_hash TEXT NOT NULL,
                created REAL NOT NULL) WITHOUT ROWID;
            CREATE TABLE membership (class TEXT NOT NULL, \(account), role TEXT NOT NULL,
                PRIMARY KEY (class, netid_key)) WITHOUT ROWID;
            CREATE TABLE app_password (\(account), name TEXT NOT NULL, hash TEXT NOT NULL, created REAL NOT NULL,
                PRIMARY KEY (netid_key, name)) WITHOUT ROWID;
            CREATE TABLE password_link (\(account) PRIMARY KEY, hash TEXT NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
            """)
    }

    /// Renames the tables that are moved, of which some came only later in 0.2, and drops the others.
    private static func setAside(_ db: any SQLConnection) throws {
        try db.execute(
            db.dialect.definition(
                """
                CREATE TABLE IF NOT EXISTS hidden_entry (collection TEXT, key INTEGER, owner TEXT, section TEXT,
                    sort TEXT, search TEXT, json BLOB);
                CREATE TABLE IF NOT EXISTS item_request (collection TEXT, key TEXT, content TEXT, number INTEGER,
                    json BLOB, made REAL);
                """))
        for table in moved { try db.execute("ALTER TABLE \(table) RENAME TO earlier_\(table)") }
        for table in ["list", "entry_list", "entry_section", "entry_fingerprint", "entry_change", "item_change"] {
            try db.execute("DROP TABLE IF EXISTS \(table)")
        }
    }

    private static func moveAccounts(_ db: any SQLConnection, hash: String) throws {
        let key = "lower(netid\(db.dialect.bytewise))"
        try db.execute(
            """
            INSERT INTO account (netid_key, netid, password_hash, created)
                SELECT \(key), netid, \(hash), created FROM earlier_account;
            INSERT INTO membership (class, netid_key, role) SELECT '', \(key), role FROM earlier_account;
            """)
    }

    private static func moveEntries(_ db: any SQLConnection) throws {
        let rest = "key, owner, lower(owner\(db.dialect.bytewise)), section, sort, search, '', json"
        try db.execute(
            """
            INSERT INTO entry (list, key, owner, owner_key, section, sort, search, hash, json)
                SELECT collection, \(rest) FROM earlier_entry ORDER BY id;
            INSERT INTO entry (list, key, owner, owner_key, section, sort, search, hash, json)
                SELECT collection || ':hidden', \(rest) FROM earlier_hidden_entry;
            INSERT INTO list (list, tag, revision, count, bytes, last, fingerprint)
                SELECT list, '', 0, count(*), sum(length(json)), 0, '' FROM entry GROUP BY list;
            """)
        var last: Int? = Int.min
        while let id = last { last = try addHashes(after: id, db) }
    }

    /// Adds the hashes of the next entries, which 0.2 did not store.
    /// - Returns: the ID of the last of them, or nil if there are no others.
    private static func addHashes(after last: Int, _ db: any SQLConnection) throws -> Int? {
        let rows = try db.select("SELECT id, json FROM entry WHERE id > $1 ORDER BY id LIMIT 500", .integer(last))
        try db.changeAll(
            rows.map { row in
                SQLStatement(
                    "UPDATE entry SET hash = $1 WHERE id = $2", .bytes(Entry.hash(of: try row.data(1))),
                    .integer(try row.integer(0)))
            })
        return try rows.last?.integer(0)
    }

    /// The order of an item, for which SQLite had no column in 0.2.
    private static let orderInJSON = """
        CASE WHEN json_valid(CAST(json AS TEXT)) AND json_type(CAST(json AS TEXT), '$.order') = 'integer'
        THEN json_extract(CAST(json AS TEXT), '$.order') END
        """

    private static func moveItems(_ db: any SQLConnection, sort: String) throws {
        try db.execute(
            """
            INSERT INTO item (list, number, json, ends, sort)
                SELECT collection, number, json, ends, \(sort) FROM earlier_item WHERE collection NOT LIKE '%/%';
            INSERT INTO item_request (list, key, content, number, json, made)
                SELECT collection, key, content, number, json, made FROM earlier_item_request;
            INSERT INTO list (list, tag, revision, count, bytes, last, fingerprint)
                SELECT collection, '', 0, count, bytes, last, '' FROM earlier_item_list
                WHERE collection NOT LIKE '%/%' AND collection <> 'accounts';
            """)
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
            "SELECT collection, json FROM earlier_item WHERE collection LIKE '%/%' ORDER BY collection, number")
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
    }

    /// Gives each list a new tag, so that those of before are unknown, as is the log.
    private static func renewTags(_ db: any SQLConnection) throws {
        for row in try db.select("SELECT list FROM list") {
            let (list, tag) = (SQLValue.text(try row.text(0)), SQLValue.text(ListVersion.newTag()))
            try db.change("UPDATE list SET tag = $1, revision = 1 WHERE list = $2", tag, list)
            try db.change(
                "INSERT INTO entry_change (list, revision, tag) SELECT list, revision, tag FROM list WHERE list = $1",
                list)
        }
    }
}
