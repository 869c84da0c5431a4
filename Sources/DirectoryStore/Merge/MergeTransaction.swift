public import DirectoryModel
import GRDB
public import Language
import Synchronization

/// Does what a plan says, within a change.
struct MergeTransaction {
    let plan: MergePlan
    let change: Change

    var db: Database { change.db }
    var table: RecordTable { plan.table }
    var request: MergeRequest { plan.request }
    var definition: Definition { plan.definition }
    var marks: MarkTable { MarkTable(table, in: db) }

    func run() throws -> ChangeSummary {
        try plan.refuseOtherState(in: db)
        try change.recordRejected()
        var summary = try plan.summary(in: db)
        try table.forgetMissingCards(in: db)
        try remove(request.dropping.union(request.removing))
        try replaceOwn()
        try remove(plan.removed)
        try updateChanged()
        try insertNew()
        try saveRejected()
        try putOwn()
        summary.hasUnseen = try recordArrival()
        try change.removeReusedNumbers(isMerge: true)
        let members = try plan.arrivedMembers(in: db)
        if !members.isEmpty {
            try change.changeGroups { groups in
                summary.groups = try plan.fill(&groups, with: members) { key in
                    try !request.preserving.contains(key) && table.row(of: key, in: db) != nil
                }
            }
        }
        summary.groupProblems = try plan.groupProblems(in: db)
        return summary
    }

    /// Records what is known of the records now: from where, whose, and by which numbers and cards.
    /// - Returns: true if records are not seen yet.
    private func recordArrival() throws -> Bool {
        let own = try OwnRecordPolicy(table, owner: plan.owner, in: db)
        let hasUnseen = try recordDownload(own)
        try recordPublishedVersions(own)
        try marks.markOwn(own)
        let cards = plan.staging.notes.withLock(\.cards)
        try table.saveCards(cards.filter { !plan.preservedKeys.contains($0.value) }, in: db)
        return hasUnseen
    }

    private func remove(_ keys: some Sequence<Int>) throws {
        for key in keys {
            try refuseIfCancelled()
            try change.remove(key: key)
        }
    }

    /// Replaces the user's own record by the one that arrived for its owner.
    private func replaceOwn() throws {
        if plan.strangersKey != nil { try marks.markOwn(nil) }
        guard let replaced = plan.replaced else { return }
        if replaced.isRemoved { try change.remove(key: replaced.key) }
        try change.moveReferences([replaced.key: replaced.by])
        try marks.markOwn(replaced.by)
    }

    private func updateChanged() throws {
        for record in plan.changed {
            try refuseIfCancelled()
            guard let prepared = record.prepared, let row = try table.row(of: record.key, in: db) else { continue }
            try change.record(key: record.key)
            try table.update(prepared, row: row, in: db)
        }
    }

    private func insertNew() throws {
        try change.recordInsertions(plan.new.map(\.key))
        try table.adding(plan.new.count, in: db) {
            for record in plan.new {
                try refuseIfCancelled()
                if let prepared = record.prepared { try table.insert(prepared, in: db) }
            }
        }
    }

    /// Statements of one row end before SQLite asks whether to interrupt them.
    private func refuseIfCancelled() throws { if Task.isCancelled { throw StoreError.cancelled } }

    /// Stores the rejected elements, which replace the earlier ones from the same source. The same ones keep their
    /// positions.
    private func saveRejected() throws {
        let rejected = plan.list.setAside { $0 != .reported }
        let source = plan.staging.source
        let earlier = "set_aside WHERE collection = ? AND (source = ? OR raw IN (SELECT value FROM json_each(?)))"
        let arguments: StatementArguments = try [table.name, source, String(json: rejected.map(\.raw))]
        let stored = try Row.fetchAll(
            db, sql: "SELECT source, reason, raw FROM \(earlier) ORDER BY position", arguments: arguments)
        let same = rejected.map { [source.databaseValue, $0.reason.databaseValue, $0.raw.databaseValue] }
        if stored.map({ Array($0.databaseValues) }) == same { return }
        try db.execute(sql: "DELETE FROM \(earlier)", arguments: arguments)
        for element in rejected {
            try db.cachedStatement(sql: "INSERT INTO set_aside (collection, source, reason, raw) VALUES (?, ?, ?, ?)")
                .execute(arguments: [table.name, source, element.reason, element.raw])
        }
    }

    /// Stores the user's own record instead of the version that arrived, if any, and moves what belonged to it.
    private func putOwn() throws {
        guard let record = request.own else {
            if let key = plan.own.key, request.dropping.contains(key) { try marks.markOwn(nil) }
            return
        }
        if plan.ownKind != nil { try change.put(record) }
        guard !request.dropping.isEmpty else { return }
        try change.moveReferences(Dictionary(uniqueKeysWithValues: request.dropping.map { ($0, record.key) }))
        // The server knows the record by that number.
        try marks.clearUntouched(record.key)
    }

    // MARK: What the server has

    /// Records what the server has of the user, and forgets the rest. The user's published record is theirs under
    /// another NetID, too.
    private func recordPublishedVersions(_ own: OwnRecordPolicy) throws {
        guard let owner = plan.owner, table.owned(by: owner) != nil else { return }
        let published = own.published == nil ? nil : own.key
        let theirs = plan.list.all.filter { $0.isOwned(by: owner) || $0.key == published }
        let keys = Set(theirs.map(\.key))
        try marks.remove(.published, of: { !keys.contains($0) })
        try recordListed()
        for staged in theirs where !request.unseen.contains(staged.key) {
            // These records were staged whole.
            guard let record = try table.record(of: staged, in: db) else { continue }
            try table.savePublished(record, hash: staged.hash, tag: nil, in: db)
        }
        if let base = request.base {
            try table.savePublished(base, hash: base.contentHash, tag: nil, in: db)
        }
    }

    /// Records the hashes of the server's list, so that a record that becomes the user's own later does not count as
    /// edited.
    private func recordListed() throws {
        let gone = Set(plan.listed.keys.filter(plan.isAbsent)).union(plan.editedKeys)
        for key in gone {
            try db.cachedStatement(sql: "DELETE FROM listed WHERE collection = ? AND key = ?")
                .execute(arguments: [table.name, key])
        }
        let now = plan.list.all.filter { !plan.editedKeys.contains($0.key) && plan.listed[$0.key] != $0.hash }
        let save = try db.cachedStatement(sql: "INSERT OR REPLACE INTO listed (collection, key, hash) VALUES (?, ?, ?)")
        for record in now.sorted(by: { $0.key < $1.key }) {
            try save.execute(
                binding: [table.name.databaseValue, record.key.databaseValue, record.hash.databaseValue])
        }
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
    public var preserving: Set<Int>
    /// The revision that the collection must still have.
    public var revision: Int64?
    /// The hashes that `publishedHashes` must still have.
    public var published: [Int: Int64]?
    /// A setting that must still have this value.
    public var setting: SettingValue?
    /// Those of `preserving` whose server version was not shown.
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
        _ strategy: MergeStrategy, label: String = translated("Refreshing"), owner: String? = nil,
        releasing: Set<Int> = [], preserving: Set<Int> = [], expecting revision: Int64? = nil
    ) {
        self.strategy = strategy
        self.label = label
        self.owner = owner
        self.releasing = releasing
        self.preserving = preserving
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
