import DirectoryModel
import GRDB

/// Undo never gives two records one owner: an owner that another record took since stays there.
extension UndoOperation {
    /// Marks records as changed if restoring them would give two records one owner.
    func leaveTakenOwners() throws -> [(key: Int, before: Int64)] {
        guard let owner = table.definition.owner?.key else { return [] }
        var all: [(key: Int, before: Int64)] = []
        while true {
            // A skipped record keeps its owner, which other records may have had before.
            let more = try takenOwners(owner)
            if more.isEmpty { return all }
            for record in more {
                try db.execute(
                    sql: "UPDATE temp.undoing SET is_changed = 1 WHERE key = ?", arguments: [record.key])
            }
            all += more
        }
    }

    /// The records whose owner belongs to a record that is not restored, and did not have it before.
    private func takenOwners(_ owner: String) throws -> [(key: Int, before: Int64)] {
        let had = "b.\(records.place(of: "\"\(owner)\""))"
        return try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT u.key, u.id, \(had) FROM \(table.name) p
                JOIN \(before) ON \(had) = p."\(owner)" COLLATE NOCASE AND b.key <> p.\(key)
                JOIN temp.undoing u ON u.id = b.id
                WHERE p."\(owner)" <> '' AND b.c0 IS NOT NULL AND NOT u.is_changed
                AND p.\(key) NOT IN (SELECT key FROM temp.undoing WHERE NOT is_changed) AND NOT \(hadOwnerBefore(owner))
                AND NOT EXISTS (
                    SELECT 1 FROM \(table.name) s WHERE s.\(key) = u.key AND s."\(owner)" = \(had) COLLATE NOCASE)
                """
        ).filter { try !table.definition.owner(in: $0.decode(atIndex: 2)).isEmpty }
            .map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    /// True if a record other than `number` has `owner`, and did not have it before the change.
    func isTaken(_ owner: String?, besides number: Int) throws -> Bool {
        guard let column = table.definition.owner?.key, let owner, !owner.isEmpty else { return false }
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM \(table.name) p
                    WHERE p."\(column)" = ? COLLATE NOCASE AND p.\(key) <> ? AND NOT \(hadOwnerBefore(column)))
                """, arguments: [owner, number]) ?? false
    }

    private var key: String { table.quotedKey }

    /// The condition that the record p had its owner before the change; a server's list may name an owner twice.
    private func hadOwnerBefore(_ owner: String) -> String {
        """
        (p.\(key) IN (SELECT key FROM \(records.rows(of: change, areAfter: true))
            AND key NOT IN (SELECT key FROM temp.undoing))
        OR EXISTS (
            SELECT 1 FROM temp.undoing v JOIN undo_row w ON w.rowid = v.id WHERE v.key = p.\(key)
            AND w.\(records.place(of: "\"\(owner)\"")) = p."\(owner)" COLLATE NOCASE))
        """
    }
}
