import DirectoryModel
import GRDB

/// The journal of changes: what each is about to replace and what it left, stored in its transaction.
///
/// `undo_change` has the name, the time and the program's run of every change. `undo_row` has copies of rows, those of
/// all tables alike (`JournalTable`): for every key that a change touches its row before the change, or one without
/// values where there was none, and its row afterwards, so that undo can detect what was changed since.
struct UndoJournal<R: DirectoryRecord> {
    let db: Database
    let change: Int64?
    private let records = JournalTable.records(of: R.self)

    /// How many changes of a collection can be undone.
    private static var maxChanges: Int { 50 }
    /// Of changes of more records than this, undo skips a whole record that was changed since; of others, only its
    /// changed fields.
    private static var maxWithFields: Int { 200 }

    /// A journal of one change. It stays empty where the store does not keep undo, where the change does not have a
    /// name to offer it by, or where a change here cannot be undone without the server.
    init(_ kind: ChangeKind = .made, session: String?, label: String?, in db: Database) throws {
        self.db = db
        if session != nil, kind == .made {
            try db.execute(
                sql: "DELETE FROM undo_change WHERE collection = ? AND is_undo", arguments: [R.collection.name])
        }
        guard let session, let label, R.home.keepsUndo else {
            change = nil
            return
        }
        try db.execute(
            sql: """
                INSERT INTO undo_change (collection, label, session, time, is_undo)
                VALUES (?, ?, ?, CAST(strftime('%s') AS INTEGER), ?)
                """, arguments: [R.collection.name, label, session, kind == .undone])
        change = db.lastInsertedRowID
        if R.definition.owner != nil { try copy(.ownRecords(of: R.self)) }
        try db.execute(
            sql: """
                DELETE FROM undo_change WHERE id <= (
                    SELECT id FROM undo_change WHERE collection = ?1 AND is_undo = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)
                AND collection = ?1 AND is_undo = ?2
                """, arguments: [R.collection.name, kind == .undone, Self.maxChanges])
    }

    // MARK: Before the change

    /// Stores the rows that fulfill `condition`, in which the table is p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        try copy(records, where: condition, arguments)
    }

    /// Stores that the keys `query` selects are absent.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after) SELECT \(change), '\(records.name)', key, 0
                FROM (\(query))
                """, arguments: arguments)
    }

    /// Stores the row that has `key`, or that it is absent.
    func remember(key: Int) throws {
        guard change != nil else { return }
        try remember(where: "\(records.key) = ?", [key])
        if db.changesCount == 0 { try rememberAbsent("SELECT ? AS key", [key]) }
    }

    /// Stores the rows of all keys that `other`, a change, touched, or that they are absent.
    func remember(touchedBy other: Int64) throws {
        let keys = "SELECT DISTINCT key FROM \(records.rows(of: other))"
        try remember(where: "\(records.key) IN (\(keys))")
        try rememberAbsent("\(keys) AND key NOT IN (SELECT \(records.key) FROM \(records.name))")
    }

    /// Stores the elements set aside, and what the server was known to have: a take-over replaces both.
    func rememberList() throws {
        guard let change else { return }
        for table in [JournalTable.setAside(of: R.self), .published(of: R.self)] { try copy(table) }
        try db.execute(sql: "UPDATE undo_change SET has_list = 1 WHERE id = ?", arguments: [change])
    }

    private func copy(
        _ table: JournalTable, isAfter: Bool = false, where condition: String = "true",
        _ arguments: StatementArguments = []
    ) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, \(table.places.joined(separator: ", ")))
                SELECT \(change), '\(table.name)', \(table.key), \(isAfter), \(table.columns.joined(separator: ", "))
                FROM \(table.name) p WHERE \(table.condition) AND \(condition)
                """, arguments: arguments)
    }

    // MARK: After the change

    /// Stores what the change left; called after the change.
    /// - Parameter isWhole: true where it is undone completely or not at all: a record has another number now.
    func rememberAfter(isWhole: Bool = false) throws {
        guard let change else { return }
        let touched = "SELECT key FROM \(records.rows(of: change))"
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM (\(touched) LIMIT \(Self.maxWithFields + 1))")
        if count ?? 0 <= Self.maxWithFields {
            try copy(records, isAfter: true, where: "\(records.key) IN (\(touched))")
        } else {
            try copyHashes(where: "\(records.key) IN (\(touched))")
        }
        if let owner = R.definition.owner?.key {
            // A list from a server may contain two records of one owner, and both may be put back.
            try copyHashes(
                where: """
                    p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                        SELECT \(records.place(of: "\"\(owner)\"")) FROM \(records.rows(of: change)))
                    AND \(records.key) NOT IN (\(touched))
                    """)
            try copy(.ownRecords(of: R.self), isAfter: true)
        }
        let picture = records.places.last ?? ""
        try db.execute(
            sql: """
                UPDATE undo_change SET is_whole = ?, bytes = (
                    SELECT COUNT(*) * \(RecordTable<R>.usualSize) + IFNULL(SUM(LENGTH(\(picture))), 0)
                    FROM \(records.rows(of: change))) WHERE id = ?
                """, arguments: [isWhole, change])
        let sql = "SELECT has_list FROM undo_change WHERE id = ?"
        guard try Bool.fetchOne(db, sql: sql, arguments: [change]) == true else { return }
        for table in [JournalTable.setAside(of: R.self), .published(of: R.self)] { try copy(table, isAfter: true) }
    }

    private func copyHashes(where condition: String) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, \(records.place(of: "hash")))
                SELECT \(change), '\(records.name)', \(records.key), 1, hash FROM \(records.name) p WHERE \(condition)
                """)
    }

    /// Removes the change where it did not replace anything.
    func forgetIfEmpty() throws {
        guard let change else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(records.rows(of: change)))"
        if try Bool.fetchOne(db, sql: sql) == false { try forget() }
    }

    /// Removes the change.
    func forget() throws {
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [change])
    }
}

/// How a change came about: one that is undone can be redone until another is made.
enum ChangeKind {
    case made, undone, redone
}

/// A table whose rows the journal copies; the place of each of its columns is c0, c1 and so on.
struct JournalTable {
    let name: String
    /// The column by which a row is found again.
    let key: String
    let columns: [String]
    /// The condition that a row is of the collection.
    let condition: String

    var places: [String] { columns.indices.map { "c\($0)" } }

    /// The place of a column.
    func place(of column: String) -> String { "c\(columns.firstIndex(of: column) ?? columns.count)" }

    /// The copies of a change, as they continue after FROM; another condition can follow.
    func rows(of change: Int64, areAfter: Bool = false) -> String {
        "undo_row WHERE change = \(change) AND source = '\(name)' AND is_after = \(areAfter ? 1 : 0)"
    }

    /// The table of the collection's records: the first column is the row, the last one the picture.
    static func records<R: DirectoryRecord>(of type: R.Type) -> JournalTable {
        let table = RecordTable<R>()
        let picture = "(SELECT content FROM \(table.pictureTable) c WHERE c.row = p.row)"
        return JournalTable(
            name: table.name, key: table.quotedKey, columns: ["row"] + table.columns + [picture], condition: "true")
    }

    static func ownRecords<R: DirectoryRecord>(of type: R.Type) -> JournalTable {
        beside(type, "own_record", "key", ["untouched", "is_former"])
    }

    static func published<R: DirectoryRecord>(of type: R.Type) -> JournalTable {
        beside(type, "published", "key", ["hash", "tag", "base"])
    }

    static func setAside<R: DirectoryRecord>(of type: R.Type) -> JournalTable {
        beside(type, "set_aside", "position", ["reason", "raw", "source"])
    }

    private static func beside<R: DirectoryRecord>(
        _ type: R.Type, _ name: String, _ key: String, _ columns: [String]
    ) -> JournalTable {
        JournalTable(name: name, key: key, columns: columns, condition: "collection = '\(R.collection.name)'")
    }
}
