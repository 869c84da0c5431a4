import ClassAPI
import DirectoryModel
import Foundation
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

/// What a change leaves behind, stored in its transaction, so that undo can detect what was changed since.
extension UndoJournal {
    /// For changes of more records than this, undo skips a whole record that was changed since; for others, only its
    /// changed fields.
    private static var mostWithFields: Int { 200 }

    /// Stores what the change left; called after the change.
    /// - Parameter isWhole: true where it is undone completely or not at all: a record has another number now.
    func rememberAfter(isWhole: Bool = false) throws {
        guard let change else { return }
        let key = table.quotedKey
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT b.change, b.\(key), p.hash FROM \(table.beforeTable) b LEFT JOIN \(table.name) p ON p.\(key) = b.\(key)
                WHERE b.change = ?
                """, arguments: [change])
        let count = db.changesCount
        try db.execute(
            sql: "UPDATE undo_change SET has_after = 1, is_whole = ? WHERE id = ?", arguments: [isWhole, change])
        if count <= Self.mostWithFields { try rememberFields(of: change) }
        try rememberDuplicates(of: change)
        try rememberOwnAfter(change)
    }

    /// Stores the hash of every field.
    private func rememberFields(of change: Int64) throws {
        let keys = try Int.fetchAll(
            db, sql: "SELECT key FROM undo_after WHERE change = ? AND hash IS NOT NULL", arguments: [change])
        for key in keys {
            guard let row = try table.row(of: key, in: db), let stored = try table.stored(row: row, in: db) else {
                continue
            }
            let record = table.complete(stored, try table.picture(row: row, in: db))
            try db.execute(
                sql: "UPDATE undo_after SET fields = ? WHERE change = ? AND key = ?",
                arguments: [FieldPrints(of: record).data, change, key])
        }
    }

    /// Stores which other records have the owner of a record that the change touched: a list from a server may contain
    /// two, and both may be put back.
    private func rememberDuplicates(of change: Int64) throws {
        guard let owner = R.definition.owner?.key else { return }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO undo_after (change, key, hash)
                SELECT ?, p.\(table.quotedKey), p.hash FROM \(table.name) p
                WHERE p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                    SELECT b."\(owner)" FROM \(table.beforeTable) b WHERE b.change = ? AND b.row IS NOT NULL)
                """, arguments: [change, change])
    }

    private func rememberOwnAfter(_ change: Int64) throws {
        if R.definition.owner != nil {
            try db.execute(
                sql: """
                    INSERT INTO undo_after_own SELECT ?, key, untouched, is_former FROM own_record WHERE collection = ?
                    """, arguments: [change, table.name])
        }
        guard try Bool.fetchOne(db, sql: "SELECT has_aside FROM undo_change WHERE id = ?", arguments: [change]) == true
        else { return }
        try db.execute(
            sql: "INSERT INTO undo_after_published SELECT ?, key, hash, tag FROM published WHERE collection = ?",
            arguments: [change, table.name])
        for (position, hash) in try RejectedElementTable.prints(of: R.collection, in: db) {
            try db.execute(
                sql: "INSERT INTO undo_after_aside VALUES (?, ?, ?)", arguments: [change, position, hash])
        }
    }
}

/// The hash of every field of a record but its key, in the order of the fields.
struct FieldPrints: Equatable {
    let prints: [Int64]

    init<R: DirectoryRecord>(of record: R) {
        prints = R.fields.filter { !$0.isKey }.map { Self.print($0.value(record)) }
    }

    init(data: Data) {
        let bytes = Array(data)
        prints = stride(from: 0, to: bytes.count, by: 8).map { start in
            Int64(bitPattern: bytes[start..<min(start + 8, bytes.count)].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    var data: Data { Data(prints.flatMap { print in withUnsafeBytes(of: print.bigEndian) { Array($0) } }) }

    private static func print(_ value: FieldValue) -> Int64 {
        var hash = ContentHash()
        if case .list(let items) = value {
            for item in items { hash.add(item) }
        } else {
            hash.add(value.text)
        }
        return hash.number()
    }
}
