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
    ///   - request: how to merge it; its records to drop, keep, and put are not listed.
    ///   - limit: how many records of each kind are listed.
    public func preview<R: DirectoryRecord>(
        _ staging: StagingDatabase<R>, _ request: MergeRequest<R>, limit: Int = 300
    ) throws(StoreError) -> ChangePreview {
        try staging.finish()
        // All of it from one state of the store, which other programs may change.
        return try read { db in
            let table = RecordTable<R>()
            let arrived = try staging.hashes()
            let (names, keys) = (Set(try staging.owners().map { $0.owner.lowercased() }), Set(arrived.map(\.0)))
            let (dropping, put, rule) = (request.dropping, request.own, request.rule)
            let staying = try OwnRecordMergePolicy<R>(db: db, request: request, isOfFile: staging.isOfFile)
                .keys {
                    names.contains($0.lowercased())
                } has: {
                    keys.contains($0)
                }
            let keeping = request.keeping.union(staying).subtracting(dropping).union(put.map { [$0.key] } ?? [])
            let touched = staging.delta.map { $0.absent.union(keys).union(dropping).union(put.map { [$0.key] } ?? []) }
            let here = try table.hashes(of: touched, in: db)
            let differing = arrived.filter {
                here[$0.0] != $0.1 && !keeping.contains($0.0) && !dropping.contains($0.0)
            }.map(\.0)
            let asked = Set(differing.filter { here[$0] != nil }).subtracting(rule.releasing)
            let edited = try table.editedSinceListed(keys: asked, in: db)
            // What is lost is listed first, one's own record before others.
            let own = differing.filter { here[$0] != nil && rule.releasing.contains($0) }
            let lost = own + edited.sorted()
            let changed = lost + differing.filter { here[$0] != nil && !edited.contains($0) && !own.contains($0) }
            let new = differing.filter { here[$0] == nil }
            let gone = keeping.union(dropping).union(keys).union(try table.untouchedOwnKeys(in: db))
            let removed = request.how == .replace ? here.keys.filter { !gone.contains($0) }.sorted() : []
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
                guard let before = try table.whole(key: key, in: db), let after = try staging.record(key: key) else {
                    continue
                }
                preview.items.append(
                    ChangePreview.Item(
                        key: key, title: before.displayName, kind: .changed,
                        differences: before.differences(from: after)))
            }
            for key in removed.prefix(limit) {
                guard let title = try table.whole(key: key, in: db)?.displayName else { continue }
                preview.items.append(ChangePreview.Item(key: key, title: title, kind: .removed, differences: []))
            }
            for key in new.prefix(limit) {
                guard let title = try staging.record(key: key)?.displayName else { continue }
                preview.items.append(ChangePreview.Item(key: key, title: title, kind: .new, differences: []))
            }
            return preview
        }
    }

    /// The hashes of all records, by key.
    package func hashes<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> [Int: Int64] {
        try read { try RecordTable<R>().hashes(of: nil, in: $0) }
    }
}

extension RecordTable {
    /// The hashes of the records here with these keys, or of all, by key.
    fileprivate func hashes(of keys: Set<Int>?, in db: Database) throws -> [Int: Int64] {
        guard let keys else {
            return Dictionary(try hashes(in: R.collection.name, db), uniquingKeysWith: { $1 })
        }
        return try keys.reduce(into: [:]) { $0[$1] = try hash(of: $1, in: db) }
    }

    /// Those of `keys` whose record here is not the one that the server last sent; none where that is not known.
    fileprivate func editedSinceListed(keys: Set<Int>, in db: Database) throws -> Set<Int> {
        let listed = "SELECT key, hash FROM listed WHERE collection = ?"
        guard try Row.fetchOne(db, sql: "\(listed) LIMIT 1", arguments: [name]) != nil else { return [] }
        let edited = try Int.fetchSet(
            db,
            sql: """
                SELECT p.\(quotedKey) FROM \(name) p LEFT JOIN (\(listed)) l ON l.key = p.\(quotedKey)
                WHERE l.hash IS NOT p.hash
                """, arguments: [name])
        return edited.intersection(keys)
    }

    /// The key of the own record that the first launch made and that was not edited: it is not worth listing.
    fileprivate func untouchedOwnKeys(in db: Database) throws -> Set<Int> {
        Set(try OwnTable<R>(in: db).marks.filter { !$0.isFormer && $0.isUntouched }.map(\.key))
    }
}
