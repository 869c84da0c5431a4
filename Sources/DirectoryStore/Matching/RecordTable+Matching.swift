import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// The numbers of imported records by the hashed identifiers of their cards, so that a changed card updates its record.
///
/// A card has the number of its record and those that the record has got since; the first that exists counts, so that
/// undo need not change it.
extension RecordTable {
    /// The number of the record that was imported from a card, or exported as one by this program, or nil.
    func key(ofCard uid: String, in db: Database) throws -> Int? {
        try importedKey(ofCard: uid, in: db) ?? definition.key(ofCard: uid)
    }

    private func importedKey(ofCard uid: String, in db: Database) throws -> Int? {
        // Earlier versions did not change the case of UUIDs.
        let former = UUID(uuidString: String(uid.prefix(36))).map { $0.uuidString + uid.dropFirst(36) } ?? uid
        // SQLite would choose the index of all marks, and read every card.
        let statement = try db.cachedStatement(
            sql: """
                SELECT key FROM mark INDEXED BY mark_card WHERE kind = 'card' AND collection = ? AND other IN (?, ?)
                ORDER BY other <> ?2, key NOT IN (SELECT \(quotedKey) FROM \(name)), id
                """)
        return try Int.fetchOne(statement, arguments: [name, Self.hash(uid), Self.hash(former)])
    }

    /// Stores the numbers of existing records.
    func saveCards(_ keys: [String: Int], in db: Database) throws {
        let others = try db.cachedStatement(
            sql: "DELETE FROM mark INDEXED BY mark_card WHERE kind = 'card' AND collection = ? AND other = ?")
        for (uid, key) in keys.sorted(by: { $0.key < $1.key })
        where try row(of: key, in: db) != nil && importedKey(ofCard: uid, in: db) != key {
            try others.execute(arguments: [name, Self.hash(uid)])
            try MarkTable(self, in: db).put(.card, key: key, other: Self.hash(uid))
        }
    }

    /// Forgets deleted records before their numbers are used again. Numbers that the store counts are used once.
    func forgetMissingCards(in db: Database) throws {
        let present = "(SELECT \(quotedKey) FROM \(name))"
        let cards = "collection = '\(name)' AND kind = 'card'"
        let used = "other IN (SELECT other FROM mark WHERE \(cards) AND key IN \(present))"
        let missing = definition.numbering == .counted ? "NOT \(used)" : "key NOT IN \(present)"
        try MarkTable(self, in: db).remove(.card, where: missing)
    }

    private static func hash(_ uid: String) -> String { "\(uid.utf8.fowlerHash)" }
}

/// Owners and other identifiers.
extension RecordTable {
    /// The condition that its argument owns a row, or nil if records have no owners.
    func owned(by owner: String) -> String? {
        definition.owner(in: owner).isEmpty ? nil : definition.owner.map { "\($0.column) = ? COLLATE NOCASE" }
    }

    /// The numbers of the records of `owner`, in the order they were added.
    func keys(ofOwner owner: String, in db: Database) throws -> [Int] {
        guard let condition = owned(by: owner) else { return [] }
        let sql = "SELECT \(quotedKey) FROM \(name) WHERE \(condition) ORDER BY row"
        return try Int.fetchAll(db.cachedStatement(sql: sql), arguments: [owner])
    }

    /// The numbers of all records by a field's value in lower case.
    func keys(by field: Field, in db: Database) throws -> [String: [Int]] {
        var keys: [String: [Int]] = [:]
        let sql = "SELECT CAST(\(field.column) AS TEXT), \(quotedKey) FROM \(name) WHERE \(field.column) <> ''"
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let value: String = try row.decode(atIndex: 0)
            keys[value.lowercased(), default: []].append(try row.decode(atIndex: 1))
        }
        return keys
    }
}
