import DirectoryModel
import GRDB

/// Converts the journal's copies of records to a new definition, so that the history outlives it.
struct JournalConversion {
    private let db: Database
    private let table: RecordTable
    private let journal: JournalTable
    /// The place of each column in the present copies.
    private let earlier: [String: String]

    /// Nil if there are no copies to convert. Copies of an unknown definition are removed.
    init?(_ table: RecordTable, in db: Database) throws {
        (self.table, self.db, journal) = (table, db, .records(of: table))
        let sql = "SELECT copied_columns FROM definition WHERE collection = ?"
        guard let columns = try String.fetchOne(db, sql: sql, arguments: [table.name]) else {
            try db.execute(sql: "DELETE FROM undo_change WHERE collection = ?", arguments: [table.name])
            return nil
        }
        var names = columns.split(separator: "\n").map(String.init)
        // Earlier versions used another name.
        if !names.isEmpty { names[names.count - 1] = "picture" }
        earlier = Dictionary(zip(names, names.indices.map { "c\($0)" })) { one, _ in one }
    }

    func run() throws {
        let copies = try Int64.fetchAll(db, sql: "SELECT rowid FROM undo_row WHERE source = ?", arguments: [table.name])
        let picture = earlier["picture"] ?? "NULL"
        let columns = table.selection.split(separator: ", ").map { earlier[String($0)] ?? "NULL" }
        let selection = columns.joined(separator: ", ")
        let unused = Set(earlier.values).subtracting(journal.places).sorted()
        let marks = (journal.places.map { "\($0) = ?" } + unused.map { "\($0) = NULL" }).joined(separator: ", ")
        for copy in copies {
            let select = try db.cachedStatement(sql: "SELECT \(selection), \(picture) FROM undo_row WHERE rowid = ?")
            guard let row = try Row.fetchOne(select, arguments: [copy]) else { continue }
            let values = try values(row, picture: row[columns.count])
            try db.cachedStatement(sql: "UPDATE undo_row SET \(marks) WHERE rowid = ?").execute(
                arguments: StatementArguments(values + [copy.databaseValue]))
        }
    }

    /// The present columns of a copy. A copy without content has only its hash, or none.
    private func values(_ row: Row, picture: DatabaseValue) throws -> [DatabaseValue] {
        let hash: DatabaseValue = row[1]
        guard !(row[0] as DatabaseValue).isNull else {
            return journal.columns.map { $0 == "hash" ? hash : .null }
        }
        let content = try PictureTable(db: db).picture(picture)
        let record = table.complete(table.record(row).record, content)
        return [row[0]] + table.prepare(record).values.databaseValues + [picture]
    }
}
