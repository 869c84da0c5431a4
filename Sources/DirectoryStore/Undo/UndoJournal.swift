import DirectoryModel
import GRDB

/// What a change is about to replace, kept in the transaction of the change itself.
///
/// `people_before` holds, for every key a change touches, the row that stood there, or a row without a number
/// where nothing did. `undo_after` holds the fingerprint of what the change left under the key, so that undo can tell
/// what was changed since.
struct UndoJournal<R: DirectoryRecord> {
    let db: Database
    let change: Int64?
    let table = RecordTable<R>()

    /// How many changes can be undone (issue 3).
    static var mostChanges: Int { 50 }

    /// A journal of one change; it keeps nothing where there is no session to undo it, where the change has no name to
    /// offer it by, or where a change here cannot be undone without the server.
    init(session: String?, label: String?, in db: Database) throws {
        self.db = db
        guard let session, let label, R.home.keepsUndo else {
            change = nil
            return
        }
        try db.execute(
            sql: "INSERT INTO undo_change (session, collection, label) VALUES (?, ?, ?)",
            arguments: [session, R.collection.name, label])
        change = db.lastInsertedRowID
        try rememberOwn()
        try forgetOldest(of: session)
    }

    private var columns: String { table.columns.joined(separator: ", ") }

    /// Keeps the rows that fulfil `condition`, which knows the table as p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO \(table.beforeTable) (change, row, \(columns), content)
                SELECT ?, p.row, \(table.columns.map { "p.\($0)" }.joined(separator: ", ")), pic.content
                FROM \(table.name) p LEFT JOIN \(table.pictureTable) pic ON pic.row = p.row WHERE \(condition)
                """, arguments: [change] + arguments)
    }

    /// Keeps that nothing has the keys `query` selects.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: "INSERT INTO \(table.beforeTable) (change, \(table.quotedKey)) SELECT ?, key FROM (\(query))",
            arguments: [change] + arguments)
    }

    /// Keeps what has `key`, or that nothing has.
    func remember(key: Int) throws {
        guard change != nil else { return }
        if try table.row(of: key, in: db) != nil {
            try remember(where: "p.\(table.quotedKey) = ?", [key])
        } else {
            try rememberAbsent("SELECT ? AS key", [key])
        }
    }

    /// Keeps what was set aside, and what the server was known to have: a take-over replaces both.
    func rememberRejected() throws {
        guard let change else { return }
        let name = table.name
        try db.execute(
            sql: """
                INSERT INTO set_aside_before
                SELECT ?, position, collection, reason, raw FROM set_aside WHERE collection = ?
                """, arguments: [change, name])
        try db.execute(
            sql: """
                INSERT INTO published_before (change, collection, key, hash, tag, base)
                SELECT ?, collection, key, hash, tag, base FROM published WHERE collection = ?
                """, arguments: [change, name])
        try db.execute(sql: "UPDATE undo_change SET has_aside = 1 WHERE id = ?", arguments: [change])
    }

    /// Keeps which records are one's own.
    private func rememberOwn() throws {
        guard let change, R.ownerKey != nil else { return }
        try db.execute(
            sql: """
                INSERT INTO own_record_before
                SELECT ?, collection, key, untouched, is_former FROM own_record WHERE collection = ?
                """, arguments: [change, table.name])
    }

    /// Forgets the change where it replaced nothing.
    func forgetIfNothing() throws {
        guard let change else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(table.beforeTable) WHERE change = ?)"
        guard try Bool.fetchOne(db, sql: sql, arguments: [change]) == false else { return }
        try Self.forget("= ?", [change], in: db)
    }

    private func forgetOldest(of session: String) throws {
        let oldest = try Int64.fetchOne(
            db,
            sql: """
                SELECT id FROM undo_change WHERE session = ? AND collection = ? ORDER BY id DESC LIMIT 1 OFFSET ?
                """, arguments: [session, table.name, Self.mostChanges])
        guard let oldest else { return }
        try Self.forget(
            "IN (SELECT id FROM undo_change WHERE session = ? AND collection = ? AND id <= ?)",
            [session, table.name, oldest], in: db)
    }

    /// Forgets the changes whose id fulfils `condition`.
    static func forget(_ condition: String, _ arguments: StatementArguments, in db: Database) throws {
        let journals = [
            RecordTable<R>().beforeTable, "set_aside_before", "published_before", "own_record_before", "undo_after",
            "undo_after_own", "undo_after_published", "undo_after_aside",
        ]
        for journal in journals {
            try db.execute(sql: "DELETE FROM \(journal) WHERE change \(condition)", arguments: arguments)
        }
        try db.execute(sql: "DELETE FROM undo_change WHERE id \(condition)", arguments: arguments)
    }
}
