import DirectoryModel
import Foundation
import GRDB

/// The undo of a change, in one transaction.
///
/// A record that is as the change left it is put back completely. Of a record that was changed since, by this program
/// or another, the fields that the change changed and that are still as it left them are put back. A field that cannot
/// be put back without losing a later edit, or without giving two records one owner, is skipped, and the record is
/// counted. The mark of an own record, and what a server has of it, are put back with the record.
struct Undoing<R: DirectoryRecord> {
    let db: Database
    let change: Int64
    let table = RecordTable<R>()
    private let own: OwnTable<R>
    private let hasAfter: Bool
    private let hasRejected: Bool
    private let isWhole: Bool
    /// How many records are as they were before.
    private(set) var putBack = 0
    /// The keys of records with a later edit of what the change changed, or that are among `taken`.
    private(set) var left: Set<Int> = []
    /// The keys of records that do not get their owner back, because another record has that owner now.
    private(set) var taken: Set<Int> = []
    /// The own record as the first launch made it, where it has another NetID now, by key.
    private var claimedUntouched: [Int: (before: Int64, now: Int64)] = [:]

    init(_ change: Int64, in db: Database) throws {
        (self.change, self.db, own) = (change, db, OwnTable<R>(in: db))
        let row = try Row.fetchOne(
            db, sql: "SELECT has_after, has_aside, is_whole FROM undo_change WHERE id = ?", arguments: [change])
        hasAfter = try row?.decode(atIndex: 0) ?? false
        hasRejected = try row?.decode(atIndex: 1) ?? false
        isWhole = try row?.decode(atIndex: 2) ?? false
    }

    private var before: String { table.beforeTable }
    private var key: String { table.quotedKey }

    /// Puts back what can be put back, and removes the change.
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
            try leavePlaceholder()
            let taken = try leaveTakenOwners()
            self.taken.formUnion(taken.map(\.key))
            try putBackFields(ofAll: taken)
            try putBackRows()
            if hasRejected {
                try putBackPublished()
                try putBackRejected()
            }
            try putBackOwn(signedIn: signedIn)
        }
        try UndoJournal<R>.forget("= ?", [change], in: db)
        try db.notifyChanges(in: Table(table.name))
    }

    // MARK: Records

    /// Records for every key that the change touched whether its row was changed since. For a key that was touched
    /// twice, the first state counts.
    private func compare() throws {
        try db.execute(sql: "CREATE TEMP TABLE undoing (key INTEGER PRIMARY KEY, id INTEGER, is_changed INTEGER)")
        try db.execute(
            sql: """
                INSERT INTO temp.undoing SELECT b.\(key), MIN(b.rowid), ? AND p.hash IS NOT a.hash FROM \(before) b
                LEFT JOIN undo_after a ON a.change = b.change AND a.key = b.\(key)
                LEFT JOIN \(table.name) p ON p.\(key) = b.\(key) WHERE b.change = ? GROUP BY b.\(key)
                """, arguments: [hasAfter, change])
    }

    /// The rows that were changed since to a value other than that before the change; for a record that has another
    /// number now, also that it is gone.
    private func conflicts() throws -> [(key: Int, before: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT u.key, u.id FROM temp.undoing u JOIN \(before) b ON b.rowid = u.id
                LEFT JOIN \(table.name) p ON p.\(key) = u.key WHERE u.is_changed
                AND (p.hash IS NOT b.hash OR ? AND p.hash IS NULL)
                """, arguments: [isWhole]
        ).map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
    }

    private mutating func putBackFields(ofAll records: [(key: Int, before: Int64)]) throws {
        for record in records where try !putBackFields(of: record.key, record.before) { left.insert(record.key) }
    }

    /// Puts back the fields that are as the change left them, except an owner that another record has now.
    /// - Returns: false where a field that the change changed was changed since, the owner is taken, or the record
    ///   itself was added or removed.
    private mutating func putBackFields(of number: Int, _ id: Int64) throws -> Bool {
        guard let after = try fields(of: number), let row = try table.row(of: number, in: db),
            let now = try table.whole(key: number, in: db), let old = try recordBefore(id)
        else { return false }
        let (oldPrints, nowPrints) = (FieldPrints(of: old.record).prints, FieldPrints(of: now).prints)
        guard after.prints.count == oldPrints.count else { return false }
        var (changed, isDone) = (now, true)
        for (index, field) in R.fields.filter({ !$0.isKey }).enumerated()
        where ![after.prints[index], nowPrints[index]].contains(oldPrints[index]) {
            let isTaken = try field.key == R.definition.owner?.key && isTaken(old.record.owner, besides: number)
            if isTaken { taken.insert(number) }
            if !isTaken, nowPrints[index] == after.prints[index] {
                field.set(field.value(old.record), in: &changed)
            } else {
                isDone = false
            }
        }
        guard changed != now else { return isDone }
        let prepared = table.prepare(changed)
        try table.update(prepared, row: row, in: db)
        putBack += 1
        noteIfUntouched(changed, prepared.hash, as: old)
        return isDone
    }

    private func fields(of number: Int) throws -> FieldPrints? {
        try Data.fetchOne(
            db, sql: "SELECT fields FROM undo_after WHERE change = ? AND key = ? AND fields IS NOT NULL",
            arguments: [change, number]
        ).map(FieldPrints.init(data:))
    }

    /// The record before the change and its hash, or nil where there was not one.
    private func recordBefore(_ id: Int64) throws -> (record: R, hash: Int64)? {
        let row = try Row.fetchOne(
            db, sql: "SELECT \(table.selection), content FROM \(before) WHERE rowid = ? AND row IS NOT NULL",
            arguments: [id])
        return row.map { row in
            let stored = table.record(row)
            return (table.complete(stored, PictureContent(databaseValue: row["content"])), stored.hash)
        }
    }

    /// Puts back the records that were not changed since.
    private mutating func putBackRows() throws {
        let columns = table.columns.joined(separator: ", ")
        let touched = """
            SELECT row FROM \(table.name) WHERE \(key) IN (SELECT key FROM temp.undoing WHERE NOT is_changed)
            """
        for each in [table.pictureTable, SearchTextTable<R>().name, table.name] {
            try db.execute(sql: "DELETE FROM \(each) WHERE row IN (\(touched))")
        }
        // Another process may have reused the row's number in the meantime; those come last, because their new numbers
        // must not be ones that others still wait for.
        let isTaken = "EXISTS (SELECT 1 FROM \(table.name) p WHERE p.row = b.row)"
        let unchanged = "(SELECT id FROM temp.undoing WHERE NOT is_changed)"
        try db.execute(
            sql: """
                INSERT INTO \(table.name) (row, \(columns))
                SELECT CASE WHEN \(isTaken) THEN NULL ELSE b.row END, \(columns) FROM \(before) b
                WHERE b.rowid IN \(unchanged) AND b.row IS NOT NULL ORDER BY \(isTaken), b.row
                """)
        try db.execute(
            sql: """
                INSERT INTO \(table.pictureTable) SELECT p.row, b.content FROM \(before) b
                JOIN \(table.name) p ON p.\(key) = b.\(key)
                WHERE b.rowid IN \(unchanged) AND b.content IS NOT NULL
                """)
        putBack += try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM temp.undoing WHERE NOT is_changed") ?? 0
    }
}

// MARK: Marks and published versions

extension Undoing {
    /// An unedited own record is not put back beside the current own one.
    private func leavePlaceholder() throws {
        guard R.definition.owner != nil, let mark = try own.marks.first(where: { !$0.isFormer }),
            left.contains(mark.key)
        else {
            return
        }
        try db.execute(
            sql: """
                UPDATE temp.undoing SET is_changed = 1 WHERE id IN (
                    SELECT b.rowid FROM \(before) b JOIN own_record_before o ON o.change = b.change AND o.key = b.\(key)
                    WHERE b.change = ? AND o.untouched = b.hash AND NOT o.is_former AND o.key <> ?)
                """, arguments: [change, mark.key])
    }

    /// The keys of `name` whose row is as the change left it and was another before, except those of records that are
    /// skipped.
    /// - Parameter after: the table with what the change left.
    private func keysToPutBack(_ name: String, _ after: String, _ columns: String) throws -> [Int] {
        func rows(_ table: String, _ condition: String, _ argument: any DatabaseValueConvertible) throws -> [Int: Row] {
            let rows = try Row.fetchAll(
                db, sql: "SELECT key, \(columns) FROM \(table) WHERE \(condition)", arguments: [argument])
            return Dictionary(try rows.map { (try $0.decode(atIndex: 0), $0) }, uniquingKeysWith: { $1 })
        }
        let before = try rows("\(name)_before", "change = ?", change)
        let now = try rows(name, "collection = ?", table.name)
        let then = hasAfter ? try rows(after, "change = ?", change) : now
        return Set(before.keys).union(then.keys).subtracting(left)
            .filter { now[$0] == then[$0] && before[$0] != then[$0] }.sorted()
    }

    private func putBackPublished() throws {
        let keys = try keysToPutBack("published", "undo_after_published", "hash, tag")
        for key in keys {
            try db.execute(
                sql: "DELETE FROM published WHERE collection = ? AND key = ?", arguments: [table.name, key])
            try db.execute(
                sql: """
                    INSERT INTO published (collection, key, hash, tag, base)
                    SELECT collection, key, hash, tag, base FROM published_before WHERE change = ? AND key = ?
                    """, arguments: [change, key])
        }
        try PublishedTable.notify(db)
    }

    /// Puts back the elements that were set aside before, where no others were set aside since; an element that was
    /// added or removed since is not put back.
    private func putBackRejected() throws {
        let now = try RejectedElementTable.prints(of: R.collection, in: db)
        let rows = try Row.fetchAll(
            db, sql: "SELECT position, hash FROM undo_after_aside WHERE change = ?", arguments: [change])
        let prints: [(Int64, Int64)] = try rows.map { (try $0.decode(atIndex: 0), try $0.decode(atIndex: 1)) }
        let then = hasAfter ? Dictionary(prints, uniquingKeysWith: { $1 }) : now
        guard now.allSatisfy({ then[$0.key] == $0.value }) else { return }
        try db.execute(sql: "DELETE FROM set_aside WHERE collection = ?", arguments: [table.name])
        let before = try Row.fetchAll(
            db, sql: "SELECT position, reason, raw, source FROM set_aside_before WHERE change = ? ORDER BY position",
            arguments: [change])
        for row in before {
            let position: Int64 = try row.decode(atIndex: 0)
            if now[position] == nil, try then[position] == RejectedElementTable.print(of: row) { continue }
            try db.execute(
                sql: """
                    INSERT INTO set_aside (position, collection, reason, raw, source)
                    SELECT CASE WHEN EXISTS (SELECT 1 FROM set_aside WHERE position = ?) THEN NULL ELSE ? END, ?, ?, ?, ?
                    """,
                arguments: [position, position, table.name] + StatementArguments(Array(row.databaseValues.dropFirst())))
        }
    }

    /// Puts back the marks of own records; a person who signed in since is still signed in, and a record that a later
    /// edit made the user's own still is.
    /// - Parameter signedIn: the key of the own record that had the NetID of the person who is signed in.
    private func putBackOwn(signedIn: Int?) throws {
        guard R.definition.owner != nil else { return }
        let keys = try keysToPutBack("own_record", "undo_after_own", "untouched, is_former")
        for key in keys {
            try db.execute(
                sql: "DELETE FROM own_record WHERE collection = ? AND key = ?", arguments: [table.name, key])
        }
        for key in keys {
            try db.execute(
                sql: """
                    INSERT INTO own_record (collection, key, untouched, is_former)
                    SELECT collection, key, untouched, is_former OR EXISTS (
                        SELECT 1 FROM own_record o WHERE o.collection = b.collection AND NOT o.is_former)
                    FROM own_record_before b WHERE change = ? AND key = ?
                    """, arguments: [change, key])
        }
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

    /// Signing in changes the owner of an unedited record; it still counts as unedited.
    private mutating func noteIfUntouched(_ record: R, _ hash: Int64, as old: (record: R, hash: Int64)) {
        guard let field = R.definition.owner else { return }
        var renamed = record
        field.set(field.value(old.record), in: &renamed)
        if renamed == old.record { claimedUntouched[record.key] = (before: old.hash, now: hash) }
    }
}
