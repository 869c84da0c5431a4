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
            var found: [Int: DuplicatePair] = [:]
            for pair in try finder.pairs() where pair.isLikely {
                if found[pair.positions.1].map(pair.isBefore) ?? true { found[pair.positions.1] = pair }
            }
            let counts = Dictionary(found.values.map { ($0.positions.0, 1) }, uniquingKeysWith: +)
            var results: [Int: Record] = [:]
            func isFirst(_ pair: DuplicatePair) -> Int { choice == nil && pair.isCertain ? 0 : 1 }
            let sorted = found.values.sorted { (isFirst($0), $0.positions.1) < (isFirst($1), $1.positions.1) }
            var detailedCount = 0
            return try sorted.compactMap { pair in
                guard let stored = try finder.record(pair.positions.0), let new = try finder.record(pair.positions.1)
                else {
                    return nil
                }
                // Another row of the list may have been merged with it.
                let current = results[stored.key] ?? stored
                let agrees = definition.fields.allSatisfy { $0.isKey || !$0.contradicts(current, new) }
                // Numbers that people typed always differ.
                let isUnnumbered =
                    definition.numbering == .counted || staging.notes.withLock { $0.numbered[new.key] != nil }
                let isSubset =
                    isUnnumbered && new.additions(to: current).isEmpty
                    && Folding.text(current.displayName) == Folding.text(new.displayName)
                let isCertain = pair.isCertain && agrees || isSubset
                let canMerge = !finder.staying.all.contains(current.key)
                let isMerged = canMerge && (choice == .merge || choice == nil && isCertain)
                let merged = ThreeWayMerge(current, withDuplicate: new).merged(under: current.key)
                if isMerged, counts[pair.positions.0] != 1 { results[current.key] = merged }
                // The differences may hold pictures. Those that merge by themselves lose nothing.
                let hasDetails = detailedCount < Self.maxDetailed && !(isMerged && choice == nil)
                if hasDetails { detailedCount += 1 }
                return Lookalike(
                    key: new.key, storedKey: current.key, title: current.displayName, reasons: pair.reasons,
                    canMerge: canMerge,
                    differences: hasDetails ? current.differences(from: merged) : [],
                    losses: hasDetails ? new.additions(to: canMerge ? merged : current) : [],
                    choice: isMerged ? .merge : choice == .skip ? .skip : .add)
            }
        }
    }

    private static var maxDetailed: Int { 300 }

    /// Replaces records of the list by the stored ones, merged with them. Stored values that they contradict are
    /// unchanged; a record is not replaced if the merge would lose more than its `losses`.
    /// - Parameter isChosen: false if the user did not choose to merge them.
    public func merge(
        _ lookalikes: [Lookalike], in staging: StagedList, isChosen: Bool = true
    ) throws(StoreError) {
        var moved: [Int: Int] = [:]
        let wanted = lookalikes.filter(\.canMerge)
        // Some at a time, because they are converted together, and hold pictures.
        for start in stride(from: 0, to: wanted.count, by: 256) {
            var merged: [Int: Record] = [:]
            for lookalike in wanted[start..<min(start + 256, wanted.count)] {
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
            let gone = Set(moved.keys).union(merged.keys)
            staging.update { list in gone.forEach { list.remove($0) } }
            let elements = merged.sorted { $0.key < $1.key }.map {
                ArrivingElement(.record($0.value), isNumbered: true)
            }
            try staging.add(elements)
        }
        staging.notes.withLock { notes in
            notes.cards = notes.cards.mapValues { moved[$0] ?? $0 }
            notes.addresses = notes.addresses.mapValues { moved[$0] ?? $0 }
            notes.members = notes.members.mapValues { ($0.name, $0.keys.map { moved[$0] ?? $0 }) }
            for key in moved.keys { notes.numbered[key] = nil }
        }
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
