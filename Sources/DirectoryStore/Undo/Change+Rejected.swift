import DirectoryModel
import GRDB

/// The rejected elements of a collection in the journal: one image, under key 0, has them all as a JSON list.
extension Change {
    /// The source of the image.
    private static let rejected = "set_aside"

    private var rejectedElements: String {
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
                VALUES (\(id), '\(table.name)', '\(Self.rejected)', 0, \(rejectedElements))
                """)
    }

    func removeRejectedIfUnchanged() throws {
        try db.execute(
            sql: """
                DELETE FROM image WHERE change = \(id) AND collection = '\(table.name)' AND source = '\(Self.rejected)'
                AND before = \(rejectedElements)
                """)
    }

    /// The first image whose change meets a condition.
    func rejectedImage(_ change: String) throws -> String? {
        let images = "image WHERE collection = '\(table.name)' AND source = '\(Self.rejected)' AND key = 0"
        return try String.fetchOne(
            db, sql: "SELECT before FROM \(images) AND change \(change) ORDER BY change LIMIT 1")
    }

    /// Restores the rejected elements that another change replaced, unless its list was loaded again since.
    func restoreRejected(of other: Int64) throws {
        guard let image = try rejectedImage("= \(other)") else { return }
        func elements(_ list: String, _ arguments: StatementArguments = []) throws -> Set<String> {
            try String.fetchSet(db, sql: "SELECT value FROM json_each(\(list))", arguments: arguments)
        }
        let before = try elements("?", [image])
        let now = try elements(rejectedElements)
        let after = try rejectedImage("> \(other) AND change <> \(id)").map { try elements("?", [$0]) } ?? now
        let added = after.subtracting(before)
        guard added.isSubset(of: now) else { return }
        let rows = now.subtracting(added).union(before.subtracting(after)).sorted()
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
