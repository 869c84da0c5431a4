public import DirectoryModel
public import DirectoryStore
public import Foundation
import Language
public import Observation

/// The sectioned list: what it shows, what is searched, what is selected.
///
/// Rows come from one place only, the observation of the store.
@MainActor @Observable
public final class ListScreen<R: DirectoryRecord> {
    /// The rows shown, each with the header it carries when it is the first of its section.
    public private(set) var entries = ListEntries.none
    /// Differs when the content of rows, and not only their order, may have changed.
    public private(set) var contentRevision: Int64 = 0
    /// The search that `entries` answer; lags behind `searchText` while a search is under way.
    public private(set) var answeredSearch = ""
    /// What was typed into the search entry.
    public private(set) var searchText = ""
    private(set) var arrangement: ListArrangement
    /// The rows that are selected, whether or not the search shows them.
    public private(set) var selectedRows: [Int64] = []
    /// The row of a record that was opened from elsewhere, or that follows what was deleted; whoever brings it into view
    /// sets it to nil.
    public var rowToReveal: Int64?
    /// What stands in the list's place where it has no rows, or nil.
    public private(set) var emptyState: EmptyState?
    /// How many records there are, found or not.
    public private(set) var total = 0
    /// The keys of one's own records that were edited here and not uploaded.
    public private(set) var unpublishedKeys: Set<Int> = []
    /// True while a search has not answered yet.
    public private(set) var isSearching = false
    /// True while the other collections are searched for what is not here.
    private(set) var isSearchingElsewhere = false

    @ObservationIgnored public private(set) var marker = TextMarker()
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let memory: any WindowStateStore
    @ObservationIgnored private let clock: WallClock
    @ObservationIgnored private let index: SearchIndex<R>
    @ObservationIgnored private var observation: StoreObservation?
    @ObservationIgnored private var publishedObservation: StoreObservation?
    @ObservationIgnored private var listing = Listing.empty
    @ObservationIgnored private var contents: [Int64: RowContent] = [:]
    @ObservationIgnored private var search: Task<Void, Never>?
    /// Waits until the sections are other ones.
    @ObservationIgnored private var nextChange: Task<Void, Never>?
    /// The keys of the selected rows, for a row may come to hold another record.
    @ObservationIgnored private(set) var selectedKeys: [Int] = []
    @ObservationIgnored private var opensWhenAnswered = false
    @ObservationIgnored var changed: (() -> Void)?
    /// Finds what other collections have of a text that is not here.
    @ObservationIgnored var elsewhere: (@MainActor (String) async -> [GlobalSearchScreen.Found])?
    @ObservationIgnored var opened: ((Int64) -> Void)?
    /// Takes what the store could not do, in words.
    @ObservationIgnored var failed: ((String) -> Void)?
    /// A row could not be read, because the file is damaged.
    @ObservationIgnored var damaged: ((StoreError) -> Void)?
    /// Takes what was typed to the server where it is a number that can be looked up there; false where it is not.
    @ObservationIgnored var lookUpWanted: ((String) -> Bool)?

    public init(store: Store, memory: any WindowStateStore, clock: WallClock = .system) {
        self.clock = clock
        self.store = store
        self.memory = memory
        index = SearchIndex(store: store)
        arrangement = ListArrangement(grouping: R.groupings[0].id, order: R.orders[0].id)
    }

    /// The row that is selected alone, or nil.
    public var selectedRow: Int64? { selectedRows.count == 1 ? selectedRows[0] : nil }

    /// True where no search is under way, here or elsewhere.
    var isSettled: Bool { !isSearching && !isSearchingElsewhere }

    /// The id of the grouping the list is divided by.
    public var groupingID: String { arrangement.grouping }
    /// The id of the order the list is sorted by.
    public var orderID: String { arrangement.order }

    /// Shows what the store holds; when it returns the first rows are there.
    public func appeared() {
        if let grouping = memory.remembered("grouping-\(R.collection.name)") { arrangement.grouping = grouping }
        if let order = memory.remembered("order-\(R.collection.name)") { arrangement.order = order }
        observe()
    }

    /// What is upcoming may be past since the list was read.
    func appearedAgain() {
        if R.groupings.contains(where: { $0.section == nil }) { observe() }
    }

    /// Marks what is here and not on the server, of `owner`'s too where the server is not known to have it at all.
    func observeUnpublished(owner: String) {
        publishedObservation?.cancel()
        publishedObservation = store.observeEditedKeys(of: R.self, owner: owner) { _ in
        } onChange: { [weak self] keys in
            self?.unpublishedKeys = Set(keys)
        }
    }

    /// Reads what searching needs before anybody types; call it once the window is up.
    public func firstFrameDrawn() {
        let store = store
        Task { [index] in
            try? await index.prepare()
            await Task.detached { try? store.forgetEarlierSessions(of: R.self) }.value
        }
    }

    /// When it returns, searching waits for nothing but itself.
    public func searchReady() async throws { try await index.prepare() }

    // MARK: What the user does

    public func searchChanged(_ text: String) {
        guard text != searchText else { return }
        searchText = text
        opensWhenAnswered = false
        startSearch()
    }

    /// Enter in the search entry: looks a number up on the server, or opens a single match, now or when the search has answered.
    public func searchActivated() {
        if lookUpWanted?(searchText) == true { return }
        opensWhenAnswered = isSearching
        if !isSearching, entries.count == 1, let only = entries.first { opened?(only.row) }
    }

    public func rowsSelected(_ rows: [Int64]) {
        // The same row may hold another record than when it was selected.
        selectedKeys = (try? store.keys(of: R.self, rows: rows)) ?? []
        if rows != selectedRows { selectedRows = rows }
    }

    func reveal(_ row: Int64) { rowToReveal = row }

    /// The row the keyboard goes on with once the selected ones are gone, or nil.
    var rowAfterSelected: Int64? {
        let (rows, selected) = (entries.rows, Set(selectedRows))
        guard let last = rows.lastIndex(where: selected.contains) else { return nil }
        return rows[(last + 1)...].first ?? rows[..<last].last { !selected.contains($0) }
    }

    /// Reads the store again after it could not be read.
    public func tryAgainTapped() { observe() }

    public func groupingChosen(_ id: String) { arrange { $0.grouping = id } }

    public func orderChosen(_ id: String) { arrange { $0.order = id } }

    func arrange(_ change: (inout ListArrangement) -> Void) {
        change(&arrangement)
        memory.remember(arrangement.grouping, as: "grouping-\(R.collection.name)")
        memory.remember(arrangement.order, as: "order-\(R.collection.name)")
        observe()
    }

    // MARK: What rows say

    /// What a row says, or nil where its record is gone.
    public func content(of row: Int64) -> RowContent? {
        guard var content = keptContent(of: row) else { return nil }
        content.isUnpublished = unpublishedKeys.contains(content.key)
        return content
    }

    private func keptContent(of row: Int64) -> RowContent? {
        if let content = contents[row] {
            return content.found(by: marker, in: stored(row)?.record.sentences ?? "")
        }
        guard let stored = stored(row) else { return nil }
        if contents.count >= Self.mostContents { contents.removeAll(keepingCapacity: true) }
        let content = RowContent(stored)
        contents[row] = content
        return content.found(by: marker, in: stored.record.sentences)
    }

    private func stored(_ row: Int64) -> StoredRecord<R>? {
        do throws(StoreError) { return try store.stored(R.self, row: row) } catch {
            // Rows are asked for while the list is drawn.
            if error.isDamage { Task { damaged?(error) } }
            return nil
        }
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }

    /// How many rows' texts are kept ready; a list view holds some 200.
    private static var mostContents: Int { 2000 }

    // MARK: Store and search

    private func observe() {
        observation?.cancel()
        observation = store.observe(R.self, arrangement, now: clock.now) { [weak self] problem in
            self?.emptyState = .unreadable(problem)
            self?.entries = .none
        } onChange: { [weak self] listing in
            self?.listingChanged(listing)
        }
        followClock()
    }

    /// Reads the list again when sections that follow the clock are other ones.
    private func followClock() {
        nextChange?.cancel()
        let grouping = R.groupings.first { $0.id == arrangement.grouping } ?? R.groupings[0]
        guard case .split(let split) = grouping.division else { return }
        nextChange = Task { [clock, weak self] in
            do { try await clock.sleep(split.nextChange(clock.now())) } catch { return }
            self?.observe()
        }
    }

    private func listingChanged(_ listing: Listing) {
        self.listing = listing
        total = listing.rows.count
        if contentRevision != listing.revision {
            contents.removeAll(keepingCapacity: true)
            contentRevision = listing.revision
            findSelectedAgain()
        }
        if searchText.isEmpty { show(listing) } else { startSearch() }
        changed?()
    }

    private func findSelectedAgain() {
        guard !selectedKeys.isEmpty else { return }
        selectedRows = (try? store.rows(of: R.self, keys: selectedKeys)) ?? []
        selectedKeys = (try? store.keys(of: R.self, rows: selectedRows)) ?? []
    }

    private func startSearch() {
        search?.cancel()
        isSearchingElsewhere = false
        let query = SearchQuery<R>(searchText)
        guard !query.isEmpty else {
            isSearching = false
            return show(listing, answering: query)
        }
        isSearching = true
        search = Task { [index, weak self] in
            do throws(StoreError) {
                let hits = try await index.search(query)
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                marker = TextMarker(needles: query.marked, fields: query.markedInFields)
                show(listing.found(by: hits), answering: query)
                if opensWhenAnswered { searchActivated() }
                if entries.isEmpty, query.problem == nil { await searchElsewhere() }
            } catch {
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                failed?(error.description)
            }
        }
    }

    /// Says which other collections have what was looked for.
    private func searchElsewhere() async {
        let text = searchText
        isSearchingElsewhere = true
        let found = await elsewhere?(text) ?? []
        // A later search says by itself when it is done.
        guard !Task.isCancelled else { return }
        isSearchingElsewhere = false
        guard text == searchText, entries.isEmpty else { return }
        emptyState = EmptyState.noMatch(text, in: found) ?? emptyState
    }

    private func show(_ shown: Listing, answering query: SearchQuery<R>? = nil) {
        let query = query.flatMap { $0.isEmpty ? nil : $0 }
        if query == nil { marker = TextMarker() }
        entries = ListEntries(shown)
        if answeredSearch != searchText { answeredSearch = searchText }
        emptyState =
            entries.isEmpty
            ? query.map { .noMatch(searchText, problem: $0.problem, example: Self.tokenExample) } ?? nothingHere : nil
    }

    private var nothingHere: EmptyState {
        let isAll = chosenQuery == 0 || ((try? store.count(of: R.self)) ?? 0) == 0
        return isAll ? .nothingHere(R.collection, at: R.home) : .nothingAsked(R.queries[chosenQuery].label)
    }

    /// A field as it can be typed into the search entry: "ho=swim".
    public static var tokenExample: String { R.searchExample }
}
