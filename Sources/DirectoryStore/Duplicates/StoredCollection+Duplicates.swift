public import DirectoryModel
import GRDB
import Language

extension StoredCollection {
    /// The records of the collection that may be about one person, certain ones first, and those that contradict each
    /// other last.
    public func duplicates() throws(StoreError) -> [DuplicateGroup] {
        guard definition.canHaveDuplicates else { return [] }
        return try read { db in
            let finder = try DuplicateFinder(table, in: db)
            return finder.groups(of: try finder.pairs())
        }
    }

    /// Records that no two of each group are about one person, in one transaction that can be undone.
    public func markDistinct(groups: [[Int]]) throws(StoreError) {
        try write { db in
            let many = groups.count > 1 ? definition.collection.counted(groups.joined().count) : nil
            let name = many ?? groups.first?.first.map(Change.nameMark) ?? ""
            try change(translated("“Not the Same” for \(name)"), in: db) { _ in
                for keys in groups {
                    for (index, key) in keys.enumerated() {
                        for other in keys[(index + 1)...] { try MarkTable(table, in: db).setApart(key, other) }
                    }
                }
            }
        }
    }

    /// The records with `keys`, with pictures, to be merged into the first: the user's own record or the one on the
    /// server's list comes first.
    /// - Throws: `StoreError.bothStay` if two of them cannot be removed.
    public func mergeable(keys: [Int]) throws(StoreError) -> Mergeable {
        try read { db in
            let staying = try StayingKeys(table, in: db)
            let (sorted, isFixed) = staying.sorted(keys)
            guard keys.count(where: staying.all.contains) <= 1 else { throw StoreError.bothStay }
            return Mergeable(try sorted.compactMap { try table.whole(key: $0, in: db) }, isFixed: isFixed)
        }
    }

    /// Merges records, in one transaction and to be undone together. Of each merge the first record becomes `merged`,
    /// unless it is fixed; the others are deleted, and what belongs to them, such as favorites, moves to the first.
    /// - Throws: `changedBeforeMerge` if a record is not as it was read; `cancelled` if the task was canceled.
    public func merge(_ merges: [(records: Mergeable, merged: Record)]) throws(StoreError) {
        guard let first = merges.first else { return }
        let label =
            merges.count == 1
            ? translated("Merging \(Change.nameMark(first.merged.key))")
            : translated("Merging \(definition.collection.counted(merges.reduce(0) { $0 + $1.records.records.count }))")
        try change(label) { change in
            let staying = try StayingKeys(table, in: change.db)
            try table.forgetMissingCards(in: change.db)
            for merge in merges {
                if Task.isCancelled { throw StoreError.cancelled }
                try merge.records.save(as: merge.merged, staying, change)
            }
            let moves = merges.flatMap { merge in
                merge.records.records.dropFirst().map { ($0.key, merge.merged.key) }
            }
            try change.moveReferences(Dictionary(moves) { $1 })
        }
    }
}

extension Change {
    /// Moves the marks and the group memberships of records.
    /// - Parameter moves: the new keys by the old ones.
    func moveReferences(_ moves: [Int: Int]) throws {
        for (key, new) in moves.sorted(by: { $0.key < $1.key }) { try MarkTable(table, in: db).move(key, to: new) }
        try moveMembers(moves)
    }
}

/// Records to merge into the first of them.
public struct Mergeable: Equatable, Sendable {
    /// With pictures.
    public let records: [Record]
    /// True if the first cannot be changed, because the server's list has it.
    public let isFixed: Bool

    public init(_ records: [Record], isFixed: Bool = false) { (self.records, self.isFixed) = (records, isFixed) }

    /// The merged record, before the user decides: what the first contradicts is left out.
    public var merged: Record? {
        guard let first = records.first, !isFixed else { return records.first }
        return records.dropFirst().reduce(first) {
            ThreeWayMerge($0, withDuplicate: $1).merged(under: first.key)
        }
    }

    /// Replaces the first record, unless it is fixed, and removes the others.
    fileprivate func save(as merged: Record, _ staying: StayingKeys, _ change: Change) throws {
        for record in records where try change.table.hash(of: record.key, in: change.db) != record.contentHash {
            throw StoreError.changedBeforeMerge
        }
        for record in records.dropFirst() {
            guard !staying.all.contains(record.key) else { throw StoreError.bothStay }
            try change.remove(key: record.key)
        }
        if let first = records.first, !staying.isFixed(first.key) { try change.put(merged.keyed(first.key)) }
    }

    /// What the other records have and `merged` does not.
    public func losses(in merged: Record) -> [FieldDifference] {
        records.dropFirst().flatMap { $0.additions(to: merged) }
    }
}

/// The keys of the records that a merge with another cannot remove.
struct StayingKeys {
    private let own: Set<Int>
    private let listed: Set<Int>
    let all: Set<Int>

    init(_ table: RecordTable, in db: Database) throws {
        own = try OwnRecordPolicy(table, in: db).keys
        listed = try Int.fetchSet(db, sql: "SELECT key FROM listed WHERE collection = ?", arguments: [table.name])
        all = listed.union(own)
    }

    /// The keys, those that stay first, and whether the first is fixed.
    func sorted(_ keys: [Int]) -> (keys: [Int], isFixed: Bool) {
        let first = keys.filter(all.contains)
        return (first + keys.filter { !all.contains($0) }, first.contains(where: isFixed))
    }

    /// True if the record cannot be changed, because it is on the server's list; the user's own can be edited.
    func isFixed(_ key: Int) -> Bool { listed.contains(key) && !own.contains(key) }
}

/// Pairs of records that the user called different people.
extension MarkTable {
    /// The keys of each pair, in ascending order.
    func pairsApart() throws -> Set<[Int]> { Set(try marks(where: "kind = 'notSame'").keys.map { $0.keys.sorted() }) }

    func setApart(_ key: Int, _ other: Int) throws {
        guard key != other else { return }
        try put(.notSame, key: min(key, other), other: "\(max(key, other))")
    }
}
