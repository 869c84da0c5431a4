import DirectoryModel
import GRDB

/// Marks beside the records: pairs that are not the same, favorites, and boxes of names. The journal has those that
/// “Not the Same” adds, and that a merge copies to the record that stays.
extension UndoJournal {
    enum Mark: String { case pair = "not_same", favorite }

    /// Stores that the change added a pair or a favorite.
    func rememberAdded(_ mark: Mark, _ key: Int, _ other: Int? = nil) throws {
        guard let change else { return }
        try db.execute(
            sql: "INSERT INTO undo_row (change, source, key, is_after, c0) VALUES (?, ?, ?, 1, ?)",
            arguments: [change, mark.rawValue, key, other])
    }

    /// Removes the pairs and favorites that a change added, or adds those that it removed; `UndoOperation` restores the
    /// boxes.
    func revertMarks(of other: Int64) throws {
        guard let change else { return }
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT source, key, is_after, c0 FROM undo_row
                WHERE change = ? AND source IN ('not_same', 'favorite')
                """, arguments: [other])
        for row in rows {
            let (key, isAdded): (Int, Bool) = (try row.decode(atIndex: 1), try row.decode(atIndex: 2))
            if try row.decode(String.self, atIndex: 0) == Mark.favorite.rawValue {
                try table.setFavorite(key: key, !isAdded, in: db)
            } else {
                try NotSameTable(table, in: db).set(key, row.decode(atIndex: 3), !isAdded)
            }
        }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, c0, c1, c2)
                SELECT ?, source, key, NOT is_after, c0, c1, c2 FROM undo_row
                WHERE change = ? AND source IN ('not_same', 'favorite', 'learned')
                """, arguments: [change, other])
    }
}
