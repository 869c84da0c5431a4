public import DirectoryModel
import GRDB

/// The changes that taking over a list that arrived would make.
public struct ChangePreview: Equatable, Sendable {
    /// The kind of change of one record.
    public enum Kind: Int, Sendable, CaseIterable {
        /// The record here differs from the one that arrived.
        case changed
        /// The record would be removed here.
        case removed
        /// The record that arrived is not here.
        case new
    }

    /// One record that would change.
    public struct Item: Equatable, Sendable, Identifiable {
        /// The record's key.
        public let key: Int
        /// The record's name.
        public let title: String
        /// The kind of change.
        public let kind: Kind
        /// The fields that differ; empty where the record is new or removed.
        public let differences: [FieldDifference]

        public var id: Int { key }
    }

    /// How many records of each kind there are, and how many elements are not records.
    public var summary = ChangeSummary()
    /// The records, changed ones first, then removed, then new; of each kind no more than were requested.
    public var items: [Item] = []
    /// The keys of the changed records that were edited here since the server last sent them.
    public var edited: Set<Int> = []

    /// True where a listed record would be removed or overwritten.
    public var losesSomething: Bool { items.contains { $0.kind != .new } }
}

extension Store {
    /// Compares the store with `staging`; the store is not changed.
    /// - Parameters:
    ///   - staging: the list that arrived.
    ///   - how: how the records here are treated.
    ///   - keeping: keys of records that stay as they are, or that the user decided on already.
    ///   - dropping: keys of records that are removed; they are counted, but not listed.
    ///   - put: the record that replaces the one that arrived under its key; it is not listed either.
    ///   - rule: how own records are treated.
    ///   - owner: who is signed in.
    ///   - limit: how many records of each kind are listed.
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
        let touched = staging.delta.map { delta in
            delta.absent.union(arrived.map(\.0)).union(dropping).union(put.map { [$0.key] } ?? [])
        }
        let here =
            if let touched { try hashes(of: R.self, keys: touched) } else { try hashes(of: R.self) }
        let differing = arrived.filter {
            here[$0.0] != $0.1 && !keeping.contains($0.0) && !dropping.contains($0.0)
        }.map(\.0)
        let asked = Set(differing.filter { here[$0] != nil }).subtracting(rule.releasing)
        let edited = try editedSinceListed(R.self, keys: asked)
        // What is lost is listed first.
        let changed = edited.sorted() + differing.filter { here[$0] != nil && !edited.contains($0) }
        let new = differing.filter { here[$0] == nil }
        let gone = keeping.union(dropping)
        let removed = how == .replace ? try removedKeys(R.self, here, arrived: Set(arrived.map(\.0)), gone) : []
        var preview = ChangePreview()
        preview.edited = edited
        preview.summary = ChangeSummary(
            new: new.count, changed: changed.count, removed: removed.count, rejected: try staging.rejectedCount,
            arrived: try staging.count)
        preview.summary.leftOutCount = try staging.leftOutCount
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

    /// Those of `keys` whose record here is not the one that the server last sent; none where that is not known.
    private func editedSinceListed<R: DirectoryRecord>(_ type: R.Type, keys: Set<Int>) throws(StoreError) -> Set<Int> {
        let table = RecordTable<R>()
        return try read { db in
            let listed = "SELECT key, hash FROM listed WHERE collection = ?"
            guard try Row.fetchOne(db, sql: "\(listed) LIMIT 1", arguments: [table.name]) != nil else { return [] }
            let edited = try Int.fetchSet(
                db,
                sql: """
                    SELECT p.\(table.quotedKey) FROM \(table.name) p LEFT JOIN (\(listed)) l ON l.key = p.\(table.quotedKey)
                    WHERE l.hash IS NOT p.hash
                    """, arguments: [table.name])
            return edited.intersection(keys)
        }
    }

    /// An unedited record of the first launch is not worth listing.
    private func removedKeys<R: DirectoryRecord>(
        _ type: R.Type, _ here: [Int: Int64], arrived: Set<Int>, _ keeping: Set<Int>
    ) throws(StoreError) -> [Int] {
        let untouched = try isOwnUntouched(type) ? ownKey(of: type) : nil
        return here.keys.filter { !arrived.contains($0) && !keeping.contains($0) && $0 != untouched }.sorted()
    }

    /// The hashes of all records, by key.
    func hashes<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int: Int64] {
        let hashes = try read { try RecordTable<R>().hashes(in: R.collection.name, $0) }
        return Dictionary(hashes, uniquingKeysWith: { $1 })
    }

    private func hashes<R: DirectoryRecord>(of type: R.Type, keys: Set<Int>) throws(StoreError) -> [Int: Int64] {
        let table = RecordTable<R>()
        return try read { db in
            let find = try db.cachedStatement(sql: "SELECT hash FROM \(table.name) WHERE \(table.quotedKey) = ?")
            return try keys.reduce(into: [:]) { $0[$1] = try Int64.fetchOne(find, arguments: [$1]) }
        }
    }
}
