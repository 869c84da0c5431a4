private import ClassAPI
internal import LibpqClient

/// A change of a collection’s entries within a transaction. It locks the list until the transaction ends.
struct EntryChange {
    private let db: any SQLConnection
    private let collection: String
    /// The state of the list: tag and revision before the change, count and bytes including it.
    private(set) var list: ListState
    /// The keys of changed entries.
    private var keys: [Int] = []
    /// The change of each section’s count.
    private var sections: [String: Int] = [:]
    /// True if the changes are not logged, so that clients must fetch the whole list.
    private var isLogForgotten = false

    /// The maximum length of a collection’s change log.
    private static let maxChanges = 100_000

    /// Locks the list of `collection`, waiting for other transactions.
    init(_ db: any SQLConnection, of collection: String) throws {
        (self.db, self.collection) = (db, collection)
        list = try ListTable.entry.lock(db, collection, ListState.columns).map(ListState.init) ?? ListState()
    }

    // MARK: Reading

    func entry(of owner: String) throws -> Entry? { try Entry.find(db, of: owner, in: collection) }

    func hiddenEntry(of owner: String) throws -> Entry? {
        try Entry.find(db, of: owner, in: collection, table: "hidden_entry")
    }

    /// - Throws: `EntryError.hidden`.
    func requireNotHidden(_ owner: String) throws {
        guard try hiddenEntry(of: owner) == nil else { throw EntryError.hidden }
    }

    /// - Throws: `EntryError.keyTaken` if the key of `entry` belongs to another owner.
    func requireFree(_ entry: Entry, of owner: String) throws {
        let others = try db.select(
            """
            SELECT 1 FROM entry WHERE collection = $1 AND key = $2 AND owner_key <> $3
            UNION ALL SELECT 1 FROM hidden_entry WHERE collection = $1 AND key = $2 AND owner_key <> $3
            """, .text(collection), .integer(entry.key), .text(SQLRepository.caseless(owner)))
        guard others.isEmpty else { throw EntryError.keyTaken }
    }

    // MARK: Changing

    mutating func insert(_ entry: Entry) throws {
        try db.change(Self.insertion(of: entry))
        note(entry)
    }

    /// Adds many entries to an empty collection and clears its log.
    mutating func fill(_ count: Int, _ entry: (Int) throws -> Entry) throws {
        var batch: [SQLStatement] = []
        for index in 0..<count {
            let entry = try entry(index)
            batch.append(Self.insertion(of: entry))
            note(entry)
            guard batch.count == 128 else { continue }
            try db.changeAll(batch)
            batch = []
        }
        try db.changeAll(batch)
        isLogForgotten = true
    }

    mutating func update(_ old: Entry, with entry: Entry) throws {
        try db.change(
            SQLStatement(
                """
                UPDATE entry
                SET collection = $1, key = $2, owner = $3, owner_key = $4, section = $5, sort = $6, search = $7, json = $8,
                hash = $9 WHERE collection = $10 AND owner_key = $11
                """, parameters: entry.values + [.bytes(entry.hash), .text(old.collection), .text(old.ownerKey)]))
        sections[old.section, default: 0] -= 1
        sections[entry.section, default: 0] += 1
        keys += old.key == entry.key ? [entry.key] : [old.key, entry.key]
        list.bytes += entry.json.count - old.json.count
    }

    mutating func delete(_ old: Entry) throws {
        try db.change(
            "DELETE FROM entry WHERE collection = $1 AND owner_key = $2", .text(old.collection), .text(old.ownerKey))
        keys.append(old.key)
        sections[old.section, default: 0] -= 1
        list.count -= 1
        list.bytes -= old.json.count
    }

    func insertHidden(_ entry: Entry) throws {
        try db.change(
            SQLStatement(
                """
                INSERT INTO hidden_entry (collection, key, owner, owner_key, section, sort, search, json)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """, parameters: entry.values))
    }

    /// - Returns: false if there is none.
    func deleteHidden(of owner: String) throws -> Bool {
        try db.change(
            "DELETE FROM hidden_entry WHERE collection = $1 AND owner_key = $2", .text(collection),
            .text(SQLRepository.caseless(owner))) > 0
    }

    private mutating func note(_ entry: Entry) {
        keys.append(entry.key)
        sections[entry.section, default: 0] += 1
        list.count += 1
        list.bytes += entry.json.count
    }

    /// Makes `mark` the tag of the list and logs the changes, if there are any. Must come last in the transaction.
    /// - Parameter notification: notifies other servers.
    func finish(mark: String, notification: SQLStatement?) throws {
        guard !keys.isEmpty else { return }
        let logged: [Int?] = isLogForgotten ? [nil] : keys
        let (name, last) = (SQLValue.text(collection), list.revision + logged.count)
        var statements = [
            SQLStatement(
                "UPDATE entry_list SET tag = $1, revision = $2, count = $3, bytes = $4 WHERE collection = $5",
                .text(mark), .integer(last), .integer(list.count), .integer(list.bytes), name),
            SQLStatement(
                "DELETE FROM entry_change WHERE collection = $1 AND revision <= $2", name,
                .integer(isLogForgotten ? last : last - Self.maxChanges)),
        ]
        statements += logged.enumerated().map { index, key in
            SQLStatement(
                "INSERT INTO entry_change (collection, revision, tag, key) VALUES ($1, $2, $3, $4)", name,
                .integer(list.revision + 1 + index), .text(mark), .integer(key))
        }
        statements += Self.statements(of: sections, in: collection)
        if let notification { statements.append(notification) }
        try db.changeAll(statements)
    }

    /// The statements that add `changes` to the section counts.
    private static func statements(of changes: [String: Int], in collection: String) -> [SQLStatement] {
        let changed = changes.filter { $0.value != 0 }
        let counted = changed.map { section, change in
            // A section may be too long for an index.
            var hash = ContentHash()
            hash.add(section)
            return SQLStatement(
                """
                INSERT INTO entry_section (collection, hash, section, count) VALUES ($1, $2, $3, $4)
                ON CONFLICT (collection, hash) DO UPDATE SET count = entry_section.count + excluded.count
                """, .text(collection), .text(hash.hexadecimal()), .text(section), .integer(change))
        }
        guard changed.contains(where: { $0.value < 0 }) else { return counted }
        return counted + [
            SQLStatement("DELETE FROM entry_section WHERE collection = $1 AND count = 0", .text(collection))
        ]
    }

    /// Recounts the entries of each section of `collection`.
    static func countSections(_ db: any SQLConnection, of collection: String) throws {
        try db.change("DELETE FROM entry_section WHERE collection = $1", .text(collection))
        let rows = try db.select(
            "SELECT section, count(*) FROM entry WHERE collection = $1 GROUP BY section", .text(collection))
        let counts = Dictionary(try rows.map { (try $0.text(0), try $0.integer(1)) }, uniquingKeysWith: +)
        try db.changeAll(statements(of: counts, in: collection))
    }

    private static func insertion(of entry: Entry) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO entry (collection, key, owner, owner_key, section, sort, search, json, hash)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """, parameters: entry.values + [.bytes(entry.hash)])
    }
}

struct ListState {
    var tag = ""
    var revision = 0
    var count = 0
    var bytes = 0

    static let columns = "tag, revision, count, bytes"

    /// The state of the list of `collection`, or nil if it has none.
    static func find(_ db: any SQLConnection, of collection: String) throws -> ListState? {
        try db.select("SELECT \(columns) FROM entry_list WHERE collection = $1", .text(collection)).first
            .map(ListState.init)
    }
}

extension ListState {
    /// - Parameter row: of `columns`.
    init(_ row: any SQLRow) throws {
        (tag, revision) = (try row.text(0), try row.integer(1))
        (count, bytes) = (try row.integer(2), try row.integer(3))
    }
}

/// The kinds of lists. Each list has a row in a table, which is locked to change it, and a log of changes with their marks.
enum ListTable: String {
    case entry, item

    /// Locks the row of a list, creating it if needed, and waits for other transactions.
    func lock(_ db: any SQLConnection, _ collection: String, _ columns: String) throws -> (any SQLRow)? {
        let row = "SELECT \(columns) FROM \(rawValue)_list WHERE collection = $1\(db.dialect.lock)"
        if let found = try db.select(row, .text(collection)).first { return found }
        try createRow(db, collection)
        return try db.select(row, .text(collection)).first
    }

    private func createRow(_ db: any SQLConnection, _ collection: String) throws {
        let (column, value) = self == .entry ? ("tag", "''") : ("last", "0")
        try db.change(
            """
            INSERT INTO \(rawValue)_list (collection, \(column), revision, count, bytes) VALUES ($1, \(value), 0, 0, 0)
            ON CONFLICT DO NOTHING
            """, .text(collection))
    }

    /// True if the change with this mark was committed. Waits for its transaction to end.
    func isCommitted(_ db: any SQLConnection, _ mark: String, of collection: String) throws -> Bool {
        // The change may have created the row.
        try createRow(db, collection)
        // A synchronous standby confirms this write only after the earlier change.
        try db.change("UPDATE \(rawValue)_list SET revision = revision WHERE collection = $1", .text(collection))
        let column = self == .entry ? "tag" : "mark"
        return try !db.select(
            "SELECT 1 FROM \(rawValue)_change WHERE \(column) = $1 AND collection = $2", .text(mark), .text(collection)
        ).isEmpty
    }
}

extension Entry {
    static let columns = "collection, key, owner, section, sort, search, json"

    init(_ row: any SQLRow) throws {
        self.init(
            collection: try row.text(0), key: try row.integer(1), owner: try row.text(2), json: try row.data(6),
            section: try row.text(3), order: try row.text(4), searchText: try row.text(5))
    }

    /// The entry of `owner`, in any case, or nil.
    static func find(
        _ db: any SQLConnection, of owner: String, in collection: String, table: String = "entry"
    ) throws -> Entry? {
        try db.select(
            "SELECT \(columns) FROM \(table) WHERE collection = $1 AND owner_key = $2", .text(collection),
            .text(SQLRepository.caseless(owner))
        ).first.map { try Entry($0) }
    }

    fileprivate var ownerKey: String { SQLRepository.caseless(owner) }

    fileprivate var values: [SQLValue] {
        [
            .text(collection), .integer(key), .text(owner), .text(ownerKey), .text(section), .text(order),
            .text(searchText), .bytes(json),
        ]
    }
}
