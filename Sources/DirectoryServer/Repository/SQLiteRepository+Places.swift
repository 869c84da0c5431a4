private import Foundation
internal import GRDB

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
