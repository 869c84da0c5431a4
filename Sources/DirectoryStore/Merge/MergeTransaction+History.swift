import DirectoryModel
import Foundation
import GRDB

extension MergeTransaction {
    /// Marks what a download of published records changed as not seen yet. Forgets the history of records that were not
    /// in the previous list either, and marks those that are no longer in the list as withdrawn.
    /// - Parameter isFirst: true if the list replaces that of a first launch or of the sample class.
    /// - Returns: true if records are not seen yet.
    func rememberDownload(isFirst: Bool) throws -> Bool {
        guard let change = journal.change, definition.home.isPublished, !staging.isOfFile else { return false }
        try db.execute(
            sql: """
                UPDATE undo_change SET is_download = 1 WHERE id = \(change);
                DELETE FROM withdrawn WHERE collection = '\(table.name)'
                AND key IN (SELECT \(key) FROM incoming.arrived);
                """)
        try table.forgetWithdrawn(keeping: change, in: db)
        // What the last list had, or an earlier download left; the absent keys are few if only a difference arrived.
        let copies = JournalTable.records(of: table)
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO withdrawn SELECT '\(table.name)', key FROM (
                    SELECT key FROM listed WHERE collection = '\(table.name)' AND \(isAbsent("key"))
                    UNION SELECT key FROM undo_row r WHERE source = '\(table.name)' AND is_after = 0
                    AND \(isAbsent("key")) AND change IN (SELECT id FROM undo_change WHERE is_download)
                    AND (\(copies.isAddition) OR EXISTS (SELECT 1 FROM undo_row a WHERE a.change = r.change
                        AND a.source = r.source AND a.is_after = 1 AND a.key = r.key)))
                WHERE key NOT IN (SELECT key FROM own_record WHERE collection = '\(table.name)')
                """)
        let touched = "SELECT key FROM \(copies.rows(of: change))"
        let here = "SELECT \(key) FROM \(table.name)"
        guard !isFirst else { return false }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO unseen SELECT '\(table.name)', key FROM (\(touched)) WHERE key IN (\(here))
                AND key NOT IN (SELECT key FROM own_record WHERE collection = '\(table.name)')
                """)
        let hasUnseen = db.changesCount > 0
        try db.notifyChanges(in: Table("unseen"))
        return hasUnseen
    }
}

/// The next download removes what people withdrew from the history, except versions that were edited here.
extension StoredCollection {
    /// Removes what people withdrew before the last download; called if the server's list has not changed since.
    public func forgetWithdrawn() throws(StoreError) {
        guard store.whyReadOnly == nil else { return }
        let isForgotten = try store.write { try table.forgetWithdrawn(in: $0) }
        if isForgotten { try? store.sweepPictures() }
    }
}

extension RecordTable {
    /// - Parameter change: a change that undo can still revert: what it touched is forgotten later.
    /// - Returns: true if anything was forgotten.
    @discardableResult
    func forgetWithdrawn(keeping change: Int64 = 0, in db: Database) throws -> Bool {
        let journal = JournalTable.records(of: self)
        let hash = journal.place(of: "hash")
        let gone = """
            FROM withdrawn WHERE collection = '\(name)' AND key NOT IN (SELECT \(quotedKey) FROM \(name))
            AND key NOT IN (SELECT key FROM \(journal.rows(of: change)))
            """
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 \(gone))") == true else { return false }
        // What a download left, or what was there before the history, is of the server, also where undo left it again.
        try db.execute(
            sql: """
                CREATE TEMP TABLE forgotten AS
                SELECT DISTINCT u.rowid AS id, u.change, u.key FROM undo_row t CROSS JOIN undo_row u ON u.change = t.change
                WHERE t.source = '\(name)' AND t.is_after = 0 AND t.key IN (SELECT key \(gone))
                AND u.source = t.source AND u.is_after IN (0, 1) AND u.key = t.key AND (
                    EXISTS (SELECT 1 FROM undo_change c CROSS JOIN undo_row d ON d.change = c.id
                        WHERE c.is_download AND d.source = u.source AND d.key = u.key
                        AND (d.is_after = 1 OR d.is_after = 0 AND d.c0 IS NULL)
                        AND d.\(hash) = u.\(hash))
                    OR u.\(hash) = (SELECT CASE WHEN c0 IS NOT NULL THEN \(hash) END FROM undo_row f
                        WHERE f.source = u.source AND f.is_after = 0 AND f.key = u.key ORDER BY f.rowid LIMIT 1))
                """)
        defer { try? db.execute(sql: "DROP TABLE temp.forgotten") }
        let names = try names(in: journal, db)
        let columns = journal.places.map { "\($0) = NULL" }.joined(separator: ", ")
        try db.execute(
            sql: """
                UPDATE undo_row SET \(columns) WHERE rowid IN (SELECT id FROM temp.forgotten);
                DELETE FROM withdrawn WHERE collection = '\(name)' AND key IN (SELECT key \(gone))
                AND key NOT IN (SELECT key FROM undo_row WHERE source = '\(name)' AND is_after = 0);
                """)
        let emptied = """
            SELECT DISTINCT change, key FROM temp.forgotten f WHERE NOT EXISTS (SELECT 1 FROM undo_row u
                WHERE u.change = f.change AND u.source = '\(name)' AND u.is_after IN (0, 1) AND u.key = f.key
                AND u.c0 IS NOT NULL)
            UNION SELECT u.change, f.key FROM temp.forgotten f JOIN undo_change c ON c.collection = '\(name)'
            JOIN undo_row u ON u.change = c.id AND u.source = 'not_same' AND f.key IN (u.key, u.c0)
            """
        for row in try Row.fetchAll(db, sql: emptied) {
            let (change, key): (Int64, Int) = (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
            let sql = "SELECT label FROM undo_change WHERE id = ?"
            guard let label = try String.fetchOne(db, sql: sql, arguments: [change]) else { continue }
            let shortened = (names[key] ?? []).sorted { $0.count > $1.count }.reduce(label) { $0.withoutName($1) }
            guard shortened != label else { continue }
            try db.execute(sql: "UPDATE undo_change SET label = ? WHERE id = ?", arguments: [shortened, change])
        }
        return true
    }

    /// The titles that the labels of changes have for records that are about to be forgotten.
    private func names(in journal: JournalTable, _ db: Database) throws -> [Int: Set<String>] {
        let columns = selection.split(separator: ", ").map { journal.place(of: String($0)) }
        let copies = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(columns.joined(separator: ", ")), key FROM undo_row
                WHERE rowid IN (SELECT id FROM temp.forgotten) AND c0 IS NOT NULL
                """)
        var names: [Int: Set<String>] = [:]
        while let row = try copies.next() {
            names[try row.decode(atIndex: columns.count), default: []].insert(record(row).record.displayName)
        }
        return names
    }
}

/// The records that a download added or changed, and that were not opened since.
extension StoredCollection {
    /// Records that the user has seen these records; nil means all.
    public func markSeen(keys: [Int]? = nil) throws(StoreError) {
        let condition = keys.map { "AND key IN (SELECT value FROM json_each('\($0)'))" } ?? ""
        try store.write { db in
            try db.execute(
                sql: "DELETE FROM unseen WHERE collection = ? \(condition)", arguments: [table.name])
            if db.changesCount > 0 { try db.notifyChanges(in: Table("unseen")) }
        }
    }

    /// The keys of the records that a download added or changed and that were not opened since.
    public func unseenKeys() throws(StoreError) -> Set<Int> { try read { try table.unseenKeys(in: $0) } }

    /// Calls `onChange` with the keys of the records that were not seen yet, before this returns and whenever they
    /// change.
    @MainActor
    public func observeUnseen(onChange: @escaping @MainActor (Set<Int>) -> Void) -> StoreObservation {
        let observation = ValueObservation.tracking { try table.unseenKeys(in: $0) }.removeDuplicates()
        return store.observe(observation, isImmediate: true, onError: { _ in }, onChange: onChange)
    }
}

extension RecordTable {
    /// The keys of the records that a download added or changed and that were not opened since.
    func unseenKeys(in db: Database) throws -> Set<Int> {
        // GRDB does not observe tables without row IDs.
        try db.registerAccess(to: Table("unseen"))
        let sql = "SELECT key FROM unseen WHERE collection = ?"
        return try Int.fetchSet(db, sql: sql, arguments: [name])
    }
}

extension String {
    /// The text with "…" in place of a name, except in longer words.
    fileprivate func withoutName(_ name: String) -> String {
        let letter = "[\\p{L}\\p{M}\\p{N}]"
        let pattern = "(?<!\(letter))\(NSRegularExpression.escapedPattern(for: name))(?!\(letter))"
        return name.isEmpty ? self : replacingOccurrences(of: pattern, with: "…", options: .regularExpression)
    }
}
