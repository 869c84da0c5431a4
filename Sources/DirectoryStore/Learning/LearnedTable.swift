import DirectoryModel
import Foundation
import GRDB

/// The table of the boxes of names, by the keys of their records.
///
/// A box stays while its record may come back: by undo, or because an update brings it again.
struct LearnedTable<R: DirectoryRecord> {
    private let db: Database
    private let table = RecordTable<R>()

    init(in db: Database) { self.db = db }

    /// Every name that was asked, by the key of its record.
    func names() throws -> [Int: LearnedName] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT key, box, due, name FROM learned WHERE collection = ?", arguments: [table.name])
        let names: [(Int, LearnedName)] = try rows.map { row in
            let due: Int64 = try row.decode(atIndex: 2)
            let box = LeitnerBox(number: try row.decode(atIndex: 1), due: Date(timeIntervalSince1970: Double(due)))
            return (try row.decode(atIndex: 0), LearnedName(box: box, folded: try row.decode(atIndex: 3)))
        }
        return Dictionary(names) { $1 }
    }

    func keep(_ box: LeitnerBox, of name: String, key: Int) throws {
        let due = Int64(box.due.timeIntervalSince1970.rounded(.up))
        try db.execute(
            sql: "INSERT OR REPLACE INTO learned VALUES (?, ?, ?, ?, ?)",
            arguments: [table.name, key, box.number, due, Folding.text(name)])
    }

    /// Gives the record's new key the box of its earlier one, which undo may bring back; a box that was left there by
    /// another record is gone.
    func moved(_ key: Int, to new: Int) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO learned SELECT collection, ?, box, due, name FROM learned
                WHERE collection = ? AND key = ?
                """, arguments: [new, table.name, key])
    }

    /// Removes the boxes of records that are gone and that undo cannot bring back.
    func settle() throws {
        try db.execute(
            sql: """
                DELETE FROM learned WHERE collection = ? AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
                AND key NOT IN (SELECT \(table.quotedKey) FROM \(table.beforeTable) WHERE row IS NOT NULL)
                """, arguments: [table.name])
    }
}
