internal import Foundation
internal import PostgresKit

/// A change of a list's items within a transaction, which has the list to itself until its end.
struct PostgresItemChange {
    private let connection: PostgresConnection
    private let collection: String
    private var revision: Int
    /// The largest number that an item ever had.
    private(set) var last: Int
    private var count: Int
    private var bytes: Int
    private var isChanged = false

    /// How many changes are remembered, to find out whether one was committed.
    private static let mostChanges = 1000

    /// Locks the list of `collection`, and waits for others that did.
    init(_ connection: PostgresConnection, of collection: String) throws(PostgresError) {
        (self.connection, self.collection) = (connection, collection)
        try Self.makeList(connection, collection)
        let row = try connection.run(
            "SELECT revision, last, count, bytes FROM item_list WHERE collection = $1 FOR UPDATE", .text(collection)
        ).first
        (revision, last) = (try row?.integer(0) ?? 0, try row?.integer(1) ?? 0)
        (count, bytes) = (try row?.integer(2) ?? 0, try row?.integer(3) ?? 0)
    }

    /// True where the change that has `mark` was committed, after waiting for its end.
    static func isCommitted(
        _ connection: PostgresConnection, _ mark: String, of collection: String
    ) throws(PostgresError) -> Bool {
        // The change may have made the list.
        try makeList(connection, collection)
        // A write, which a synchronous standby confirms only after the earlier change.
        try connection.run("UPDATE item_list SET revision = revision WHERE collection = $1", .text(collection))
        let found = try connection.run(
            "SELECT 1 FROM item_change WHERE collection = $1 AND mark = $2", .text(collection), .text(mark))
        return found.count > 0
    }

    /// Makes the row of a list where it is absent, after waiting for others that do.
    private static func makeList(_ connection: PostgresConnection, _ collection: String) throws(PostgresError) {
        try connection.run("INSERT INTO item_list VALUES ($1, 0, 0, 0, 0) ON CONFLICT DO NOTHING", .text(collection))
    }

    /// Notes a change of other tables that the list stands for.
    mutating func noteChange() { isChanged = true }

    /// True where `items` more items of `bytes` bytes together would fit.
    func hasRoom(for bytes: Int, items: Int) -> Bool {
        count + items <= ItemError.mostItems && self.bytes + bytes <= ItemError.mostBytes
    }

    /// Removes expired items where there is not enough space for one of `size` bytes.
    /// - Throws: `ItemError.full`.
    mutating func makeRoom(for size: Int) throws {
        if hasRoom(for: size, items: 1) { return }
        try delete(
            PostgresStatement(
                "DELETE FROM item WHERE collection = $1 AND ends < $2 RETURNING octet_length(json)", .text(collection),
                .double(Date().timeIntervalSince1970)))
        guard hasRoom(for: size, items: 1) else { throw ItemError.full }
    }

    /// Adds items.
    mutating func insert(_ items: [Item], until end: Date? = nil) throws(PostgresError) {
        let ends = end?.timeIntervalSince1970
        try connection.pipeline(items.map { Self.insertion(of: $0, to: collection, ends: ends) })
        for item in items {
            last = max(last, item.number)
            bytes += item.json.count
        }
        count += items.count
        isChanged = true
    }

    /// The statement that adds `item`, which expires at the second `ends`.
    static func insertion(of item: Item, to collection: String, ends: Double?) -> PostgresStatement {
        PostgresStatement(
            "INSERT INTO item VALUES ($1, $2, $3, $4, $5)", .text(collection), .integer(item.number),
            .bytes(item.json), .double(ends), .integer(item.order))
    }

    /// Replaces the item of `size` bytes that has the same number.
    mutating func update(_ item: Item, from size: Int) throws(PostgresError) {
        try connection.run(
            "UPDATE item SET json = $3, sort = $4 WHERE collection = $1 AND number = $2", .text(collection),
            .integer(item.number), .bytes(item.json), .integer(item.order))
        bytes += item.json.count - size
        isChanged = true
    }

    /// Removes the item that has `number`.
    mutating func delete(_ number: Int) throws(PostgresError) {
        try delete(
            PostgresStatement(
                "DELETE FROM item WHERE collection = $1 AND number = $2 RETURNING octet_length(json)",
                .text(collection), .integer(number)))
    }

    /// Removes every item.
    mutating func deleteAll() throws(PostgresError) {
        try connection.run("DELETE FROM item WHERE collection = $1", .text(collection))
        (count, bytes, isChanged) = (0, 0, true)
    }

    /// Stores what is known of the list and `mark`, where there was a change. This is the last step before the commit.
    func finish(mark: String) throws(PostgresError) {
        guard isChanged else { return }
        let name = PostgresValue.text(collection)
        try connection.pipeline([
            PostgresStatement(
                "UPDATE item_list SET revision = $2, last = $3, count = $4, bytes = $5 WHERE collection = $1", name,
                .integer(revision + 1), .integer(last), .integer(count), .integer(bytes)),
            PostgresStatement(
                "INSERT INTO item_change VALUES ($1, $2, $3)", name, .integer(revision + 1), .text(mark)),
            PostgresStatement(
                "DELETE FROM item_change WHERE collection = $1 AND revision <= $2", name,
                .integer(revision + 1 - Self.mostChanges)),
        ])
    }

    /// Runs a statement that returns the sizes of the items that it removed.
    private mutating func delete(_ statement: PostgresStatement) throws(PostgresError) {
        for row in try connection.run(statement) {
            count -= 1
            bytes -= try row.integer(0)
            isChanged = true
        }
    }
}

extension Item {
    private struct Ordered: Decodable {
        let order: Int?
    }

    /// The order in the JSON, or nil where it does not have one.
    var order: Int? { (try? JSONDecoder().decode(Ordered.self, from: json))?.order }
}
