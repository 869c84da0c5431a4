public import DirectoryModel
import GRDB
import Synchronization

/// The changes that merging a list would make.
public struct ChangePreview: Equatable, Sendable {
    /// What would happen to a record.
    public enum Kind: Int, Sendable, CaseIterable {
        case changed
        case removed
        case new
    }

    /// A record that would be changed.
    public struct Item: Equatable, Sendable, Identifiable {
        public let key: Int
        public let title: String
        public let kind: Kind
        /// Empty unless `kind` is `changed`.
        public var differences: [FieldDifference] = []
        /// How many of its values would be removed.
        public var clearedCount = 0

        public var id: Int { key }
    }

    public var summary = ChangeSummary()
    /// Changed records first, then removed, then new; of each kind up to the limit.
    public var items: [Item] = []
    /// The keys of changed records that were edited locally since the server last sent them.
    public var edited: Set<Int> = []

    /// The user's own record, if the list changes it as they chose.
    var own: Item?

    /// True if a listed record would be removed or overwritten.
    public var losesSomething: Bool { items.contains { $0.kind != .new && $0 != own } }
}

extension StoredCollection {
    /// The changes that `apply` would make with the same list and request. The store is not changed.
    /// - Parameter limit: how many records of each kind are listed.
    public func preview(
        _ staging: StagingDatabase, _ request: MergeRequest, limit: Int = 300
    ) throws(StoreError) -> ChangePreview {
        try read(beside: staging) { try MergeTransaction(request, staging, in: $0).preview(limit: limit) }
    }

    package func hashes() throws(StoreError) -> [Int: Int64] {
        try read { db in Dictionary(try table.hashes(in: table.name, db), uniquingKeysWith: { $1 }) }
    }
}

extension MergeTransaction {
    fileprivate func preview(limit: Int) throws -> ChangePreview {
        let changes = try changes()
        let changed = changes.filter { !$0.isNew }
        let removed = strategy == .replace ? try Int.fetchAll(db, sql: removedKeys) : []
        var preview = ChangePreview()
        preview.edited = Set(changed.filter { $0.isEdited && !request.releasing.contains($0.key) }.map(\.key))
        preview.summary = ChangeSummary(
            new: changes.count - changed.count, changed: changed.count, removed: removed.count,
            rejected: try staging.rejectedCount, arrived: try staging.count)
        preview.summary.leftOutCount = try staging.leftOutCount
        preview.summary.cleared = try cleared()
        preview.summary.repeated = staging.repeatedCount
        preview.summary.numbered = staging.notes.withLock(\.numbered)
        preview.summary.groups = try groupsToFill()
        preview.summary.groupProblems = try groupProblems()
        let moved = request.own == nil ? [] : request.dropping.subtracting(request.removing)
        preview.summary.removed += try request.dropping.subtracting(moved).count {
            try $0 != 0 && table.row(of: $0, in: db) != nil
        }
        let again = Self.list(request.dropping.subtracting(protectedKeys))
        let arrivedAgain = "SELECT COUNT(*) FROM incoming.arrived WHERE \(key) IN \(again)"
        preview.summary.new += try Int.fetchOne(db, sql: arrivedAgain) ?? 0
        preview.own = try request.own.flatMap { try ownItem($0, moved.first) }
        switch preview.own?.kind {
        case .new: preview.summary.new += 1
        case .changed: preview.summary.changed += 1
        case .removed, nil: break
        }
        // Losses are listed first, the user's own record before others.
        let (own, others) = (changed.map(\.key).filter(request.releasing.contains), changed.map(\.key))
        let first = own + preview.edited.sorted()
        let keys = first + others.filter { !request.releasing.contains($0) && !preview.edited.contains($0) }
        preview.items = try items(
            changed: keys.prefix(limit), removed: removed.prefix(limit),
            new: changes.lazy.filter(\.isNew).prefix(limit).map(\.key))
        if let own = preview.own { preview.items.insert(own, at: 0) }
        return preview
    }

    /// What storing the user's own record changes, or nil.
    /// - Parameter former: its number before, if it gets another.
    private func ownItem(_ own: Record, _ former: Int?) throws -> ChangePreview.Item? {
        var before = try table.whole(key: own.key, in: db)
        if before?.contentHash == own.contentHash { return nil }
        // One without a number is new under its first.
        if before == nil, let former, former != 0 { before = try table.whole(key: former, in: db) }
        return ChangePreview.Item(own.key, before, own)
    }

    private func items(
        changed: ArraySlice<Int>, removed: ArraySlice<Int>, new: [Int]
    ) throws -> [ChangePreview.Item] {
        typealias Item = ChangePreview.Item
        let changes = try changed.compactMap { key -> Item? in
            guard let before = try table.whole(key: key, in: db), let after = try arrived(key) else {
                return nil
            }
            return Item(
                key: key, title: before.displayName, kind: .changed, differences: before.differences(from: after),
                clearedCount: before.fieldsCleared(in: after).count)
        }
        let removals = try removed.compactMap { key in
            try table.whole(key: key, in: db).map { Item(key: key, title: $0.displayName, kind: .removed) }
        }
        return try changes + removals
            + new.compactMap { key in
                try arrived(key).map { Item(key: key, title: $0.displayName, kind: .new) }
            }
    }

    private func arrived(_ number: Int) throws -> Record? {
        try table.arrived(where: "\(key) = ?", number, db).first?.record
    }

    /// The keys of the arrived records that differ from the local ones, in order, and whether the local one was
    /// edited since the server sent it.
    private func changes() throws -> [(key: Int, isNew: Bool, isEdited: Bool)] {
        let listed = "SELECT key, hash FROM listed WHERE collection = '\(table.name)'"
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT a.\(key), p.hash IS NULL, l.hash IS NOT p.hash AND EXISTS (\(listed)) FROM incoming.arrived a
                LEFT JOIN \(table.name) p ON p.\(key) = a.\(key) LEFT JOIN (\(listed)) l ON l.key = a.\(key)
                WHERE p.hash IS NOT a.hash AND \(mayChange("a.\(key)")) AND a.\(key) NOT IN \(Self.list(request.dropping))
                ORDER BY a.position
                """)
        var changes: [(key: Int, isNew: Bool, isEdited: Bool)] = []
        while let row = try rows.next() {
            changes.append((try row.decode(atIndex: 0), try row.decode(atIndex: 1), try row.decode(atIndex: 2)))
        }
        return changes
    }

    /// Selects the keys that `run` removes, without an unedited own record of a first launch.
    private var removedKeys: String {
        """
        SELECT \(key) FROM \(table.name) p WHERE \(isAbsent(key)) AND \(mayChange(key))
        AND \(key) NOT IN \(Self.list(request.dropping)) AND NOT EXISTS (
            SELECT 1 FROM mark o WHERE o.collection = '\(table.name)' AND o.kind = 'own' AND o.key = p.\(key)
            AND o.value = CAST(p.hash AS TEXT))
        ORDER BY \(key)
        """
    }
}
