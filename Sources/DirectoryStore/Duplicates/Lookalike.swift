public import DirectoryModel
import GRDB
import Synchronization

/// A record of a list that arrives, and the one here that may be about the same person.
public struct Lookalike: Equatable, Sendable {
    /// The key of the record that arrives.
    public let key: Int
    /// The key of the one here.
    public let here: Int
    /// The title of the one here.
    public let title: String
    public let reasons: [DuplicateReason]
    /// True if they are about one person and do not contradict each other.
    let isCertain: Bool
    /// False if the one here stays as it is.
    public let canMerge: Bool
    /// What merging them changes of the one here; empty beyond the first 300.
    public let differences: [FieldDifference]
    /// What the record that arrives says and the merged one does not; empty beyond the first 300.
    public let losses: [FieldDifference]
    /// What is done with the record that arrives.
    public internal(set) var choice = LookalikeChoice.add
}

/// What to do with a record that looks like one here.
public enum LookalikeChoice: String, Sendable, CaseIterable {
    case merge, add, skip
}

extension Store {
    /// The new records of a list that may be about somebody here, each with the most likely one.
    public func lookalikes<R: DirectoryRecord>(in staging: StagingDatabase<R>) throws(StoreError) -> [Lookalike] {
        guard R.canHaveDuplicates else { return [] }
        return try read(beside: staging) { db in
            let finder = try DuplicateFinder<R>(incoming: true, in: db)
            let staying = try StayingKeys(of: R.self, in: db)
            var found: [Int: DuplicatePair] = [:]
            for pair in try finder.pairs() where pair.isLikely {
                if found[pair.places.1].map(pair.isBefore) ?? true { found[pair.places.1] = pair }
            }
            let sorted = found.values.sorted { $0.places.1 < $1.places.1 }
            return try sorted.enumerated().compactMap { index, pair in
                guard let here = try finder.record(pair.places.0), let new = try finder.record(pair.places.1) else {
                    return nil
                }
                let canMerge = !staying.all.contains(here.key)
                let merged = ThreeWayMerge(here, withDuplicate: new).merged(under: here.key)
                // The differences may hold pictures.
                let isTold = index < Self.maxToldLookalikes
                return Lookalike(
                    key: new.key, here: here.key, title: here.displayName, reasons: pair.reasons,
                    isCertain: pair.isCertain, canMerge: canMerge,
                    differences: isTold ? here.differences(from: merged) : [],
                    losses: isTold ? new.additions(to: canMerge ? merged : here) : [])
            }
        }
    }

    private static var maxToldLookalikes: Int { 300 }

    /// Replaces records of the list by those here, merged with them. What they contradict stays as it is here.
    public func merge<R: DirectoryRecord>(
        _ lookalikes: [Lookalike], in staging: StagingDatabase<R>
    ) throws(StoreError) {
        let wanted = lookalikes.filter(\.canMerge)
        for start in stride(from: 0, to: wanted.count, by: 256) {
            var merged: [Int: R] = [:]
            var moved: [Int: Int] = [:]
            for lookalike in wanted[start..<min(start + 256, wanted.count)] {
                guard let new = try staging.record(key: lookalike.key) else { continue }
                var here = merged[lookalike.here]
                if here == nil { here = try staging.record(key: lookalike.here) }
                if here == nil { here = try find(R.self, key: lookalike.here) }
                guard let here else { continue }
                merged[here.key] = ThreeWayMerge(here, withDuplicate: new).merged(under: here.key)
                moved[new.key] = here.key
            }
            let gone = MergeTransaction<R>.list(Set(moved.keys).union(moved.values))
            try staging.update {
                try $0.execute(sql: "DELETE FROM arrived WHERE \(staging.table.quotedKey) IN \(gone)")
            }
            staging.notes.withLock { notes in
                notes.cards = notes.cards.mapValues { moved[$0] ?? $0 }
                notes.members = notes.members.mapValues { ($0.name, $0.keys.map { moved[$0] ?? $0 }) }
            }
            try staging.add(
                merged.sorted { $0.key < $1.key }.map { ListedElement(.record($0.value)) }, areNumbered: true)
        }
        try staging.finish()
    }

    /// Decides on the records of a file that look like records here: `choice`, or else merges those that certainly are
    /// about the same person.
    /// - Returns: the records with what was decided.
    public func decide<R: DirectoryRecord>(
        onLookalikesIn staging: StagingDatabase<R>, _ choice: LookalikeChoice? = nil
    ) throws(StoreError) -> [Lookalike] {
        var decided = try lookalikes(in: staging)
        for place in decided.indices {
            let isMerged = decided[place].canMerge && (choice == .merge || choice == nil && decided[place].isCertain)
            decided[place].choice = isMerged ? .merge : choice == .skip ? .skip : .add
        }
        try merge(decided.filter { $0.choice == .merge }, in: staging)
        return decided
    }
}
