public import DirectoryModel
import GRDB

/// What taking over a list that arrived would change, before anything is.
public struct ChangePreview: Equatable, Sendable {
    /// What would happen to one record.
    public enum Kind: Int, Sendable, CaseIterable { case changed, removed, new }

    /// One record that would change.
    public struct Item: Equatable, Sendable, Identifiable {
        public let key: Int
        public let title: String
        public let kind: Kind
        /// The fields in which both differ; empty where it is new or removed.
        public let differences: [FieldDifference]

        public var id: Int { key }
    }

    /// How many records of each kind there are, and how many elements are no records.
    public var summary = ChangeSummary()
    /// The records, changed ones first, then removed, then new; no more than were asked for of each kind.
    public var items: [Item] = []

    /// True where something that is told one by one would go or be written over.
    public var losesSomething: Bool { items.contains { $0.kind != .new } }
}

extension Store {
    /// What taking `staging` over would change; nothing is changed.
    /// - Parameters:
    ///   - staging: the list that arrived.
    ///   - how: what becomes of the records that are there.
    ///   - keeping: keys of records that are left as they are, or were asked about already.
    ///   - dropping: keys of those that go; they are counted, and not told one by one.
    ///   - put: the record that takes the place of what arrived under its key; likewise.
    ///   - rule: what becomes of one's own records.
    ///   - owner: who is signed in.
    ///   - limit: how many records of each kind are told one by one.
    public func preview<R: DirectoryRecord>(
        _ staging: StagingDatabase<R>, _ how: MergeStrategy, keeping: Set<Int> = [], dropping: Set<Int> = [],
        putting put: R? = nil, rule: OwnRule = OwnRule(), owner: String? = nil, limit: Int = 300
    ) throws(StoreError) -> ChangePreview {
        let arrived = try staging.hashes()
        let names = Set(try staging.owners().map { $0.owner.lowercased() })
        let own = try read { db in
            try OwnPlan<R>(db: db, how: how, rule: rule, owner: owner).keys { names.contains($0.lowercased()) }
        }
        let keeping = keeping.union(own).subtracting(dropping).union(put.map { [$0.key] } ?? [])
        let here = Dictionary(try hashes(of: R.self), uniquingKeysWith: { $1 })
        let differing = arrived.filter {
            here[$0.0] != $0.1 && !keeping.contains($0.0) && !dropping.contains($0.0)
        }.map(\.0)
        let changed = differing.filter { here[$0] != nil }
        let new = differing.filter { here[$0] == nil }
        let gone = keeping.union(dropping)
        let removed = how == .replace ? try removedKeys(R.self, here, arrived: Set(arrived.map(\.0)), gone) : []
        var preview = ChangePreview()
        preview.summary = ChangeSummary(
            new: new.count, changed: changed.count, removed: removed.count, rejected: try staging.rejectedCount,
            arrived: arrived.count)
        preview.summary.removed += dropping.count { $0 != 0 && here[$0] != nil }
        preview.summary.new += arrived.count { dropping.contains($0.0) && !keeping.contains($0.0) }
        if let put, here[put.key] == nil { preview.summary.new += 1 }
        if let put, let hash = here[put.key], hash != put.contentHash { preview.summary.changed += 1 }
        for key in changed.prefix(limit) {
            guard let before = try find(R.self, key: key), let after = try staging.record(key: key) else { continue }
            preview.items.append(
                ChangePreview.Item(
                    key: key, title: before.displayName, kind: .changed, differences: before.differences(from: after)))
        }
        for key in removed.prefix(limit) {
            guard let title = try find(R.self, key: key)?.displayName else { continue }
            preview.items.append(ChangePreview.Item(key: key, title: title, kind: .removed, differences: []))
        }
        for key in new.prefix(limit) {
            guard let title = try staging.record(key: key)?.displayName else { continue }
            preview.items.append(ChangePreview.Item(key: key, title: title, kind: .new, differences: []))
        }
        return preview
    }

    /// The record a first launch made, and nobody has touched, is not worth telling.
    private func removedKeys<R: DirectoryRecord>(
        _ type: R.Type, _ here: [Int: Int64], arrived: Set<Int>, _ keeping: Set<Int>
    ) throws(StoreError) -> [Int] {
        let untouched = try isOwnUntouched(type) ? ownKey(of: type) : nil
        return here.keys.filter { !arrived.contains($0) && !keeping.contains($0) && $0 != untouched }.sorted()
    }

    private func hashes<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [(Int, Int64)] {
        try read { try RecordTable<R>().hashes(in: R.collection.name, $0) }
    }
}
