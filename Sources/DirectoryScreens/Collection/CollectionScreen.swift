public import DirectoryModel
public import DirectoryStore
import DirectorySync
import Language

/// One collection: its list, its detail, and its actions, in parts that share a `CollectionContext`.
@MainActor
public final class CollectionScreen {
    public let collection: StoredCollection
    public let preferences: PreferencesScreen
    public let list: ListScreen
    public let detail: DetailScreen
    public let transfer: ListUpdate
    public let editing: EditingScreen
    public let quickEntry: QuickEntryScreen
    public let deleting: DeletingScreen
    public let remote: RemoteScreen
    public let several: MultiSelectionScreen
    public let groups: GroupsScreen
    public let files: FilesScreen
    public let damage: DamageScreen
    public let work: Work
    let presenter: Presenter
    private let context: CollectionContext
    private var hasAppeared = false

    public init(
        of collection: StoredCollection, emojis: HobbyEmojis, preferences: PreferencesScreen,
        memory: any WindowStateStore = InMemoryStateStore(), clock: WallClock = .system
    ) {
        context = CollectionContext(of: collection, emojis, preferences, memory, clock)
        (self.collection, self.preferences) = (collection, preferences)
        (list, detail, transfer) = (context.list, context.detail, context.transfer)
        (work, presenter) = (context.work, context.presenter)
        editing = EditingScreen(context)
        remote = RemoteScreen(context)
        quickEntry = QuickEntryScreen(context, remote: remote)
        deleting = DeletingScreen(context, editing: editing, remote: remote)
        several = MultiSelectionScreen(context, editing: editing)
        groups = GroupsScreen(context, editing: editing, deleting: deleting, memory: memory)
        files = FilesScreen(context)
        damage = DamageScreen(context)
        connect()
    }

    private func connect() {
        list.screen = self
        list.elsewhere = { [weak self] in
            guard let self else { return [] }
            return await presenter.directory?.everywhere.found($0, besides: definition.collection.name) ?? []
        }
        editing.saved = { [remote] in remote.recordSaved() }
        remote.open = { [weak self] key in
            guard let self, open(key: key) else { return false }
            // The number is not a text of the row.
            list.searchChanged("")
            return true
        }
    }

    public var definition: Definition { collection.definition }
    public var store: Store { collection.store }
    public var home: RecordSource { context.home }
    /// Identifies the screen in the window.
    public var id: String { isPast ? Self.pastID : definition.collection.name }
    public static let pastID = "past"
    /// True if it shows an earlier state.
    public var isPast: Bool { store.isPast }

    /// Shows the store's records; the first rows are there when it returns. A server's list is fetched in the
    /// background.
    public func appeared() {
        guard !hasAppeared else {
            list.appearedAgain()
            return remote.refreshIfWanted()
        }
        hasAppeared = true
        do throws(StoreError) { _ = try collection.loadBundledIfFirst() } catch {
            presenter.say(error.description)
        }
        collection.observeWriteErrors { [weak damage] problem in Task { @MainActor in damage?.told(problem) } }
        editing.findDraft()
        list.observeOwn(owner: preferences.ownNetID)
        groups.appeared()
        list.appeared()
        signInChanged()
    }

    /// Another user signed in.
    public func signInChanged() {
        guard hasAppeared else { return }
        if !isPast { list.observeUnpublished(owner: preferences.ownNetID) }
        list.observeOwn(owner: preferences.ownNetID)
        remote.refreshIfWanted()
    }

    /// The store's records changed.
    func storeChanged() {
        deleting.storeChanged()
        detail.show()
        presenter.directory?.drawLinks()
        if !detail.isRecordShown && editing.form == nil { detail.isDetailOpen = false }
    }

    // MARK: What the user does

    public func rowsSelected(_ rows: [Int64]) {
        guard rows != list.selectedRows else { return }
        editing.leaveForm { [several] in several.selected(rows) }
    }

    /// Selects a row outside of the selection when its menu opens.
    public func menuOpened(on row: Int64) { editing.leaveForm { [detail] in detail.select([row]) } }

    /// A click or Enter: opens the record, or toggles it while several are selected.
    public func rowActivated(_ row: Int64) {
        guard !several.isOn else { return several.toggled(row) }
        editing.leaveForm { [self] in
            detail.open(row)
            if definition.presentation.editsWhenActivated { editing.editTapped(row) }
        }
    }

    public func emptyStepTapped(_ step: EmptyState.Step) {
        switch step {
        case .download: transfer.downloadTapped()
        case .clearSearch: list.searchChanged("")
        case .searchEverywhere: presenter.directory?.everywhere.open(with: list.searchText)
        case .tryAgain: list.tryAgainTapped()
        case .restore: damage.restoreTapped()
        case .add: editing.addTapped()
        case .refresh: remote.refreshTapped()
        case .showAll: list.looks.queryChosen(0)
        case .leaveGroup: groups.openTapped(nil)
        case .searchIn(let name): presenter.directory?.searchChosen(list.searchText, in: name)
        }
    }

    /// Opens the record with `key` and scrolls to it.
    /// - Returns: false if it does not exist.
    public func open(key: Int) -> Bool {
        guard let row = (try? collection.rows(keys: [key]))?.first else { return false }
        editing.leaveForm { [detail, list] in
            if list.group != nil, !list.listing.rows.contains(row) { list.show(group: nil) }
            detail.open(row)
            list.reveal(row)
        }
        return true
    }

    public var selected: [RecordReference] {
        list.selectedKeys.map { RecordReference(collection: definition.collection.name, key: $0) }
    }

    /// - Returns: the text for the clipboard.
    public func copyTapped(_ line: DetailContent.Line) -> String {
        presenter.say(translated("Copied \(line.label)"))
        return line.copied
    }

    /// - Returns: the text for the clipboard.
    public func copyTapped(_ part: DetailValue) -> String {
        presenter.say(translated("Copied \(part.copied.line(cutAt: 100))"))
        return part.copied
    }

    func closeDetail() { detail.isDetailOpen = false }

    var ownKey: Int? { context.ownKey }
}

/// What the header, menus, and actions show.
extension CollectionScreen {
    /// The title of the list: the open group's or the collection's.
    public var placeTitle: String { list.group ?? definition.collection.title }
    public var keyLabel: String { definition.keyField.label }
    public var canTakeOver: Bool { context.canTakeOver }
    public var openKey: Int? { detail.content?.header.key }
    /// The title of what a narrow window shows instead of the list.
    public var openTitle: String { editing.form?.title ?? detail.content?.header.title ?? "" }
    public var isDetailOpen: Bool { detail.isDetailOpen }
    /// The label for flipping the selected record's flag, or nil without a flag.
    var toggleLabel: String? {
        list.selectedRow.flatMap { _ in definition.toggleLabel(isOn: detail.content?.header.isOn == true) }
    }
    /// True if several records with an email field are selected.
    var canMailAll: Bool { several.isOn && definition.emailField != nil && !list.selectedRows.isEmpty }
    var hasOpenCard: Bool { definition.hasCards && detail.content != nil }

    public var toast: Toast? {
        get { presenter.toast }
        set { presenter.toast = newValue }
    }

    /// What is open, or nil. Setting it to nil closes it and opens the next one.
    public var destination: CollectionDestination? {
        get { presenter.destination }
        set { presenter.destination = newValue }
    }

    public var destinationID: Int? { presenter.destinationID }

    public var alert: Alert? {
        if let urgent = presenter.urgent { return urgent }
        return if case .alert(let alert) = destination { alert } else { nil }
    }

    /// True while rows are read, fetched, or replaced.
    public var isLoading: Bool { list.isPartial || work.isBusy }

    /// True if no work is in progress, for screenshots.
    public var isIdle: Bool { context.isIdle && work.changes == 0 && list.isIdle && groups.isIdle }

    public func say(_ sentence: String) { presenter.say(sentence) }

    /// Asks at once, over what is open.
    func ask(_ alert: Alert) { presenter.askAtOnce(alert) }

    public func firstFrameDrawn() {
        list.firstFrameDrawn()
        groups.firstFrameDrawn()
        damage.check()
    }

    public func recoveryTapped(_ recovery: RecoveryAction) {
        switch recovery {
        case .connect, .signIn: preferences.open { [self] isSignedIn in if isSignedIn { tryAgain() } }
        case .download: tryAgain()
        case .refresh: remote.refreshTapped()
        case .copy(let text): presenter.copy(text)
        case .clearOwn: deleting.clearOwnTapped()
        case .present: presenter.directory?.presentTapped()
        case .showUnseen:
            editing.leaveForm { [list, groups] in
                groups.openTapped(nil)
                list.looks.queryChosen(0)
                list.searchFollowed(Self.unseenSearch)
            }
        }
    }

    private static let unseenSearch = "is=new"

    /// Fetches the list again, from the current server.
    private func tryAgain() {
        if !home.isPublished { return remote.refreshTapped() }
        if canTakeOver { transfer.tryAgainTapped() }
    }

    public func downloadTapped() { if home.isPublished { transfer.downloadTapped() } }

    /// Opens the history of the list.
    public func historyTapped() { presenter.open(.history(HistoryScreen(context, deleting: deleting))) }

    /// Opens the history of the open record.
    public func versionsTapped() {
        guard let header = detail.content?.header else { return }
        presenter.open(.history(HistoryScreen(context, deleting: deleting, of: (header.key, header.title))))
    }

    public func duplicatesTapped() {
        if definition.canHaveDuplicates { presenter.open(.duplicates(DuplicatesScreen(context))) }
    }

    public func learnTapped() {
        guard definition.faceNames != nil else { return }
        presenter.open(.learn(LearnScreen(of: collection, rows: list.entries.rows, called: list.shownName)))
    }
}
