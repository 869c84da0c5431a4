public import DirectoryModel
import GRDB

/// How a list that arrived becomes the local one.
public enum MergeStrategy: String, Sendable, CaseIterable {
    /// The list becomes the local list.
    case replace
    /// Per key, update or add; what is only here stays.
    case update
}

extension Store {
    /// A place for a list that is about to arrive; whoever is `owner`'s, and one's own records, are kept whole in it,
    /// even where unchanged.
    public func beginStaging<R: DirectoryRecord>(
        _ type: R.Type, owner: String? = nil
    ) throws(StoreError) -> StagingDatabase<R> {
        let table = RecordTable<R>()
        let known = try read { db in
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
        return try StagingDatabase(sandbox: sandbox, known: known, numbers: try read { try KeyAllocator<R>(in: $0) }) {
            try self.find(type, key: $0)
        }
    }

    /// Takes over what arrived, in one transaction: when it returns, the local list is the new one, and
    /// when it throws, or the process is killed in it, the local list is the old one. One's own record that was edited
    /// here stays, whatever arrived.
    /// - Parameters:
    ///   - staging: the list that arrived.
    ///   - how: what becomes of the records that are there.
    ///   - label: what the change is called where it is undone, or nil where it cannot be.
    ///   - owner: who is signed in, where a server sent the list: what it has of theirs is remembered as published.
    ///   - keeping: the keys that stay as they are here, present or absent.
    ///   - unseen: those of `keeping` of which nobody looked at what the server has.
    ///   - dropping: keys that go, whether or not they arrived.
    ///   - own: a record that takes the place of whatever arrived under its key.
    ///   - base: what `own` and the server's version are from now on taken to be made of, or nil for the latter itself.
    ///   - rule: what becomes of one's own records.
    ///   - revision: the collection's when the list was asked for, where nothing may have been changed here since.
    /// - Throws: `StoreError.changedMeanwhile` where a record was edited here while its unchanged twin arrived,
    /// or where the revision is another.
    public func apply<R: DirectoryRecord>(
        _ staging: StagingDatabase<R>, _ how: MergeStrategy, label: String?, owner: String? = nil,
        keeping: Set<Int> = [],
        unseen: Set<Int> = [], dropping: Set<Int> = [], putting own: R? = nil, madeOf base: R? = nil,
        rule: OwnRule = OwnRule(), expecting revision: Int64? = nil
    ) throws(StoreError) -> ChangeSummary {
        try told {
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH DATABASE ? AS incoming", arguments: [staging.path])
                defer { try? db.execute(sql: "DETACH DATABASE incoming") }
                var summary = ChangeSummary()
                try db.inTransaction(.immediate) {
                    if let revision, try Schema.revision(of: R.collection, in: db) != revision {
                        throw StoreError.changedMeanwhile
                    }
                    let journal = try UndoJournal<R>(session: session, label: label, in: db)
                    let ownPlan = OwnPlan<R>(db: db, how: how, rule: rule, owner: owner)
                    let (kept, edited) = (keeping.union(try ownPlan.kept()), try ownPlan.edited(putting: own))
                    let plan = MergeTransaction<R>(
                        db: db, how: how, keeping: kept.subtracting(dropping).union(own.map { [$0.key] } ?? []),
                        journal: journal, owner: owner)
                    try plan.rememberRejected()
                    let keepsOwn = try plan.rejectStrangers()
                    let dropped = try plan.drop(dropping)
                    summary = try plan.run()
                    summary.removed += dropped
                    summary.keptOwn = keepsOwn
                    if let own {
                        try plan.put(own, &summary)
                        try plan.markMoved(dropping, to: own.key)
                    } else {
                        for key in dropping { try OwnTable<R>(in: db).forget(key) }
                    }
                    if let owner { try plan.rememberPublished(of: owner, except: unseen, edited: edited, madeOf: base) }
                    try OwnTable<R>(in: db).settle(owner: owner)
                    try KeyAllocator<R>.keepLast(in: db)
                    try journal.rememberAfter()
                    try journal.forgetIfNothing()
                    try Schema.countChange(of: R.collection, in: db)
                    summary.revision = try Schema.revision(of: R.collection, in: db)
                    return .commit
                }
                return summary
            }
        }
    }
}

/// The statements of one take-over; the list that arrived is attached as `staging`.
struct MergeTransaction<R: DirectoryRecord> {
    let db: Database
    let how: MergeStrategy
    let keeping: Set<Int>
    let journal: UndoJournal<R>
    /// Who is signed in, where a server sent the list.
    let owner: String?
    let table = RecordTable<R>()

    init(db: Database, how: MergeStrategy, keeping: Set<Int>, journal: UndoJournal<R>, owner: String?) {
        (self.db, self.how, self.keeping) = (db, how, keeping)
        (self.journal, self.owner) = (journal, owner)
    }

    var key: String { table.quotedKey }

    func run() throws -> ChangeSummary {
        try listKept()
        defer { try? db.execute(sql: "DROP TABLE temp.kept") }
        try refuseStaleDuplicates()
        var summary = ChangeSummary()
        try removePlaceholder()
        summary.removed = how == .replace ? try removeAbsent() : 0
        summary.changed = try updateChanged()
        summary.new = try insertNew()
        summary.rejected = try keepRejected()
        summary.arrived = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM incoming.arrived") ?? 0
        return summary
    }

    private func listKept() throws {
        try db.execute(sql: "CREATE TEMP TABLE kept (key INTEGER PRIMARY KEY)")
        for key in keeping { try db.execute(sql: "INSERT INTO temp.kept VALUES (?)", arguments: [key]) }
    }

    private func execute(_ sql: String) throws -> Int {
        try db.execute(sql: sql)
        return db.changesCount
    }

    /// A record that was left out of the file as unchanged has to be unchanged still.
    private func refuseStaleDuplicates() throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM incoming.arrived a LEFT JOIN \(table.name) p ON p.\(key) = a.\(key)
            WHERE a.is_whole = 0 AND p.hash IS NOT a.hash AND a.\(key) NOT IN temp.kept)
            """
        if try Bool.fetchOne(db, sql: sql) == true { throw StoreError.changedMeanwhile }
    }

    private func removeAbsent() throws -> Int {
        let isAbsent = "\(key) NOT IN (SELECT \(key) FROM incoming.arrived) AND \(key) NOT IN temp.kept"
        try journal.remember(where: "p.\(isAbsent)")
        let absent = "SELECT row FROM \(table.name) WHERE \(isAbsent)"
        _ = try execute("DELETE FROM \(table.pictureTable) WHERE row IN (\(absent))")
        return try execute("DELETE FROM \(table.name) WHERE row IN (\(absent))")
    }

    /// One's own record that nobody edited gives way to the one that arrived under its owner's name.
    private func removePlaceholder() throws {
        guard let owner = R.ownerKey else { return }
        let own = OwnTable<R>(in: db)
        guard let mark = try own.current(owner: self.owner), !keeping.contains(mark.key) else { return }
        if try isStranger(at: mark, own) { try own.forget(mark.key) }
        let theirs = try Int.fetchOne(
            db,
            sql: """
                SELECT \(key) FROM incoming.arrived WHERE "\(owner)" = ? COLLATE NOCASE AND \(key) <> ?
                AND ? <> '' ORDER BY position
                """, arguments: [mark.owner, mark.key, mark.owner])
        guard let theirs, try own.publishedHash(mark.key) == nil else { return }
        if try !isArrived(mark.key) {
            try journal.remember(key: mark.key)
            if let row = try table.row(of: mark.key, in: db) { try table.delete(row: row, in: db) }
        }
        try own.mark(theirs)
    }

    /// True where somebody else arrived under the number of an own record.
    private func isStranger(at mark: OwnTable<R>.Mark, _ own: OwnTable<R>) throws -> Bool {
        guard let column = R.ownerKey, try own.publishedHash(mark.key) == nil else { return false }
        let sql = "SELECT \"\(column)\" FROM incoming.arrived WHERE \(key) = ? AND is_whole"
        guard let name = try String.fetchOne(db, sql: sql, arguments: [mark.key]) else { return false }
        let names = try [mark.owner, owner, own.netid].compactMap(\.self)
        return !names.contains { $0.caseInsensitiveEquals(name) }
    }

    private func isArrived(_ number: Int) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM incoming.arrived WHERE \(key) = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [number]) ?? false
    }

    private func updateChanged() throws -> Int {
        let changed = """
            SELECT p.row FROM incoming.arrived a JOIN \(table.name) p ON p.\(key) = a.\(key)
            WHERE a.is_whole AND p.hash <> a.hash AND a.\(key) NOT IN temp.kept
            """
        _ = try execute("CREATE TEMP TABLE changed_rows AS \(changed)")
        defer { try? db.execute(sql: "DROP TABLE changed_rows") }
        try journal.remember(where: "p.row IN (SELECT row FROM changed_rows)")
        _ = try execute("DELETE FROM \(table.pictureTable) WHERE row IN (SELECT row FROM changed_rows)")
        let columns = table.columns.map { "\($0) = a.\($0)" }.joined(separator: ", ")
        let count = try execute(
            """
            UPDATE \(table.name) SET \(columns) FROM incoming.arrived a
            WHERE a.\(key) = \(table.name).\(key) AND \(table.name).row IN (SELECT row FROM changed_rows)
            """)
        try insertBeside(whereRow: "IN (SELECT row FROM changed_rows)")
        return count
    }

    private func insertNew() throws -> Int {
        let last = try Int64.fetchOne(db, sql: "SELECT MAX(row) FROM \(table.name)") ?? 0
        let isNew = "is_whole AND \(key) NOT IN (SELECT \(key) FROM \(table.name)) AND \(key) NOT IN temp.kept"
        try journal.rememberAbsent("SELECT \(key) AS key FROM incoming.arrived WHERE \(isNew)")
        let columns = table.columns.joined(separator: ", ")
        let count = try execute(
            """
            INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM incoming.arrived
            WHERE \(isNew) ORDER BY position
            """)
        try insertBeside(whereRow: "> \(last)")
        return count
    }

    /// Takes over the pictures and the search texts of new and changed rows.
    private func insertBeside(whereRow condition: String) throws {
        let arrived = "\(table.name) p JOIN incoming.arrived a ON a.\(key) = p.\(key) WHERE p.row \(condition)"
        _ = try execute(
            "INSERT INTO \(table.pictureTable) SELECT p.row, a.content FROM \(arrived) AND a.content IS NOT NULL")
        _ = try execute(
            """
            INSERT OR REPLACE INTO \(SearchTextTable<R>().name)
            SELECT p.row, p.hash, \(SearchText.version), a.text_title, a.text_summary FROM \(arrived)
            """)
    }

    private func keepRejected() throws -> Int {
        let name = R.collection.name
        try db.execute(sql: "DELETE FROM set_aside WHERE collection = ?", arguments: [name])
        try db.execute(
            sql: """
                INSERT INTO set_aside (collection, reason, raw)
                SELECT ?, reason, raw FROM incoming.set_aside ORDER BY position
                """, arguments: [name])
        return db.changesCount
    }
}
