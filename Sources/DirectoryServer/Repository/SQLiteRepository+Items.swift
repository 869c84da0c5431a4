public import Foundation
internal import GRDB

extension SQLiteRepository {
    /// The last number outlives the items, so that none is given twice.
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

    public func items(of collection: String) async throws -> [Item] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT number, json FROM item WHERE collection = ? ORDER BY number", arguments: [collection]
            ).map { Item(number: $0[0], json: $0[1]) }
        }
    }

    public func item(_ number: Int, of collection: String) async throws -> Item? {
        try await database.read { db in try Self.item(db, number, of: collection) }
    }

    public func addItem(
        to collection: String, _ json: @escaping @Sendable (Int) throws -> Data
    ) async throws -> Item {
        try await database.write { db in
            let list = try Row.fetchOne(
                db, sql: "SELECT last, count FROM item_list WHERE collection = ?", arguments: [collection])
            let (last, count) = list.map { ($0[0] as Int, $0[1] as Int) } ?? (0, 0)
            guard count < ItemProblem.mostItems else { throw ItemProblem.full }
            let item = Item(number: last + 1, json: try json(last + 1))
            try Self.insert(db, item, to: collection)
            return item
        }
    }

    public func changeItem(
        _ number: Int, of collection: String, _ json: @escaping @Sendable (Data) throws -> Data
    ) async throws -> Item? {
        try await database.write { db in
            guard let old = try Self.item(db, number, of: collection) else { return nil }
            let item = Item(number: number, json: try json(old.json))
            try db.execute(
                sql: "UPDATE item SET json = ? WHERE collection = ? AND number = ?",
                arguments: [item.json, collection, number])
            return item
        }
    }

    public func removeItem(_ number: Int, of collection: String) async throws -> Bool {
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM item WHERE collection = ? AND number = ?", arguments: [collection, number])
            return db.changesCount > 0
        }
    }

    public func removeItems(of collection: String) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM item WHERE collection = ?", arguments: [collection])
        }
    }

    public func fill(_ collection: String, with items: [Item]) async throws {
        try await database.write { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM item WHERE collection = ?)"
            guard try Bool.fetchOne(db, sql: sql, arguments: [collection]) == false else { return }
            for item in items { try Self.insert(db, item, to: collection) }
        }
    }

    private static func item(_ db: Database, _ number: Int, of collection: String) throws -> Item? {
        try Row.fetchOne(
            db, sql: "SELECT json FROM item WHERE collection = ? AND number = ?", arguments: [collection, number]
        ).map { Item(number: number, json: $0[0]) }
    }

    private static func insert(_ db: Database, _ item: Item, to collection: String) throws {
        try db.execute(
            sql: "INSERT INTO item VALUES (?, ?, ?)", arguments: [collection, item.number, item.json])
    }
}
