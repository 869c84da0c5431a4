public import DirectoryModel
public import DirectoryStore
import DirectorySync
import Language

/// One collection: its list, its detail, and its actions.
///
/// Its parts are screens of their own: `editing` has the form, `booking` orders, `deleting` deleting and undo,
/// `remote` what is kept on the server, `several` what is done with several records at once, `files` what is read and
/// written, `damage` a broken file, and `transfer` the download. They share the selection, the work under way and what is open over them.
@MainActor
public final class CollectionScreen<R: DirectoryRecord> {
    public let list: ListScreen<R>
    public let detail: DetailScreen<R>
    public let transfer: TransferScreen<R>
    public let preferences: PreferencesScreen
    public let editing: EditingScreen<R>
    public let quickEntry: QuickEntryScreen<R>
    public let booking: BookingScreen<R>
    public let deleting: DeletingScreen<R>
    public let remote: RemoteScreen<R>
    public let several: SeveralScreen<R>
    public let files: FilesScreen<R>
    public let damage: DamageScreen<R>
    public let work = Work()
    let presenter = Presenter<R>()
    private let selection: Selection<R>
    private let records: CollectionRecords<R>
    private var hasAppeared = false
    private(set) var watcher: CollectionWatcher?
    /// Whether the toast reports a download that failed.
    var saysFailedDownload: () -> Bool = { true }
    /// The store of everything the window shows.
    public let store: Store

    public init(
        store: Store, emojis: HobbyEmojis, preferences: PreferencesScreen,
        memory: any WindowStateStore = InMemoryStateStore(), clock: WallClock = .system
    ) {
        (self.store, self.preferences) = (store, preferences)
        let client: ClientSource = { () async throws(SyncError) -> Client in try await preferences.client() }
        records = CollectionRecords<R>(
            store: store, repository: R.repository(store: store, client: client), preferences: preferences,
            emojis: emojis)
        list = ListScreen(store: store, memory: memory, clock: clock)
        detail = DetailScreen(store: store, emojis: emojis)
        transfer = TransferScreen(store: store, preferences: preferences)
        selection = Selection(list: list, detail: detail, store: store)
        let canTakeOver = { [transfer, work, presenter] in
            transfer.state == .idle && !work.isBusy && presenter.importing == nil
        }
        editing = EditingScreen(records, selection: selection, presenter: presenter)
        booking = BookingScreen(editing: editing, work: work, presenter: presenter)
        remote = RemoteScreen(
            records, list: list, work: work, presenter: presenter, canTakeOver: canTakeOver)
        quickEntry = QuickEntryScreen(records, remote: remote, presenter: presenter)
        deleting = DeletingScreen(
            records, selection: selection, editing: editing, remote: remote, work: work, presenter: presenter)
        several = SeveralScreen(
            records, selection: selection, editing: editing, work: work, presenter: presenter)
        files = FilesScreen(
            records, selection: selection, detail: detail, work: work, presenter: presenter, canTakeOver: canTakeOver)
        damage = DamageScreen(store: store, work: work, presenter: presenter) { [list] in list.tryAgainTapped() }
        connect()
    }

    private func connect() {
        transfer.ended = { [weak self, presenter] report in
            guard !report.isFailure || self?.saysFailedDownload() != false else { return }
            presenter.toast = Toast(
                text: report.words, details: report.details, offersUndo: report.isChange, recovery: report.recovery)
        }
        editing.formOpened = { [presenter, transfer] isOpen in
            presenter.isFormOpen = isOpen
            transfer.isFormOpen = isOpen
        }
        transfer.waits = { [presenter] in presenter.say($0) }
        list.failed = { [presenter] in presenter.say($0) }
        list.changed = { [weak self] in self?.storeChanged() }
        list.damaged = { [damage] in damage.told($0) }
        list.opened = { [weak self] in self?.rowActivated($0) }
        list.lookUpWanted = { [remote] in remote.lookUp($0) }
        list.elsewhere = { [weak self] in await self?.watcher?.elsewhere($0) ?? [] }
        selection.opened = { [weak self] in self?.watcher?.opened($0) }
        remote.open = { [weak self] key in
            guard let self, open(key: key) else { return false }
            // The number that was looked up is not a text of the row.
            list.searchChanged("")
            return true
        }
        several.openAddress = { [weak self] in await self?.watcher?.openAddress($0) ?? false }
        several.copy = { [weak self] in self?.watcher?.copy($0) }
    }

    /// Shows the store's records; when it returns the first rows are there. A list that is kept on the server is
    /// fetched in the background.
    public func appeared() {
        guard !hasAppeared else {
            list.appearedAgain()
            return remote.refreshIfWanted()
        }
        hasAppeared = true
        do throws(StoreError) { try store.loadBundledIfFirst(R.self) } catch { presenter.say(error.description) }
        store.tellUnwritten(R.self) { [weak damage] problem in Task { @MainActor in damage?.told(problem) } }
        editing.findDraft()
        list.observeOwn(owner: preferences.ownNetID)
        list.appeared()
        signInChanged()
    }

    /// Another user is signed in now.
    public func signInChanged() {
        guard hasAppeared else { return }
        list.observeUnpublished(owner: preferences.ownNetID)
        list.observeOwn(owner: preferences.ownNetID)
        remote.refreshIfWanted()
    }

    private func storeChanged() {
        deleting.storeChanged()
        selection.show()
        watcher?.changed()
        if !selection.isRecordShown && editing.form == nil { selection.isDetailOpen = false }
    }

    // MARK: What the user does

    public func rowsSelected(_ rows: [Int64]) {
        guard rows != list.selectedRows else { return }
        editing.leaveForm { [several] in several.selected(rows) }
    }

    /// The menu of a row outside of the selection was requested: it is selected alone.
    public func menuOpened(on row: Int64) { editing.leaveForm { [selection] in selection.select([row]) } }

    /// A click, or Enter: opens the record; while several are selected, adds it or takes it away.
    public func rowActivated(_ row: Int64) {
        guard !several.isOn else { return several.toggled(row) }
        editing.leaveForm { [self] in
            selection.open(row)
            if R.definition.presentation.editsWhenActivated { editing.editTapped(row) }
        }
    }

    /// The button of the page in the list's place was clicked.
    public func emptyStepTapped(_ step: EmptyState.Step) {
        switch step {
        case .download: transfer.downloadTapped()
        case .clearSearch: list.searchChanged("")
        case .searchEverywhere: watcher?.searchEverywhere(list.searchText)
        case .tryAgain: list.tryAgainTapped()
        case .restore: damage.restoreTapped()
        case .add: editing.addTapped()
        case .refresh: remote.refreshTapped()
        case .showAll: list.queryChosen(0)
        case .searchIn(let name): watcher?.searchIn(list.searchText, name)
        }
    }

    /// Opens the record with `key`, and brings it into view in the list.
    /// - Returns: false where no record has it.
    public func open(key: Int) -> Bool {
        guard let row = (try? store.rows(of: R.self, keys: [key]))?.first else { return false }
        editing.leaveForm { [selection, list] in
            selection.open(row)
            list.reveal(row)
        }
        return true
    }

    public func copyEmailTapped() {
        guard !several.isOn else { return several.copyTapped() }
        guard let email = detail.content?.email else {
            if selection.isRecordShown { presenter.say(translated("No email address")) }
            return
        }
        presenter.say(translated("Copied \(email)"))
        watcher?.copy(email)
    }

    public var selected: [RecordReference] {
        list.selectedKeys.map { RecordReference(collection: R.collection.name, key: $0) }
    }

    /// The text that copying the line puts on the clipboard.
    public func copyTapped(_ line: DetailContent.Line) -> String {
        presenter.say(translated("Copied \(line.label)"))
        return line.copied
    }

    /// The text that copying a part of a line, or of the pill, puts on the clipboard.
    public func copyTapped(_ part: DetailValue) -> String {
        presenter.say(translated("Copied \(part.copied.line(cutAt: 100))"))
        return part.copied
    }

    /// Shows the list in a narrow window.
    func closeDetail() { selection.isDetailOpen = false }

    /// The key of the user's own record, or nil.
    var ownKey: Int? { records.ownKey }
}

extension CollectionScreen: AnyCollectionScreen {
    public var facts: CollectionFacts { CollectionFacts(R.self) }

    public var parts: CollectionParts {
        CollectionParts(
            list: list, editing: editing, booking: booking, deleting: deleting, remote: remote, several: several,
            files: files)
    }

    public var state: CollectionState {
        CollectionState(
            home: R.home, form: FormState(editing.form), canUndo: deleting.canUndo, canRedo: deleting.canRedo,
            list: ListState(
                list, detail.content, isSelecting: selection.isSelecting, canTakeOver: files.canTakeOver()),
            arrangements: list.arrangements,
            openKey: detail.content?.header.key, openTitle: editing.form?.title ?? detail.content?.header.title ?? "",
            isDetailOpen: selection.isDetailOpen)
    }

    /// A short message; the view that shows it sets it to nil.
    public var toast: Toast? {
        get { presenter.toast }
        set { presenter.toast = newValue }
    }

    /// What is open over the screen, or nil; the view that closes it sets it to nil, which opens the next one waiting.
    public var destination: CollectionDestination<R>? {
        get { presenter.destination }
        set { presenter.destination = newValue }
    }

    /// Identifies what is open, or nil; another destination has another id.
    public var destinationID: Int? { presenter.destinationID }

    public var alert: Alert? {
        if let urgent = presenter.urgent { return urgent }
        return if case .alert(let alert) = destination { alert } else { nil }
    }

    /// True where no work is under way, so that a screenshot shows the result.
    public var isSettled: Bool { files.canTakeOver() && work.changes == 0 && list.isSettled }

    public func watch(_ watcher: CollectionWatcher) { self.watcher = watcher }

    public func firstFrameDrawn() {
        list.firstFrameDrawn()
        damage.check()
    }

    public func recoveryTapped(_ recovery: RecoveryAction) {
        switch recovery {
        case .connect, .signIn: preferences.open { [self] isSignedIn in if isSignedIn { tryAgain() } }
        case .download: tryAgain()
        case .refresh: remote.refreshTapped()
        case .copy(let text): watcher?.copy(text)
        case .clearOwn: deleting.clearOwnTapped()
        }
    }

    /// Fetches the list again, from the server that is signed in to now.
    private func tryAgain() {
        if !R.home.isPublished { return remote.refreshTapped() }
        if files.canTakeOver() { transfer.tryAgainTapped() }
    }

    public func downloadTapped() { if R.home.isPublished { transfer.downloadTapped() } }

    public func learnTapped() {
        guard let names = R.definition.faceNames else { return }
        presenter.open(.learn(LearnScreen(store: store, names: names, rows: list.entries.rows, called: list.shownName)))
    }
}
