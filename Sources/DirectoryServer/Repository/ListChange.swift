internal import ClassAPI
internal import Foundation
internal import LibpqClient

/// A change of a list’s entries or items within a transaction. It locks the list until the transaction ends.
struct ListChange {
    private let db: any SQLConnection
    private let list: ListKey
    /// The state of the list: tag and revision before the change, the rest including it.
    private(set) var version: ListVersion
    private var isChanged = false
    /// The keys of changed entries.
    private var keys: [Int] = []
    /// True if the log is replaced by one change, so that clients must fetch the whole list.
    private var resetsChangeLog = false

    /// The maximum length of a list’s log of changes.
    private static let maxChanges = 100_000

    /// Runs `body` in a transaction with the list locked, and stores the new state of the list.
    static func run<T>(
        _ db: any SQLConnection, of list: ListKey, _ body: (inout ListChange) throws -> T
    ) throws -> T {
        var change = try ListChange(db, of: list)
        let value = try body(&change)
        try change.finish()
        return value
    }

    /// Locks the list, waiting for other transactions.
    init(_ db: any SQLConnection, of list: ListKey) throws {
        self.db = db
        self.list = list
        let row = SQLStatement(
            "SELECT \(ListVersion.columns) FROM list WHERE list = $1\(db.dialect.lock)", .text(list.text))
        if let found = try db.select(row).first {
            version = try ListVersion(found)
        } else {
            try db.change(
                """
                INSERT INTO list (list, tag, revision, count, bytes, last, fingerprint) VALUES ($1, '', 0, 0, 0, 0, '')
                ON CONFLICT DO NOTHING
                """, .text(list.text))
            version = try db.select(row).first.map { try ListVersion($0) } ?? ListVersion()
        }
    }

    /// Stores the state of the list and logs the changes, if there are any. Must come last in the transaction.
    func finish() throws {
        guard isChanged else { return }
        let logged: [Int?] = resetsChangeLog ? [nil] : keys
        let (name, tag, last) = (
            SQLValue.text(list.text), ListVersion.newTag(), version.revision + max(1, logged.count)
        )
        var statements = [
            SQLStatement(
                "UPDATE list SET tag = $1, revision = $2, count = $3, bytes = $4, last = $5 WHERE list = $6",
                .text(tag), .integer(last), .integer(version.count), .integer(version.bytes), .integer(version.last),
                name)
        ]
        if !logged.isEmpty {
            statements.append(
                SQLStatement(
                    "DELETE FROM entry_change WHERE list = $1 AND revision <= $2", name,
                    .integer(resetsChangeLog ? last : last - Self.maxChanges)))
        }
        statements += logged.enumerated().map { index, key in
            SQLStatement(
                "INSERT INTO entry_change (list, revision, tag, key) VALUES ($1, $2, $3, $4)", name,
                .integer(version.revision + 1 + index), .text(tag), .integer(key))
        }
        try db.changeAll(statements)
    }

    private mutating func note(count: Int, bytes: Int) {
        version.count += count
        version.bytes += bytes
        isChanged = true
    }
}

// MARK: Entries

extension ListChange {
    func entry(of owner: String) throws -> Entry? { try Entry.find(db, of: owner, in: list) }

    /// - Throws: `EntryError.hidden`.
    func requireNotHidden(_ owner: String) throws {
        guard try Entry.find(db, of: owner, in: list.hidden) == nil else { throw EntryError.hidden }
    }

    /// - Throws: `EntryError.keyTaken` if the key of `entry` belongs to another owner.
    func requireFree(_ entry: Entry, of owner: String) throws {
        let others = try db.select(
            "SELECT 1 FROM entry WHERE list IN ($1, $2) AND key = $3 AND owner_key <> $4", .text(list.text),
            .text(list.hidden.text), .integer(entry.key), .caseless(owner))
        guard others.isEmpty else { throw EntryError.keyTaken }
    }

    mutating func insert(_ entry: Entry) throws { try insert([entry]) }

    private mutating func insert(_ entries: [Entry]) throws {
        try db.changeAll(
            entries.map { entry in
                SQLStatement(
                    """
                    INSERT INTO entry (list, key, owner, owner_key, section, sort, search, hash, json)
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                    """, parameters: [.text(list.text)] + entry.values)
            })
        for entry in entries {
            keys.append(entry.key)
            note(count: 1, bytes: entry.json.count)
        }
    }

    /// Adds many entries to an empty list and clears its log.
    mutating func fill(_ count: Int, _ entry: (Int) throws -> Entry) throws {
        for start in stride(from: 0, to: count, by: 128) {
            try insert(try (start..<min(start + 128, count)).map(entry))
        }
        resetsChangeLog = true
    }

    mutating func update(_ old: Entry, with entry: Entry) throws {
        try db.change(
            SQLStatement(
                """
                UPDATE entry
                SET key = $1, owner = $2, owner_key = $3, section = $4, sort = $5, search = $6, hash = $7, json = $8
                WHERE list = $9 AND owner_key = $10
                """, parameters: entry.values + [.text(list.text), .caseless(old.owner)]))
        keys += old.key == entry.key ? [entry.key] : [old.key, entry.key]
        note(count: 0, bytes: entry.json.count - old.json.count)
    }

    mutating func delete(_ old: Entry) throws {
        try db.change(
            "DELETE FROM entry WHERE list = $1 AND owner_key = $2", .text(list.text), .caseless(old.owner))
        keys.append(old.key)
        note(count: -1, bytes: -old.json.count)
    }
}

// MARK: Items

extension ListChange {
    func hasRoom(for bytes: Int, items: Int) -> Bool {
        version.count + items <= ItemError.maxItems && version.bytes + bytes <= ItemError.maxBytes
    }

    /// Removes expired items if there is no room for `size` more bytes.
    /// - Throws: `ItemError.full`.
    mutating func makeRoom(for size: Int) throws {
        if hasRoom(for: size, items: 1) { return }
        try deleteItems("ends < $2", .double(Date().timeIntervalSince1970))
        guard hasRoom(for: size, items: 1) else { throw ItemError.full }
    }

    mutating func insert(_ items: [Item], until end: Date? = nil) throws {
        try db.changeAll(
            items.map { item in
                SQLStatement(
                    "INSERT INTO item (list, number, json, ends, sort) VALUES ($1, $2, $3, $4, $5)",
                    .text(list.text), .integer(item.number), .bytes(item.json), .double(end?.timeIntervalSince1970),
                    .integer(item.order))
            })
        version.last = items.reduce(version.last) { max($0, $1.number) }
        note(count: items.count, bytes: items.reduce(0) { $0 + $1.json.count })
    }

    /// Replaces the item with the same number, which had `size` bytes.
    mutating func update(_ item: Item, from size: Int) throws {
        try db.change(
            "UPDATE item SET json = $1, sort = $2 WHERE list = $3 AND number = $4", .bytes(item.json),
            .integer(item.order), .text(list.text), .integer(item.number))
        note(count: 0, bytes: item.json.count - size)
    }

    /// Removes the items that match `condition`, whose parameter is `$2`.
    mutating func deleteItems(_ condition: String, _ value: SQLValue) throws {
        let sizes = try db.select(
            "DELETE FROM item WHERE list = $1 AND \(condition) RETURNING length(json)", .text(list.text), value)
        for row in sizes { note(count: -1, bytes: -(try row.integer(0))) }
    }

    mutating func deleteAllItems() throws {
        try db.change("DELETE FROM item WHERE list = $1", .text(list.text))
        note(count: -version.count, bytes: -version.bytes)
    }
}

extension Item {
    private struct Ordered: Decodable {
        let order: Int?
    }

    fileprivate var order: Int? { WireJSON.decode(Ordered.self, from: json)?.order }
}

extension Entry {
    static let columns = "key, owner, section, sort, search, json"

    init(_ row: any SQLRow) throws {
        self.init(
            key: try row.integer(0), owner: try row.text(1), json: try row.data(5), section: try row.text(2),
            order: try row.text(3), searchText: try row.text(4))
    }

    /// The entry of `owner`, in any case, or nil.
    static func find(_ db: any SQLConnection, of owner: String, in list: ListKey) throws -> Entry? {
        try db.select(
            "SELECT \(columns) FROM entry WHERE list = $1 AND owner_key = $2", .text(list.text),
            .caseless(owner)
        ).first.map { try Entry($0) }
    }

    fileprivate var values: [SQLValue] {
        [
            .integer(key), .text(owner), .caseless(owner), .text(section), .text(order), .text(searchText),
            .bytes(hash), .bytes(json),
        ]
    }
}
