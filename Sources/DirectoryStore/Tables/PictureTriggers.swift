import DirectoryModel
import GRDB

/// Triggers that delete a picture with its last owner. The owners are a record and the journal's copies of that record;
/// all have the picture's row, and the same key.
///
/// They are temporary, because the place of pictures in the journal depends on this program's definitions.
struct PictureTriggers<R: DirectoryRecord> {
    private let table = RecordTable<R>()

    func make(in db: Database) throws {
        // A damaged file may lack the tables.
        guard R.fields.contains(where: \.isPicture), try db.tableExists(table.name), try db.tableExists("undo_row")
        else { return }
        let place = table.copiedPicturePlace
        let copies = "OLD.source = '\(table.name)' AND typeof(OLD.\(place)) = 'integer'"
        try make("copy_removed", "DELETE ON main.undo_row WHEN \(copies)", "key", place, in: db)
        try make("copy_changed", "UPDATE OF \(place) ON main.undo_row WHEN \(copies)", "key", place, in: db)
        let records = "main.\(table.name) WHEN OLD.picture IS NOT NULL"
        try make("removed", "DELETE ON \(records)", table.quotedKey, "picture", in: db)
        try make("changed", "UPDATE OF picture ON \(records)", table.quotedKey, "picture", in: db)
    }

    /// - Parameters:
    ///   - key: the column of the key in the row that changed.
    ///   - picture: its column of the picture.
    private func make(_ name: String, _ event: String, _ key: String, _ picture: String, in db: Database) throws {
        // The copies after changes are found by those before them, which have an index.
        try db.execute(
            sql: """
                CREATE TEMP TRIGGER IF NOT EXISTS \(table.pictureTable)_\(name) AFTER \(event) BEGIN
                    DELETE FROM \(table.pictureTable) WHERE row = OLD.\(picture)
                    AND NOT EXISTS (SELECT 1 FROM \(table.name) p
                        WHERE p.\(table.quotedKey) = OLD.\(key) AND p.picture = OLD.\(picture))
                    AND NOT EXISTS (SELECT 1 FROM undo_row b CROSS JOIN undo_row u
                        ON u.change = b.change AND u.source = b.source AND u.is_after IN (0, 1) AND u.key = b.key
                        WHERE b.source = '\(table.name)' AND b.is_after = 0 AND b.key = OLD.\(key)
                        AND u.\(table.copiedPicturePlace) = OLD.\(picture));
                END
                """)
    }
}

extension Definitions {
    /// Makes the triggers of this connection.
    func makeTriggers(in db: Database) throws { for type in types { try Self.makeTriggers(type, in: db) } }

    private static func makeTriggers<R: DirectoryRecord>(_ type: R.Type, in db: Database) throws {
        try PictureTriggers<R>().make(in: db)
    }
}

/// Pictures in the journal: a copy has the picture's row, or the picture itself if an earlier version made it.
extension RecordTable {
    /// The column of the picture in copies.
    var copiedPicturePlace: String { JournalTable.records(of: R.self).place(of: "picture") }

    /// The content of the picture of the copy u.
    func copiedPicture(in schema: String = "main") -> String {
        let place = copiedPicturePlace
        return """
            CASE typeof(u.\(place)) WHEN 'integer'
            THEN (SELECT content FROM \(schema).\(pictureTable) c WHERE c.row = u.\(place)) ELSE u.\(place) END
            """
    }

    /// The length of the picture of a copy in `undo_row`, or NULL if the record still has it, or a later copy counts.
    var copiedPictureLength: String {
        let place = copiedPicturePlace
        return """
            CASE typeof(\(place)) WHEN 'integer' THEN (SELECT LENGTH(content) FROM \(pictureTable) c
                WHERE c.row = undo_row.\(place) AND NOT undo_row.is_after AND NOT EXISTS (SELECT 1 FROM \(name) p
                    WHERE p.\(quotedKey) = undo_row.key AND p.picture = c.row))
            ELSE LENGTH(\(place)) END
            """
    }
}
