internal import LibpqClient

/// The tables of a server’s database.
///
/// Owners and NetIDs are compared by their lower-case keys. Each change of an entry increments the revision of its list
/// and adds a row to `entry_change`: the key of the entry and the list’s new tag, from which clients are sent the
/// difference. Tags are random, so that the log of a restored backup contains none of those made after it.
/// `entry_section` counts the entries of each section; `entry_fingerprint` tells how the page columns were derived;
/// `entry.hash` is that of the JSON, empty if an earlier version wrote it, and is read from `entry_id` alone.
/// `item_list.last` outlives the items, so that no number is assigned twice; `item.sort` is the order in an item’s
/// JSON; `item_change` has the marks of the latest changes. JSON is the last column, so that SQLite can read the others
/// without it.
enum SQLSchema {
    /// The name of this version in the migration table.
    static let version = "hashes of entries"
    /// The name of the version before.
    static let earlierVersion = "one schema"

    static let tables = [
        SQLTable("entry", entryColumns, key: [], order: ["collection", "id"]),
        SQLTable("hidden_entry", hiddenColumns, key: ["collection", "owner_key"], order: ["collection", "key"]),
        SQLTable(
            "entry_list",
            ["collection": .text, "tag": .text, "revision": .integer, "count": .integer, "bytes": .integer],
            key: ["collection"]),
        SQLTable(
            "entry_section", ["collection": .text, "hash": .text, "section": .text, "count": .integer],
            key: ["collection", "hash"]),
        SQLTable(
            "entry_change", ["collection": .text, "revision": .integer, "tag": .text, "key": .optionalInteger],
            key: ["collection", "revision"]),
        SQLTable("entry_fingerprint", ["collection": .text, "fingerprint": .text], key: ["collection"]),
        SQLTable(
            "item",
            ["collection": .text, "number": .integer, "json": .bytes, "ends": .optionalReal, "sort": .optionalInteger],
            key: ["collection", "number"]),
        SQLTable(
            "item_list",
            ["collection": .text, "revision": .integer, "last": .integer, "count": .integer, "bytes": .integer],
            key: ["collection"]),
        SQLTable(
            "item_change", ["collection": .text, "revision": .integer, "mark": .text], key: ["collection", "revision"]),
        SQLTable(
            "item_request",
            [
                "collection": .text, "key": .text, "content": .text, "number": .integer, "json": .bytes, "made": .real,
            ], key: ["collection", "key"]),
        SQLTable(
            "account",
            ["netid_key": .text, "netid": .text, "role": .text, "password_hash": .text, "created": .real],
            key: ["netid_key"]),
    ]

    private static let entryColumns: KeyValuePairs<String, SQLTable.Kind> = [
        "collection": .text, "key": .integer, "owner": .text, "owner_key": .text, "section": .text, "sort": .text,
        "search": .text, "hash": .hash, "json": .bytes,
    ]
    private static let hiddenColumns: KeyValuePairs<String, SQLTable.Kind> = [
        "collection": .text, "key": .integer, "owner": .text, "owner_key": .text, "section": .text, "sort": .text,
        "search": .text, "json": .bytes,
    ]

    /// Adds the column of hashes to a table of the version before, whose texts must be derived again.
    static func addHashes(in db: any SQLConnection) throws {
        try db.execute(
            "ALTER TABLE entry ADD COLUMN hash \(db.dialect.bytes) NOT NULL DEFAULT ''; DROP INDEX IF EXISTS entry_id")
    }

    /// Creates missing tables and indexes.
    static func make(in db: any SQLConnection) throws {
        for table in tables { try db.execute(table.definition(in: db.dialect)) }
        try db.execute(
            """
            CREATE UNIQUE INDEX IF NOT EXISTS entry_key ON entry (collection, key);
            CREATE UNIQUE INDEX IF NOT EXISTS entry_owner ON entry (collection, owner_key);
            CREATE INDEX IF NOT EXISTS entry_place ON entry (collection, \(db.dialect.pageIndex), id);
            CREATE INDEX IF NOT EXISTS entry_id ON entry (collection, id, key, hash);
            CREATE UNIQUE INDEX IF NOT EXISTS hidden_entry_key ON hidden_entry (collection, key);
            CREATE INDEX IF NOT EXISTS entry_change_tag ON entry_change (tag);
            CREATE INDEX IF NOT EXISTS item_order ON item (collection, sort);
            CREATE INDEX IF NOT EXISTS item_end ON item (collection, ends);
            CREATE INDEX IF NOT EXISTS item_request_age ON item_request (collection, made);
            """)
    }
}

struct SQLTable: Equatable, Sendable {
    enum Kind {
        case text, integer, real, bytes, hash, optionalInteger, optionalReal
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The primary key; a table without one has an `id`.
    private let key: [String]
    /// The order in which rows are copied.
    private let order: [String]

    init(_ name: String, _ columns: KeyValuePairs<String, Kind>, key: [String], order: [String]? = nil) {
        (self.name, self.key, self.order) = (name, key, order ?? key)
        self.columns = columns.map { ($0.key, $0.value) }
    }

    static func == (one: SQLTable, other: SQLTable) -> Bool { one.name == other.name }

    fileprivate func definition(in dialect: SQLDialect) -> String {
        let columns = columns.map { column in
            switch column.kind {
            case .text: "\(column.name) \(dialect.text) NOT NULL"
            case .integer: "\(column.name) \(dialect.integer) NOT NULL"
            case .real: "\(column.name) \(dialect.real) NOT NULL"
            case .bytes: "\(column.name) \(dialect.bytes) NOT NULL"
            case .hash: "\(column.name) \(dialect.bytes) NOT NULL DEFAULT ''"
            case .optionalInteger: "\(column.name) \(dialect.integer)"
            case .optionalReal: "\(column.name) \(dialect.real)"
            }
        }
        let all =
            key.isEmpty
            ? ["id \(dialect.id)"] + columns : columns + ["PRIMARY KEY (\(key.joined(separator: ", ")))"]
        let end = key.isEmpty ? "" : dialect.tableEnd
        return "CREATE TABLE IF NOT EXISTS \(name) (\(all.joined(separator: ", ")))\(end)"
    }

    func insertion(of values: [SQLValue]) -> SQLStatement {
        let places = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return SQLStatement("INSERT INTO \(name) (\(names)) VALUES (\(places))", parameters: values)
    }

    /// All rows, in the same order in every database.
    func selection(in dialect: SQLDialect) -> SQLStatement {
        let texts = Set(columns.filter { $0.kind == .text }.map(\.name))
        let order = order.map { texts.contains($0) ? $0 + dialect.bytewise : $0 }
        return SQLStatement("SELECT \(names) FROM \(name) ORDER BY \(order.joined(separator: ", "))")
    }

    var names: String { columns.map(\.name).joined(separator: ", ") }

    func values(of row: any SQLRow) throws -> [SQLValue] {
        try columns.indices.map { index in
            switch columns[index].kind {
            case .text: .text(try row.text(index))
            case .integer: .integer(try row.integer(index))
            case .real, .optionalReal: .double(try row.optionalDouble(index))
            case .bytes, .hash: .bytes(try row.data(index))
            case .optionalInteger: .integer(try row.optionalInteger(index))
            }
        }
    }
}
