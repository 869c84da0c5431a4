import DirectoryModel
public import DirectoryStore
public import Foundation
import Language
public import Observation

/// The sectioned list: its rows, search, and selection.
///
/// Rows come only from the observation of the store.
@MainActor @Observable
public final class ListScreen {
    public private(set) var entries = ListEntries.none
    /// Changes when the content of rows, and not only their order, may have changed.
    public private(set) var contentRevision: Int64 = 0
    /// The search that `entries` show; lags behind `searchText`.
    public private(set) var answeredSearch = ""
    public private(set) var searchText = ""
    /// True if the search follows a link instead of typing.
    @ObservationIgnored public internal(set) var isSearchFollowed = false
    /// Including rows hidden by the search.
    public private(set) var selectedRows: [Int64] = []
    /// The row to scroll to; the view that does sets it to nil.
    public var rowToReveal: Int64?
    /// Shown instead of an empty list.
    public private(set) var emptyState: EmptyState?
    /// The number of records, in the open group or not, found or not.
    public private(set) var total = 0
    /// Own records edited here and not uploaded.
    public private(set) var unpublishedKeys: Set<Int> = []
    /// Records that a download added or changed, and that were not opened since.
    public private(set) var unseenKeys: Set<Int> = []
    /// The user's own record, shown first.
    public internal(set) var own: OwnRow? {
        didSet { if own != oldValue, searchText.isEmpty, observation != nil, canShow { show(listing) } }
    }
    /// True while only the first rows of a long list are read.
    public private(set) var isPartial = false
    public private(set) var isSearching = false
    /// Why the search in the entry cannot find anything, or nil.
    private(set) var searchProblem: String?
    private(set) var isSearchingElsewhere = false
    /// The name of the group that the list is limited to, or nil.
    public private(set) var group: String?
    /// The group that `entries` show; lags behind `group`.
    public private(set) var answeredGroup: String?
    /// True while the members of the group are found.
    private(set) var isNarrowing = false

    @ObservationIgnored let collection: StoredCollection
    @ObservationIgnored public let looks: ListLayoutScreen
    @ObservationIgnored private var shownLook: ListLayout
    @ObservationIgnored private var shownQuery: Int
    @ObservationIgnored public private(set) var marker = TextMarker()
    @ObservationIgnored let clock: WallClock
    /// Groups and searches may depend on favorites.
    @ObservationIgnored private var favoriteKeys: Set<Int> = []
    @ObservationIgnored private let index: CollectionSearch
    @ObservationIgnored private var observation: StoreObservation?
    @ObservationIgnored private var publishedObservation: StoreObservation?
    @ObservationIgnored private var unseenObservation: StoreObservation?
    @ObservationIgnored var ownObservation: (owner: String, StoreObservation)?
    @ObservationIgnored private var isMarking = false
    @ObservationIgnored private(set) var listing = Listing.empty
    /// `listing` before it is limited to a group.
    @ObservationIgnored private var whole = Listing.empty
    @ObservationIgnored private var narrowing: Task<Void, Never>?
    @ObservationIgnored let contents: RowContents
    @ObservationIgnored private var search: Task<Void, Never>?
    /// Waits for the next change of the sections.
    @ObservationIgnored private var nextChange: Task<Void, Never>?
    /// The selected keys, because a row may later hold another record; nil while many are read.
    @ObservationIgnored private var readKeys: [Int]? = []
    @ObservationIgnored private(set) var reading: Task<Void, Never>?
    @ObservationIgnored private var opensWhenAnswered = false
    /// The widest texts of the columns.
    @ObservationIgnored var tableSamples: (revision: Int64, texts: [String])?
    /// Longer lists are read after the window is drawn, and the keys of more rows in the background.
    @ObservationIgnored var maxReadAtOnce = 10_000
    @ObservationIgnored weak var screen: CollectionScreen?
    /// Counts matches in the other collections.
    @ObservationIgnored var elsewhere: (@MainActor (String) async -> [GlobalSearchScreen.Found])?

    public init(of collection: StoredCollection, memory: any WindowStateStore, clock: WallClock = .system) {
        self.collection = collection
        self.clock = clock
        looks = ListLayoutScreen(of: collection.definition, memory: memory)
        shownLook = looks.look
        shownQuery = looks.chosenQuery
        index = CollectionSearch(collection)
        contents = RowContents(of: collection)
        looks.changed = { [weak self] in self?.looksChanged(isArranged: $0) }
    }

    var definition: Definition { collection.definition }

    public var selectedRow: Int64? { selectedRows.count == 1 ? selectedRows[0] : nil }

    /// True if no search is in progress and the list is current.
    var isIdle: Bool {
        !isPartial && !isMarking && !isNarrowing && !isSearching && !isSearchingElsewhere && isCurrent
    }

    /// False until the store reports a change.
    var isCurrent: Bool {
        guard observation != nil, let revision = collection.ifReadable({ try $0.revision() }) else { return true }
        return revision == contentRevision
    }

    /// False if the listing is partial or unreadable.
    private var canShow: Bool { !isPartial && emptyState?.isUnreadable != true }

    /// Shows the first rows; the rest of a long list is read while the window is built.
    public func appeared() {
        if group != nil, let count = collection.ifReadable({ try $0.count() }), count > maxReadAtOnce {
            isPartial = true
            total = count
            return observe(isImmediate: false)
        }
        guard group == nil,
            let first = collection.ifReadable({
                try $0.firstRows(
                    looks.wantedArrangement, on: clock.now(), count: Self.firstCount, ofMoreThan: maxReadAtOnce)
            })
        else { return observe() }
        isPartial = true
        total = first.total
        contentRevision = first.listing.revision
        entries = ListEntries(first.listing, first: own?.row, isWhole: false, isByInitial: isByInitial)
        Task { [weak self] in if self?.observation == nil { self?.observe(isImmediate: false) } }
    }

    private var isByInitial: Bool {
        definition.groupings.first { $0.id == looks.groupingID }?.isByInitial == true
    }

    /// More rows than the tallest window shows.
    private static var firstCount: Int { 48 }

    /// Sections may have changed with time.
    func appearedAgain() {
        if definition.sectionsFollowClock { observe() }
    }

    /// Marks edits that are not uploaded, including `owner`'s record if the server may lack it.
    func observeUnpublished(owner: String) {
        publishedObservation?.cancel()
        isMarking = isPartial
        publishedObservation = collection.editedQuery(owner: owner).observe(isImmediate: !isPartial) { [weak self] _ in
            self?.isMarking = false
        } onChange: { [weak self] keys in
            self?.isMarking = false
            self?.unpublishedKeys = Set(keys)
        }
    }

    /// Prepares the search; call it once the window is up.
    public func firstFrameDrawn() {
        guard unseenObservation == nil else { return }
        unseenObservation = collection.unseenQuery.observe { [weak self] problem in
            self?.screen?.notify(problem.description)
        } onChange: { [weak self] keys in
            self?.unseenChanged(keys)
        }
        let hasPictures = definition.fields.contains(where: \.isPicture)
        Task { [weak self, store = collection.store] in
            await self?.searchReady()
            if hasPictures { await Task.detached(priority: .background) { PictureRemoval(from: store).run() }.value }
        }
    }

    /// Returns once the search is prepared; if that fails, a search reports why.
    public func searchReady() async { try? await index.prepare() }

    // MARK: What the user does

    public func searchChanged(_ text: String) {
        guard text != searchText else { return }
        searchText = text
        isSearchFollowed = false
        opensWhenAnswered = false
        startSearch()
    }

    /// Enter: looks up a number on the server, or opens a single match once the search is done.
    public func searchActivated() {
        if screen?.lookUp(searchText) == true { return }
        opensWhenAnswered = isSearching
        if !isSearching, entries.count == 1, let only = entries.first { screen?.rowActivated(only.row) }
    }

    public func rowsSelected(_ rows: [Int64]) {
        reading?.cancel()
        readKeys = rows.count > maxReadAtOnce ? nil : keys(of: rows)
        if rows != selectedRows { selectedRows = rows }
        guard readKeys == nil else { return }
        reading = Task { [collection, weak self] in
            let keys = await runInBackground { () throws(StoreError) in try collection.keys(rows: rows) }
            if !Task.isCancelled, let self, readKeys == nil { readKeys = collection.ifReadable { _ in try keys.get() } }
        }
    }

    /// Reads the keys now if they are still being read.
    var selectedKeys: [Int] {
        let keys = readKeys ?? keys(of: selectedRows)
        readKeys = keys
        return keys
    }

    private func keys(of rows: [Int64]) -> [Int] { collection.ifReadable { try $0.keys(rows: rows) } ?? [] }

    func reveal(_ row: Int64) { rowToReveal = row }

    public func tryAgainTapped() { observe() }

    /// The selection remains in view when the look changes.
    private func looksChanged(isArranged: Bool) {
        contents.forget()
        if looks.look != shownLook { rowToReveal = selectedRows.first }
        shownLook = looks.look
        // Selected records may not be in the query's list.
        if looks.chosenQuery != shownQuery { screen?.stopSelectingTapped() }
        shownQuery = looks.chosenQuery
        if isArranged { observe() }
    }

    // MARK: Store and search

    func observe(isImmediate: Bool = true) {
        observation?.cancel()
        let list = collection.listQuery(looks.wantedArrangement, now: clock.now)
        observation = list.observe(isImmediate: isImmediate) { [weak self] in
            self?.readingFailed($0)
        } onChange: { [weak self] listing in
            self?.listingChanged(listing)
        }
        followClock()
    }

    private func readingFailed(_ problem: StoreError) {
        search?.cancel()
        narrowing?.cancel()
        isPartial = false
        isSearching = false
        isSearchingElsewhere = false
        isNarrowing = false
        emptyState = .unreadable(problem)
        entries = .none
    }

    private func followClock() {
        nextChange?.cancel()
        guard let change = definition.nextChange(ofSections: looks.arrangement.grouping, after: clock.now()) else {
            return
        }
        nextChange = Task { [clock, weak self] in
            do { try await clock.sleep(change) } catch { return }
            self?.observe()
        }
    }

    private func listingChanged(_ listing: Listing) {
        whole = listing
        total = listing.rows.count
        narrow()
    }

    /// Shows what the group has of the list, or all of it.
    private func narrow() {
        narrowing?.cancel()
        guard let group else {
            isNarrowing = false
            return take(whole)
        }
        isNarrowing = true
        narrowing = Task { [whole, index, weak self] in
            do throws(StoreError) {
                let members = try await index.members(group, whole)
                guard !Task.isCancelled, let self else { return }
                isNarrowing = false
                take(members)
            } catch {
                guard !Task.isCancelled, let self else { return }
                isNarrowing = false
                screen?.notify(error.description)
            }
        }
    }

    private func take(_ listing: Listing) {
        self.listing = listing
        if answeredGroup != group { answeredGroup = group }
        isPartial = false
        if contentRevision != listing.revision {
            contents.forget()
            contentRevision = listing.revision
            findSelectedAgain()
            // Not before the first frame.
            if unseenObservation != nil { Task { await searchReady() } }
        }
        if searchText.isEmpty { show(listing) } else { startSearch() }
        screen?.storeChanged()
    }

    /// A list of unseen records keeps a row after the user opens it, so that rows do not move under the pointer.
    private func unseenChanged(_ keys: Set<Int>) {
        let isMore = !keys.isSubset(of: unseenKeys)
        unseenKeys = keys
        if isMore { marksChanged() }
        screen?.groups.countAgain()
    }

    private func findSelectedAgain() {
        // Rows whose keys are not read yet may hold other records now.
        let keys = readKeys ?? []
        guard !keys.isEmpty || !selectedRows.isEmpty else { return }
        rowsSelected(keys.isEmpty ? [] : collection.ifReadable { try $0.rows(keys: keys) } ?? [])
    }

    private func startSearch() {
        search?.cancel()
        isSearchingElsewhere = false
        let query = index.query(searchText)
        if query.problem != searchProblem { searchProblem = query.problem }
        guard !query.isEmpty else {
            isSearching = false
            if !isPartial { show(listing, answering: query) }
            return
        }
        isSearching = true
        // The search starts when the whole list is read.
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
                screen?.notify(error.description)
            }
        }
    }

    private func searchElsewhere() async {
        let text = searchText
        isSearchingElsewhere = true
        let found = await elsewhere?(text) ?? []
        // A later search reports by itself.
        guard !Task.isCancelled else { return }
        isSearchingElsewhere = false
        guard text == searchText, entries.isEmpty else { return }
        emptyState = EmptyState.noMatch(text, in: found) ?? emptyState
    }

    private func show(_ shown: Listing, answering query: TypedQuery? = nil) {
        let query = query.flatMap { $0.isEmpty ? nil : $0 }
        if query == nil { marker = TextMarker() }
        let first = query == nil && searchText.isEmpty && group == nil ? own?.row : nil
        entries = ListEntries(shown, first: first, isByInitial: isByInitial)
        if answeredSearch != searchText { answeredSearch = searchText }
        emptyState =
            entries.isEmpty
            ? query.map {
                .noMatch(
                    searchText, problem: $0.problem ?? definition.reasonUnmatched(searchText),
                    example: definition.searchExample)
            }
                ?? noRecords
            : nil
    }

    private var noRecords: EmptyState {
        if looks.chosenQuery == 0, let name = group, let group = collection.ifReadable({ try $0.group(name) }) {
            return .emptyGroup(group.title, reason: reasonEmpty(group))
        }
        let isAll = looks.chosenQuery == 0 || (collection.ifReadable { try $0.count() } ?? 0) == 0
        return isAll
            ? .noRecords(definition.collection, at: collection.store.isPast ? .past : definition.home)
            : .noQueryResults(looks.queryLabels[looks.chosenQuery])
    }
}

extension ListScreen {
    /// Limits the list to a group, or shows all of it for nil. The search ends.
    func show(group name: String?) {
        guard name != group else { return }
        search?.cancel()
        group = name
        searchText = ""
        isSearching = false
        isSearchingElsewhere = false
        guard observation != nil else { return }
        rowToReveal = nil
        narrow()
    }

    /// The group that the list is limited to has another name.
    func groupRenamed(to name: String) {
        guard name != group else { return }
        group = name
        narrow()
    }

    /// Groups, favorites, or states changed that the list or its search may depend on.
    func marksChanged() {
        guard observation != nil, !isPartial, group != nil || definition.hasMarks(searchText) else { return }
        narrow()
    }

    func count(ofGroup name: String) async throws(StoreError) -> (present: Int, absent: Int) {
        try await index.count(name)
    }

    /// Why a smart group is empty, or nil.
    private func reasonEmpty(_ group: RecordGroup) -> String? {
        guard group.isSmart else { return nil }
        return collection.problem(ofSearch: group.query(in: definition))
            ?? translated("No one matches this group’s search.")
    }
}

extension ListScreen {
    public var ownKey: Int? { own?.key }

    /// - Parameter owner: the owner if no record is marked.
    func observeOwn(owner: String) {
        guard definition.hasOwner, ownObservation?.owner != owner else { return }
        let observation = collection.ownQuery(owner: owner).observe { [weak self] _ in
            self?.own = nil
        } onChange: { [weak self] in
            self?.own = $0
        }
        ownObservation = (owner, observation)
    }
}

extension ListScreen {
    /// Nil if the record is gone.
    public func content(of row: Int64) -> RowContent? {
        do throws(StoreError) {
            guard
                var content = try contents.content(of: row, in: entries.rows, marker: marker, sortedBy: looks.orderID)
            else { return nil }
            if looks.look == .table { content.cells = try contents.cells(of: row, marker) }
            content.isUnpublished = unpublishedKeys.contains(content.key)
            content.isUnseen = unseenKeys.contains(content.key)
            content.isOwn = content.key == own?.key
            return content
        } catch {
            // Rows are read during drawing.
            if error.isDamage { Task { screen?.reportDamage(error) } }
            return nil
        }
    }

    public func favoritesChanged(_ keys: Set<Int>) {
        guard keys != favoriteKeys else { return }
        favoriteKeys = keys
        screen?.groups.marksChanged()
    }

    /// May be called on any thread.
    public nonisolated func pictureData(of row: Int64) throws -> Data? { try collection.picture(row: row) }
}

extension ListScreen {
    func searchFollowed(_ text: String) {
        searchChanged(text)
        isSearchFollowed = true
    }

    /// Esc in the search entry: shows the whole list and the selected row.
    public func searchStopped() {
        searchChanged("")
        rowToReveal = selectedRow
    }

    /// True if the row to scroll to is in the list, or will not appear.
    public var canReveal: Bool {
        guard let row = rowToReveal, !isPartial, !isSearching else { return false }
        return isCurrent || entries.rows.contains(row)
    }

    /// The row to select after the selected ones are deleted.
    var rowAfterSelected: Int64? {
        let (rows, selected) = (entries.rows, Set(selectedRows))
        guard let last = rows.lastIndex(where: selected.contains) else { return nil }
        return rows[(last + 1)...].first ?? rows[..<last].last { !selected.contains($0) }
    }
}
