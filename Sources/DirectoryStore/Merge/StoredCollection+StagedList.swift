import DirectoryModel
import GRDB
import GRDBSQLite

extension StoredCollection {
    /// Begins a list that is about to arrive. Records of `owner`, and own records, are staged whole even if unchanged.
    /// - Parameters:
    ///   - owner: who is signed in, or nil.
    ///   - delta: set if only the difference to the server's last list arrives.
    ///   - source: where the list is from; what it rejects replaces what the same source rejected before.
    public func beginStaging(
        owner: String? = nil, delta: ArrivingDelta? = nil, source: String? = ""
    ) throws(StoreError) -> StagedList {
        try StagedList(self, owner: owner, delta: delta, source: source)
    }

    /// Merges a list in one transaction. If it throws, or the process is killed, the local list is unchanged. The
    /// user's own edited record is unchanged.
    /// - Parameter settings: returns the settings to store in the same transaction.
    /// - Throws: `StoreError.changedMeanwhile` if a record that arrived as unchanged was edited, or the revision
    ///   differs.
    public func apply(
        _ staging: StagedList, _ request: MergeRequest,
        settings: (ChangeSummary) throws(StoreError) -> [SettingValue] = { _ in [] }
    ) throws(StoreError) -> ChangeSummary {
        try staging.finish()
        let summary = try store.write { db in
            try db.interruptWhenCancelled()
            defer { db.stopInterrupting() }
            return try db.withBulkCache {
                let plan = try MergePlan(request, staging, in: db)
                var summary = try change(
                    request.label, request.offersUndo ? .made : .unoffered, cause: request.cause, in: db
                ) { try MergeTransaction(plan: plan, change: $0).run() }
                if request.strategy == .replace { try MarkTable(table, in: db).removeUnused(of: table) }
                summary.revision = try Schema.revision(of: definition.collection, in: db)
                for setting in try settings(summary) { try setting.store(in: db) }
                return summary
            }
        }
        if summary.removed > 0 { try? removeWithdrawnFromCopies() }
        return summary
    }

    /// The changes that `apply` would make with the same list and request. The store is not changed.
    /// - Parameter limit: how many records of each kind are listed.
    public func preview(
        _ staging: StagedList, _ request: MergeRequest, limit: Int = 300
    ) throws(StoreError) -> ChangePreview {
        try staging.finish()
        return try read { db in try MergePlan(request, staging, in: db).preview(limit: limit, in: db) }
    }

    /// The hash of every record, by key.
    package func hashes() throws(StoreError) -> [Int: Int64] { try read { try table.hashes(in: $0) } }
}

/// Canceling the task around a long change ends it and leaves the store unchanged.
extension Database {
    /// Makes the following statements fail with `SQLITE_INTERRUPT` once the task is canceled, until `stopInterrupting`.
    func interruptWhenCancelled() throws {
        if Task.isCancelled { throw StoreError.cancelled }
        // The statements run on the task's thread.
        sqlite3_progress_handler(sqliteConnection, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    func stopInterrupting() { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
}
