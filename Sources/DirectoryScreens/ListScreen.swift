public import DirectoryModel
public import DirectoryStore
public import Foundation
public import Observation

/// The sectioned list: what it shows, what is searched, what is selected.
///
/// Rows come from one place only, the observation of the store.
@MainActor @Observable
public final class ListScreen<R: Record> {
    /// The rows shown, each with the header it carries when it is the first of its section.
    public private(set) var entries = ListEntries.none
    /// Differs when the content of rows, and not only their order, may have changed.
    public private(set) var contentRevision: Int64 = 0
    /// The search that `entries` answer; lags behind `searchText` while a search is under way.
    public private(set) var answeredSearch = ""
    /// What was typed into the search entry.
    public private(set) var searchText = ""
    private var arrangement: ListArrangement
    /// The row that is selected, whether or not the search shows it.
    public private(set) var selectedRow: Int64?
    /// What stands in the list's place where it has no rows, or nil.
    public private(set) var emptyState: EmptyState?
    /// How many records there are, found or not.
    public private(set) var total = 0
    /// True while a search has not answered yet.
    public private(set) var isSearching = false
    /// What the store could not do, in words, or nil.
    public private(set) var problem: String?

    @ObservationIgnored public private(set) var marker = TextMarker()
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let index: SearchIndex<R>
    @ObservationIgnored private var observation: StoreObservation?
    @ObservationIgnored private var listing = Listing.empty
    @ObservationIgnored private var contents: [Int64: RowContent] = [:]
    @ObservationIgnored private var search: Task<Void, Never>?
    @ObservationIgnored var changed: (() -> Void)?

    public init(store: Store) {
        self.store = store
        index = SearchIndex(store: store)
        arrangement = ListArrangement(grouping: R.groupings[0].id, order: R.orders[0].id)
    }

    /// The id of the grouping the list is divided by.
    public var groupingID: String { arrangement.grouping }
    /// The id of the order the list is sorted by.
    public var orderID: String { arrangement.order }

    /// Shows what the store holds; when it returns the first rows are there.
    public func appeared() {
        if let grouping = try? store.setting("grouping-\(R.collection.name)") { arrangement.grouping = grouping }
        if let order = try? store.setting("order-\(R.collection.name)") { arrangement.order = order }
        observe()
    }

    /// Reads what searching needs before anybody types; call it once the window is up.
    public func firstFrameDrawn() {
        Task { [index] in try? await index.prepare() }
    }

    /// When it returns, searching waits for nothing but itself.
    public func searchReady() async throws { try await index.prepare() }

    // MARK: What the user does

    public func searchChanged(_ text: String) {
        guard text != searchText else { return }
        searchText = text
        startSearch()
    }

    /// Enter in the search entry: opens a single match.
    /// - Returns: the row it opened, or nil where there are none or several.
    @discardableResult
    public func searchActivated() -> Int64? {
        guard entries.count == 1, let only = entries.first else { return nil }
        selectedRow = only.row
        return only.row
    }

    public func problemShown() { problem = nil }

    public func rowSelected(_ row: Int64?) { selectedRow = row }

    public func groupingChosen(_ id: String) { arrange { $0.grouping = id } }

    public func orderChosen(_ id: String) { arrange { $0.order = id } }

    private func arrange(_ change: (inout ListArrangement) -> Void) {
        change(&arrangement)
        do {
            try store.keep(arrangement.grouping, as: "grouping-\(R.collection.name)")
            try store.keep(arrangement.order, as: "order-\(R.collection.name)")
        } catch { problem = error.description }
        observe()
    }

    // MARK: What rows say

    /// What a row says, or nil where its record is gone.
    public func content(of row: Int64) -> RowContent? {
        if let content = contents[row] { return content.found(by: marker) }
        guard let stored = try? store.stored(R.self, row: row) else { return nil }
        if contents.count >= Self.mostContents { contents.removeAll(keepingCapacity: true) }
        let content = RowContent(stored)
        contents[row] = content
        return content.found(by: marker)
    }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }

    /// How many rows' texts are kept ready; a list view holds some 200.
    private static var mostContents: Int { 2000 }

    // MARK: Store and search

    private func observe() {
        observation?.cancel()
        observation = store.observe(R.self, arrangement) { [weak self] problem in
            self?.problem = problem.description
        } onChange: { [weak self] listing in
            self?.listingChanged(listing)
        }
    }

    private func listingChanged(_ listing: Listing) {
        self.listing = listing
        total = listing.rows.count
        if contentRevision != listing.revision {
            contents.removeAll(keepingCapacity: true)
            contentRevision = listing.revision
        }
        if searchText.isEmpty { show(listing) } else { startSearch() }
        changed?()
    }

    private func startSearch() {
        search?.cancel()
        let query = SearchQuery<R>(searchText)
        guard !query.isEmpty else {
            isSearching = false
            return show(listing)
        }
        isSearching = true
        search = Task { [index, weak self] in
            do throws(StoreProblem) {
                let hits = try await index.search(query)
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                marker = TextMarker(needles: query.marked, fields: query.markedInFields)
                show(found(hits), problem: query.problem)
            } catch {
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                problem = error.description
            }
        }
    }

    private func found(_ hits: SearchHits) -> Listing {
        guard let exact = hits.exact else { return listing }
        return listing.filtered(exact.contains).appending("Similar Names", hits.similar)
    }

    private func show(_ shown: Listing, problem: String? = nil) {
        if searchText.isEmpty { marker = TextMarker() }
        entries = ListEntries(shown)
        if answeredSearch != searchText { answeredSearch = searchText }
        emptyState =
            entries.isEmpty
            ? (searchText.isEmpty ? .nothingHere(R.collection) : .noMatch(searchText, problem: problem)) : nil
    }
}
