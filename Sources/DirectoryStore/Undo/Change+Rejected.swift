import DirectoryModel
import GRDB

/// The rejected elements of a collection in the journal: one image, under key 0, has them as two JSON lists, before and
/// after the change.
extension Change {
    /// The condition on the image of a change.
    private func imageCondition(_ change: Int64) -> String {
        "change = \(change) AND collection = '\(table.name)' AND source = 'set_aside'"
    }

    private var presentElements: String {
        """
        (SELECT json_group_array(json_object('position', position, 'reason', reason, 'raw', raw, 'source', source))
        FROM (SELECT * FROM set_aside WHERE collection = '\(table.name)' ORDER BY position))
        """
    }

    /// Records the rejected elements.
    func recordRejected() throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key, before)
                VALUES (\(id), '\(table.name)', 'set_aside', 0, json_object('before', json(\(presentElements))))
                """)
    }

    /// Records the rejected elements if another change touched them.
    func recordRejected(touchedBy other: Int64) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM image WHERE \(imageCondition(other)))"
        if try Bool.fetchOne(db, sql: sql) == true { try recordRejected() }
    }

    /// Records what the change left, if it recorded the rejected elements.
    func finishRejected() throws {
        try db.execute(
            sql: """
                UPDATE image SET before = json_set(before, '$.after', json(\(presentElements))) WHERE \(imageCondition(id));
                DELETE FROM image WHERE \(imageCondition(id)) AND before ->> '$.before' = before ->> '$.after'
                """)
    }

    /// Restores the rejected elements that another change replaced, unless its list was loaded again since.
    func restoreRejected(of other: Int64) throws {
        let sql = "SELECT before FROM image WHERE \(imageCondition(other))"
        guard let image = try String.fetchOne(db, sql: sql) else { return }
        func elements(_ list: String) throws -> Set<String> {
            try String.fetchSet(db, sql: "SELECT value FROM json_each(?, '$.\(list)')", arguments: [image])
        }
        let (before, after) = (try elements("before"), try elements("after"))
        let now = try String.fetchSet(db, sql: "SELECT value FROM json_each(\(presentElements))")
        guard after.subtracting(before).isSubset(of: now) else { return }
        let rows = now.subtracting(after.subtracting(before)).union(before.subtracting(after)).sorted()
        // Another collection may have the position now.
        try db.execute(
            sql: """
                DELETE FROM set_aside WHERE collection = '\(table.name)';
                INSERT INTO set_aside (collection, position, reason, raw, source)
                SELECT '\(table.name)', CASE WHEN EXISTS (SELECT 1 FROM set_aside s
                    WHERE s.position = value ->> 'position') THEN NULL ELSE value ->> 'position' END,
                    value ->> 'reason', value ->> 'raw', value ->> 'source' FROM json_each(?)
                """, arguments: ["[\(rows.joined(separator: ","))]"])
    }
}
