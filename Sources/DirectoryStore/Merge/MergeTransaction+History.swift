public import DirectoryModel
import GRDB

extension MergeTransaction {
    /// Marks what a download of published records changed as not seen yet, and forgets the history of records that the
    /// previous download removed because their owners withdrew them, if they did not return. Versions that were edited
    /// here stay.
    /// - Parameter isFirst: true if the list replaces that of a first launch or of the sample class.
    /// - Returns: true if records are not seen yet.
    func rememberDownload(isFirst: Bool) throws -> Bool {
        guard let change = journal.change, R.home.isPublished, !staging.isOfFile else { return false }
        try db.execute(sql: "UPDATE undo_change SET is_download = 1 WHERE id = ?", arguments: [change])
        try forgetWithdrawn(before: change)
        let touched = "SELECT key FROM \(JournalTable.records(of: R.self).rows(of: change))"
        let here = "SELECT \(key) FROM \(table.name)"
        try db.execute(
            sql: """
                INSERT INTO undo_row (change, source, key, is_after)
                SELECT \(change), '\(withdrawn)', key, 0 FROM listed WHERE collection = '\(table.name)'
                AND key IN (\(touched)) AND key NOT IN (\(here))
                AND key NOT IN (SELECT key FROM own_record WHERE collection = '\(table.name)')
                """)
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

    /// The source of the journal's rows for withdrawn records.
    private var withdrawn: String { "\(table.name) withdrawn" }

    private func forgetWithdrawn(before change: Int64) throws {
        let keys = """
            SELECT key FROM undo_row WHERE source = '\(withdrawn)' AND is_after = 0 AND change < \(change)
            AND key NOT IN (SELECT \(key) FROM \(table.name))
            """
        let columns = JournalTable.records(of: R.self).places.map { "\($0) = NULL" }.joined(separator: ", ")
        // A copy has what the previous change of its record left.
        try db.execute(
            sql: """
                UPDATE undo_row SET \(columns) WHERE source = '\(table.name)' AND key IN (\(keys))
                AND ifnull((SELECT c.is_download FROM undo_row v JOIN undo_change c ON c.id = v.change
                    WHERE v.source = undo_row.source AND v.key = undo_row.key AND v.is_after = 0
                    AND v.change < undo_row.change + undo_row.is_after ORDER BY v.change DESC LIMIT 1), 1);
                DELETE FROM undo_row WHERE source = '\(withdrawn)' AND is_after = 0 AND change < \(change);
                """)
    }
}

/// The records that a download added or changed, and that were not opened since.
extension Store {
    /// Records that the user has seen these records; nil means all.
    public func markSeen<R: DirectoryRecord>(_ type: R.Type, keys: [Int]? = nil) throws(StoreError) {
        let condition = keys.map { "AND key IN (SELECT value FROM json_each('\($0)'))" } ?? ""
        try write { db in
            try db.execute(
                sql: "DELETE FROM unseen WHERE collection = ? \(condition)", arguments: [R.collection.name])
            if db.changesCount > 0 { try db.notifyChanges(in: Table("unseen")) }
        }
    }

    /// The keys of the records that a download added or changed and that were not opened since.
    public func unseenKeys<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Set<Int> {
        try read { try Self.unseenKeys(of: type, in: $0) }
    }

    static func unseenKeys<R: DirectoryRecord>(of type: R.Type, in db: Database) throws -> Set<Int> {
        // GRDB does not observe tables without row IDs.
        try db.registerAccess(to: Table("unseen"))
        let sql = "SELECT key FROM unseen WHERE collection = ?"
        return try Int.fetchSet(db, sql: sql, arguments: [R.collection.name])
    }

    /// Calls `onChange` with the keys of the records that were not seen yet, before this returns and whenever they
    /// change.
    @MainActor
    public func observeUnseen<R: DirectoryRecord>(
        of type: R.Type, onChange: @escaping @MainActor (Set<Int>) -> Void
    ) -> StoreObservation {
        let observation = ValueObservation.tracking { try Self.unseenKeys(of: type, in: $0) }.removeDuplicates()
        return observe(observation, isImmediate: true, onError: { _ in }, onChange: onChange)
    }
}
