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

    /// Keeps what was set aside, and what the server was known to have: a take-over replaces both.
    func rememberAside() throws {
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
        let sql = "SELECT EXISTS (SELECT 1 FROM \(before) WHERE change = ?)"
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
        for journal in ["\(R.collection.name)_before", "set_aside_before", "published_before", "own_record_before"] {
            try db.execute(sql: "DELETE FROM \(journal) WHERE change \(condition)", arguments: arguments)
        }
        try db.execute(sql: "DELETE FROM undo_change WHERE id \(condition)", arguments: arguments)
    }
}

extension UndoJournal {
    /// Puts everything back that `change` replaced, and forgets the change.
    static func undo(_ change: Int64, in db: Database) throws {
        let table = RecordTable<R>()
        let signedIn = try OwnTable<R>(in: db).signedInKey
        let (before, key) = ("\(table.name)_before", "\"\(table.keyColumn)\"")
        let columns = table.columns.joined(separator: ", ")
        let touched = "SELECT row FROM \(table.name) WHERE \(key) IN (SELECT \(key) FROM \(before) WHERE change = ?)"
        try db.execute(sql: "DELETE FROM \(table.pictureTable) WHERE row IN (\(touched))", arguments: [change])
        try db.execute(sql: "DELETE FROM \(table.name) WHERE row IN (\(touched))", arguments: [change])
        // Another process may have given the row's number away meanwhile; those come last, for their new numbers
        // must not be ones that others still wait for.
        try db.execute(
            sql: """
                INSERT INTO \(table.name) (row, \(columns))
                SELECT CASE WHEN EXISTS (SELECT 1 FROM \(table.name) p WHERE p.row = b.row) THEN NULL ELSE b.row END,
                    \(columns)
                FROM \(before) b WHERE change = ? AND b.row IS NOT NULL
                ORDER BY EXISTS (SELECT 1 FROM \(table.name) p WHERE p.row = b.row), b.row
                """, arguments: [change])
        try db.execute(
            sql: """
                INSERT INTO \(table.pictureTable) SELECT p.row, b.content FROM \(before) b
                JOIN \(table.name) p ON p.\(key) = b.\(key) WHERE b.change = ? AND b.content IS NOT NULL
                """, arguments: [change])
        if try Bool.fetchOne(db, sql: "SELECT has_aside FROM undo_change WHERE id = ?", arguments: [change]) == true {
            try undoAside(change, in: db)
        }
        try undoOwn(change, signedIn: signedIn, in: db)
        try forget("= ?", [change], in: db)
        try db.notifyChanges(in: Table(table.name))
    }

    /// Marks what was one's own before; whoever signed in since is still signed in.
    /// - Parameter signedIn: the key of the own record that had the NetID of whoever is signed in.
    private static func undoOwn(_ change: Int64, signedIn: Int?, in db: Database) throws {
        guard R.ownerKey != nil else { return }
        let columns = "collection, key, untouched, is_former"
        try db.execute(sql: "DELETE FROM own_record WHERE collection = ?", arguments: [R.collection.name])
        try db.execute(
            sql: "INSERT INTO own_record (\(columns)) SELECT \(columns) FROM own_record_before WHERE change = ?",
            arguments: [change])
        let own = OwnTable<R>(in: db)
        try own.settle()
        if let netid = try own.netid {
            _ = try own.claim(netid, ifUntouched: signedIn != own.marks.first { !$0.isFormer }?.key)
        }
    }

    private static func undoAside(_ change: Int64, in db: Database) throws {
        for (name, columns) in [
            ("set_aside", "position, collection, reason, raw"), ("published", "collection, key, hash, tag, base"),
        ] {
            try db.execute(sql: "DELETE FROM \(name) WHERE collection = ?", arguments: [R.collection.name])
            try db.execute(
                sql: "INSERT INTO \(name) (\(columns)) SELECT \(columns) FROM \(name)_before WHERE change = ?",
                arguments: [change])
        }
        try PublishedTable.notify(db)
    }
}
