private import Foundation
internal import PostgresKit

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
