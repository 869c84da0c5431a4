public import DirectoryModel
public import DirectoryStore
import DirectorySync
import Language
public import Observation

/// One collection: its list, its detail, its form, and its actions.
@MainActor @Observable
public final class CollectionScreen {
    /// Why a server's list may be out of date, or nil.
    public internal(set) var notice: Toast?
    public internal(set) var canUndo = false
    public internal(set) var canRedo = false

    @ObservationIgnored public let collection: StoredCollection
    @ObservationIgnored public let preferences: PreferencesScreen
    @ObservationIgnored public let list: ListScreen
    @ObservationIgnored public let detail: DetailScreen
    @ObservationIgnored public let transfer: ListUpdate
    @ObservationIgnored public private(set) lazy var editing = EditingScreen(self)
    @ObservationIgnored public private(set) lazy var quickEntry = QuickEntryScreen(self)
    @ObservationIgnored public private(set) lazy var groups = GroupsScreen(self)
    @ObservationIgnored public let work = Work()
    @ObservationIgnored let presenter = Presenter()
    @ObservationIgnored let repository: RecordRepository
    @ObservationIgnored let emojis: HobbyEmojis
    @ObservationIgnored let memory: any WindowStateStore
    @ObservationIgnored public internal(set) weak var directory: DirectoryScreen?
    @ObservationIgnored lazy var rejected = RejectedElementsScreen(of: collection, work: work)
    @ObservationIgnored var deletions = Deletions()
    @ObservationIgnored var refreshState = RefreshState()
    @ObservationIgnored var damageState = DamageState()
    @ObservationIgnored private var hasAppeared = false

    public init(
        of collection: StoredCollection, emojis: HobbyEmojis, preferences: PreferencesScreen,
        memory: any WindowStateStore = InMemoryStateStore(), clock: WallClock = .system
    ) {
        self.collection = collection
        self.preferences = preferences
        self.emojis = emojis
        self.memory = memory
        let store = collection.store
        repository = collection.repository { () async throws(SyncError) in
            if store.isPast, let reason = store.whyReadOnly { throw .store(reason) }
            return try await preferences.client()
        }
        list = ListScreen(of: collection, memory: memory, clock: clock)
        detail = DetailScreen(list, emojis, memory)
        transfer = ListUpdate(of: collection, preferences: preferences, presenter: presenter, work: work)
        if case .past(let day) = store.whyReadOnly {
            notice = Toast(text: translated("The list as of \(day)."), recovery: .present)
        }
        list.screen = self
        list.elsewhere = { [weak self] in
            guard let self else { return [] }
            return await directory?.everywhere.found($0, besides: definition.collection.name) ?? []
        }
        work.ended = { [weak self] in self?.beginWaitingRefresh() }
    }

    public var definition: Definition { collection.definition }
    var info: CollectionInfo { definition.collection }
    public var store: Store { collection.store }
    /// Where records are stored, which determines what can be done with them.
    public var home: RecordSource { isPast ? .past : definition.home }
    /// Identifies the screen in the window.
    public var id: String { isPast ? Self.pastID : info.name }
    public static let pastID = "past"
    /// True if it shows an earlier state.
    public var isPast: Bool { store.isPast }

    /// Shows the store's records; the first rows are there when it returns. A server's list is fetched in the
    /// background.
    public func appeared() {
        guard !hasAppeared else {
            list.appearedAgain()
            return refreshIfWanted()
        }
        hasAppeared = true
        work.queue { [self] in
            do throws(SyncError) {
                try await inStore { [collection] () throws(StoreError) in _ = try collection.loadBundledIfFirst() }
            } catch { notify(error.description) }
        }
        collection.observeErrors { [weak self] problem in Task { @MainActor in self?.reportDamage(problem) } }
        editing.findDraft()
        list.observeOwn(owner: preferences.ownNetID)
        groups.appeared()
        list.appeared()
        signInChanged()
    }

    public func firstFrameDrawn() {
        list.firstFrameDrawn()
        groups.firstFrameDrawn()
        checkForDamage()
    }

    /// Another user signed in.
    public func signInChanged() {
        guard hasAppeared else { return }
        if !isPast { list.observeUnpublished(owner: preferences.ownNetID) }
        list.observeOwn(owner: preferences.ownNetID)
        refreshIfWanted()
    }

    /// The store's records changed.
    func storeChanged() {
        updateUndo()
        editing.storeChanged()
        detail.show()
        directory?.drawLinks()
        if !detail.isRecordShown && editing.form == nil { detail.isDetailOpen = false }
    }

    func updateUndo() {
        let (undo, redo) = repository.offeredChanges
        if undo != canUndo { canUndo = undo }
        if redo != canRedo { canRedo = redo }
    }

    func record(_ key: Int) -> Record? { collection.ifReadable { try $0.find(key: key) } }

    func keys(of row: Int64) -> [Int] { collection.ifReadable { try $0.keys(rows: [row]) } ?? [] }

    var ownKey: Int? { collection.ifReadable { try $0.ownKey(owner: preferences.ownNetID) } }

    // MARK: What the user does

    public func rowsSelected(_ rows: [Int64]) {
        guard rows != list.selectedRows else { return }
        afterForm { [self] in selectionChanged(rows) }
    }

    /// Selects a row outside of the selection when its menu opens.
    public func menuOpened(on row: Int64) {
        afterForm { [self] in detail.select([row]) }
    }

    /// Selects the row with the focus, unless several are selected, so that keys do not act on a record that the search
    /// hides.
    /// - Parameter row: nil if the focus is not in the list.
    /// - Returns: false if a form keeps the selection.
    func selectFocused(_ row: Int64?) -> Bool {
        guard let row, !isSelecting, list.selectedRows.count < 2, !list.selectedRows.contains(row) else { return true }
        menuOpened(on: row)
        return list.selectedRows.contains(row)
    }

    /// A click or Enter: opens the record, or toggles it while several are selected.
    public func rowActivated(_ row: Int64) {
        guard !isSelecting else { return selectToggled(row) }
        afterForm { [self] in
            detail.open(row)
            if definition.presentation.editsWhenActivated { editing.editTapped(row) }
        }
    }

    public func emptyStepTapped(_ step: EmptyState.Step) {
        switch step {
        case .download: transfer.downloadTapped()
        case .clearSearch: list.searchChanged("")
        case .searchEverywhere: directory?.everywhere.open(with: list.searchText)
        case .tryAgain: list.tryAgainTapped()
        case .restore: restoreTapped()
        case .add: editing.addTapped()
        case .refresh: refreshTapped()
        case .showAll: list.looks.queryChosen(0)
        case .leaveGroup: groups.openTapped(nil)
        case .searchIn(let name): directory?.searchChosen(list.searchText, in: name)
        }
    }

    /// Opens the record with `key` and scrolls to it.
    /// - Returns: false if it does not exist.
    public func open(key: Int) -> Bool {
        guard let row = collection.ifReadable({ try $0.rows(keys: [key]).first }) else { return false }
        afterForm { [self] in
            if list.group != nil, !list.listing.rows.contains(row) { list.show(group: nil) }
            detail.open(row)
            list.reveal(row)
        }
        return true
    }

    public func recoveryTapped(_ recovery: RecoveryAction) {
        switch recovery {
        case .connect, .signIn: Task.immediate { if await preferences.signIn() { tryAgain() } }
        case .download: tryAgain()
        case .refresh: refreshTapped()
        case .copy(let text): copy(text)
        case .clearOwn: clearOwnTapped()
        case .present: directory?.presentTapped()
        case .showUnseen:
            afterForm { [self] in
                groups.openTapped(nil)
                list.looks.queryChosen(0)
                list.searchFollowed(Self.unseenSearch)
            }
        }
    }

    private static let unseenSearch = "is=new"

    /// Fetches the list again, from the current server.
    private func tryAgain() {
        if !home.isPublished { return refreshTapped() }
        if canReplaceList { transfer.tryAgainTapped() }
    }

    public func downloadTapped() { if home.isPublished { transfer.downloadTapped() } }

    /// Opens the history of the list.
    public func historyTapped() { presenter.open(.history(HistoryScreen(self))) }

    /// Opens the history of the open record.
    public func versionsTapped() {
        guard let header = detail.content?.header else { return }
        presenter.open(.history(HistoryScreen(self, of: (header.key, header.title))))
    }

    public func duplicatesTapped() {
        if definition.canHaveDuplicates { presenter.open(.duplicates(DuplicatesScreen(self))) }
    }

    public func learnTapped() {
        guard definition.faceNames != nil else { return }
        let (rows, name) = (list.entries.rows, list.shownName)
        presenter.open(.learn(LearnScreen(of: collection, rows: rows, called: name, work: work)))
    }
}

/// What the header, menus, and actions show.
extension CollectionScreen {
    /// The title of the list: the open group's or the collection's.
    public var listTitle: String { list.group ?? info.title }
    public var keyLabel: String { definition.keyField.label }
    public var openKey: Int? { detail.content?.header.key }
    /// The title of what a narrow window shows instead of the list.
    public var openTitle: String { editing.form?.title ?? detail.content?.header.title ?? "" }
    public var isDetailOpen: Bool { detail.isDetailOpen }
    /// The label for flipping the selected record's flag, or nil without a flag.
    var toggleLabel: String? {
        list.selectedRow.flatMap { _ in definition.toggleLabel(isOn: detail.content?.header.isOn == true) }
    }
    /// True if several records with an email field are selected.
    var canMailAll: Bool { isSelecting && definition.emailField != nil && !list.selectedRows.isEmpty }
    var hasOpenCard: Bool { definition.hasCards && detail.content != nil }

    public var selected: [RecordReference] {
        list.selectedKeys.map { RecordReference(collection: info.name, key: $0) }
    }

    public var toast: Toast? {
        get { presenter.toast }
        set { presenter.toast = newValue }
    }

    /// What is open, or nil. Setting it to nil closes it and opens the next one.
    public var sheet: Sheet? {
        get { presenter.sheet }
        set { presenter.sheet = newValue }
    }

    public var sheetID: Int? { presenter.sheetID }

    /// The question that is shown, or nil.
    public var alert: Alert? { presenter.alert }

    /// True while rows are read, fetched, or replaced.
    public var isLoading: Bool { list.isPartial || work.isBusy }

    /// False while another list is applied or reviewed.
    public var canReplaceList: Bool { transfer.state == .idle && !work.isBusy && !isPast }

    /// True if no work is in progress, for screenshots.
    public var isIdle: Bool {
        transfer.state == .idle && !work.isBusy && isWritten && list.isIdle && groups.isIdle && !isContinuing
    }

    /// True while something that was answered is about to continue.
    public var isContinuing: Bool { presenter.answers.isContinuing || preferences.answers.isContinuing }

    /// True if everything that was requested is in the store.
    var isWritten: Bool { work.changes == 0 && editing.drafts.isIdle && quickEntry.stored.isIdle }

    /// Returns once everything that was requested is in the store.
    func finishWriting() async {
        await work.inOrder {}
        await editing.drafts.finish()
        await quickEntry.stored.finish()
    }

    func copy(_ text: String) { directory?.host?.copy(text) }

    /// False if no program opens it.
    func openAddress(_ address: String) async -> Bool { await directory?.host?.open(address) ?? false }

    public func notify(_ sentence: String) { presenter.notify(sentence) }
}
