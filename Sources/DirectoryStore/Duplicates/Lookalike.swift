public import DirectoryModel
import GRDB
import Synchronization

/// A record of a list that arrives, and the stored one that may be about the same person.
public struct Lookalike: Equatable, Sendable {
    /// The key of the record that arrives.
    public let key: Int
    /// The key of the stored record.
    public let storedKey: Int
    /// The title of the stored record.
    public let title: String
    public let reasons: [DuplicateReason]
    /// False if the stored record cannot be changed.
    public let canMerge: Bool
    /// What merging them changes of the stored record; empty beyond the first 300, and if they are merged by default.
    public let differences: [FieldDifference]
    /// What the record that arrives has and the merged one does not; empty beyond the first 300.
    public let losses: [FieldDifference]
    /// What is done with the record that arrives.
    public let choice: LookalikeChoice
}

/// What to do with a record that looks like a stored one.
public enum LookalikeChoice: String, Sendable, CaseIterable {
    case merge, add, skip
}

extension StoredCollection {
    /// The new records of a list that may be about somebody in the store, each with the most likely one, in the order
    /// in which they are merged.
    private func lookalikes(in staging: StagedList, _ choice: LookalikeChoice?) throws(StoreError) -> [Lookalike] {
        guard definition.canHaveDuplicates else { return [] }
        let list = try staging.records
        return try read { db in
            let finder = try DuplicateFinder(table, list, in: db)
            let pairs = try finder.likelyPairs(certainFirst: choice == nil)
            let counts = Dictionary(pairs.map { ($0.positions.0, 1) }, uniquingKeysWith: +)
            var results: [Int: Record] = [:]
            var detailedCount = 0
            return try pairs.compactMap { pair in
                guard let stored = try finder.record(pair.positions.0), let new = try finder.record(pair.positions.1)
                else { return nil }
                // Another row of the list may have been merged with it.
                let current = results[stored.key] ?? stored
                let canMerge = !finder.staying.all.contains(current.key)
                let isWanted = choice.map { $0 == .merge } ?? isCertain(pair, current, new, staging)
                let isMerged = canMerge && isWanted
                let merged = ThreeWayMerge(current, withDuplicate: new).merged(under: current.key)
                if isMerged, counts[pair.positions.0] != 1 { results[current.key] = merged }
                // The differences may hold pictures. Those that merge by themselves lose nothing.
                let hasDetails = detailedCount < Self.maxDetailed && !(isMerged && choice == nil)
                if hasDetails { detailedCount += 1 }
                return Lookalike(
                    key: new.key, storedKey: current.key, title: current.displayName, reasons: pair.reasons,
                    canMerge: canMerge, differences: hasDetails ? current.differences(from: merged) : [],
                    losses: hasDetails ? new.additions(to: canMerge ? merged : current) : [],
                    choice: isMerged ? .merge : choice == .skip ? .skip : .add)
            }
        }
    }

    private static var maxDetailed: Int { 300 }

    /// True if a record that arrives certainly is about the same person as a stored one: if it does not contradict this,
    /// or has its name and nothing that this does not have.
    private func isCertain(_ pair: DuplicatePair, _ stored: Record, _ new: Record, _ staging: StagedList) -> Bool {
        if pair.isCertain, definition.fields.allSatisfy({ $0.isKey || !$0.contradicts(stored, new) }) { return true }
        // Numbers that people typed always differ.
        let isUnnumbered = definition.numbering == .counted || staging.notes.withLock { $0.numbered[new.key] != nil }
        return isUnnumbered && new.additions(to: stored).isEmpty
            && Folding.text(stored.displayName) == Folding.text(new.displayName)
    }

    /// Replaces records of the list by the stored ones, merged with them. Stored values that they contradict are
    /// unchanged; a record is not replaced if the merge would lose more than its `losses`.
    /// - Parameter isChosen: false if the user did not choose to merge them.
    public func merge(
        _ lookalikes: [Lookalike], in staging: StagedList, isChosen: Bool = true
    ) throws(StoreError) {
        let wanted = lookalikes.filter(\.canMerge)
        // Some at a time, because they are converted together, and hold pictures.
        for start in stride(from: 0, to: wanted.count, by: 256) {
            let some = wanted[start..<min(start + 256, wanted.count)]
            let (merged, moved) = try merged(some, in: staging, isChosen: isChosen)
            let gone = Set(moved.keys).union(merged.keys)
            staging.update { list in gone.forEach { list.remove($0) } }
            let elements = merged.sorted { $0.key < $1.key }.map {
                ArrivingElement(.record($0.value), isNumbered: true)
            }
            try staging.add(elements)
            staging.notes.withLock { $0.move(moved) }
        }
    }

    /// The stored records merged with their lookalikes, by their keys, and these by the keys of the lookalikes.
    private func merged(
        _ lookalikes: ArraySlice<Lookalike>, in staging: StagedList, isChosen: Bool
    ) throws(StoreError) -> (records: [Int: Record], keys: [Int: Int]) {
        var (merged, moved): ([Int: Record], [Int: Int]) = ([:], [:])
        for lookalike in lookalikes {
            guard let new = try staging.record(key: lookalike.key) else { continue }
            var stored = merged[lookalike.storedKey]
            if stored == nil { stored = try staging.record(key: lookalike.storedKey) }
            if stored == nil { stored = try find(key: lookalike.storedKey) }
            guard let stored else { continue }
            let result = ThreeWayMerge(stored, withDuplicate: new).merged(under: stored.key)
            // Two that were chosen one by one may contradict each other.
            let losses = Set(lookalike.losses.map(\.key)).union(
                isChosen && lookalike.choice == .merge ? definition.fields.map(\.key) : [])
            guard losses.isSuperset(of: new.additions(to: result).map(\.key)) else { continue }
            merged[stored.key] = result
            moved[new.key] = stored.key
        }
        return (merged, moved)
    }

    /// Decides on the records of a file that look like stored records: `choice`, or else merges those that certainly
    /// are about the same person.
    /// - Returns: the records with what was decided.
    public func decide(
        onLookalikesIn staging: StagedList, _ choice: LookalikeChoice? = nil
    ) throws(StoreError) -> [Lookalike] {
        let decided = try lookalikes(in: staging, choice)
        try merge(decided.filter { $0.choice == .merge }, in: staging, isChosen: choice != nil)
        return decided
    }
}
