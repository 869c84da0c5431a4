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
    }

    public private(set) var page = Page.finding
    /// The present pair.
    public private(set) var comparison: DuplicateComparison?
    public private(set) var problem: String?
    /// How many groups agree, so that they can be merged unseen.
    public var agreeingCount: Int { agreeing.count }
    private var groups: [DuplicateGroup] = []
    private var agreeing: [DuplicateGroup] = []
    /// How many pairs were decided on or skipped.
    private var doneCount = 0

    public let collection: CollectionInfo
    @ObservationIgnored private let context: CollectionContext
    @ObservationIgnored private var skipped: Set<[Int]> = []
    /// True if records were merged since duplicates were looked for.
    @ObservationIgnored private var isOutdated = false
    /// True once a pair was shown.
    @ObservationIgnored private var hasFound = false

    private var recordType: any DirectoryRecord.Type { context.recordType }
    private var store: Store { context.store }

    init(_ context: CollectionContext) {
        (self.context, collection) = (context, context.recordType.collection)
        find()
    }

    // MARK: What it says

    /// Why the pair is shown: "same email, same phone".
    public var reason: String { groups.first?.words ?? "" }

    /// "3 of 12".
    public var placeWords: String { translated("\(doneCount + 1) of \(doneCount + groups.count)") }

    public var heading: String {
        groups.first?.isNameOnly == true
            ? translated("Same Name, Perhaps Two People") : translated("Is This the Same Person?")
    }

    public var agreeingLabel: String { translated("Merge All That Agree (\(agreeingCount))") }

    /// The sentence once nothing is left.
    public var doneWords: String {
        hasFound ? translated("You have seen all of them.") : translated("No duplicates were found.")
    }

    // MARK: What the user does

    public func picked(_ side: MergeScreen.Side, for line: DuplicateComparison.Line) {
        comparison?.merge?.picked(side, for: line.id)
    }

    /// Chooses a side for all values that differ.
    public func sidePicked(_ side: MergeScreen.Side) { comparison?.merge?.allPicked(side) }

    public func mergeTapped() {
        guard let comparison else { return }
        change { () throws(StoreError) in
            try comparison.mergeAll()
            context.presenter.toast = Toast(
                text: translated("\(comparison.resultTitle) merged"), offersUndo: true)
            isOutdated = true
            groups = groups.prefix(1) + groups.dropFirst().filter { !$0.keys.contains(comparison.keys[1]) }
            agreeing.removeAll { !Set($0.keys).isDisjoint(with: comparison.keys) }
        }
    }

    /// Remembers that they are two people.
    public func notSameTapped() {
        guard let comparison else { return }
        change { () throws(StoreError) in
            try store.keepApart(recordType, keys: comparison.keys)
            agreeing.removeAll { $0.keys == comparison.keys }
            isOutdated = isOutdated || (groups.first?.keys.count ?? 0) > 2
        }
    }

    public func skipTapped() {
        guard let group = groups.first else { return }
        skipped.insert(group.keys)
        change {}
    }

    /// Merges the groups of which no record says anything that another contradicts, to be undone together.
    public func mergeAgreeingTapped() {
        guard !agreeing.isEmpty, page == .comparing else { return }
        let (all, store, recordType) = (agreeing, store, recordType)
        page = .finding
        Task {
            let result = await runInBackground { () throws(StoreError) in try recordType.merge(all, in: store) }
            switch result {
            case .success(let count):
                context.presenter.toast = Toast(
                    text: translated(count, one: "\(count) duplicate merged", many: "\(count) duplicates merged"),
                    offersUndo: true)
                doneCount += all.count
            case .failure(let error): problem = error.description
            }
            find()
        }
    }

    /// Undoes the last change of the list, and looks again.
    public func undoTapped() {
        guard page != .finding, context.repository.canUndo else { return }
        page = .finding
        Task {
            do throws(SyncError) {
                if let undone = try await context.repository.undo() { context.presenter.say(undone.words) }
            } catch { problem = error.description }
            doneCount = 0
            find()
        }
    }

    // MARK: The pairs

    private func change(_ body: () throws(StoreError) -> Void) {
        guard page == .comparing else { return }
        problem = nil
        do throws(StoreError) { try body() } catch { return problem = error.description }
        groups.removeFirst()
        doneCount += 1
        show()
    }

    private func find() {
        page = .finding
        let (store, recordType) = (store, recordType)
        Task { [weak self] in
            let result = await runInBackground { () throws(StoreError) in try recordType.duplicates(in: store) }
            guard let self else { return }
            isOutdated = false
            switch result {
            case .success(let found):
                (groups, agreeing) = (found.all.filter { !skipped.contains($0.keys) }, found.agreeing)
                agreeing.removeAll { skipped.contains($0.keys) }
            case .failure(let error): (groups, agreeing, problem) = ([], [], error.description)
            }
            show()
        }
    }

    /// Shows the first two records of the first group.
    private func show() {
        while let group = groups.first {
            do throws(StoreError) {
                if let shown = try recordType.comparison(of: Array(group.keys.prefix(2)), in: store) {
                    (comparison, page, hasFound) = (shown, .comparing, true)
                    return
                }
            } catch { problem = error.description }
            groups.removeFirst()
            isOutdated = true
        }
        comparison = nil
        if isOutdated, problem == nil { find() } else { page = .done }
    }
}

extension DirectoryRecord {
    @MainActor
    fileprivate static func comparison(of keys: [Int], in store: Store) throws(StoreError) -> DuplicateComparison? {
        try DuplicateComparison(self, keys: keys, in: store)
    }

    /// The groups of duplicates, and those of which no value would be lost.
    fileprivate static func duplicates(
        in store: Store
    ) throws(StoreError) -> (all: [DuplicateGroup], agreeing: [DuplicateGroup]) {
        let all = try store.duplicates(of: self)
        var agreeing: [DuplicateGroup] = []
        for group in all where group.isCertain {
            let records = try store.mergeable(self, keys: group.keys)
            if let merged = records.merged, records.losses(in: merged).isEmpty { agreeing.append(group) }
        }
        return (all, agreeing)
    }

    /// Merges groups that agree.
    /// - Returns: how many records were merged into others.
    fileprivate static func merge(_ groups: [DuplicateGroup], in store: Store) throws(StoreError) -> Int {
        var merges: [(records: Mergeable<Self>, merged: Self)] = []
        for group in groups {
            let records = try store.mergeable(self, keys: group.keys)
            guard let merged = records.merged, records.losses(in: merged).isEmpty else { continue }
            merges.append((records, merged))
        }
        try store.merge(merges)
        return merges.reduce(0) { $0 + $1.records.records.count - 1 }
    }
}
