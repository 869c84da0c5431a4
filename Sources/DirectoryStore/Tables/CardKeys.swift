import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// The numbers of imported records by the hashed identifiers of their cards, so that a changed card updates its record.
///
/// A card has the number of its record and those that the record has got since; the first that exists counts, so that
/// undo need not change it.
struct CardKeys {
    private let table: RecordTable
    private let db: Database

    init(_ table: RecordTable, in db: Database) {
        self.table = table
        self.db = db
    }

    /// The number of the record that was imported from a card, or nil.
    func key(of uid: String) throws -> Int? {
        // Earlier versions did not change the case of UUIDs.
        let former = UUID(uuidString: String(uid.prefix(36))).map { $0.uuidString + uid.dropFirst(36) } ?? uid
        // SQLite would choose the index of all marks, and read every card.
        let statement = try db.cachedStatement(
            sql: """
                SELECT key FROM mark INDEXED BY mark_card WHERE kind = 'card' AND collection = ? AND other IN (?, ?)
                ORDER BY other <> ?2, key NOT IN (SELECT \(table.quotedKey) FROM \(table.name)), id
                """)
        return try Int.fetchOne(statement, arguments: [table.name, hash(uid), hash(former)])
    }

    /// Stores the numbers of existing records.
    func keep(_ keys: [String: Int]) throws {
        let others = try db.cachedStatement(
            sql: "DELETE FROM mark INDEXED BY mark_card WHERE kind = 'card' AND collection = ? AND other = ?")
        for (uid, key) in keys.sorted(by: { $0.key < $1.key })
        where try table.row(of: key, in: db) != nil && self.key(of: uid) != key {
            try others.execute(arguments: [table.name, hash(uid)])
            try MarkTable(table, in: db).put(.card, key: key, other: hash(uid))
        }
    }

    /// Forgets deleted records before their numbers are used again. Numbers that the store counts are used once.
    func forgetMissing() throws {
        let present = "(SELECT \(table.quotedKey) FROM \(table.name))"
        let cards = "collection = '\(table.name)' AND kind = 'card'"
        let isUsed = "other IN (SELECT other FROM mark WHERE \(cards) AND key IN \(present))"
        let isMissing = table.definition.numbering == .counted ? "NOT \(isUsed)" : "key NOT IN \(present)"
        try MarkTable(table, in: db).remove(.card, where: isMissing)
    }

    private func hash(_ uid: String) -> String { "\(uid.utf8.fowlerHash)" }
}
