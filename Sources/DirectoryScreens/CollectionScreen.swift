public import DirectoryModel
public import DirectoryStore
import DirectorySync
import Language
public import Observation

/// One collection: its list, its detail, its form, what the server does with it, and what the toast says.
///
/// Its parts: `+Editing` (the form), `+Deleting` (and undo), `+Files`, `+Remote` (what is at home on the server),
/// `+Booking` and `+Damage`.
@MainActor @Observable
public final class CollectionScreen<R: DirectoryRecord> {
    public let list: ListScreen<R>
    public let detail: DetailScreen<R>
    public let transfer: TransferScreen<R>
    public let preferences: PreferencesScreen
    /// True where a narrow window shows the detail in the list's place.
    public internal(set) var isDetailOpen = false
    var isLoading = false
    /// True while so many are deleted that `progress` tells of it.
    var isDeletingMany = false
    /// What is told in passing; whoever shows it sets it to nil.
    public var toast: Toast?
    /// The form that is open in the detail's place, or nil.
    public internal(set) var form: FormScreen<R>?
    /// The check before one's own record is published, while it is open.
    public internal(set) var publish: PublishScreen<R>?
    /// How far a file that is read, or whatever else takes its time here, has come; nil where nothing does.
    public internal(set) var progress: WorkStep?
    /// A file's list that is asked about, or nil.
    public internal(set) var importing: ImportScreen<R>?
    /// True while somebody is asked whether to leave a form with changes.
    public internal(set) var isAskingToLeave = false
    /// What is damaged on disk, while somebody is asked whether to restore it.
    var damage: StoreError?
    @ObservationIgnored var isDiskChecked = false
    /// The damage that is not to be restored now: it is not asked about again.
    @ObservationIgnored var damagePutOff: StoreError?
    /// True while somebody is asked whether to delete everything.
    public internal(set) var isAskingToClear = false
    /// What the server said about a number that was looked up, until it was read.
    public internal(set) var lookup: Lookup?
    /// Why the list may be older than the server's, or nil.
    public internal(set) var notice: String?
    /// What the server no longer sent and is still here, as the question whether it shall go; nil where nothing is.
    public var keptQuestion: String? { keptKeys.isEmpty ? nil : ChangeSummary.keptQuestion(of: R.collection) }
    /// The keys of the records that question is about.
    var keptKeys: Set<Int> = []
    /// What a form held when the program died, until somebody has said what to do with it.
    var draft: FormDraft?

    @ObservationIgnored private(set) lazy var rejected = RejectedElementsScreen<R>(store: store)
    /// Where everything the window shows rests.
    @ObservationIgnored public let store: Store
    @ObservationIgnored let emojis: HobbyEmojis
    /// Who to ask, as the sign-in says at that moment.
    @ObservationIgnored let client: ClientSource
    @ObservationIgnored let repository: any RecordRepository<R>
    @ObservationIgnored var afterLeaving: (() -> Void)?
    @ObservationIgnored var afterSaving: (() -> Void)?
    /// The change that was asked for last; the next one waits for it.
    @ObservationIgnored var work: Task<Void, Never>?
    /// The fetch that has to follow when what is under way is over, or nil.
    @ObservationIgnored var waitingRefresh: WaitingRefresh?
    @ObservationIgnored var booking: Task<Void, Never>?
    /// The file that is being read.
    @ObservationIgnored var reading: Task<Result<ImportScreen<R>?, StoreError>, Never>?
    @ObservationIgnored private var hasAppeared = false
    /// A record was opened; takes its key.
    @ObservationIgnored var looked: ((Int) -> Void)?
    /// The records changed.
    @ObservationIgnored var changed: (() -> Void)?
    /// Opens another collection, whose name comes second, with a search.
    @ObservationIgnored var openElsewhere: ((String, String) -> Void)?
    /// How many changes of the store are not done yet.
    var changesUnderWay = 0

    public init(
        store: Store, emojis: HobbyEmojis, preferences: PreferencesScreen,
        memory: any WindowStateStore = InMemoryStateStore(), clock: WallClock = .system
    ) {
        self.store = store
        self.emojis = emojis
        self.preferences = preferences
        client = { () async throws(SyncError) -> Client in try await preferences.client() }
        repository = R.repository(store: store, client: client)
        list = ListScreen(store: store, memory: memory, clock: clock)
        detail = DetailScreen(store: store, emojis: emojis)
        transfer = TransferScreen(
            store: store, client: client, owner: { preferences.signIn.netid },
            hasServer: { !preferences.signIn.server.isEmpty })
        transfer.ended = { [weak self] report in
            self?.toast = Toast(text: report.words, details: report.details, offersUndo: report.isChange)
        }
        list.failed = { [weak self] in self?.toast = Toast(text: $0) }
    }

    /// Shows what the store holds; when it returns the first rows are there. A list that lives on the server is
    /// fetched behind them.
    public func appeared() {
        guard !hasAppeared else {
            list.appearedAgain()
            return refreshIfWanted()
        }
        hasAppeared = true
        do throws(StoreError) { try store.loadBundledIfFirst(R.self) } catch {
            toast = Toast(text: error.description)
        }
        store.tellUnwritten(R.self) { [weak self] problem in Task { @MainActor in self?.told(problem) } }
        list.changed = { [weak self] in self?.storeChanged() }
        list.damaged = { [weak self] in self?.told($0) }
        list.opened = { [weak self] in self?.rowActivated($0) }
        list.lookUpWanted = { [weak self] in self?.lookUpTapped($0) ?? false }
        draft = FormDrafts<R>.left(in: store)
        list.appeared()
        signInChanged()
    }

    /// Somebody else is signed in now.
    public func signInChanged() {
        guard hasAppeared else { return }
        list.observeUnpublished(owner: preferences.signIn.netid)
        refreshIfWanted()
    }

    private func storeChanged() {
        showSelection()
        changed?()
        if detail.content == nil && form == nil { isDetailOpen = false }
    }

    /// True where no other list is being taken over, so that one can be.
    public var canTakeOver: Bool { transfer.state == .idle && !isLoading && !isDeletingMany && importing == nil }

    // MARK: What the user does

    public func rowsSelected(_ rows: [Int64]) {
        guard rows != list.selectedRows else { return }
        leaveForm { [self] in select(rows) }
    }

    /// Selects `rows`, and shows the one that is selected alone.
    func select(_ rows: [Int64]) {
        list.rowsSelected(rows)
        showSelection()
    }

    /// A click, or Enter: opens the record.
    public func rowActivated(_ row: Int64) {
        leaveForm { [self] in
            open(row: row)
            if R.editsWhenActivated { editTapped(row) }
        }
    }

    private func showSelection() {
        detail.show(row: list.selectedRow, selectedCount: list.selectedRows.count)
    }

    /// The button of the page that stands in the list's place.
    public func emptyStepTapped(_ step: EmptyState.Step) {
        switch step {
        case .download: transfer.downloadTapped()
        case .clearSearch: list.searchChanged("")
        case .tryAgain: list.tryAgainTapped()
        case .restore: restoreTapped()
        case .add: addTapped()
        case .refresh: refreshTapped()
        case .showAll: list.queryChosen(0)
        case .searchIn(let name): openElsewhere?(list.searchText, name)
        }
    }

    public func backTapped() {
        leaveForm { [self] in isDetailOpen = false }
    }

    /// Opens the record that has `key`, and brings it into view in the list.
    /// - Returns: false where none has.
    public func open(key: Int) -> Bool {
        guard let row = (try? store.rows(of: R.self, keys: [key]))?.first else { return false }
        leaveForm { [self] in
            open(row: row)
            list.reveal(row)
        }
        return true
    }

    private func open(row: Int64) {
        select([row])
        isDetailOpen = detail.content != nil
        if let key = openKey { looked?(key) }
    }

    /// Puts the email address of the open record into the toast and gives it back for the clipboard.
    public func copyEmailTapped() -> String? {
        guard let email = detail.content?.email else {
            if detail.content != nil { toast = Toast(text: translated("No email was given")) }
            return nil
        }
        toast = Toast(text: translated("Copied \(email)"))
        return email
    }

    /// Gives back what copying the line puts on the clipboard.
    public func copyTapped(_ line: DetailContent.Line) -> String {
        toast = Toast(text: translated("Copied \(line.label)"))
        return line.copied
    }

    /// True where nothing is under way, so that a screenshot shows the end of it.
    public var isSettled: Bool {
        canTakeOver && changesUnderWay == 0 && list.isSettled
    }
}
