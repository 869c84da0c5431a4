import DirectoryModel
import GRDB

/// Converts the journal of earlier versions, whose table `undo_row` has copies of rows before and after a change in
/// columns c0, c1 and so on, to images.
struct JournalMigration {
    private let table: RecordTable
    private let db: Database

    init(_ table: RecordTable, in db: Database) {
        self.table = table
        self.db = db
    }

    static func isNeeded(in db: Database) throws -> Bool { try db.tableExists("undo_row") }

    /// Converts the copies of marks, and removes the earlier journal and the changes of collections that this program does not know.
    static func finish(in db: Database) throws {
        try MarkMigration.convertCopies(in: db)
        try db.execute(
            sql: """
                DELETE FROM undo_change WHERE id NOT IN (SELECT change FROM image)
                AND id IN (SELECT change FROM undo_row);
                DROP TABLE undo_row
                """)
    }

    func run() throws {
        let sql = "SELECT copied_columns FROM definition WHERE collection = ?"
        guard let columns = try String.fetchOne(db, sql: sql, arguments: [table.name]) else {
            // The meaning of the copies is unknown.
            return try db.execute(sql: "DELETE FROM undo_change WHERE collection = ?", arguments: [table.name])
        }
        try convertRecords(columns.split(separator: "\n").map(String.init))
        try convertRejected()
    }

    /// - Parameter columns: the names of the columns of copies; the last is that of the picture, by any name.
    private func convertRecords(_ columns: [String]) throws {
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
            let imageKey: [any DatabaseValueConvertible] = [
                row[selection.count] as Int64, table.name, Change.records, row[selection.count + 1] as Int64,
            ]
            guard let number = Int64.fromDatabaseValue(row[0]) else {
                try insert("change, collection, source, key", imageKey)
                continue
            }
            let stored = table.record(row)
            let record = table.complete(stored.record, try PictureTable(db: db).picture(row[2]))
            var json = JSONText()
            json.append(stored.record)
            try insert(
                "change, collection, source, key, row, hash, picture, before",
                imageKey + [
                    number, table.content(of: record).hash, row[2] as DatabaseValue,
                    String(decoding: json.bytes, as: UTF8.self),
                ])
        }
    }

    private func insert(_ columns: String, _ values: [any DatabaseValueConvertible]) throws {
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO image (\(columns)) VALUES (\(marks))")
            .execute(arguments: StatementArguments(values))
    }

    private func convertRejected() throws {
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
