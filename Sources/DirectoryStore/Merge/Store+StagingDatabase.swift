public import DirectoryModel
import GRDB
import GRDBSQLite

extension Store {
    /// Makes the database for a list that is about to arrive. Records of `owner`, and own records, are kept whole in
    /// it, even where unchanged.
    /// - Parameters:
    ///   - type: the collection.
    ///   - owner: who is signed in, or nil.
    ///   - delta: what is known of the list where only the difference to the server's last list arrives.
    ///   - source: what the list is from: what it sets aside replaces what the same source set aside before.
    public func beginStaging<R: DirectoryRecord>(
        _ type: R.Type, owner: String? = nil, delta: ArrivingDelta? = nil, source: String? = ""
    ) throws(StoreError) -> StagingDatabase<R> {
        let table = RecordTable<R>()
        return try StagingDatabase(
            sandbox: sandbox, known: delta == nil ? try knownHashes(type, owner: owner) : [:], delta: delta,
            source: source,
            numbers: try read { try KeyAllocator<R>(in: $0) }
        ) {
            try self.find(in: table, key: $0)
        }
    }

    private func knownHashes<R: DirectoryRecord>(_ type: R.Type, owner: String?) throws(StoreError) -> [Int: Int64] {
        let table = RecordTable<R>()
        return try read { db in
            var known: [Int: Int64] = [:]
            let owned = owner.flatMap { Self.owned(type, by: $0) }
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \"\(table.keyColumn)\", hash FROM \(table.name) WHERE NOT \(owned ?? "?")",
                arguments: [owned == nil ? false : owner])
            while let row = try rows.next() { known[try row.decode(atIndex: 0)] = try row.decode(atIndex: 1) }
            let own = OwnTable<R>(in: db)
            for mark in try own.marks + [own.current()].compactMap(\.self) { known[mark.key] = nil }
            return known
        }
    }

    /// Takes over what arrived, in one transaction: when it returns, the local list is the new one; when it throws, or
    /// the process is killed in it, the local list is the old one. The user's own record, if it was edited here, stays,
    /// whatever arrived.
    /// - Parameters:
    ///   - staging: the list that arrived.
    ///   - how: how the records here are treated.
    ///   - label: the name of the change for undo, or nil where it cannot be undone.
    ///   - owner: who is signed in, where a server sent the list: their records in it are stored as published.
    ///   - keeping: the keys that stay as they are here, present or absent.
    ///   - unseen: those of `keeping` whose version on the server was not shown.
    ///   - dropping: keys to remove, whether or not they arrived.
    ///   - removing: the same, for keys of records that were never the user's own.
    ///   - own: a record that replaces the one that arrived under its key.
    ///   - base: the new common base of `own` and the server's version, or nil for the latter itself.
    ///   - rule: how own records are treated.
    ///   - revision: the collection's when the list was requested, where it must be unchanged since.
    ///   - settings: the settings to store with the list, by their names, for its result.
    /// - Throws: `StoreError.changedMeanwhile` where a record was edited here while the same one arrived unchanged, or
    ///   where the revision differs.
    public func apply<R: DirectoryRecord>(
        _ staging: StagingDatabase<R>, _ how: MergeStrategy, label: String?, owner: String? = nil,
        keeping: Set<Int> = [],
        unseen: Set<Int> = [], dropping: Set<Int> = [], removing: Set<Int> = [], putting own: R? = nil,
        madeOf base: R? = nil,
        rule: OwnRule = OwnRule(), expecting revision: Int64? = nil,
        settings: (ChangeSummary) -> [String: String] = { _ in [:] }
    ) throws(StoreError) -> ChangeSummary {
        try staging.finish()
        return try changing {
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH DATABASE ? AS incoming", arguments: [staging.path])
                defer { try? db.execute(sql: "DETACH DATABASE incoming") }
                var summary = ChangeSummary()
                let leftOut = (try staging.leftOutCount, try staging.leftOut(limit: Self.mostToldRejected))
                try db.inTransaction(.immediate) {
                    try stopIfCancelled(db)
                    defer { goOn(db) }
                    if let revision, try Schema.revision(of: R.collection, in: db) != revision {
                        throw StoreError.changedMeanwhile
                    }
                    let journal = try UndoJournal<R>(session: session, label: label, in: db)
                    let ownPlan = OwnPlan<R>(db: db, how: how, rule: rule, isOfFile: staging.isOfFile, owner: owner)
                    let (kept, edited) = (
                        keeping.union(try ownPlan.kept(besides: keeping)), try ownPlan.edited(putting: own)
                    )
                    let plan = MergeTransaction<R>(
                        db: db, how: how, keeping: kept.subtracting(dropping).union(own.map { [$0.key] } ?? []),
                        releasing: rule.releasing, journal: journal, owner: owner, delta: staging.delta,
                        source: staging.source)
                    try plan.rememberRejected()
                    let (keepsOwn, hasOwn) = try plan.rejectStrangers()
                    let cards = CardKeys<R>(in: db)
                    try cards.forgetMissing()
                    let dropped = try plan.drop(dropping) + plan.drop(removing)
                    summary = try plan.run()
                    summary.removed += dropped
                    (summary.keptOwn, summary.fileHasOwn) = (keepsOwn, hasOwn || staging.hasOwn)
                    if let own {
                        try plan.put(own, &summary)
                        try plan.markMoved(dropping, to: own.key)
                    } else {
                        for key in dropping { try OwnTable<R>(in: db).forget(key) }
                    }
                    summary.unlisted = edited
                    if let owner { try plan.rememberPublished(of: owner, except: unseen, edited: edited, madeOf: base) }
                    try OwnTable<R>(in: db).settle(owner: owner)
                    try KeyAllocator<R>.keepLast(in: db)
                    try cards.keep(staging.cardKeys.filter { !kept.contains($0.value) })
                    try journal.rememberAfter()
                    try journal.forgetIfEmpty()
                    if how == .replace { try LearnedTable<R>(in: db).settle() }
                    if summary.isChange || summary.isOtherwiseChanged || own != nil || dropped > 0
                        || !dropping.isEmpty
                    {
                        try Schema.countChange(of: R.collection, in: db)
                    }
                    summary.revision = try Schema.revision(of: R.collection, in: db)
                    for (name, value) in settings(summary) { try Self.keep(value, as: name, in: db) }
                    return .commit
                }
                (summary.leftOutCount, summary.leftOut) = leftOut
                summary.unread = staging.unread
                return summary
            }
        }
    }
}

/// Long changes end early, and leave the store as it was, where the task around them is canceled.
extension Store {
    /// Makes the statements that follow fail with `SQLITE_INTERRUPT` once the task is canceled; `goOn` ends that.
    /// - Throws: `StoreError.cancelled` where it is canceled already.
    func stopIfCancelled(_ db: Database) throws {
        if Task.isCancelled { throw StoreError.cancelled }
        // The statements run in the thread of the task.
        sqlite3_progress_handler(db.sqliteConnection, 10_000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    /// Statements are no longer stopped.
    func goOn(_ db: Database) { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
}
