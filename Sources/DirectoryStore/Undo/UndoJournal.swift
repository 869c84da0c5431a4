import DirectoryModel
import GRDB

/// The undo journal: what each change replaces and leaves, stored in its transaction.
///
/// `undo_change` has the name, time and session of every change. `undo_row` has copies of rows of all journaled tables:
/// for every key that a change touches, the row before (without values if there was none) and the row after, to detect
/// later changes.
struct UndoJournal<R: DirectoryRecord> {
    let db: Database
    let change: Int64?
    private let records = JournalTable.records(of: R.self)

    private static var maxChanges: Int { 50 }
    /// For changes of more records, undo skips records that were changed since; for others, only their changed fields.
    private static var maxWithFields: Int { 200 }

    /// A journal of one change. It stays empty if the store keeps no undo, the change has no name, or only a server can
    /// undo it.
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

    /// Stores the rows that meet `condition`; the table is p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        try copy(records, where: condition, arguments)
    }

    /// Stores that the keys that `query` selects do not exist.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after) SELECT \(change), '\(records.name)', key, 0
                FROM (\(query))
                """, arguments: arguments)
    }

    /// Stores the row with `key`, or its absence.
    func remember(key: Int) throws {
        guard change != nil else { return }
        try remember(where: "\(records.key) = ?", [key])
        if db.changesCount == 0 { try rememberAbsent("SELECT ? AS key", [key]) }
    }

    /// The same for all keys that the change `other` touched.
    func remember(touchedBy other: Int64) throws {
        let keys = "SELECT DISTINCT key FROM \(records.rows(of: other))"
        try remember(where: "\(records.key) IN (\(keys))")
        try rememberAbsent("\(keys) AND key NOT IN (SELECT \(records.key) FROM \(records.name))")
    }

    /// Stores the rejected elements and published versions, which a merge replaces.
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
    /// - Parameter isWhole: true if it can only be undone completely, because a record has a new number.
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
            // A server's list may contain two records of one owner, and both may be restored.
            try copyHashes(
                where: """
                    p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                        SELECT \(records.place(of: "\"\(owner)\"")) FROM \(records.rows(of: change)))
                    AND \(records.key) NOT IN (\(touched))
                    """)
            try copy(.ownRecords(of: R.self), isAfter: true)
        }
        if try Bool.fetchOne(db, sql: "SELECT has_list FROM undo_change WHERE id = ?", arguments: [change]) == true {
            for table in [JournalTable.setAside(of: R.self), .published(of: R.self)] { try copy(table, isAfter: true) }
        }
        // An estimate for records, whose texts would have to be read; the rows of the other tables have three columns.
        let picture = records.places.last ?? ""
        try db.execute(
            sql: """
                UPDATE undo_change SET is_whole = ?, bytes = (
                    SELECT IFNULL(SUM(CASE WHEN source <> '\(records.name)'
                    THEN IFNULL(LENGTH(c0), 0) + IFNULL(LENGTH(c1), 0) + IFNULL(LENGTH(c2), 0)
                    WHEN c0 IS NULL THEN 0 ELSE \(RecordTable<R>.typicalRowSize) + IFNULL(LENGTH(\(picture)), 0) END), 0)
                    FROM undo_row WHERE change = ?2) WHERE id = ?2
                """, arguments: [isWhole, change])
    }

    private func copyHashes(where condition: String) throws {
        guard let change else { return }
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, \(records.place(of: "hash")))
                SELECT \(change), '\(records.name)', \(records.key), 1, hash FROM \(records.name) p WHERE \(condition)
                """)
    }

    /// Removes the change if it replaced nothing.
    func forgetIfEmpty() throws {
        guard let change else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(records.rows(of: change)))"
        if try Bool.fetchOne(db, sql: sql) == false { try forget() }
    }

    func forget() throws {
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [change])
    }
}

/// The origin of a change. An undone one can be redone until another is made.
enum ChangeKind {
    case made, undone, redone
}

/// A table that the journal copies; its columns become c0, c1 and so on.
struct JournalTable {
    let name: String
    let key: String
    let columns: [String]
    /// The condition that a row belongs to the collection.
    let condition: String

    var places: [String] { columns.indices.map { "c\($0)" } }

    func place(of column: String) -> String { "c\(columns.firstIndex(of: column) ?? columns.count)" }

    /// The copies of a change, for FROM; a further condition can follow.
    func rows(of change: Int64, areAfter: Bool = false) -> String {
        "undo_row WHERE change = \(change) AND source = '\(name)' AND is_after = \(areAfter ? 1 : 0)"
    }

    /// The collection's records: the first column is the row, the last one the picture.
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
