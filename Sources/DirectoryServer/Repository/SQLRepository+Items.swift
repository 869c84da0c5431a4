internal import Foundation
private import LibpqClient
internal import NIOCore

extension SQLRepository {
    /// All items of a list, by number.
    func items(of list: ListKey) async throws -> [Item] {
        try await database.readStatement { db in try Self.items(db, of: list) }
    }

    /// The state of a list, and a JSON array of its items, by number, each as `json` returns it, read by one
    /// statement.
    func versionAndItems(
        of list: ListKey, _ json: @escaping @Sendable (Item) throws -> Data
    ) async throws -> (version: ListVersion, items: ByteBuffer) {
        try await database.readStatement { db in
            let rows = try db.select(
                """
                SELECT \(ListVersion.columns), number, json FROM list LEFT JOIN item USING (list)
                WHERE list = $1 ORDER BY number
                """, .text(list.text))
            var (items, separator) = (ByteBuffer(), "[")
            for row in rows {
                guard let number = try row.optionalInteger(5) else { continue }
                items.writeString(separator)
                items.writeBytes(try json(Item(number: number, json: try row.data(6))))
                separator = ","
            }
            items.writeString(separator == "[" ? "[]" : "]")
            return (try rows.first.map { try ListVersion($0) } ?? ListVersion(), items)
        }
    }

    func item(_ number: Int, of list: ListKey) async throws -> Item? {
        try await database.readStatement { db in try Self.item(db, number, of: list) }
    }

    /// Adds an item under a new number. Expired items are removed if the list is full.
    /// - Parameters:
    ///   - end: when the item expires, or nil.
    ///   - request: if given, repeating it returns the same item.
    ///   - condition: throws for a state of the list in which nothing is added.
    ///   - json: makes the JSON for the assigned position.
    /// - Throws: `ItemError`, or the error of `condition` or `json`; then the list is unchanged.
    func addItem(
        to list: ListKey, until end: Date? = nil, for request: ItemRequest? = nil,
        if condition: @escaping @Sendable (ListVersion) throws -> Void = { _ in },
        _ json: @escaping @Sendable (ItemPosition) throws -> Data
    ) async throws -> Item {
        try await change(list) { db, change in
            if let request, let answered = try Self.answered(request, of: list, db) { return answered }
            try condition(change.version)
            let position = try Self.position(after: change.version.last, in: list, db)
            let item = Item(number: position.number, json: try json(position))
            try change.makeRoom(for: item.json.count)
            try change.insert([item], until: end)
            if let request { try Self.store(request, item, of: list, db) }
            return item
        }
    }

    /// - Returns: the new item, or nil if there is none with this number.
    /// - Throws: `ItemError.full` if it grew too large, or the error of `json`; then the list is unchanged.
    func changeItem(
        _ number: Int, of list: ListKey, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? {
        try await change(list) { db, change in
            guard let old = try Self.item(db, number, of: list) else { return nil }
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
        _ number: Int, of list: ListKey, if condition: @escaping @Sendable (Data) throws -> Void = { _ in }
    ) async throws -> Bool {
        try await change(list) { db, change in
            guard let item = try Self.item(db, number, of: list) else { return false }
            try condition(item.json)
            try change.deleteItems("number = $2", .integer(number))
            return true
        }
    }

    /// Removes all items, unless `condition` throws for the state of the list. Their numbers are not reused.
    func removeItems(
        of list: ListKey, if condition: @escaping @Sendable (ListVersion) throws -> Void = { _ in }
    ) async throws {
        try await change(list) { _, change in
            try condition(change.version)
            try change.deleteAllItems()
        }
    }

    /// Adds numbered items, unless the list has items.
    package func fill(_ list: ListKey, with items: [Item]) async throws {
        try await change(list) { _, change in if change.version.count == 0 { try change.insert(items) } }
    }

    /// Replaces the items of a list by the result of `change`.
    /// - Returns: the previous items.
    /// - Throws: `ItemError.full`, or the error of `change`; then the list is unchanged.
    func replaceItems(
        of list: ListKey, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item] {
        try await self.change(list) { db, changed in
            let old = try Self.items(db, of: list)
            let items = try change(old)
            try changed.deleteAllItems()
            guard changed.hasRoom(for: items.reduce(0) { $0 + $1.json.count }, items: items.count) else {
                throw ItemError.full
            }
            try changed.insert(items)
            return old
        }
    }

    private static func items(_ db: any SQLConnection, of list: ListKey) throws -> [Item] {
        try db.select("SELECT number, json FROM item WHERE list = $1 ORDER BY number", .text(list.text))
            .map { Item(number: try $0.integer(0), json: try $0.data(1)) }
    }

    private static func item(_ db: any SQLConnection, _ number: Int, of list: ListKey) throws -> Item? {
        try db.select(
            "SELECT json FROM item WHERE list = $1 AND number = $2", .text(list.text), .integer(number)
        ).first.map { Item(number: number, json: try $0.data(0)) }
    }
}

extension SQLRepository {
    /// - Throws: `ItemError.full` if the numbers are used up.
    private static func position(
        after last: Int, in list: ListKey, _ db: any SQLConnection
    ) throws -> ItemPosition {
        let next = last.addingReportingOverflow(1)
        guard !next.overflow else { throw ItemError.full }
        let largest = try db.select("SELECT max(sort) FROM item WHERE list = $1", .text(list.text))
        return (next.partialValue, try largest.first?.optionalInteger(0))
    }

    /// The stored answer to `request`, or nil if the request is new.
    /// - Throws: `ItemError.otherRequest`.
    private static func answered(
        _ request: ItemRequest, of list: ListKey, _ db: any SQLConnection
    ) throws -> Item? {
        let row = try db.select(
            "SELECT content, number, json FROM item_request WHERE list = $1 AND key = $2", .text(list.text),
            .text(request.key)
        ).first
        guard let row else { return nil }
        guard try row.text(0) == request.content else { throw ItemError.otherRequest }
        return Item(number: try row.integer(1), json: try row.data(2))
    }

    /// Stores the answer to `request`; it outlives the item. Anyone may send requests, so the oldest answers are
    /// removed if all of them are too large.
    private static func store(
        _ request: ItemRequest, _ item: Item, of list: ListKey, _ db: any SQLConnection
    ) throws {
        let (name, now) = (SQLValue.text(list.text), Date().timeIntervalSince1970)
        try db.change(
            "DELETE FROM item_request WHERE list = $1 AND made < $2", name, .double(now - ItemRequest.lifetime))
        let size = "length(json) + length(key) + \(ItemRequest.overhead)"
        let room = ItemRequest.maxBytes - item.json.count - request.key.utf8.count - ItemRequest.overhead
        let used = try db.select("SELECT sum(\(size)) FROM item_request WHERE list = $1", name).first
        if let used = try used?.optionalInteger(0), used > room {
            try db.change(
                """
                DELETE FROM item_request WHERE list = $1 AND key IN (
                    SELECT key FROM (
                        SELECT key, sum(\(size)) OVER (ORDER BY made DESC, key) AS total
                        FROM item_request WHERE list = $1) newest
                    WHERE total > $2)
                """, name, .integer(room))
        }
        try db.change(
            """
            INSERT INTO item_request (list, key, content, number, json, made) VALUES ($1, $2, $3, $4, $5, $6)
            """, name, .text(request.key), .text(request.content), .integer(item.number), .bytes(item.json),
            .double(now))
    }
}
