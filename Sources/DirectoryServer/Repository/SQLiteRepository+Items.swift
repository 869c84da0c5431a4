public import Foundation
internal import GRDB

extension SQLiteRepository {
    /// The last number is kept after the items are removed, so that a number is never assigned twice.
    static let itemSchema = """
        CREATE TABLE item (
            collection TEXT NOT NULL,
            number INTEGER NOT NULL,
            json BLOB NOT NULL,
            PRIMARY KEY (collection, number)
        ) WITHOUT ROWID;
        CREATE TABLE item_list (
            collection TEXT NOT NULL PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TRIGGER item_added AFTER INSERT ON item BEGIN
            INSERT INTO item_list VALUES (new.collection, new.number, 1)
            ON CONFLICT DO UPDATE SET last = max(last, excluded.last), count = count + 1;
        END;
        CREATE TRIGGER item_removed AFTER DELETE ON item BEGIN
            UPDATE item_list SET count = count - 1 WHERE collection = old.collection;
        END;
        """

    /// The total size, updated for every writer, and the items that may be removed where the list is full.
    static let roomSchema = """
        ALTER TABLE item ADD COLUMN ends REAL;
        CREATE INDEX item_end ON item (collection, ends) WHERE ends IS NOT NULL;
        ALTER TABLE item_list ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        UPDATE item_list SET bytes = (
            SELECT coalesce(sum(length(json)), 0) FROM item WHERE item.collection = item_list.collection);
        DROP TRIGGER item_added;
        DROP TRIGGER item_removed;
        CREATE TRIGGER item_added AFTER INSERT ON item BEGIN
            INSERT INTO item_list VALUES (new.collection, new.number, 1, length(new.json))
            ON CONFLICT DO UPDATE
            SET last = max(last, excluded.last), count = count + 1, bytes = bytes + excluded.bytes;
        END;
        CREATE TRIGGER item_changed AFTER UPDATE OF json ON item BEGIN
            UPDATE item_list SET bytes = bytes + length(new.json) - length(old.json) WHERE collection = new.collection;
        END;
        CREATE TRIGGER item_removed AFTER DELETE ON item BEGIN
            UPDATE item_list SET count = count - 1, bytes = bytes - length(old.json) WHERE collection = old.collection;
        END;
        """

    public func items(of collection: String) async throws -> [Item] {
        try await database.read { db in try Self.items(db, of: collection) }
    }

    public func item(_ number: Int, of collection: String) async throws -> Item? {
        try await database.read { db in try Self.item(db, number, of: collection) }
    }

    public func addItem(
        to collection: String, until end: Date?, for request: ItemRequest?,
        _ json: @escaping @Sendable (ItemPlace) throws -> Data
    ) async throws -> Item {
        try await write { db in
            if let request, let answered = try Self.answered(request, of: collection, db) { return answered }
            let place = try Self.place(in: collection, db)
            let item = Item(number: place.number, json: try json(place))
            try Self.makeRoom(for: item.json.count, in: collection, db)
            try Self.insert(db, item, to: collection, until: end)
            if let request { try Self.remember(request, item, of: collection, db) }
            return item
        }
    }

    public func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? {
        try await write { db in
            guard let old = try Self.item(db, number, of: collection) else { return nil }
            let item = Item(number: number, json: try json(old.json))
            let growth = item.json.count - old.json.count
            guard try growth <= 0 || Self.hasRoom(for: growth, items: 0, in: collection, db) else {
                throw ItemError.full
            }
            try db.execute(
                sql: "UPDATE item SET json = ? WHERE collection = ? AND number = ?",
                arguments: [item.json, collection, number])
            return item
        }
    }

    public func removeItem(
        _ number: Int, of collection: String, if condition: @escaping @Sendable (Data) throws -> Void
    ) async throws -> Bool {
        try await write { db in
            guard let item = try Self.item(db, number, of: collection) else { return false }
            try condition(item.json)
            try db.execute(
                sql: "DELETE FROM item WHERE collection = ? AND number = ?", arguments: [collection, number])
            return true
        }
    }

    public func removeItems(
        of collection: String, if condition: @escaping @Sendable (_ items: () throws -> [Item]) throws -> Void
    ) async throws {
        try await write { db in
            try condition { try Self.items(db, of: collection) }
            try db.execute(sql: "DELETE FROM item WHERE collection = ?", arguments: [collection])
        }
    }

    public func fill(_ collection: String, with items: [Item]) async throws {
        try await write { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM item WHERE collection = ?)"
            guard try Bool.fetchOne(db, sql: sql, arguments: [collection]) == false else { return }
            for item in items { try Self.insert(db, item, to: collection) }
        }
    }

    public func replaceItems(
        of collection: String, with change: @escaping @Sendable ([Item]) throws -> [Item]
    ) async throws -> [Item] {
        try await write { db in
            let old = try Self.items(db, of: collection)
            let items = try change(old)
            try db.execute(sql: "DELETE FROM item WHERE collection = ?", arguments: [collection])
            for item in items {
                guard try Self.hasRoom(for: item.json.count, items: 1, in: collection, db) else {
                    throw ItemError.full
                }
                try Self.insert(db, item, to: collection)
            }
            return old
        }
    }

    private static func items(_ db: Database, of collection: String) throws -> [Item] {
        try Row.fetchAll(
            db, sql: "SELECT number, json FROM item WHERE collection = ? ORDER BY number", arguments: [collection]
        ).map { Item(number: try $0.decode(atIndex: 0), json: try $0.decode(atIndex: 1)) }
    }

    private static func item(_ db: Database, _ number: Int, of collection: String) throws -> Item? {
        try Row.fetchOne(
            db, sql: "SELECT json FROM item WHERE collection = ? AND number = ?", arguments: [collection, number]
        ).map { Item(number: number, json: try $0.decode(atIndex: 0)) }
    }

    static func insert(_ db: Database, _ item: Item, to collection: String, until end: Date? = nil) throws {
        try db.execute(
            sql: "INSERT INTO item (collection, number, json, ends) VALUES (?, ?, ?, ?)",
            arguments: [collection, item.number, item.json, end?.timeIntervalSince1970])
    }

    private static func makeRoom(for bytes: Int, in collection: String, _ db: Database) throws {
        if try hasRoom(for: bytes, items: 1, in: collection, db) { return }
        try db.execute(
            sql: "DELETE FROM item WHERE collection = ? AND ends < ?",
            arguments: [collection, Date().timeIntervalSince1970])
        guard try hasRoom(for: bytes, items: 1, in: collection, db) else { throw ItemError.full }
    }

    private static func hasRoom(for bytes: Int, items: Int, in collection: String, _ db: Database) throws -> Bool {
        let sql = "SELECT count, bytes FROM item_list WHERE collection = ?"
        guard let list = try Row.fetchOne(db, sql: sql, arguments: [collection]) else { return true }
        let (count, size) = (try list.decode(Int.self, atIndex: 0), try list.decode(Int.self, atIndex: 1))
        return count + items <= ItemError.mostItems && size + bytes <= ItemError.mostBytes
    }
}

/// The places of new items, and the requests that were answered already.
extension SQLiteRepository {
    /// The order in an item; an item that is not JSON does not have one.
    private static let order = """
        CASE WHEN json_valid(CAST(json AS TEXT)) THEN json_extract(CAST(json AS TEXT), '$.order') END
        """

    /// SQLite updates the index for every writer, so that the largest order is found without reading all items.
    static let placeSchema = """
        CREATE INDEX item_order ON item (collection, \(order));
        CREATE TABLE item_request (
            collection TEXT NOT NULL,
            key TEXT NOT NULL,
            content TEXT NOT NULL,
            number INTEGER NOT NULL,
            json BLOB NOT NULL,
            made REAL NOT NULL,
            PRIMARY KEY (collection, key)
        ) WITHOUT ROWID;
        CREATE INDEX item_request_age ON item_request (collection, made);
        """

    /// The place after all others.
    /// - Throws: `ItemError.full` where the last number was assigned.
    static func place(in collection: String, _ db: Database) throws -> ItemPlace {
        let sql = "SELECT last FROM item_list WHERE collection = ?"
        let next = (try Int.fetchOne(db, sql: sql, arguments: [collection]) ?? 0).addingReportingOverflow(1)
        guard !next.overflow else { throw ItemError.full }
        let largest = try Int.fetchOne(
            db, sql: "SELECT max(\(order)) FROM item WHERE collection = ?", arguments: [collection])
        return ItemPlace(number: next.partialValue, largestOrder: largest)
    }

    /// The first answer to `request`, or nil where the request is new.
    /// - Throws: `ItemError.otherRequest`.
    static func answered(_ request: ItemRequest, of collection: String, _ db: Database) throws -> Item? {
        let sql = "SELECT content, number, json FROM item_request WHERE collection = ? AND key = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [collection, request.key]) else { return nil }
        let content = try row.decode(String.self, forColumn: "content")
        guard content == request.content else { throw ItemError.otherRequest }
        return Item(number: try row.decode(forColumn: "number"), json: try row.decode(forColumn: "json"))
    }

    /// Stores the answer to `request`, even if the item is removed later. Everyone may send requests, so this has a
    /// limit too: beyond it, the oldest are removed.
    static func remember(_ request: ItemRequest, _ item: Item, of collection: String, _ db: Database) throws {
        let now = Date().timeIntervalSince1970
        try db.execute(
            sql: "DELETE FROM item_request WHERE collection = ? AND made < ?",
            arguments: [collection, now - ItemRequest.lifetime])
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM item_request WHERE collection = ?", arguments: [collection])
        try db.execute(
            sql: """
                DELETE FROM item_request WHERE collection = ?1 AND key IN (
                    SELECT key FROM item_request WHERE collection = ?1 ORDER BY made LIMIT ?2)
                """, arguments: [collection, max(0, (count ?? 0) + 1 - request.mostKept)])
        try db.execute(
            sql: "INSERT INTO item_request VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [collection, request.key, request.content, item.number, item.json, now])
    }
}
