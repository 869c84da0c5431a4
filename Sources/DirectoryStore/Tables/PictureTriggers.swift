import DirectoryModel
import GRDB

/// The owners of a picture: a record, and copies of that record in the journal, which have its row. It is
/// deleted with the last of them, however that is removed; so a row of a picture stays with one key.
///
/// The triggers are temporary, because the place of pictures in the journal depends on this program's definitions.
struct PictureTriggers<R: DirectoryRecord> {
    private let table = RecordTable<R>()
    private let place = JournalTable.records(of: R.self).place(of: "picture")

    func make(in db: Database) throws {
        // A damaged file may lack the tables.
        guard R.fields.contains(where: \.isPicture), try db.tableExists(table.name), try db.tableExists("undo_row")
        else { return }
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
        // A copy after a change has one before it.
        try db.execute(
            sql: """
                CREATE TEMP TRIGGER IF NOT EXISTS \(table.pictureTable)_\(name) AFTER \(event) BEGIN
                    DELETE FROM \(table.pictureTable) WHERE row = OLD.\(picture)
                    AND NOT EXISTS (SELECT 1 FROM \(table.name) p
                        WHERE p.\(table.quotedKey) = OLD.\(key) AND p.picture = OLD.\(picture))
                    AND NOT EXISTS (SELECT 1 FROM undo_row b CROSS JOIN undo_row u
                        ON u.change = b.change AND u.source = b.source AND u.is_after IN (0, 1) AND u.key = b.key
                        WHERE b.source = '\(table.name)' AND b.is_after = 0 AND b.key = OLD.\(key)
                        AND u.\(place) = OLD.\(picture));
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

/// Pictures in the journal: the row of the picture, or in copies of earlier versions the picture itself.
extension RecordTable {
    private var place: String { JournalTable.records(of: R.self).place(of: "picture") }

    /// The content of the picture of the copy u.
    func copiedPicture(in schema: String = "main") -> String {
        """
        CASE typeof(u.\(place)) WHEN 'integer'
        THEN (SELECT content FROM \(schema).\(pictureTable) c WHERE c.row = u.\(place)) ELSE u.\(place) END
        """
    }

    /// The length of the picture of a copy in `undo_row`, or NULL if the record still has it, or a later copy counts.
    var copiedPictureLength: String {
        """
        CASE typeof(\(place)) WHEN 'integer' THEN (SELECT LENGTH(content) FROM \(pictureTable) c
            WHERE c.row = undo_row.\(place) AND NOT undo_row.is_after AND NOT EXISTS (SELECT 1 FROM \(name) p
                WHERE p.\(quotedKey) = undo_row.key AND p.picture = c.row))
        ELSE LENGTH(\(place)) END
        """
    }
}
