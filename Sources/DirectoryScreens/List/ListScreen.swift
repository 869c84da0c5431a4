public import DirectoryModel
public import DirectoryStore
public import Foundation
public import Observation

/// The sectioned list: what it shows, what is searched, what is selected.
///
/// Rows come from one place only, the observation of the store.
@MainActor @Observable
public final class ListScreen {
    /// The rows shown, each with the header it carries when it is the first of its section.
    public private(set) var entries = ListEntries.none { didSet { findLetters() } }
    /// Differs when the content of rows, and not only their order, may have changed.
    public private(set) var contentRevision: Int64 = 0
    /// The search that `entries` answer; lags behind `searchText` while a search is under way.
    public private(set) var answeredSearch = ""
    public private(set) var searchText = ""
    /// True where the search is for a value that was followed, and was not typed.
    @ObservationIgnored public internal(set) var isSearchFollowed = false
    private(set) var arrangement: ListArrangement
    /// The rows that are selected, whether or not the search shows them.
    public private(set) var selectedRows: [Int64] = []
    /// The row that must come into view, or nil; the view that reveals it sets it to nil.
    public var rowToReveal: Int64?
    /// What is shown in the list's place where it has no rows, or nil.
    public private(set) var emptyState: EmptyState?
    /// How many records there are, found or not.
    public private(set) var total = 0
    /// The keys of one's own records that were edited here and not uploaded.
    public private(set) var unpublishedKeys: Set<Int> = []
    public internal(set) var favoriteKeys: Set<Int> = []
    /// One's own record, which the list shows first; nil where it is not here.
    public internal(set) var own: OwnRow? {
        didSet { if own != oldValue, searchText.isEmpty, observation != nil, canShow { show(listing) } }
    }
    /// True while only the first rows of a long list are shown, and the others are being read.
    public private(set) var isPartial = false
    public private(set) var isSearching = false
    /// True while the other collections are searched for what was not found here.
    private(set) var isSearchingElsewhere = false

    @ObservationIgnored let recordType: any DirectoryRecord.Type
    @ObservationIgnored public let looks: ListLayoutScreen
    @ObservationIgnored let letterFinder = ListLetters()
    @ObservationIgnored public private(set) var marker = TextMarker()
    @ObservationIgnored let store: Store
    @ObservationIgnored let memory: any WindowStateStore
    @ObservationIgnored private let clock: WallClock
    @ObservationIgnored private let index: CollectionSearch
    @ObservationIgnored private var observation: StoreObservation?
    @ObservationIgnored private var publishedObservation: StoreObservation?
    @ObservationIgnored var ownObservation: (owner: String, StoreObservation)?
    /// True while the marks of a long list are being read.
    @ObservationIgnored private var isMarking = false
    @ObservationIgnored private(set) var listing = Listing.empty
    @ObservationIgnored let contents: RowContents
    @ObservationIgnored private var search: Task<Void, Never>?
    /// Waits for the time at which the sections change.
    @ObservationIgnored private var nextChange: Task<Void, Never>?
    /// The keys of the selected rows, because a row may later hold another record.
    @ObservationIgnored private(set) var selectedKeys: [Int] = []
    @ObservationIgnored private var opensWhenAnswered = false
    /// The longest texts of the columns, where the list is a table.
    @ObservationIgnored var tableSamples: (revision: Int64, texts: [String])?
    /// A list of more rows is long: not all of them are read before the window is drawn.
    @ObservationIgnored var maxReadAtOnce = 10_000
    /// The collection that the list is of.
    @ObservationIgnored weak var screen: CollectionScreen?
    /// Finds matches in the other collections for a text that was not found here.
    @ObservationIgnored var elsewhere: (@MainActor (String) async -> [GlobalSearchScreen.Found])?

    public init(
        of recordType: any DirectoryRecord.Type, store: Store, memory: any WindowStateStore, clock: WallClock = .system
    ) {
        (self.recordType, self.store, self.memory, self.clock) = (recordType, store, memory, clock)
        looks = ListLayoutScreen(of: recordType, memory: memory)
        index = recordType.search(in: store)
        contents = RowContents(of: recordType, in: store)
        arrangement = ListArrangement(grouping: recordType.groupingItems[0].id, order: recordType.orderItems[0].id)
        looks.changed = { [weak self] in self?.lookChanged() }
    }

    public var selectedRow: Int64? { selectedRows.count == 1 ? selectedRows[0] : nil }

    /// True where no search is under way, here or elsewhere, and the list shows what the store holds now.
    var isSettled: Bool {
        !isPartial && !isMarking && !isSearching && !isSearchingElsewhere && !letterFinder.isFinding && isCurrent
    }

    /// The store says shortly after a change that there was one.
    var isCurrent: Bool {
        guard observation != nil, let revision = try? store.revision(of: recordType) else { return true }
        return revision == contentRevision
    }

    /// False while the listing is not the store's, and where the store cannot be read.
    private var canShow: Bool { !isPartial && emptyState?.isUnreadable != true }

    /// Shows the first rows of the store; the others of a long list are read while the window is built.
    public func appeared() {
        if let grouping = memory.remembered("grouping-\(recordType.collection.name)") {
            arrangement.grouping = grouping
        }
        if let order = memory.remembered("order-\(recordType.collection.name)") { arrangement.order = order }
        if let column = rememberedColumn { (arrangement.column, arrangement.isDescending) = column }
        guard
            let first = try? store.firstRows(
                of: recordType, wantedArrangement, on: clock.now(), count: Self.firstCount, ofMoreThan: maxReadAtOnce)
        else { return observe() }
        isPartial = true
        (total, contentRevision) = (first.total, first.listing.revision)
        entries = ListEntries(first.listing, first: own?.row, isWhole: false)
        Task { [weak self] in if self?.observation == nil { self?.observe(isImmediate: false) } }
    }

    /// How many rows of a long list are read first: more than fit the tallest window in use.
    private static var firstCount: Int { 48 }

    /// Shows the list again: what was upcoming may be past since it was read.
    func appearedAgain() {
        if recordType.sectionsFollowClock { observe() }
    }

    /// Marks what is here and not on the server, including `owner`'s record where the server may not have it at all.
    func observeUnpublished(owner: String) {
        publishedObservation?.cancel()
        isMarking = isPartial
        publishedObservation = store.observeEditedKeys(of: recordType, owner: owner, isImmediate: !isPartial) {
            [weak self] _ in
            self?.isMarking = false
        } onChange: { [weak self] keys in
            self?.isMarking = false
            self?.unpublishedKeys = Set(keys)
        }
    }

    /// Reads what searching needs before a search is typed; call it once the window is up.
    public func firstFrameDrawn() {
        Task { [index, store, recordType] in
            try? await index.prepare()
            await Task.detached { try? store.removeLeftovers(of: recordType) }.value
        }
    }

    /// Prepares the search; when this returns, a search need not wait for preparation.
    public func searchReady() async throws { try await index.prepare() }

    // MARK: What the user does

    public func searchChanged(_ text: String) {
        guard text != searchText else { return }
        (searchText, isSearchFollowed) = (text, false)
        opensWhenAnswered = false
        startSearch()
    }

    /// Enter in the search entry: looks a number up on the server, or opens a single match, now or when the search has answered.
    public func searchActivated() {
        if screen?.remote.lookUp(searchText) == true { return }
        opensWhenAnswered = isSearching
        if !isSearching, entries.count == 1, let only = entries.first { screen?.rowActivated(only.row) }
    }

    public func rowsSelected(_ rows: [Int64]) {
        // The same row may hold another record than when it was selected.
        selectedKeys = (try? store.keys(of: recordType, rows: rows)) ?? []
        if rows != selectedRows { selectedRows = rows }
    }

    func reveal(_ row: Int64) { rowToReveal = row }

    public func tryAgainTapped() { observe() }

    func arrange(_ change: (inout ListArrangement) -> Void) {
        change(&arrangement)
        contents.forget()
        memory.remember(arrangement.grouping, as: "grouping-\(recordType.collection.name)")
        memory.remember(arrangement.order, as: "order-\(recordType.collection.name)")
        rememberColumn()
        observe()
    }

    // MARK: Store and search

    func observe(isImmediate: Bool = true) {
        observation?.cancel()
        observation = store.observe(recordType, wantedArrangement, isImmediate: isImmediate, now: clock.now) {
            [weak self] problem in
            self?.isPartial = false
            self?.isSearching = false
            self?.emptyState = .unreadable(problem)
            self?.entries = .none
        } onChange: { [weak self] listing in
            self?.listingChanged(listing)
        }
        followClock()
    }

    private func followClock() {
        nextChange?.cancel()
        guard let change = recordType.nextChange(ofSections: arrangement.grouping, after: clock.now()) else { return }
        nextChange = Task { [clock, weak self] in
            do { try await clock.sleep(change) } catch { return }
            self?.observe()
        }
    }

    private func listingChanged(_ listing: Listing) {
        self.listing = listing
        isPartial = false
        total = listing.rows.count
        if contentRevision != listing.revision {
            contents.forget()
            contentRevision = listing.revision
            findSelectedAgain()
        }
        if searchText.isEmpty { show(listing) } else { startSearch() }
        screen?.storeChanged()
    }

    private func findSelectedAgain() {
        guard !selectedKeys.isEmpty else { return }
        selectedRows = (try? store.rows(of: recordType, keys: selectedKeys)) ?? []
        selectedKeys = (try? store.keys(of: recordType, rows: selectedRows)) ?? []
    }

    private func startSearch() {
        search?.cancel()
        isSearchingElsewhere = false
        let query = index.query(searchText)
        guard !query.isEmpty else {
            isSearching = false
            if !isPartial { show(listing, answering: query) }
            return
        }
        isSearching = true
        // The search begins where the whole list is there.
        guard !isPartial else { return }
        search = Task { [listing, weak self] in
            do throws(StoreError) {
                let found = try await query.search(listing)
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                marker = query.marker
                show(inOrder(found), answering: query)
                if opensWhenAnswered { searchActivated() }
                if entries.isEmpty, query.problem == nil { await searchElsewhere() }
            } catch {
                guard !Task.isCancelled, let self else { return }
                isSearching = false
                screen?.say(error.description)
            }
        }
    }

    private func searchElsewhere() async {
        let text = searchText
        isSearchingElsewhere = true
        let found = await elsewhere?(text) ?? []
        // A later search reports by itself when it is done.
        guard !Task.isCancelled else { return }
        isSearchingElsewhere = false
        guard text == searchText, entries.isEmpty else { return }
        emptyState = EmptyState.noMatch(text, in: found) ?? emptyState
    }

    private func show(_ shown: Listing, answering query: TypedQuery? = nil) {
        let query = query.flatMap { $0.isEmpty ? nil : $0 }
        if query == nil { marker = TextMarker() }
        entries = ListEntries(shown, first: query == nil && searchText.isEmpty ? own?.row : nil)
        if answeredSearch != searchText { answeredSearch = searchText }
        emptyState =
            entries.isEmpty
            ? query.map {
                .noMatch(
                    searchText, problem: $0.problem ?? recordType.reasonUnmatched(searchText),
                    example: recordType.searchExample)
            }
                ?? noRecords
            : nil
    }

    private var noRecords: EmptyState {
        let isAll = chosenQuery == 0 || ((try? store.count(of: recordType)) ?? 0) == 0
        return isAll
            ? .noRecords(recordType.collection, at: recordType.home)
            : .noQueryResults(recordType.queryItems[chosenQuery].label)
    }
}

/// One's own record, which the list shows first.
extension ListScreen {
    public var ownKey: Int? { own?.key }

    /// Follows which record is one's own.
    /// - Parameter owner: whose record it is where none is marked.
    func observeOwn(owner: String) {
        guard recordType.hasOwner, ownObservation?.owner != owner else { return }
        ownObservation = (owner, store.observeOwn(of: recordType, owner: owner) { [weak self] in self?.own = $0 })
    }
}

/// The content of rows.
extension ListScreen {
    /// The content of a row, or nil where its record is gone.
    public func content(of row: Int64) -> RowContent? {
        do throws(StoreError) {
            guard
                var content = try contents.content(of: row, in: entries.rows, marker: marker, sortedBy: orderID)
            else { return nil }
            if looks.look == .table { content.cells = try contents.cells(of: row, marker) }
            content.isUnpublished = unpublishedKeys.contains(content.key)
            content.isFavorite = favoriteKeys.contains(content.key)
            content.isOwn = content.key == own?.key
            return content
        } catch {
            // Rows are requested while the list is drawn.
            if error.isDamage { Task { screen?.damage.told(error) } }
            return nil
        }
    }

    /// Follows which records are favorites, by their keys.
    public func favoritesChanged(_ keys: Set<Int>) { if keys != favoriteKeys { favoriteKeys = keys } }

    /// The bytes of a row's picture; may be called anywhere.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try store.picture(of: recordType, row: row) }
}

extension ListScreen {
    /// Shows all records with a value that was followed, which the search finds.
    func searchFollowed(_ text: String) {
        searchChanged(text)
        isSearchFollowed = true
    }

    /// Esc in the search entry: shows the whole list, with the selected row in view.
    public func searchStopped() {
        searchChanged("")
        rowToReveal = selectedRow
    }

    /// True where the row to bring into view is in the list, or does not come into it.
    public var canReveal: Bool {
        guard let row = rowToReveal, !isPartial, !isSearching else { return false }
        return isCurrent || entries.rows.contains(row)
    }

    /// The row the keyboard moves to once the selected ones are gone, or nil.
    var rowAfterSelected: Int64? {
        let (rows, selected) = (entries.rows, Set(selectedRows))
        guard let last = rows.lastIndex(where: selected.contains) else { return nil }
        return rows[(last + 1)...].first ?? rows[..<last].last { !selected.contains($0) }
    }
}
