internal import LibpqClient

/// The tables of a server’s database, which `Migrations` creates.
///
/// Owners and NetIDs are compared by their lower-case keys. `list` has the version of each list, and `list.fingerprint`
/// tells how the page columns of its entries were derived. Each change of an entry increments the revision of its list and
/// adds a row to `entry_change`: the key of the entry and the list’s new tag, from which clients are sent the difference.
/// `entry.hash` is that of the JSON, and is read from `entry_id` alone. `list.last` outlives the items, so that no number
/// is assigned twice; `item.sort` is the order in an item’s JSON. JSON is the last column, so that SQLite can read the
/// others without it.
enum SQLSchema {
    /// In an order in which rows can be copied.
    static let tables = [
        SQLTable(
            "list",
            [
                "list": .text, "tag": .text, "revision": .integer, "count": .integer, "bytes": .integer,
                "last": .integer, "fingerprint": .text,
            ], order: ["list"]),
        SQLTable(
            "entry",
            [
                "list": .text, "key": .integer, "owner": .text, "owner_key": .text, "section": .text, "sort": .text,
                "search": .text, "hash": .bytes, "json": .bytes,
            ], order: ["list", "id"]),
        SQLTable(
            "entry_change", ["list": .text, "revision": .integer, "tag": .text, "key": .optionalInteger],
            order: ["list", "revision"]),
        SQLTable(
            "item",
            ["list": .text, "number": .integer, "json": .bytes, "ends": .optionalReal, "sort": .optionalInteger],
            order: ["list", "number"]),
        SQLTable(
            "item_request",
            ["list": .text, "key": .text, "content": .text, "number": .integer, "json": .bytes, "made": .real],
            order: ["list", "key"]),
        SQLTable(
            "account", ["netid_key": .text, "netid": .text, "password_hash": .text, "created": .real],
            order: ["netid_key"]),
        SQLTable(
            "membership", ["class": .text, "netid_key": .text, "role": .text], order: ["class", "netid_key"]),
        SQLTable(
            "app_password", ["netid_key": .text, "name": .text, "hash": .text, "created": .real],
            order: ["netid_key", "name"]),
        SQLTable("password_link", ["netid_key": .text, "hash": .text, "ends": .real], order: ["netid_key"]),
    ]
}

struct SQLTable: Equatable, Sendable {
    enum Kind {
        case text, integer, real, bytes, optionalInteger, optionalReal
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// The columns by which rows are copied in the same order from every database.
    private let order: [String]

    init(_ name: String, _ columns: KeyValuePairs<String, Kind>, order: [String]) {
        self.name = name
        self.order = order
        self.columns = columns.map { ($0.key, $0.value) }
    }

    static func == (one: SQLTable, other: SQLTable) -> Bool { one.name == other.name }

    func insertion(of values: [SQLValue]) -> SQLStatement {
        let numbers = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return SQLStatement("INSERT INTO \(name) (\(names)) VALUES (\(numbers))", parameters: values)
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
            case .bytes: .bytes(try row.data(index))
            case .optionalInteger: .integer(try row.optionalInteger(index))
            }
        }
    }
}
