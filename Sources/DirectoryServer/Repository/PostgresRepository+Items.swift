public import Foundation
internal import PostgresKit

extension PostgresRepository {
    public func items(of collection: String) async throws -> [Item] {
        try await run { connection in try Self.items(connection, of: collection) }
    }

    public func item(_ number: Int, of collection: String) async throws -> Item? {
        try await run { connection in try Self.item(connection, number, of: collection) }
    }

    public func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item {
        try await change(collection) { connection, change in
            if let request, let answered = try Self.answered(request, of: collection, connection) { return answered }
            let place = try Self.place(after: change.last, in: collection, connection)
            let item = Item(number: place.number, json: try json(place))
            try change.makeRoom(for: item.json.count)
            try change.insert([item], until: end)
            if let request { try Self.remember(request, item, of: collection, connection) }
            return item
        }
    }

    public func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? {
        try await change(collection) { connection, change in
            guard let old = try Self.item(connection, number, of: collection) else { return nil }
            let item = Item(number: number, json: try json(old.json))
            let growth = item.json.count - old.json.count
            guard growth <= 0 || change.hasRoom(for: growth, items: 0) else { throw ItemError.full }
            try change.update(item, from: old.json.count)
            return item
        }
    }

    public func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool {
        try await change(collection) { connection, change in
            guard let item = try Self.item(connection, number, of: collection) else { return false }
            try condition(item.json)
            try change.delete(number)
            return true
        }
    }

    public func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws {
        try await change(collection) { connection, change in
            try condition { try Self.items(connection, of: collection) }
            try change.deleteAll()
        }
    }

    public func fill(_ collection: String, with items: [Item]) async throws {
        try await change(collection) { connection, change in
            let first = try connection.run("SELECT 1 FROM item WHERE collection = $1 LIMIT 1", .text(collection))
            if first.count == 0 { try change.insert(items) }
        }
    }

    public func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item] {
        try await self.change(collection) { connection, list in
            let old = try Self.items(connection, of: collection)
            let items = try change(old)
            try list.deleteAll()
            guard list.hasRoom(for: items.reduce(0) { $0 + $1.json.count }, items: items.count) else {
                throw ItemError.full
            }
            try list.insert(items)
            return old
        }
    }

    /// Makes a change of a list's items in one transaction; `body` may be called several times.
    /// - Throws: `StorageError`, or the error of `body`; then there was no change.
    private func change<T: Sendable>(
        _ collection: String, _ body: @escaping @Sendable (PostgresConnection, inout PostgresItemChange) throws -> T
    ) async throws -> T {
        try await Self.explained {
            try await changes.change {
                try PostgresItemChange.isCommitted($0, $1, of: collection)
            } _: { connection, mark in
                var change = try PostgresItemChange(connection, of: collection)
                let value = try body(connection, &change)
                try change.finish(mark: mark)
                return value
            }
        }
    }

    private static func items(_ connection: PostgresConnection, of collection: String) throws -> [Item] {
        try connection.run(
            "SELECT number, json FROM item WHERE collection = $1 ORDER BY number", .text(collection)
        ).map { Item(number: try $0.integer(0), json: try $0.data(1)) }
    }

    private static func item(_ connection: PostgresConnection, _ number: Int, of collection: String) throws -> Item? {
        try connection.run(
            "SELECT json FROM item WHERE collection = $1 AND number = $2", .text(collection), .integer(number)
        ).first.map { Item(number: number, json: try $0.data(0)) }
    }
}

/// The places of new items, and the requests that were answered already.
extension PostgresRepository {
    /// The place after all others.
    /// - Throws: `ItemError.full` where the last number was assigned.
    static func place(
        after last: Int, in collection: String, _ connection: PostgresConnection
    ) throws -> ItemPlace {
        let next = last.addingReportingOverflow(1)
        guard !next.overflow else { throw ItemError.full }
        let largest = try connection.run(
            "SELECT max(sort) FROM item WHERE collection = $1", .text(collection)
        ).first?.optionalInteger(0)
        return ItemPlace(number: next.partialValue, largestOrder: largest)
    }

    /// The first answer to `request`, or nil where the request is new.
    /// - Throws: `ItemError.otherRequest`.
    static func answered(
        _ request: ItemRequest, of collection: String, _ connection: PostgresConnection
    ) throws -> Item? {
        let row = try connection.run(
            "SELECT content, number, json FROM item_request WHERE collection = $1 AND key = $2", .text(collection),
            .text(request.key)
        ).first
        guard let row else { return nil }
        guard try row.text(0) == request.content else { throw ItemError.otherRequest }
        return Item(number: try row.integer(1), json: try row.data(2))
    }

    /// Stores the answer to `request`, even if the item is removed later. Everyone may send requests, so this has a
    /// limit too: beyond it, the oldest are removed.
    static func remember(
        _ request: ItemRequest, _ item: Item, of collection: String, _ connection: PostgresConnection
    ) throws {
        let (name, now) = (PostgresValue.text(collection), Date().timeIntervalSince1970)
        try connection.run(
            "DELETE FROM item_request WHERE collection = $1 AND made < $2", name, .double(now - ItemRequest.lifetime))
        let count = try connection.run("SELECT count(*) FROM item_request WHERE collection = $1", name).first?.integer(
            0)
        let extra = (count ?? 0) + 1 - request.mostKept
        if extra > 0 {
            try connection.run(
                """
                DELETE FROM item_request WHERE collection = $1 AND key IN (
                    SELECT key FROM item_request WHERE collection = $1 ORDER BY made LIMIT $2)
                """, name, .integer(extra))
        }
        try connection.run(insertion(of: request, item, of: collection, made: now))
    }

    /// The statement that stores the answer to `request`, made at the second `made`.
    static func insertion(
        of request: ItemRequest, _ item: Item, of collection: String, made: Double
    ) -> PostgresStatement {
        PostgresStatement(
            "INSERT INTO item_request VALUES ($1, $2, $3, $4, $5, $6)", .text(collection), .text(request.key),
            .text(request.content), .integer(item.number), .bytes(item.json), .double(made))
    }
}
