import DirectoryModel
import GRDB

/// The rejected elements of a collection in the journal: one image, under key 0, has them all as a JSON list.
extension Change {
    /// The source of the image.
    static let rejected = "set_aside"

    /// Records the rejected elements.
    func recordRejected() throws {
        guard let id else { return }
        hasRejected = true
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key, before)
                VALUES (?, ?, ?, 0, json_object('before', json(?)))
                """, arguments: [id, table.name, Self.rejected, try rejectedElements()])
    }

    /// Records what the change left.
    func finishRejected() throws {
        let isImage = "change = ? AND collection = ? AND source = '\(Self.rejected)'"
        try db.execute(
            sql: """
                UPDATE image SET before = json_set(before, '$.after', json(?)) WHERE \(isImage);
                DELETE FROM image WHERE \(isImage) AND before ->> '$.before' = before ->> '$.after'
                """, arguments: [try rejectedElements(), id, table.name, id, table.name])
    }

    /// Restores the rejected elements that another change replaced, unless its list was loaded again since.
    func restoreRejected(of other: Int64) throws {
        let sql = "SELECT before FROM image WHERE change = ? AND collection = ? AND source = ?"
        let arguments: StatementArguments = [other, table.name, Self.rejected]
        guard let image = try String.fetchOne(db, sql: sql, arguments: arguments) else { return }
        func elements(_ list: String) -> String { "SELECT value FROM json_each(?1, '$.\(list)')" }
        let added = try String.fetchSet(
            db, sql: "\(elements("after")) EXCEPT \(elements("before"))", arguments: [image])
        let removed = try String.fetchSet(
            db, sql: "\(elements("before")) EXCEPT \(elements("after"))", arguments: [image])
        let now = try String.fetchAll(db, sql: "SELECT value FROM json_each(?)", arguments: [try rejectedElements()])
        guard added.isSubset(of: now) else { return }
        let rows = now.filter { !added.contains($0) } + removed.subtracting(now).sorted()
        try db.execute(sql: "DELETE FROM set_aside WHERE collection = ?", arguments: [table.name])
        // Another collection may have the position now.
        try db.execute(
            sql: """
                INSERT INTO set_aside (collection, position, reason, raw, source)
                SELECT ?1, CASE WHEN EXISTS (SELECT 1 FROM set_aside s WHERE s.position = value ->> 'position')
                    THEN NULL ELSE value ->> 'position' END, value ->> 'reason', value ->> 'raw', value ->> 'source'
                FROM json_each(?2)
                """, arguments: [table.name, "[\(rows.joined(separator: ","))]"])
    }

    private func rejectedElements() throws -> String {
        let sql = """
            SELECT json_group_array(json_object('position', position, 'reason', reason, 'raw', raw, 'source', source))
            FROM (SELECT * FROM set_aside WHERE collection = ? ORDER BY position, reason, raw, source)
            """
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: [table.name]) ?? "[]"
    }
}
