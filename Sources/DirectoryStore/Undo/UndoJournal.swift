import DirectoryModel
import GRDB

/// The content that a change is about to replace, stored in the transaction of the change.
///
/// `people_before` has, for every key that a change touches, the row with that key, or a row without a number where
/// there was not one. `undo_after` has the hash of what the change left under the key, so that undo can detect what was
/// changed since.
struct UndoJournal<R: DirectoryRecord> {
    let db: Database
    let change: Int64?
    let table = RecordTable<R>()

    /// How many changes can be undone.
    static var mostChanges: Int { 50 }

    /// A journal of one change. It stays empty where there is not a session to undo it, where the change does not have
    /// a name to offer it by, or where a change here cannot be undone without the server.
    /// - Parameter isOfUndo: true where the change undoes another; any other leaves none to redo.
    init(session: String?, label: String?, isOfUndo: Bool = false, in db: Database) throws {
        self.db = db
        if let session, !isOfUndo {
            try Self.forget(
                "IN (SELECT id FROM undo_change WHERE session = ? AND collection = ?)",
                [Session.redo(session), R.collection.name], in: db)
        }
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

    /// Stores the rows that fulfill `condition`, in which the table is p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO \(table.beforeTable) (change, row, \(columns), content)
                SELECT ?, p.row, \(table.columns.map { "p.\($0)" }.joined(separator: ", ")), pic.content
                FROM \(table.name) p LEFT JOIN \(table.pictureTable) pic ON pic.row = p.row WHERE \(condition)
                """, arguments: [change] + arguments)
    }

    /// Stores that the keys `query` selects are absent.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: "INSERT INTO \(table.beforeTable) (change, \(table.quotedKey)) SELECT ?, key FROM (\(query))",
            arguments: [change] + arguments)
    }

    /// Stores the row that has `key`, or that it is absent.
    func remember(key: Int) throws {
        guard change != nil else { return }
        if try table.row(of: key, in: db) != nil {
            try remember(where: "p.\(table.quotedKey) = ?", [key])
        } else {
            try rememberAbsent("SELECT ? AS key", [key])
        }
    }

    /// Stores the rows of all keys that `other`, a change, touched, or that they are absent.
    func remember(touchedBy other: Int64) throws {
        let keys = "SELECT \(table.quotedKey) FROM \(table.beforeTable) WHERE change = \(other)"
        try remember(where: "p.\(table.quotedKey) IN (\(keys))")
        try rememberAbsent(
            """
            SELECT DISTINCT \(table.quotedKey) AS key FROM \(table.beforeTable) WHERE change = \(other)
            AND \(table.quotedKey) NOT IN (SELECT \(table.quotedKey) FROM \(table.name))
            """)
    }

    /// Stores the elements set aside, and what the server was known to have: a take-over replaces both.
    func rememberRejected() throws {
        guard let change else { return }
        let name = table.name
        try db.execute(
            sql: """
                INSERT INTO set_aside_before
                SELECT ?, position, collection, reason, raw, source FROM set_aside WHERE collection = ?
                """, arguments: [change, name])
        try db.execute(
            sql: """
                INSERT INTO published_before (change, collection, key, hash, tag, base)
                SELECT ?, collection, key, hash, tag, base FROM published WHERE collection = ?
                """, arguments: [change, name])
        try db.execute(sql: "UPDATE undo_change SET has_aside = 1 WHERE id = ?", arguments: [change])
    }

    /// Stores which records are the user's own.
    private func rememberOwn() throws {
        guard let change, R.definition.owner != nil else { return }
        try db.execute(
            sql: """
                INSERT INTO own_record_before
                SELECT ?, collection, key, untouched, is_former FROM own_record WHERE collection = ?
                """, arguments: [change, table.name])
    }

    /// Removes the change where it did not replace anything.
    func forgetIfEmpty() throws {
        guard let change else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(table.beforeTable) WHERE change = ?)"
        guard try Bool.fetchOne(db, sql: sql, arguments: [change]) == false else { return }
        try Self.forget("= ?", [change], in: db)
    }

    /// Removes the change.
    func forget() throws {
        if let change { try Self.forget("= ?", [change], in: db) }
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

    /// Removes the changes whose id fulfills `condition`.
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
