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
    /// What merging them changes of the one here.
    public let differences: [FieldDifference]
    /// What the record that arrives says and the merged one does not.
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
            return try found.values.sorted { $0.places.1 < $1.places.1 }.compactMap { pair in
                guard let here = try finder.record(pair.places.0), let new = try finder.record(pair.places.1) else {
                    return nil
                }
                let canMerge = !staying.all.contains(here.key)
                let merged = ThreeWayMerge(here, withDuplicate: new).merged(under: here.key)
                return Lookalike(
                    key: new.key, here: here.key, title: here.displayName, reasons: pair.reasons,
                    isCertain: pair.isCertain, canMerge: canMerge, differences: here.differences(from: merged),
                    losses: new.additions(to: canMerge ? merged : here))
            }
        }
    }

    /// Replaces a record of the list by the one here, merged with it. What they contradict stays as it is here.
    public func merge<R: DirectoryRecord>(
        _ lookalike: Lookalike, in staging: StagingDatabase<R>
    ) throws(StoreError) {
        guard lookalike.canMerge, let new = try staging.record(key: lookalike.key) else { return }
        var here = try staging.record(key: lookalike.here)
        if here == nil { here = try find(R.self, key: lookalike.here) }
        guard let here else { return }
        let merged = ThreeWayMerge(here, withDuplicate: new).merged(under: here.key)
        try staging.update { db in
            try db.execute(
                sql: "DELETE FROM arrived WHERE \(staging.table.quotedKey) IN (?, ?)", arguments: [new.key, here.key])
        }
        staging.notes.withLock { notes in
            notes.cards = notes.cards.mapValues { $0 == new.key ? here.key : $0 }
            notes.members = notes.members.mapValues { ($0.name, $0.keys.map { $0 == new.key ? here.key : $0 }) }
        }
        try staging.add([ListedElement(.record(merged))], areNumbered: true)
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
            if isMerged { try merge(decided[place], in: staging) }
            decided[place].choice = isMerged ? .merge : choice == .skip ? .skip : .add
        }
        return decided
    }
}
