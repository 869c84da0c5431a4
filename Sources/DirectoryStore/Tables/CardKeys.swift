import ClassAPI
import DirectoryModel
import Foundation
import GRDB

/// The numbers of imported records by the hashed identifiers of their cards, so that a changed card updates its record.
///
/// A card has the number of its record and, after spaces, those that the record has got since; the first that exists
/// counts, so that undo need not change it.
struct CardKeys {
    private let table: RecordTable
    private let db: Database

    init(_ table: RecordTable, in db: Database) { (self.table, self.db) = (table, db) }

    /// The number of the record that was imported from a card, or nil.
    func key(of uid: String) throws -> Int? {
        // Earlier versions did not change the case of UUIDs.
        let former = UUID(uuidString: String(uid.prefix(36))).map { $0.uuidString + uid.dropFirst(36) } ?? uid
        let value = try Setting<String>(name(uid)).value(in: db) ?? Setting<String>(name(former)).value(in: db)
        let keys = value?.split(separator: " ").compactMap { Int($0) } ?? []
        return try keys.first { try table.row(of: $0, in: db) != nil } ?? keys.first
    }

    /// Stores the numbers of existing records.
    func keep(_ keys: [String: Int]) throws {
        for (uid, key) in keys.sorted(by: { $0.key < $1.key })
        where try table.row(of: key, in: db) != nil && self.key(of: uid) != key {
            try db.cachedStatement(
                sql: "INSERT INTO setting VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"
            ).execute(arguments: [name(uid), String(key)])
        }
    }

    /// Forgets deleted records before their numbers are used again. Numbers that the store counts are used once.
    func forgetMissing() throws {
        let keys = "(SELECT \(table.quotedKey) FROM \(table.name))"
        let existing = """
            SELECT group_concat(value, ' ') FROM json_each('[' || replace(setting.value, ' ', ',') || ']')
            WHERE value IN \(keys)
            """
        let ours = "name GLOB '\(prefix)*'"
        let cards = """
            WHERE \(ours) AND (CAST(value AS INTEGER) NOT IN \(keys) OR instr(value, ' ') > 0)
            """
        if table.definition.numbering == .counted {
            try db.execute(sql: "DELETE FROM setting \(cards) AND (\(existing)) IS NULL")
        } else {
            try db.execute(
                sql: """
                    UPDATE setting SET value = IFNULL((\(existing)), '') \(cards);
                    DELETE FROM setting WHERE \(ours) AND value = ''
                    """)
        }
    }

    /// Adds the new numbers of records to their cards.
    /// - Parameter moves: the new numbers by the old ones.
    func moved(_ moves: [Int: Int]) throws {
        let cards = try Row.fetchAll(db, sql: "SELECT name, value FROM setting WHERE name GLOB '\(prefix)*'")
        for card in cards {
            let keys = (card["value"] as String).split(separator: " ").compactMap { Int($0) }
            let new = keys.compactMap { moves[$0] }.filter { !keys.contains($0) }
            guard !new.isEmpty else { continue }
            try Setting<String>(card["name"]).set((keys + new).map(String.init).joined(separator: " "), in: db)
        }
    }

    private var prefix: String { "card-\(table.name)-" }

    private func name(_ uid: String) -> String { "\(prefix)\(uid.utf8.fowlerHash)" }
}
