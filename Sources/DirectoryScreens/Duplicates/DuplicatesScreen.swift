public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// Records that may be about one person, one pair after another.
@MainActor @Observable
public final class DuplicatesScreen {
    public enum Page: Equatable, Sendable {
        case finding
        case comparing
        /// Nothing is left to compare.
        case done
        /// Duplicates could not be read.
        case failed
    }

    public private(set) var page = Page.finding
    /// The present pair.
    public private(set) var comparison: DuplicateComparison?
    public private(set) var problem: String?
    /// True while a pair is merged or told apart; meanwhile nothing else can be done.
    public private(set) var isChanging = false
    /// How many groups agree, so that they can be merged unseen.
    public var agreeingCount: Int { agreeing.count }
    private var groups: [DuplicateGroup] = []
    private var agreeing: [DuplicateGroup] = []
    /// How many pairs were decided on or skipped.
    private var doneCount = 0

    @ObservationIgnored private let screen: CollectionScreen
    @ObservationIgnored private var skipped: Set<[Int]> = []
    /// The keys of pairs that were skipped or told apart, which are not merged unseen.
    @ObservationIgnored private var leftApart: Set<Int> = []
    /// True if records were merged since duplicates were looked for.
    @ObservationIgnored private var isOutdated = false
    /// True once a pair was shown.
    @ObservationIgnored private var hasFound = false

    public var definition: Definition { screen.definition }
    private var collection: StoredCollection { screen.collection }

    init(_ screen: CollectionScreen) {
        self.screen = screen
        find()
    }

    // MARK: What it says

    /// Why the pair is shown: "same email, same phone".
    public var reason: String { groups.first?.text ?? "" }

    /// "3 of 12".
    public var progressText: String { translated("\(doneCount + 1) of \(doneCount + groups.count)") }

    public var heading: String {
        switch groups.first?.section {
        case .likely, nil: translated("Is This the Same Person?")
        case .sameName: translated("Same Name, Perhaps Different")
        case .contradicted: translated("Probably Different People")
        }
    }

    /// False if Return skips the pair, because two people may share a name.
    public var suggestsMerging: Bool { groups.first.map { $0.section == .likely } ?? true }

    /// How many groups, if several, are left once only those are that differ in everything else; otherwise 0.
    public var contradictedCount: Int { groups.first?.section == .contradicted && groups.count > 1 ? groups.count : 0 }

    public var contradictedLabel: String { translated("Mark All as Not the Same (\(contradictedCount))") }

    public var agreeingLabel: String {
        translated(
            agreeingCount, one: "Merge \(agreeingCount) Exact Match", many: "Merge \(agreeingCount) Exact Matches")
    }

    /// The title and the sentence once nothing is left, or after a failure.
    public var emptyTitle: String {
        if page == .failed { return translated("Duplicates Could Not Be Read") }
        return hasFound ? translated("No More Duplicates") : translated("No Duplicates")
    }

    public var emptyMessage: String {
        if page == .failed { return problem ?? "" }
        return hasFound ? translated("That was the last one.") : translated("No duplicates were found.")
    }

    // MARK: What the user does

    public func picked(_ side: MergeScreen.Side, for line: DuplicateComparison.Line) {
        if canMerge { comparison?.merge?.picked(side, for: line.id) }
    }

    /// Chooses a side for all values that differ.
    public func sidePicked(_ side: MergeScreen.Side) { if canMerge { comparison?.merge?.allPicked(side) } }

    /// Does what Return does: merges, or skips two people who may only share their name.
    public func defaultTapped() { suggestsMerging ? mergeTapped() : skipTapped() }

    public func mergeTapped() {
        guard let comparison else { return }
        change(comparison.merging(), translated("\(comparison.resultTitle) merged")) { [self] in
            isOutdated = true
            groups = groups.prefix(1) + groups.dropFirst().filter { !$0.keys.contains(comparison.keys[1]) }
        }
    }

    /// Remembers that they are two people.
    public func notSameTapped() {
        guard let comparison else { return }
        let (collection, keys) = (collection, comparison.keys)
        let mark: StoreWrite = { () throws(StoreError) in try collection.markDistinct(groups: [keys]) }
        change(mark, translated("Kept as two people")) { [self] in
            leftApart.formUnion(keys)
            isOutdated = isOutdated || (groups.first?.keys.count ?? 0) > 2
        }
    }

    /// Records that all groups that are left are different people, to be undone together.
    public func contradictedTapped() {
        guard canMerge, contradictedCount > 0 else { return }
        let (count, keys, collection) = (groups.count, groups.map(\.keys), collection)
        changeGroups(groups) { () throws(StoreError) in
            try collection.markDistinct(groups: keys)
            let text = translated(
                count, one: "\(count) pair marked as different people",
                many: "\(count) pairs marked as different people")
            return Toast(text: text, offersUndo: true)
        }
    }

    public func skipTapped() {
        guard canMerge, let group = groups.first else { return }
        problem = nil
        skipped.insert(group.keys)
        leftApart.formUnion(group.keys)
        leave(group.keys)
    }

    /// Merges the groups of which no record says anything that another contradicts, to be undone together.
    public func mergeAgreeingTapped() {
        guard canMerge, !agreeing.isEmpty else { return }
        let (all, collection) = (agreeing, collection)
        changeGroups(all) { () throws(StoreError) in
            let count = try collection.merge(all)
            let text = translated(count, one: "\(count) duplicate merged", many: "\(count) duplicates merged")
            return Toast(text: text, offersUndo: count > 0)
        }
    }

    /// Undoes the last change of the list, and looks again.
    public func undoTapped() {
        guard page != .finding, !isChanging, screen.canUndo else { return }
        page = .finding
        problem = nil
        screen.run { [self] in
            await screen.undo { [self] in problem = $0.description }
            doneCount = 0
            find()
        }
    }

    public func tryAgainTapped() {
        guard page == .failed else { return }
        problem = nil
        find()
    }

    // MARK: The pairs

    private var canMerge: Bool { page == .comparing && !isChanging }

    /// Changes the pair, and shows the next one. If it was not changed, shows the pair as it is now.
    private func change(_ body: @escaping StoreWrite, _ text: String, then: @escaping @MainActor () -> Void) {
        guard canMerge, let keys = comparison?.keys else { return }
        isChanging = true
        screen.run { [self] in
            let isMade = await perform { () throws(StoreError) in
                try body()
                return Toast(text: text, offersUndo: true)
            }
            isChanging = false
            guard isMade else { return show() }
            then()
            leave(keys)
        }
    }

    /// Changes many groups, to be undone together, and looks again.
    private func changeGroups(_ groups: [DuplicateGroup], _ body: @escaping @Sendable () throws(StoreError) -> Toast) {
        page = .finding
        let count = groups.reduce(0) { $0 + $1.keys.count }
        screen.run { [self] in
            if await perform(of: count, body) { doneCount += groups.count }
            find()
        }
    }

    /// Makes a change, or says why it was not made.
    private func perform(
        of count: Int = 0, _ body: @escaping @Sendable () throws(StoreError) -> Toast
    ) async -> Bool {
        problem = nil
        return await screen.perform(
            translated("Saving…"), of: count, onFailure: { [self] in problem = $0.description }
        ) { () throws(SyncError) in try await inStore(body) }
    }

    /// Shows what follows a pair. A group with one of its records is not merged unseen.
    private func leave(_ keys: [Int]) {
        agreeing.removeAll { !Set($0.keys).isDisjoint(with: keys) }
        groups.removeFirst()
        doneCount += 1
        show()
    }

    private func find() {
        page = .finding
        Task { [collection, weak self] in
            let result = await runInBackground { () throws(StoreError) in try collection.foundDuplicates() }
            guard let self else { return }
            isOutdated = false
            switch result {
            case .success(let found):
                groups = found.all.filter { !skipped.contains($0.keys) }
                agreeing = found.agreeing.filter { leftApart.isDisjoint(with: $0.keys) }
                show()
            case .failure(let error): fail(error)
            }
        }
    }

    /// Shows the first two records of the first group.
    private func show() {
        while let group = groups.first {
            do throws(StoreError) {
                if let shown = try DuplicateComparison(collection, keys: Array(group.keys.prefix(2))) {
                    comparison = shown
                    page = .comparing
                    hasFound = true
                    return
                }
            } catch { return fail(error) }
            groups.removeFirst()
            isOutdated = true
        }
        comparison = nil
        if isOutdated { find() } else { page = .done }
    }

    private func fail(_ error: StoreError) {
        groups = []
        agreeing = []
        comparison = nil
        page = .failed
        problem = error.description
    }
}

extension StoredCollection {
    /// The groups of duplicates, and those of which no value would be lost.
    fileprivate func foundDuplicates() throws(StoreError) -> (all: [DuplicateGroup], agreeing: [DuplicateGroup]) {
        let all = try duplicates()
        var agreeing: [DuplicateGroup] = []
        for group in all where group.isCertain {
            let records = try mergeable(keys: group.keys)
            if let merged = records.merged, records.losses(in: merged).isEmpty { agreeing.append(group) }
        }
        return (all, agreeing)
    }

    /// Merges groups that agree.
    /// - Returns: how many records were merged into others.
    fileprivate func merge(_ groups: [DuplicateGroup]) throws(StoreError) -> Int {
        // Since they were found, they may have changed or been told apart.
        let certain = Set(try duplicates().filter(\.isCertain).map(\.keys))
        var merges: [(records: Mergeable, merged: Record)] = []
        for group in groups where certain.contains(group.keys) {
            let records = try mergeable(keys: group.keys)
            guard let merged = records.merged, records.losses(in: merged).isEmpty else { continue }
            merges.append((records, merged))
        }
        try merge(merges)
        return merges.reduce(0) { $0 + $1.records.records.count - 1 }
    }
}
