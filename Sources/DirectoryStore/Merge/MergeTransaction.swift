public import DirectoryModel
import GRDB
public import Language
import Synchronization

/// A merge of the list that is attached as `incoming`, or its preview.
struct MergeTransaction {
    let db: Database
    let request: MergeRequest
    let staging: StagingDatabase
    let table: RecordTable
    let change: Change
    /// The keys of the records that the request or the user's edits preserve, including own records.
    private(set) var preservedKeys: Set<Int> = []
    /// The keys of own records that were edited locally and that no list contradicts.
    private var edited: Set<Int> = []

    /// - Parameter author: nil for a preview.
    init(
        _ request: MergeRequest, _ staging: StagingDatabase, by author: ChangeAuthor? = nil, in db: Database
    ) throws {
        (self.request, self.staging, self.db) = (request, staging, db)
        table = staging.table
        var author = author
        if let cause = request.cause { author?.cause = cause }
        change = try Change(table, by: author, request.label, isOffered: request.offersUndo, in: db)
        preservedKeys = request.keeping.union(try preservedOwnKeys())
        edited = try editedOwn()
    }

    var strategy: MergeStrategy { request.strategy }
    var owner: String? { request.owner }
    var definition: Definition { table.definition }
    var key: String { table.quotedKey }
    var delta: ArrivingDelta? { staging.delta }
    /// `preservedKeys` without the keys that other parts of the request change.
    var protectedKeys: Set<Int> {
        preservedKeys.subtracting(request.dropping).union(request.own.map { [$0.key] } ?? [])
    }
    /// The condition that the record with the key in `column` may change.
    func mayChange(_ column: String) -> String { "\(column) NOT IN \(Self.list(protectedKeys))" }

    static func list(_ keys: Set<Int>) -> String { "(SELECT value FROM json_each('\(keys.sorted())'))" }

    func run() throws -> ChangeSummary {
        try refuseOtherState()
        try change.recordRejected()
        let isFirst = try !request.removing.isEmpty || isWithoutOthers
        let (preservesOwn, hasOwn) = try rejectReusedNumbers()
        let cards = CardKeys(table, in: db)
        try cards.forgetMissing()
        let (dropped, removed) = (try drop(request.dropping), try drop(request.removing))
        var summary = try merge()
        // The user's own record that gets another number is changed, not removed.
        summary.removed += request.own == nil ? dropped + removed : removed
        summary.preservesOwn = preservesOwn
        summary.fileHasOwn = hasOwn || staging.notes.withLock(\.hasOwn)
        if let own = request.own {
            try put(own, isMoved: dropped > 0, &summary)
            try moveDropped(request.dropping, to: own.key)
        } else {
            for key in request.dropping { try OwnTable(table, in: db).forget(key) }
        }
        summary.unlisted = edited
        summary.hasUnseen = try recordDownload(isFirst: isFirst)
        try recordPublishedVersions(edited: edited)
        try OwnTable(table, in: db).updateMarks(owner: owner)
        try KeyAllocator.saveLast(table, in: db)
        try cards.keep(staging.notes.withLock(\.cards).filter { !preservedKeys.contains($0.value) })
        try change.removeReusedNumbers(isMerge: true)
        summary.groups = try fillGroups()
        summary.groupProblems = try groupProblems()
        try change.finish()
        try change.forgetIfEmpty()
        if strategy == .replace { try MarkTable(table, in: db).removeUnused() }
        if summary.isChange || summary.replacedPlaceholder || request.own != nil || !request.dropping.isEmpty {
            try Schema.countChange(of: definition.collection, in: db)
        }
        summary.revision = try Schema.revision(of: definition.collection, in: db)
        return summary
    }

    /// True if only the user's own record is in the store.
    private var isWithoutOthers: Bool {
        get throws {
            let others = "SELECT 1 FROM \(table.name) WHERE \(key) NOT IN (\(table.marked(.own, .formerOwn)))"
            return try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (\(others))") ?? true
        }
    }

    private func merge() throws -> ChangeSummary {
        try refuseStaleDuplicates()
        try refuseEditsMeanwhile()
        var summary = ChangeSummary()
        summary.replacedPlaceholder = try removePlaceholder()
        summary.removed = strategy == .replace ? try removeAbsent() : 0
        summary.cleared = try cleared()
        summary.changed = try updateChanged()
        summary.new = try insertNew()
        try saveRejected(&summary)
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM incoming.arrived") ?? 0
        summary.arrived = delta?.count ?? count
        return summary
    }

    private func execute(_ sql: String) throws -> Int {
        try db.execute(sql: sql)
        return db.changesCount
    }

    /// What the request expects must still be true.
    private func refuseOtherState() throws {
        let isSame =
            try request.revision.map { try Schema.revision(of: definition.collection, in: db) == $0 } != false
            && request.published.map { try PublishedTable.hashes(table, in: db) == $0 } != false
            && request.setting.map { try $0.isStored(in: db) } != false
        if !isSame { throw StoreError.changedMeanwhile }
    }

    /// A record that was staged as unchanged must still be unchanged, and the pictures of others must be there.
    private func refuseStaleDuplicates() throws {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM incoming.arrived a LEFT JOIN \(table.name) p ON p.\(key) = a.\(key)
            WHERE p.hash IS NOT a.hash AND \(mayChange("a.\(key)"))
            AND (a.is_whole = 0 OR a.picture IS NOT NULL AND a.picture NOT IN (SELECT hash FROM main.picture)))
            """
        if try Bool.fetchOne(db, sql: sql) == true { throw StoreError.changedMeanwhile }
    }

    private func removeAbsent() throws -> Int {
        let isAbsent = "\(isAbsent(key)) AND \(mayChange(key))"
        try change.record(where: "p.\(isAbsent)")
        return try table.delete(rows: "SELECT row FROM \(table.name) WHERE \(isAbsent)", in: db)
    }

    /// Replaces the user's own unedited record with the one that arrived for its owner: that of a first launch, or one
    /// that has another number on the server now.
    /// - Returns: true if it removed a record that no count contains.
    private func removePlaceholder() throws -> Bool {
        guard let owner = definition.owner?.key else { return false }
        let own = OwnTable(table, in: db)
        guard let mark = try own.current(owner: self.owner), !protectedKeys.contains(mark.key) else { return false }
        if try isStranger(at: mark, own) { try own.forget(mark.key) }
        let theirs = try Int.fetchOne(
            db,
            sql: """
                SELECT \(key) FROM incoming.arrived WHERE "\(owner)" = ? COLLATE NOCASE AND \(key) <> ?
                AND ? <> '' AND \(mayChange(key)) ORDER BY position
                """, arguments: [mark.owner, mark.key, mark.owner])
        guard let theirs, try isReplaceable(mark) else { return false }
        if try !isArrived(mark.key) {
            try change.record(key: mark.key)
            if let row = try table.row(of: mark.key, in: db) { try table.delete(row: row, in: db) }
        }
        try table.moveReferences([mark.key: theirs], change)
        try own.mark(theirs)
        return true
    }

    /// True if the user agreed to lose the record, it was never published, or it is unedited and no longer on the
    /// server.
    private func isReplaceable(_ mark: OwnTable.Mark) throws -> Bool {
        if request.releasing.contains(mark.key) { return true }
        guard let published = mark.published else { return true }
        return try !isArrived(mark.key) && mark.hash == published
    }

    /// True if a record of another owner arrived with the number of an own record.
    private func isStranger(at mark: OwnTable.Mark, _ own: OwnTable) throws -> Bool {
        guard let column = definition.owner?.key, mark.published == nil else { return false }
        let sql = "SELECT \"\(column)\" FROM incoming.arrived WHERE \(key) = ? AND is_whole"
        guard let name = try String.fetchOne(db, sql: sql, arguments: [mark.key]) else { return false }
        let names = try [mark.owner, owner, own.netid].compactMap(\.self)
        return !names.contains { $0.caseInsensitiveEquals(definition.owner(in: name)) }
    }

    private func isArrived(_ number: Int) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM incoming.arrived WHERE \(key) = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [number]) ?? false
    }

    private func updateChanged() throws -> Int {
        let changed = """
            SELECT p.row FROM incoming.arrived a JOIN \(table.name) p ON p.\(key) = a.\(key)
            WHERE a.is_whole AND p.hash <> a.hash AND \(mayChange("a.\(key)"))
            """
        _ = try execute("CREATE TEMP TABLE changed_rows AS \(changed)")
        defer { try? db.execute(sql: "DROP TABLE changed_rows") }
        try change.record(where: "p.row IN (SELECT row FROM changed_rows)")
        let columns = (["picture"] + table.columns).map { "\($0) = a.\($0)" }.joined(separator: ", ")
        return try execute(
            """
            UPDATE \(table.name) SET \(columns) FROM incoming.arrived a
            WHERE a.\(key) = \(table.name).\(key) AND \(table.name).row IN (SELECT row FROM changed_rows)
            """)
    }

    private func insertNew() throws -> Int {
        let isNew = "is_whole AND \(key) NOT IN (SELECT \(key) FROM \(table.name)) AND \(mayChange(key))"
        try change.recordInsertions("SELECT \(key) AS key FROM incoming.arrived WHERE \(isNew)")
        let columns = (["picture"] + table.columns).joined(separator: ", ")
        let new = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM incoming.arrived WHERE \(isNew)") ?? 0
        return try table.adding(new, in: db) {
            try execute(
                """
                INSERT INTO \(table.name) (\(columns)) SELECT \(columns) FROM incoming.arrived
                WHERE \(isNew) ORDER BY position
                """)
        }
    }

    /// Stores the rejected elements, which replace the earlier ones from the same source.
    private func saveRejected(_ summary: inout ChangeSummary) throws {
        let name = table.name
        let rejected = "FROM incoming.set_aside WHERE kind < 2"
        try db.execute(
            sql: "DELETE FROM set_aside WHERE collection = ? AND (source = ? OR raw IN (SELECT raw \(rejected)))",
            arguments: [name, staging.source])
        try db.execute(
            sql: """
                INSERT INTO set_aside (collection, source, reason, raw)
                SELECT ?, ?, reason, raw \(rejected) ORDER BY position
                """, arguments: [name, staging.source])
        summary.rejected = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM incoming.set_aside WHERE kind = 0") ?? 0
        summary.rejectedElements = try Row.fetchAll(
            db, sql: "SELECT reason, raw \(rejected) ORDER BY position LIMIT ?", arguments: [Store.maxReportedRejected]
        ).map { RejectedElement(reason: try $0.decode(atIndex: 0), raw: try $0.decode(atIndex: 1)) }
    }
}

/// How to merge a list.
public struct MergeRequest {
    public var strategy: MergeStrategy
    /// The name of the change in Undo and the history.
    public var label: String
    /// False if Undo does not offer the change.
    public var offersUndo = true
    /// The cause that the history shows; nil for the cause of all changes of the store.
    public var cause: String?
    /// Who is signed in to the server that sent the list; their records in it are stored as published.
    public var owner: String?
    /// The keys of own records that the user agreed to lose.
    public var releasing: Set<Int>
    /// The keys of records that the merge does not add, change, or remove.
    public var keeping: Set<Int>
    /// The revision that the collection must still have.
    public var revision: Int64?
    /// The hashes that `publishedHashes` must still have.
    public var published: [Int: Int64]?
    /// A setting that must still have this value.
    public var setting: SettingValue?
    /// Those of `keeping` whose server version was not shown.
    public var unseen: Set<Int> = []
    /// The keys of records to remove, whether or not they arrived.
    public var dropping: Set<Int> = []
    /// The same, for records that were never the user's own.
    public var removing: Set<Int> = []
    /// A record that replaces the one that arrived with its key.
    public var own: Record?
    /// The new common base of `own` and the server's version; nil for the server's version itself.
    public var base: Record?

    public init(
        _ strategy: MergeStrategy, label: String = translated("Refreshing"), cause: String? = nil, owner: String? = nil,
        releasing: Set<Int> = [], keeping: Set<Int> = [], expecting revision: Int64? = nil
    ) {
        self.cause = cause
        self.strategy = strategy
        self.label = label
        self.owner = owner
        self.releasing = releasing
        self.keeping = keeping
        self.revision = revision
    }
}

/// What happens to records that are not in the list that arrived.
public enum MergeStrategy: String, Sendable, CaseIterable {
    /// The list replaces the local one.
    case replace
    /// Records are updated or added, and none is removed.
    case update
}

/// How often a list is read again if the store changed in the meantime: three times in all.
public struct MergeRetries {
    private var left = 2

    public init() {}

    /// Counts a failed attempt.
    /// - Returns: true if another one may succeed.
    public mutating func hasAnother(after problem: StoreError) -> Bool {
        guard problem == .changedMeanwhile, left > 0 else { return false }
        left -= 1
        return true
    }
}
