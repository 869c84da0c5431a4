internal import LibpqClient

/// The tables of a server's database, in either dialect.
///
/// An owner is found without case, by `owner_key`; accounts by `netid_key`. The revision of a list grows with each change
/// of it, and `entry_change` has the tag of the list after that and the key of the entry: one row for each change, so that
/// a client that has an earlier list is sent the difference. Tags are random: the log of a restored backup does not
/// contain those that were made after the backup. `entry_section` counts the entries of each section, and
/// `entry_fingerprint` has what their texts were derived by. `item_list.last` is kept after the items are removed, so
/// that a number is never assigned twice; `item.sort` is the order in an item's JSON, and `item_change` has the marks of
/// the latest changes. The JSON is the last column of an entry, so that reading the others does not read it.
enum SQLSchema {
    /// The name of this version in the table of migrations.
    static let version = "one schema"

    static let tables = [
        SQLTable("entry", entryColumns, key: [], order: ["collection", "id"]),
        SQLTable("hidden_entry", entryColumns, key: ["collection", "owner_key"], order: ["collection", "key"]),
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
        "search": .text, "json": .bytes,
    ]

    /// Makes the tables and indexes that are absent.
    static func make(in db: any SQLConnection) throws {
        for table in tables { try db.execute(table.definition(in: db.dialect)) }
        try db.execute(
            """
            CREATE UNIQUE INDEX IF NOT EXISTS entry_key ON entry (collection, key);
            CREATE UNIQUE INDEX IF NOT EXISTS entry_owner ON entry (collection, owner_key);
            CREATE INDEX IF NOT EXISTS entry_place ON entry (collection, \(db.dialect.pageIndex), id);
            CREATE INDEX IF NOT EXISTS entry_id ON entry (collection, id);
            CREATE UNIQUE INDEX IF NOT EXISTS hidden_entry_key ON hidden_entry (collection, key);
            CREATE INDEX IF NOT EXISTS entry_change_tag ON entry_change (tag);
            CREATE INDEX IF NOT EXISTS item_order ON item (collection, sort);
            CREATE INDEX IF NOT EXISTS item_end ON item (collection, ends);
            CREATE INDEX IF NOT EXISTS item_request_age ON item_request (collection, made);
            """)
    }
}

/// A table: its columns, in order, and what identifies and orders its rows.
struct SQLTable: Equatable, Sendable {
    enum Kind {
        case text, integer, real, bytes, optionalInteger, optionalReal
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The columns of the primary key; where there are none, rows have a number of their own, `id`.
    private let key: [String]
    /// The columns by which rows are copied.
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

    /// The statement that adds a row.
    func insertion(of values: [SQLValue]) -> SQLStatement {
        let places = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return SQLStatement("INSERT INTO \(name) (\(names)) VALUES (\(places))", parameters: values)
    }

    /// Every row, in an order that is the same in every database.
    func selection(in dialect: SQLDialect) -> SQLStatement {
        let texts = Set(columns.filter { $0.kind == .text }.map(\.name))
        let order = order.map { texts.contains($0) ? $0 + dialect.bytewise : $0 }
        return SQLStatement("SELECT \(names) FROM \(name) ORDER BY \(order.joined(separator: ", "))")
    }

    var names: String { columns.map(\.name).joined(separator: ", ") }

    /// The values of a row of `selection`.
    func values(of row: any SQLRow) throws -> [SQLValue] {
        try columns.indices.map { index in
            switch columns[index].kind {
            case .text: .text(try row.text(index))
            case .integer: .integer(try row.integer(index))
            case .real, .optionalReal: .double(try row.optionalDouble(index))
            case .bytes: .bytes(try row.data(index))
            case .optionalInteger: .integer(try row.optionalInteger(index))
            }
        }
    }
}
