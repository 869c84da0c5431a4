import Foundation
import GRDB
import GRDBSQLite
import Language
import Synchronization

extension StoredCollection {
    /// Creates the database for a list that is about to arrive. Records of `owner`, and own records, are stored whole
    /// in it even if unchanged.
    /// - Parameters:
    ///   - owner: who is signed in, or nil.
    ///   - delta: set if only the difference to the server's last list arrives.
    ///   - source: where the list is from; what it rejects replaces what the same source rejected before.
    public func beginStaging(
        owner: String? = nil, delta: ArrivingDelta? = nil, source: String? = ""
    ) throws(StoreError) -> StagingDatabase {
        try beginStaging(owner: owner, delta: delta, source: source, numbering: .byContent)
    }

    func beginStaging(
        owner: String? = nil, delta: ArrivingDelta? = nil, source: String?, numbering: FileNumbering
    ) throws(StoreError) -> StagingDatabase {
        try StagingDatabase(self, owner: owner, delta: delta, source: source, numbering: numbering)
    }

    /// The hashes of the records to stage without their content, by key.
    func knownHashes(owner: String?) throws(StoreError) -> [Int: Int64] {
        try read { db in
            var known: [Int: Int64] = [:]
            let owned = owner.flatMap(table.owned)
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \"\(table.keyColumn)\", hash FROM \(table.name) WHERE NOT \(owned ?? "?")",
                arguments: [owned == nil ? false : owner])
            while let row = try rows.next() { known[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1) }
            let own = OwnTable(table, in: db)
            for mark in try own.marks + [own.current()].compactMap(\.self) { known[mark.key] = nil }
            return known
        }
    }

    /// Merges a list in one transaction. If it throws, or the process is killed, the local list is unchanged. The
    /// user's own edited record is unchanged.
    /// - Parameter settings: returns the settings to store in the same transaction.
    /// - Throws: `StoreError.changedMeanwhile` if a record that arrived as unchanged was edited, or the revision
    ///   differs.
    public func apply(
        _ staging: StagingDatabase, _ request: MergeRequest,
        settings: (ChangeSummary) -> [SettingValue] = { _ in [] }
    ) throws(StoreError) -> ChangeSummary {
        try staging.finish()
        let leftOut = (try staging.leftOutCount, try staging.leftOut(limit: Store.maxReportedRejected))
        var summary = ChangeSummary()
        try store.changing {
            try store.pool.writeWithoutTransaction { db in
                try Self.attach(staging, to: db, .immediate) {
                    try db.interruptWhenCancelled()
                    defer { db.stopInterrupting() }
                    summary = try db.withBulkCache {
                        try MergeTransaction(request, staging, by: store.author, in: db).run()
                    }
                    for setting in settings(summary) { try setting.store(in: db) }
                }
            }
        }
        if summary.removed > 0 { try? removeWithdrawnFromCopies() }
        (summary.leftOutCount, summary.leftOut) = leftOut
        summary.unread = staging.unread
        summary.repeated = staging.repeatedCount
        summary.numbered = staging.notes.withLock { $0.numbered.filter { !request.keeping.contains($0.key) } }
        return summary
    }

    /// Runs `body` on a snapshot of the store, with the list attached as `incoming`.
    func read<T>(beside staging: StagingDatabase, _ body: (Database) throws -> T) throws(StoreError) -> T {
        try staging.finish()
        return try store.mappingErrors {
            try store.pool.unsafeRead { db in try Self.attach(staging, to: db, .deferred) { try body(db) } }
        }
    }

    /// Runs `body` in a transaction with the list attached as `incoming`; SQLite does not attach within a transaction.
    private static func attach<T>(
        _ staging: StagingDatabase, to db: Database, _ kind: Database.TransactionKind, _ body: () throws -> T
    ) throws -> T {
        // SQLite would make an empty file.
        guard FileManager.default.fileExists(atPath: staging.path) else {
            throw StoreError.other(translated("another program removed a temporary file"))
        }
        try db.execute(sql: "ATTACH DATABASE ? AS incoming", arguments: [staging.path])
        // Mapped, because it is scanned several times; no other program changes this file.
        try db.execute(sql: "PRAGMA incoming.cache_size = -8000; PRAGMA incoming.mmap_size = 1073741824")
        defer { try? db.execute(sql: "DETACH DATABASE incoming") }
        try db.beginTransaction(kind)
        do {
            let result = try body()
            try db.commit()
            return result
        } catch {
            try? db.rollback()
            throw error
        }
    }
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
