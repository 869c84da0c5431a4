import DirectoryModel
import GRDB

/// Converts the journal of 0.3, whose table `undo_row` has copies of rows before and after a change in columns c0, c1
/// and so on, to images.
enum JournalMigration {
    static func isNeeded(in db: Database) throws -> Bool { try db.tableExists("undo_row") }

    /// Removes the journal of 0.3, and the changes of collections that are not in `tables` or whose copies are unknown.
    static func run(_ tables: [RecordTable], in db: Database) throws {
        for table in tables {
            let sql = "SELECT copied_columns FROM definition WHERE collection = ?"
            guard let columns = try String.fetchOne(db, sql: sql, arguments: [table.name]) else {
                try db.execute(sql: "DELETE FROM undo_change WHERE collection = ?", arguments: [table.name])
                continue
            }
            try convertRecords(of: table, columns.split(separator: "\n").map(String.init), in: db)
            try convertLabels(of: table, in: db)
            try convertRejected(of: table, in: db)
        }
        try MarkMigration.convertCopies(in: db)
        try db.execute(
            sql: """
                DELETE FROM undo_change WHERE id NOT IN (SELECT change FROM image)
                AND id IN (SELECT change FROM undo_row);
                DROP TABLE undo_row
                """)
    }

    /// - Parameter columns: the names of the columns of copies; the last is that of the picture, by any name.
    private static func convertRecords(of table: RecordTable, _ columns: [String], in db: Database) throws {
        let names = columns.dropLast() + ["picture"]
        let copies = Dictionary(zip(names, names.indices.map { "c\($0)" })) { first, _ in first }
        let selection = table.selection.split(separator: ", ").map { copies[String($0)] ?? "NULL" }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(selection.joined(separator: ", ")), change, key FROM undo_row WHERE rowid IN (
                    SELECT MIN(rowid) FROM undo_row WHERE source = ? AND is_after = 0 GROUP BY change, key)
                """, arguments: [table.name])
        while let row = try rows.next() {
            let stored: StoredRecord? = try Int64.fromDatabaseValue(row[0]).map { number in
                let record = table.record(row).record
                let picture = try PictureTable(db: db).picture(row[2])
                return StoredRecord(
                    row: number, hash: table.content(of: table.complete(record, picture)).hash,
                    hasPicture: picture != nil, record: record)
            }
            try table.insertImage(
                of: row[selection.count + 1], stored, picture: row[2], before: row[selection.count], in: db)
        }
    }

    /// Replaces names at the end of labels by the numbers of the records. Only changes of a few records have names.
    private static func convertLabels(of table: RecordTable, in db: Database) throws {
        let images = try Row.fetchAll(
            db,
            sql: """
                SELECT id, label, key FROM undo_change JOIN image ON change = id
                WHERE undo_change.collection = ?1 AND image.collection = ?1
                AND source IN ('\(Change.records)', '\(MarkKind.notSame.rawValue)')
                AND id IN (SELECT change FROM image GROUP BY change HAVING COUNT(*) < 100)
                """, arguments: [table.name])
        for row in images {
            let id: Int64 = try row.decode(atIndex: 0)
            let label: String = try row.decode(atIndex: 1)
            let key: Int = try row.decode(atIndex: 2)
            for (name, end) in try table.names(of: key, in: id, db).flatMap({ [($0, ""), ($0, "”")] })
            where label.hasSuffix(name + end) {
                let marked = String(label.dropLast(name.count + end.count)) + Change.nameMark(key) + end
                try db.execute(sql: "UPDATE undo_change SET label = ? WHERE id = ?", arguments: [marked, id])
            }
        }
    }

    private static func convertRejected(of table: RecordTable, in db: Database) throws {
        func list(isAfter: Int) -> String {
            """
            (SELECT json_group_array(json_object('position', key, 'reason', c0, 'raw', c1, 'source', c2)) FROM (
                SELECT * FROM undo_row WHERE change = id AND source = 'set_aside' AND is_after = \(isAfter) ORDER BY key))
            """
        }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO image (change, collection, source, key, before)
                SELECT id, collection, 'set_aside', 0, json_object('before', json(old), 'after', json(new)) FROM (
                    SELECT id, collection, \(list(isAfter: 0)) AS old, \(list(isAfter: 1)) AS new FROM undo_change
                    WHERE collection = ? AND has_list) WHERE old <> new
                """, arguments: [table.name])
    }
}
