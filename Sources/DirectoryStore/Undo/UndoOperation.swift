import DirectoryModel
import GRDB

/// Undoes a change, within a transaction.
///
/// A record that is as the change left it is restored. Of a record that was changed since, only the fields that the
/// change set and that are still as it left them are restored. A field whose restoration would lose a later edit or
/// give two records one owner is skipped, and the record counted. Marks of own records and published versions are
/// restored with the records.
struct UndoOperation {
    let db: Database
    let change: Int64
    let table: RecordTable
    let records: JournalTable
    private let own: OwnTable
    private let isWhole: Bool
    /// How many records were restored.
    private(set) var putBack = 0
    /// The keys of records with later edits of the same fields, and of `taken`.
    private(set) var left: Set<Int> = []
    /// The labels of the fields with later edits, in the order in which they were found.
    private(set) var leftFields: [String] = []
    /// True if the user's own record was not removed.
    private(set) var isOwnLeft = false
    /// The keys of records that do not get their owner back.
    private(set) var taken: Set<Int> = []
    /// The hashes of unedited own records that got another NetID since, by key.
    private var claimedUntouched: [Int: (before: Int64, now: Int64)] = [:]

    init(_ table: RecordTable, _ change: Int64, isWhole: Bool, in db: Database) {
        (self.change, self.isWhole, self.db, self.table) = (change, isWhole, db, table)
        (records, own) = (.records(of: table), OwnTable(table, in: db))
    }

    /// The rows before the change, for FROM.
    var before: String { "(SELECT rowid AS id, * FROM \(records.rows(of: change))) b" }
    private var key: String { table.quotedKey }
    private var hash: String { records.place(of: "hash") }

    /// Restores what can be restored.
    mutating func run() throws {
        let signedIn = try own.signedInKey
        try compare()
        defer { try? db.execute(sql: "DROP TABLE temp.undoing") }
        let conflicts = try conflicts()
        if isWhole, let conflict = conflicts.first {
            left = [conflict.key]
        } else if isWhole, let key = try leaveTakenOwners().first?.key {
            (left, taken) = ([key], [key])
        } else {
            try putBackFields(ofAll: conflicts)
            try leaveOwn()
            try leavePlaceholder()
            let taken = try leaveTakenOwners()
            self.taken.formUnion(taken.map(\.key))
            try putBackFields(ofAll: taken)
            try putBackRows()
            try putBackRows(of: .published(of: table), where: isNotLeft)
            try putBackRows(of: .learned(of: table), where: isNotLeft)
            try putBackRows(of: .setAside(of: table), key: Self.freePosition, where: isNothingSetAsideSince)
            try PublishedTable.notify(db)
            try putBackOwn(signedIn: signedIn)
        }
        try db.notifyChanges(in: Table(table.name))
    }

    // MARK: Records

    /// Lists every key that the change touched, and whether its row was changed since. If a key was touched twice, the
    /// first state counts.
    private func compare() throws {
        let added = "CASE WHEN b.c0 IS NULL THEN b.\(hash) END"
        try db.execute(
            sql: """
                CREATE TEMP TABLE undoing (key INTEGER PRIMARY KEY, id INTEGER, is_changed INTEGER);
                INSERT INTO temp.undoing SELECT b.key, MIN(b.id), p.hash IS NOT IFNULL(\(added), a.\(hash))
                FROM \(before)
                LEFT JOIN (SELECT * FROM \(records.rows(of: change, areAfter: true))) a ON a.key = b.key
                LEFT JOIN \(table.name) p ON p.\(key) = b.key GROUP BY b.key
                """)
    }

    /// The rows that were changed since to another value than before the change, or, for a new number, deleted.
    private func conflicts() throws -> [(key: Int, before: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT u.key, u.id FROM temp.undoing u JOIN undo_row b ON b.rowid = u.id
                LEFT JOIN \(table.name) p ON p.\(key) = u.key WHERE u.is_changed
                AND (p.hash IS NOT CASE WHEN b.c0 IS NOT NULL THEN b.\(hash) END OR ? AND p.hash IS NULL)
                """, arguments: [isWhole]
        ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    private mutating func putBackFields(ofAll records: [(key: Int, before: Int64)]) throws {
        for record in records where try !putBackFields(of: record.key, record.before) { left.insert(record.key) }
    }

    /// Restores the fields that are as the change left them, except an owner that another record has now.
    /// - Returns: false if a field was changed since, the owner is taken, or the record was added or deleted.
    private mutating func putBackFields(of number: Int, _ id: Int64) throws -> Bool {
        guard let row = try table.row(of: number, in: db), let now = try table.whole(key: number, in: db),
            let after = try table.copy("\(records.rows(of: change, areAfter: true)) AND key = \(number)", in: db)?
                .record,
            let old = try table.copy("undo_row WHERE rowid = \(id)", in: db)
        else { return false }
        var (changed, isDone) = (now, true)
        for field in table.definition.fields where !field.isKey {
            let (before, left, present) = (old.record[field], after[field], now[field])
            if before == left || before == present { continue }
            let isTaken = try field.key == table.definition.owner?.key && isTaken(old.record.owner, besides: number)
            if isTaken { taken.insert(number) }
            if !isTaken, left == present {
                changed[field] = before
            } else if case (.list(let old), .list(let made), .list(let now)) = (before, left, present) {
                // Items that were added or removed since stay so.
                let isKept = { !made.contains($0) || old.contains($0) }
                let restored = old.filter { !made.contains($0) && !now.contains($0) }
                changed[field] = .list(now.filter(isKept) + restored)
            } else {
                isDone = false
                if !isTaken, !leftFields.contains(field.label) { leftFields.append(field.label) }
            }
        }
        guard changed != now else { return isDone }
        let prepared = table.prepare(changed)
        try table.update(prepared, row: row, in: db)
        putBack += 1
        noteIfUntouched(changed, prepared.hash, as: old)
        return isDone
    }

    /// Restores the records that were not changed since.
    private mutating func putBackRows() throws {
        let touched = """
            SELECT row FROM \(table.name) WHERE \(key) IN (SELECT key FROM temp.undoing WHERE NOT is_changed)
            """
        try table.delete(rows: touched, in: db)
        // Another process may have reused a row number. Those records come last, so that their new numbers are not ones
        // that others need.
        let isTaken = "EXISTS (SELECT 1 FROM \(table.name) p WHERE p.row = b.c0)"
        let unchanged = "b.rowid IN (SELECT id FROM temp.undoing WHERE NOT is_changed)"
        let picture = records.place(of: "picture")
        try db.execute(
            sql: """
                INSERT INTO \(table.name) (row, \(table.columns.joined(separator: ", ")), picture)
                SELECT CASE WHEN \(isTaken) THEN NULL ELSE b.c0 END, \(records.places.dropFirst().dropLast().joined(separator: ", ")),
                    \(picture)
                FROM undo_row b WHERE \(unchanged) AND b.c0 IS NOT NULL ORDER BY \(isTaken), b.c0;
                """)
        putBack += try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM temp.undoing WHERE NOT is_changed") ?? 0
    }
}

// MARK: Marks, published versions and elements set aside

extension UndoOperation {
    /// The user's own record is not removed, unless the change also marked it as such.
    private mutating func leaveOwn() throws {
        guard let key = try own.marks.first(where: { !$0.isFormer })?.key else { return }
        let marks = JournalTable.ownRecords(of: table).rows(of: change, areAfter: true)
        try db.execute(
            sql: """
                UPDATE temp.undoing SET is_changed = 1 WHERE key = ?1 AND NOT is_changed
                AND (SELECT c0 IS NULL FROM undo_row WHERE rowid = undoing.id)
                AND NOT EXISTS (SELECT 1 FROM \(marks) AND key = ?1)
                """, arguments: [key])
        guard db.changesCount > 0 else { return }
        left.insert(key)
        isOwnLeft = true
    }

    /// An unedited own record is not restored beside the current one.
    private func leavePlaceholder() throws {
        guard table.definition.owner != nil, let mark = try own.marks.first(where: { !$0.isFormer }),
            left.contains(mark.key)
        else {
            return
        }
        let marks = JournalTable.ownRecords(of: table)
        try db.execute(
            sql: """
                UPDATE temp.undoing SET is_changed = 1 WHERE id IN (
                    SELECT b.id FROM \(before) JOIN (SELECT * FROM \(marks.rows(of: change))) o ON o.key = b.key
                    WHERE b.c0 IS NOT NULL AND o.\(marks.place(of: "untouched")) = b.\(hash) AND NOT o.\(marks.place(of: "is_former"))
                    AND o.key <> ?)
                """, arguments: [mark.key])
    }

    /// Restores the rows of another table that the change set and that are still as it left them.
    /// - Parameters:
    ///   - inserted: the expression for the key of a restored row.
    ///   - values: the expressions for the columns, if they are not the copies.
    ///   - condition: the condition that a key in k meets.
    private func putBackRows(
        of other: JournalTable, key inserted: String = "key", as values: [String]? = nil, where condition: String
    ) throws {
        func rows(areAfter: Bool) -> String { "(SELECT * FROM \(other.rows(of: change, areAfter: areAfter)))" }
        func list(_ columns: [String], of name: String) -> String {
            "(" + columns.map { "\(name).\($0)" }.joined(separator: ", ") + ")"
        }
        let (old, after, now) = (
            list(other.places, of: "o"), list(other.places, of: "a"), list(other.columns, of: "n")
        )
        let columns = ["collection", other.key] + other.columns
        try db.execute(
            sql: """
                CREATE TEMP TABLE put_back AS
                SELECT k.key FROM (SELECT key FROM \(rows(areAfter: false)) UNION SELECT key FROM \(rows(areAfter: true))) k
                LEFT JOIN \(rows(areAfter: false)) o ON o.key = k.key
                LEFT JOIN \(rows(areAfter: true)) a ON a.key = k.key
                LEFT JOIN (SELECT * FROM \(other.name) WHERE \(other.condition)) n ON n.\(other.key) = k.key
                WHERE \(now) IS \(after) AND \(old) IS NOT \(after) AND \(condition);
                DELETE FROM \(other.name) WHERE \(other.condition) AND \(other.key) IN (SELECT key FROM put_back);
                INSERT INTO \(other.name) (\(columns.joined(separator: ", ")))
                SELECT '\(table.name)', \(inserted), \((values ?? other.places).joined(separator: ", "))
                FROM \(other.rows(of: change)) AND key IN (SELECT key FROM put_back);
                DROP TABLE temp.put_back;
                """)
    }

    /// The position of a rejected element, or NULL for a new one if another collection has it now.
    private static var freePosition: String {
        "CASE WHEN EXISTS (SELECT 1 FROM set_aside s WHERE s.position = undo_row.key) THEN NULL ELSE key END"
    }

    /// The condition that nothing else was rejected since.
    private var isNothingSetAsideSince: String {
        let other = JournalTable.setAside(of: table)
        return """
            NOT EXISTS (SELECT 1 FROM set_aside s LEFT JOIN (SELECT * FROM \(other.rows(of: change, areAfter: true))) t
            ON t.key = s.position WHERE s.collection = '\(table.name)' AND (s.reason, s.raw) IS NOT (t.c0, t.c1))
            """
    }

    /// Restores the marks of own records. Someone who signed in since stays signed in, and a record that became the
    /// user's own since stays so.
    /// - Parameter signedIn: the key of the own record whose owner is signed in.
    private func putBackOwn(signedIn: Int?) throws {
        guard table.definition.owner != nil else { return }
        let isFormer = "c1 OR EXISTS (SELECT 1 FROM own_record WHERE collection = '\(table.name)' AND NOT is_former)"
        try putBackRows(of: .ownRecords(of: table), as: ["c0", isFormer], where: isNotLeft)
        for (key, hash) in claimedUntouched {
            try db.execute(
                sql: "UPDATE own_record SET untouched = ? WHERE collection = ? AND key = ? AND untouched = ?",
                arguments: [hash.now, table.name, key, hash.before])
        }
        try own.settle()
        if let netid = try own.netid {
            _ = try own.claim(netid, ifUntouched: signedIn != own.marks.first { !$0.isFormer }?.key)
        }
    }

    /// The condition that the record with the key is not skipped.
    private var isNotLeft: String {
        "k.key NOT IN (SELECT value FROM json_each('\(left.sorted())'))"
    }

    /// Signing in changes the owner of an unedited record, which still counts as unedited.
    private mutating func noteIfUntouched(_ record: Record, _ hash: Int64, as old: (record: Record, hash: Int64)) {
        guard let field = table.definition.owner else { return }
        var renamed = record
        renamed[field] = old.record[field]
        if renamed == old.record { claimedUntouched[record.key] = (before: old.hash, now: hash) }
    }
}
