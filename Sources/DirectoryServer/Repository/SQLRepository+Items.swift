internal import Foundation
private import LibpqClient

extension SQLRepository {
    /// All items of `collection`, by number.
    func items(of collection: String) async throws -> [Item] {
        try await database.readOnce { db in try Self.items(db, of: collection) }
    }

    func item(_ number: Int, of collection: String) async throws -> Item? {
        try await database.readOnce { db in try Self.item(db, number, of: collection) }
    }

    /// Adds an item under a new number. Expired items are removed if the list is full.
    /// - Parameters:
    ///   - end: when the item expires, or nil.
    ///   - request: if given, repeating it returns the same item.
    ///   - netid: the account that must exist, or nil.
    ///   - json: makes the JSON for the assigned place.
    /// - Throws: `ItemError`, `ServerError.noAccount`, or the error of `json`; then the list is unchanged.
    func addItem(
        to collection: String, until end: Date? = nil, for request: ItemRequest? = nil, ofAccount netid: String? = nil,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item {
        try await change(collection) { db, change in
            if let netid { try Self.lockAccount(of: netid, db) }
            if let request, let answered = try Self.answered(request, of: collection, db) { return answered }
            let place = try Self.place(after: change.last, in: collection, db)
            let item = Item(number: place.number, json: try json(place))
            try change.makeRoom(for: item.json.count)
            try change.insert([item], until: end)
            if let request { try Self.remember(request, item, of: collection, db) }
            return item
        }
    }

    /// - Returns: the new item, or nil if there is none with this number.
    /// - Throws: `ItemError.full` if it grew too large, or the error of `json`; then the list is unchanged.
    func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? {
        try await change(collection) { db, change in
            guard let old = try Self.item(db, number, of: collection) else { return nil }
            let item = Item(number: number, json: try json(old.json))
            let growth = item.json.count - old.json.count
            guard growth <= 0 || change.hasRoom(for: growth, items: 0) else { throw ItemError.full }
            try change.update(item, from: old.json.count)
            return item
        }
    }

    /// Removes an item, unless `condition` throws for it.
    /// - Returns: false if there is none.
    func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void = { _ in }
    ) async throws -> Bool {
        try await change(collection) { db, change in
            guard let item = try Self.item(db, number, of: collection) else { return false }
            try condition(item.json)
            try change.delete("number = $2", .integer(number))
            return true
        }
    }

    /// Removes all items, unless `condition` throws for them. Their numbers are not reused.
    func removeItems(
        of collection: String,
        if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void = { _ in }
    ) async throws {
        try await change(collection) { db, change in
            try condition { try Self.items(db, of: collection) }
            try change.deleteAll()
        }
    }

    /// Adds numbered items, unless the collection has items.
    package func fill(_ collection: String, with items: [Item]) async throws {
        try await change(collection) { _, change in if change.count == 0 { try change.insert(items) } }
    }

    /// Replaces the items of `collection` by the result of `change`.
    /// - Returns: the previous items.
    /// - Throws: `ItemError.full`, or the error of `change`; then the list is unchanged.
    func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item] {
        try await self.change(collection) { db, list in
            let old = try Self.items(db, of: collection)
            let items = try change(old)
            try list.deleteAll()
            guard list.hasRoom(for: items.reduce(0) { $0 + $1.json.count }, items: items.count) else {
                throw ItemError.full
            }
            try list.insert(items)
            return old
        }
    }

    /// Changes a list’s items in one transaction; `body` may be called several times.
    /// - Throws: `StorageError`, or the error of `body`; then nothing changed.
    private func change<T: Sendable>(
        _ collection: String, _ body: @escaping @Sendable (any SQLConnection, inout ItemChange) throws -> T
    ) async throws -> T {
        try await database.change {
            try ListTable.item.isCommitted($0, $1, of: collection)
        } _: { db, mark in
            var change = try ItemChange(db, of: collection)
            let value = try body(db, &change)
            try change.finish(mark: mark)
            return value
        }
    }

    private static func items(_ db: any SQLConnection, of collection: String) throws -> [Item] {
        try db.select("SELECT number, json FROM item WHERE collection = $1 ORDER BY number", .text(collection))
            .map { Item(number: try $0.integer(0), json: try $0.data(1)) }
    }

    private static func item(_ db: any SQLConnection, _ number: Int, of collection: String) throws -> Item? {
        try db.select(
            "SELECT json FROM item WHERE collection = $1 AND number = $2", .text(collection), .integer(number)
        ).first.map { Item(number: number, json: try $0.data(0)) }
    }
}

extension SQLRepository {
    /// - Throws: `ItemError.full` if the numbers are used up.
    private static func place(
        after last: Int, in collection: String, _ db: any SQLConnection
    ) throws -> ItemPlace {
        let next = last.addingReportingOverflow(1)
        guard !next.overflow else { throw ItemError.full }
        let largest = try db.select("SELECT max(sort) FROM item WHERE collection = $1", .text(collection))
        return (next.partialValue, try largest.first?.optionalInteger(0))
    }

    /// The stored answer to `request`, or nil if the request is new.
    /// - Throws: `ItemError.otherRequest`.
    private static func answered(
        _ request: ItemRequest, of collection: String, _ db: any SQLConnection
    ) throws -> Item? {
        let row = try db.select(
            "SELECT content, number, json FROM item_request WHERE collection = $1 AND key = $2", .text(collection),
            .text(request.key)
        ).first
        guard let row else { return nil }
        guard try row.text(0) == request.content else { throw ItemError.otherRequest }
        return Item(number: try row.integer(1), json: try row.data(2))
    }

    /// Stores the answer to `request`; it outlives the item. Anyone may send requests, so the oldest answers are
    /// removed if all of them are too large.
    private static func remember(
        _ request: ItemRequest, _ item: Item, of collection: String, _ db: any SQLConnection
    ) throws {
        let (name, now) = (SQLValue.text(collection), Date().timeIntervalSince1970)
        try db.change(
            "DELETE FROM item_request WHERE collection = $1 AND made < $2", name, .double(now - ItemRequest.lifetime))
        let size = "length(json) + length(key) + \(ItemRequest.overhead)"
        let room = ItemRequest.maxBytes - item.json.count - request.key.utf8.count - ItemRequest.overhead
        let used = try db.select("SELECT sum(\(size)) FROM item_request WHERE collection = $1", name).first
        if let used = try used?.optionalInteger(0), used > room {
            try db.change(
                """
                DELETE FROM item_request WHERE collection = $1 AND key IN (
                    SELECT key FROM (
                        SELECT key, sum(\(size)) OVER (ORDER BY made DESC, key) AS total
                        FROM item_request WHERE collection = $1) newest
                    WHERE total > $2)
                """, name, .integer(room))
        }
        try db.change(
            """
            INSERT INTO item_request (collection, key, content, number, json, made) VALUES ($1, $2, $3, $4, $5, $6)
            """, name, .text(request.key), .text(request.content), .integer(item.number), .bytes(item.json),
            .double(now))
    }
}

/// A change of a list’s items within a transaction. It locks the list until the transaction ends.
struct ItemChange {
    private let db: any SQLConnection
    private let collection: String
    private let revision: Int
    /// The largest number ever assigned.
    private(set) var last: Int
    private(set) var count: Int
    private var bytes: Int
    private var isChanged = false

    /// How many marks are kept to find out whether a change was committed.
    private static let maxChanges = 1000

    /// Locks the list of `collection`, waiting for other transactions.
    init(_ db: any SQLConnection, of collection: String) throws {
        (self.db, self.collection) = (db, collection)
        let row = try ListTable.item.lock(db, collection, "revision, last, count, bytes")
        (revision, last) = (try row?.integer(0) ?? 0, try row?.integer(1) ?? 0)
        (count, bytes) = (try row?.integer(2) ?? 0, try row?.integer(3) ?? 0)
    }

    /// Records a change of other tables under the mark of this list.
    mutating func noteChange() { isChanged = true }

    func hasRoom(for bytes: Int, items: Int) -> Bool {
        count + items <= ItemError.maxItems && self.bytes + bytes <= ItemError.maxBytes
    }

    /// Removes expired items if there is no room for `size` more bytes.
    /// - Throws: `ItemError.full`.
    mutating func makeRoom(for size: Int) throws {
        if hasRoom(for: size, items: 1) { return }
        try delete("ends < $2", .double(Date().timeIntervalSince1970))
        guard hasRoom(for: size, items: 1) else { throw ItemError.full }
    }

    mutating func insert(_ items: [Item], until end: Date? = nil) throws {
        try db.changeAll(
            items.map { item in
                SQLStatement(
                    "INSERT INTO item (collection, number, json, ends, sort) VALUES ($1, $2, $3, $4, $5)",
                    .text(collection), .integer(item.number), .bytes(item.json), .double(end?.timeIntervalSince1970),
                    .integer(item.order))
            })
        for item in items {
            last = max(last, item.number)
            bytes += item.json.count
        }
        count += items.count
        isChanged = true
    }

    /// Replaces the item with the same number, which had `size` bytes.
    mutating func update(_ item: Item, from size: Int) throws {
        try db.change(
            "UPDATE item SET json = $1, sort = $2 WHERE collection = $3 AND number = $4", .bytes(item.json),
            .integer(item.order), .text(collection), .integer(item.number))
        bytes += item.json.count - size
        isChanged = true
    }

    /// Removes the items that match `condition`, whose parameter is `$2`.
    mutating func delete(_ condition: String, _ value: SQLValue) throws {
        let sizes = try db.select(
            "DELETE FROM item WHERE collection = $1 AND \(condition) RETURNING length(json)", .text(collection), value)
        for row in sizes {
            count -= 1
            bytes -= try row.integer(0)
            isChanged = true
        }
    }

    mutating func deleteAll() throws {
        try db.change("DELETE FROM item WHERE collection = $1", .text(collection))
        (count, bytes, isChanged) = (0, 0, true)
    }

    /// Stores the state of the list and `mark`, if anything changed. Must come last in the transaction.
    func finish(mark: String) throws {
        guard isChanged else { return }
        let name = SQLValue.text(collection)
        try db.changeAll([
            SQLStatement(
                "UPDATE item_list SET revision = $1, last = $2, count = $3, bytes = $4 WHERE collection = $5",
                .integer(revision + 1), .integer(last), .integer(count), .integer(bytes), name),
            SQLStatement(
                "INSERT INTO item_change (collection, revision, mark) VALUES ($1, $2, $3)", name,
                .integer(revision + 1), .text(mark)),
            SQLStatement(
                "DELETE FROM item_change WHERE collection = $1 AND revision <= $2", name,
                .integer(revision + 1 - Self.maxChanges)),
        ])
    }
}

extension Item {
    private struct Ordered: Decodable {
        let order: Int?
    }

    fileprivate var order: Int? { (try? JSONDecoder().decode(Ordered.self, from: json))?.order }
}
