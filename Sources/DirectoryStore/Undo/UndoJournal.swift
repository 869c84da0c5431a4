import DirectoryModel
import GRDB

/// What a change is about to replace, kept in the transaction of the change itself.
///
/// `people_before` holds, for every key a change touches, the row that stood there, or a row without a number
/// where nothing did.
struct UndoJournal<R: DirectoryModel.Record> {
    private let db: Database
    private let change: Int64?
    private let table = RecordTable<R>()

    /// How many changes can be undone (issue 3).
    static var mostChanges: Int { 50 }

    /// A journal of one change; it keeps nothing where there is no session to undo it.
    init(session: String?, label: String, in db: Database) throws {
        self.db = db
        guard let session else {
            change = nil
            return
        }
        try db.execute(
            sql: "INSERT INTO undo_change (session, collection, label) VALUES (?, ?, ?)",
            arguments: [session, R.collection.name, label])
        change = db.lastInsertedRowID
        try forgetOldest(of: session)
    }

    private var before: String { "\(table.name)_before" }
    private var columns: String { table.columns.joined(separator: ", ") }

    /// Keeps the rows that fulfil `condition`, which knows the table as p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO \(before) (change, row, \(columns), content)
                SELECT ?, p.row, \(table.columns.map { "p.\($0)" }.joined(separator: ", ")), pic.content
                FROM \(table.name) p LEFT JOIN \(table.pictureTable) pic ON pic.row = p.row WHERE \(condition)
                """, arguments: [change] + arguments)
    }

    /// Keeps that nothing has the keys `query` selects.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: "INSERT INTO \(before) (change, \"\(table.keyColumn)\") SELECT ?, key FROM (\(query))",
            arguments: [change] + arguments)
    }

    /// Keeps what has `key`, or that nothing has.
    func remember(key: Int) throws {
        guard change != nil else { return }
        if try table.row(of: key, in: db) != nil {
            try remember(where: "p.\"\(table.keyColumn)\" = ?", [key])
        } else {
            try rememberAbsent("SELECT ? AS key", [key])
        }
    }

    /// There is nothing to undo after all.
    func forget() throws {
        guard let change else { return }
        try db.execute(sql: "DELETE FROM \(before) WHERE change = ?", arguments: [change])
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [change])
    }

    private func forgetOldest(of session: String) throws {
        let oldest = try Int64.fetchOne(
            db, sql: "SELECT id FROM undo_change WHERE session = ? ORDER BY id DESC LIMIT 1 OFFSET ?",
            arguments: [session, Self.mostChanges])
        guard let oldest else { return }
        try db.execute(sql: "DELETE FROM \(before) WHERE change <= ?", arguments: [oldest])
        try db.execute(sql: "DELETE FROM undo_change WHERE id <= ?", arguments: [oldest])
    }
}

extension UndoJournal {
    /// Puts everything back that `change` replaced, and forgets the change.
    static func undo(_ change: Int64, in db: Database) throws {
        let table = RecordTable<R>()
        let (before, key) = ("\(table.name)_before", "\"\(table.keyColumn)\"")
        let columns = table.columns.joined(separator: ", ")
        let touched = "SELECT row FROM \(table.name) WHERE \(key) IN (SELECT \(key) FROM \(before) WHERE change = ?)"
        try db.execute(sql: "DELETE FROM \(table.pictureTable) WHERE row IN (\(touched))", arguments: [change])
        try db.execute(sql: "DELETE FROM \(table.name) WHERE row IN (\(touched))", arguments: [change])
        // Another process may have given the row's number away meanwhile.
        try db.execute(
            sql: """
                INSERT INTO \(table.name) (row, \(columns))
                SELECT CASE WHEN EXISTS (SELECT 1 FROM \(table.name) p WHERE p.row = b.row) THEN NULL ELSE b.row END,
                    \(columns)
                FROM \(before) b WHERE change = ? AND b.row IS NOT NULL ORDER BY b.row
                """, arguments: [change])
        try db.execute(
            sql: """
                INSERT INTO \(table.pictureTable) SELECT p.row, b.content FROM \(before) b
                JOIN \(table.name) p ON p.\(key) = b.\(key) WHERE b.change = ? AND b.content IS NOT NULL
                """, arguments: [change])
        try db.execute(sql: "DELETE FROM \(before) WHERE change = ?", arguments: [change])
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [change])
        try db.notifyChanges(in: Table(table.name))
    }
}
