import DirectoryModel
import Foundation
import GRDB

/// The journal: what each change replaces and leaves, stored in its transaction. Undo and the history read it.
///
/// `undo_change` has the name, cause, time and session of every change. `undo_row` has copies of rows of all journaled
/// tables: for every key that a change touches, the row before (without values if there was none) and the row after, to
/// detect later changes. An added record of many needs only the former, with the hash that the change left.
struct UndoJournal {
    /// The table of the records.
    let table: RecordTable
    let db: Database
    /// The number of the change, or nil for a preview.
    let change: Int64?
    private let records: JournalTable
    /// True if another journal began the change.
    private let isJoined: Bool
    /// True if Redo ends with the change.
    private let endsRedo: Bool

    /// For changes of more records, undo skips records that were changed since; for others, only their changed fields.
    private static var maxWithFields: Int { 200 }

    /// A journal of one change.
    /// - Parameters:
    ///   - author: nil for a preview, which stores nothing.
    ///   - isOffered: false if Undo does not offer the change. It never offers changes of a server's list.
    ///   - list: the collection whose history and Undo have the change; nil for that of the records.
    init(
        _ table: RecordTable, _ kind: ChangeKind = .made, by author: ChangeAuthor?, _ label: String,
        isOffered: Bool = true, of list: CollectionInfo? = nil, in db: Database
    ) throws {
        let isOffered = isOffered && author?.offersUndo == true && table.definition.home.keepsUndo
        (self.table, records) = (table, .records(of: table))
        (self.db, isJoined, endsRedo) = (db, false, isOffered && kind == .made)
        guard let author else {
            change = nil
            return
        }
        try db.execute(
            sql: """
                INSERT INTO undo_change (collection, label, cause, session, time, is_undo, is_offered)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                list?.name ?? table.name, label, author.cause, author.session, Date().timeIntervalSince1970,
                kind == .undone, isOffered,
            ])
        change = db.lastInsertedRowID
        if table.definition.owner != nil { try copy(.ownRecords(of: table)) }
    }

    /// Adds records of another collection to the same change.
    init(_ table: RecordTable, joining other: UndoJournal) {
        (self.table, records) = (table, .records(of: table))
        (db, change, isJoined, endsRedo) = (other.db, other.change, true, false)
    }

    // MARK: Before the change

    /// Stores the rows that meet `condition`; the table is p.
    func remember(where condition: String, _ arguments: StatementArguments = []) throws {
        try copy(records, where: condition, arguments)
    }

    /// Stores that the keys that `query` selects do not exist, with the hashes of the records that the change adds, or
    /// NULL.
    func rememberAbsent(_ query: String, _ arguments: StatementArguments = []) throws {
        guard let change else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, \(records.place(of: "hash")))
                SELECT \(change), '\(records.name)', key, 0, hash FROM (\(query)) ORDER BY key
                """
        ).execute(arguments: arguments)
    }

    /// Stores the hashes of records that are now present and were not before, by key.
    func rememberAdditions(_ hashes: [Int: Int64]) throws {
        guard let change else { return }
        let insertion = try FastStatement(
            """
            INSERT INTO undo_row (change, source, is_after, key, \(records.place(of: "hash")))
            VALUES (\(change), '\(records.name)', 0, ?, ?)
            """, in: db)
        // Entries of an index are added several times faster in its order.
        for (key, hash) in hashes.sorted(by: { $0.key < $1.key }) {
            var values = EncodedValues(Int64(key))
            values.append(hash)
            try insertion.run(values)
        }
    }

    /// Stores the row with `key`, or its absence.
    func remember(key: Int) throws {
        guard change != nil else { return }
        try remember(where: "\(records.key) = ?", [key])
        if db.changesCount == 0 { try rememberAbsent("SELECT ? AS key, NULL AS hash", [key]) }
    }

    /// Stores those of the rows with `keys` that are present.
    func remember(keys: [Int]) throws {
        try remember(where: "\(records.key) IN (SELECT value FROM json_each(?))", ["\(keys)"])
    }

    /// The same for all keys that the change `other` touched.
    func remember(touchedBy other: Int64) throws {
        let keys = "SELECT DISTINCT key FROM \(records.rows(of: other))"
        try remember(where: "\(records.key) IN (\(keys))")
        try rememberAbsent(
            "SELECT key, NULL AS hash FROM (\(keys)) WHERE key NOT IN (SELECT \(records.key) FROM \(records.name))")
    }

    /// Stores the rejected elements and published versions, which a merge replaces.
    func rememberList() throws {
        guard let change else { return }
        for other in [JournalTable.setAside(of: table), .published(of: table)] { try copy(other) }
        try db.execute(sql: "UPDATE undo_change SET has_list = 1 WHERE id = ?", arguments: [change])
    }

    func copy(
        _ table: JournalTable, isAfter: Bool = false, where condition: String = "true",
        _ arguments: StatementArguments = []
    ) throws {
        guard let change else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after, \(table.places.joined(separator: ", ")))
                SELECT \(change), '\(table.name)', \(table.key), \(isAfter), \(table.columns.joined(separator: ", "))
                FROM \(table.name) p WHERE \(table.condition) AND \(condition)
                """
        ).execute(arguments: arguments)
    }

    // MARK: After the change

    /// Stores what the change left; called after the change, and of joined journals before it is of the first.
    /// - Parameter isWhole: true if it can only be undone completely, because a record has a new number.
    /// - Parameter isLast: false if `finish` is called later.
    func rememberAfter(isWhole: Bool = false, isLast: Bool = true) throws {
        guard let change else { return }
        try copyAfter(of: change)
        if isWhole { try db.execute(sql: "UPDATE undo_change SET is_whole = 1 WHERE id = ?", arguments: [change]) }
        if !isJoined, isLast { try finish() }
    }

    private func copyAfter(of change: Int64) throws {
        let rows = records.rows(of: change)
        // Another part of the change may have stored them, or an earlier state.
        if isJoined {
            try db.execute(
                sql: """
                    DELETE FROM \(records.rows(of: change, areAfter: true));
                    DELETE FROM \(rows) AND rowid NOT IN (SELECT MIN(rowid) FROM \(rows) GROUP BY key)
                    """)
        }
        var touchedRows = "\(rows) AND NOT (\(records.isAddition))"
        let touched = try Int.fetchAll(db, sql: "SELECT key FROM \(touchedRows) LIMIT \(Self.maxWithFields + 1)")
        if touched.count <= Self.maxWithFields {
            // Additions may be many, so these are looked up by their keys.
            touchedRows += " AND key IN (\(touched.map(String.init).joined(separator: ", ")))"
            try forgetUnchanged(in: touchedRows)
            try copy(records, isAfter: true, where: "\(records.key) IN (SELECT key FROM \(touchedRows))")
        } else {
            try copyHashes(where: "\(records.key) IN (SELECT key FROM \(touchedRows))")
        }
        if let owner = table.definition.owner?.key, !touched.isEmpty {
            // A server's list may contain two records of one owner, and both may be restored.
            try copyHashes(
                where: """
                    p."\(owner)" <> '' AND p."\(owner)" COLLATE NOCASE IN (
                        SELECT \(records.place(of: "\"\(owner)\"")) FROM \(touchedRows))
                    AND NOT EXISTS (SELECT 1 FROM \(rows) AND key = p.\(records.key))
                    """)
        }
        if table.definition.owner != nil { try copy(.ownRecords(of: table), isAfter: true) }
        if try Bool.fetchOne(db, sql: "SELECT has_list FROM undo_change WHERE id = ?", arguments: [change]) == true {
            for other in [JournalTable.setAside(of: table), .published(of: table)] { try copy(other, isAfter: true) }
        }
    }

    /// Measures the change, ends Redo, and removes what is beyond the limits of the history.
    func finish() throws {
        guard let change else { return }
        // An estimate for records, whose texts would have to be read. The other tables have few columns, of which a
        // group's members may be long.
        let picture = table.copiedPictureLength
        // The record of a first launch that a list replaced is no change of its own.
        let isReplaced = """
            key IN (SELECT key FROM \(JournalTable.ownRecords(of: table).rows(of: change)) AND NOT c1)
            AND key NOT IN (SELECT \(records.key) FROM \(records.name))
            """
        let length = JournalTable.records(of: RecordTable(.groups)).places.map { "IFNULL(LENGTH(\($0)), 0)" }
            .joined(separator: " + ")
        try db.execute(
            sql: """
                UPDATE undo_change SET count = CASE WHEN collection <> ? THEN 0 ELSE (SELECT COUNT(*) FROM (
                    SELECT DISTINCT key FROM \(records.rows(of: change))
                    AND CASE WHEN is_whole THEN c0 IS NOT NULL ELSE NOT (\(isReplaced)) END)) END
                WHERE id = \(change)
                """, arguments: [records.name])
        // A change that this one reverts gave its pictures back.
        try db.execute(
            sql: """
                UPDATE undo_change SET bytes = (SELECT IFNULL(SUM(\(Self.rowSize) + CASE
                    WHEN source <> collection THEN \(length) WHEN c0 IS NULL THEN 0
                    ELSE \(RecordTable.typicalRowSize) + IFNULL(\(picture), 0) END), 0)
                    FROM undo_row WHERE change = undo_change.id) WHERE id = \(change) OR reverted_by = \(change)
                """)
        if endsRedo {
            try db.execute(
                sql: """
                    UPDATE undo_change SET is_offered = 0 WHERE is_undo AND is_offered
                    AND collection = (SELECT collection FROM undo_change WHERE id = ?1)
                    AND EXISTS (SELECT 1 FROM undo_row WHERE change = ?1 AND (is_after = 0 AND source <> 'own_record' OR source = 'not_same'))
                    """, arguments: [change])
        }
        try HistoryLimits.trim(in: db)
    }

    /// The bytes of a row without content and its entries in the indexes.
    private static var rowSize: Int { 50 }

    private func forgetUnchanged(in touchedRows: String) throws {
        let hash = records.place(of: "hash")
        try db.execute(
            sql: """
                DELETE FROM \(touchedRows) AND (c0, \(hash)) IS (
                    SELECT row, hash FROM \(records.name) p WHERE p.\(records.key) = undo_row.key)
                """)
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
        let sources = "('\(records.name)', '\(Definition.groups.collection.name)')"
        let sql = "SELECT EXISTS (SELECT 1 FROM undo_row WHERE change = ? AND source IN \(sources) AND is_after = 0)"
        if try Bool.fetchOne(db, sql: sql, arguments: [change]) == false { try forget() }
    }

    func forget() throws {
        try db.execute(sql: "DELETE FROM undo_change WHERE id = ?", arguments: [change])
    }

    /// Records that this change reverted `other`.
    func rememberReverting(_ other: Int64) throws {
        try db.execute(sql: "UPDATE undo_change SET reverted_by = ? WHERE id = ?", arguments: [change, other])
    }
}

/// The origin of a change. An undone one can be redone until another is made.
enum ChangeKind {
    case made, undone, redone
}

/// Makes the changes of a store.
struct ChangeAuthor: Sendable {
    /// The name of this process.
    let session = Session.name()
    /// What the history says of changes: "edited here", "dukedir update".
    var cause: String
    /// True if Undo offers the changes.
    let offersUndo: Bool
}

/// A table that the journal copies; its columns become c0, c1 and so on.
struct JournalTable {
    let name: String
    let key: String
    let columns: [String]
    /// The condition that a row belongs to the collection.
    let condition: String

    var places: [String] { columns.indices.map { "c\($0)" } }

    /// The place of a column; NULL for one that is not copied.
    func place(of column: String) -> String { columns.firstIndex(of: column).map { "c\($0)" } ?? "NULL" }

    /// The condition that a copy before a change is of an added record: without values, with the hash that it got.
    var isAddition: String { "c0 IS NULL AND \(place(of: "hash")) IS NOT NULL" }

    /// The copies of a change, for FROM; a further condition can follow.
    func rows(of change: Int64, areAfter: Bool = false) -> String {
        "undo_row WHERE change = \(change) AND source = '\(name)' AND is_after = \(areAfter ? 1 : 0)"
    }

    /// The collection's records: the first column is the row, the last one that of the picture. Earlier versions stored
    /// the picture itself there, as bytes or text.
    static func records(of table: RecordTable) -> JournalTable {
        JournalTable(
            name: table.name, key: table.quotedKey, columns: ["row"] + table.columns + ["picture"], condition: "true")
    }

    static func ownRecords(of table: RecordTable) -> JournalTable {
        beside(table, "own_record", "key", ["untouched", "is_former"])
    }

    static func published(of table: RecordTable) -> JournalTable {
        beside(table, "published", "key", ["hash", "tag", "base"])
    }

    static func learned(of table: RecordTable) -> JournalTable {
        beside(table, "learned", "key", ["box", "due", "name"])
    }

    static func setAside(of table: RecordTable) -> JournalTable {
        beside(table, "set_aside", "position", ["reason", "raw", "source"])
    }

    private static func beside(
        _ table: RecordTable, _ name: String, _ key: String, _ columns: [String]
    ) -> JournalTable {
        JournalTable(name: name, key: key, columns: columns, condition: "collection = '\(table.name)'")
    }
}
