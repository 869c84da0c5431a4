import DirectoryModel
import Foundation
import GRDB

/// What a change leaves behind, stored in its transaction, so that undo can detect what was changed since.
extension UndoJournal {
    /// For changes of more records than this, undo skips a whole record that was changed since; for others, only its
    /// changed fields.
    private static var mostWithFields: Int { 200 }

    /// Stores what the change left; called after the change.
    /// - Parameter isWhole: true where it is undone completely or not at all: a record has another number now.
    func rememberAfter(isWhole: Bool = false) throws {
        guard let change else { return }
        let key = table.quotedKey
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT b.change, b.\(key), p.hash FROM \(table.beforeTable) b LEFT JOIN \(table.name) p ON p.\(key) = b.\(key)
                WHERE b.change = ?
                """, arguments: [change])
        let count = db.changesCount
        try db.execute(
            sql: "UPDATE undo_change SET has_after = 1, is_whole = ? WHERE id = ?", arguments: [isWhole, change])
        if count <= Self.mostWithFields { try rememberFields(of: change) }
        try rememberDuplicates(of: change)
        try rememberOwnAfter(change)
    }

    /// Stores the hash of every field.
    private func rememberFields(of change: Int64) throws {
        let keys = try Int.fetchAll(
            db, sql: "SELECT key FROM undo_after WHERE change = ? AND hash IS NOT NULL", arguments: [change])
        for key in keys {
            guard let row = try table.row(of: key, in: db), let stored = try table.stored(row: row, in: db) else {
                continue
            }
            let record = table.complete(stored, try table.picture(row: row, in: db))
            try db.execute(
                sql: "UPDATE undo_after SET fields = ? WHERE change = ? AND key = ?",
                arguments: [FieldPrints(of: record).data, change, key])
        }
    }

    /// Stores which other records have the owner of a record that the change touched: a list from a server may contain
    /// two, and both may be put back.
    private func rememberDuplicates(of change: Int64) throws {
        guard let owner = R.definition.owner?.key else { return }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT ?, p.\(table.quotedKey), p.hash FROM \(table.name) p
                WHERE p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                    SELECT b."\(owner)" FROM \(table.beforeTable) b WHERE b.change = ? AND b.row IS NOT NULL)
                """, arguments: [change, change])
    }

    private func rememberOwnAfter(_ change: Int64) throws {
        if R.definition.owner != nil {
            try db.execute(
                sql: """
                    INSERT INTO undo_after_own SELECT ?, key, untouched, is_former FROM own_record WHERE collection = ?
                    """, arguments: [change, table.name])
        }
        guard try Bool.fetchOne(db, sql: "SELECT has_aside FROM undo_change WHERE id = ?", arguments: [change]) == true
        else { return }
        try db.execute(
            sql: "INSERT INTO undo_after_published SELECT ?, key, hash, tag FROM published WHERE collection = ?",
            arguments: [change, table.name])
        for (position, hash) in try RejectedElementTable.prints(of: R.collection, in: db) {
            try db.execute(
                sql: "INSERT INTO undo_after_aside VALUES (?, ?, ?)", arguments: [change, position, hash])
        }
    }
}
