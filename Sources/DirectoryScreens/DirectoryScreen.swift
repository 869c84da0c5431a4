public import DirectoryModel
public import DirectoryStore
public import DirectorySync
public import Observation

/// The whole window: the collection that is open, its list, its detail, its download, and what the toast says.
@MainActor @Observable
public final class DirectoryScreen<R: Record> {
    public let list: ListScreen<R>
    public let detail: DetailScreen<R>
    public let transfer: TransferScreen<R>
    public let preferences: PreferencesScreen
    /// Every collection, with how many records it has.
    public private(set) var sidebar: [SidebarItem] = []
    /// True where a narrow window shows the detail in the list's place.
    public internal(set) var isDetailOpen = false
    private var isLoading = false
    /// What the toast says, until it was shown.
    public internal(set) var toast: Toast?
    /// The form that is open in the detail's place, or nil.
    public internal(set) var form: FormScreen<R>?
    /// The check before one's own record is published, while it is open.
    public internal(set) var publish: PublishScreen<R>?
    /// True while somebody is asked whether to leave a form with changes.
    public internal(set) var isAskingToLeave = false
    /// What a form held when the program died, until somebody has said what to do with it.
    var draft: FormDraft?

    @ObservationIgnored private(set) lazy var setAside = SetAsideScreen<R>(store: store) { [weak self] in
        Task { await self?.saveFile() }
    }
    @ObservationIgnored let model: DataModel
    @ObservationIgnored let emojis: HobbyEmojis
    @ObservationIgnored var afterLeaving: (() -> Void)?
    /// How many changes of the store are not done yet.
    var changesUnderWay = 0

    /// The collection that is open.
    public var collection: Collection { R.collection }

    /// Where everything the window shows rests.
    public var store: Store { model.store }

    /// - Parameter overriding: server and NetID from the command line.
    public init(
        model: DataModel, emojis: HobbyEmojis, passwords: Passwords,
        overriding: (server: String?, netid: String?) = (nil, nil)
    ) throws(StoreProblem) {
        self.model = model
        self.emojis = emojis
        let store = model.store
        let preferences = try PreferencesScreen(store: store, passwords: passwords, overriding: overriding)
        self.preferences = preferences
        list = ListScreen(store: store)
        detail = DetailScreen(store: store, emojis: emojis)
        transfer = TransferScreen(
            store: store, client: { () async throws(SyncProblem) -> Client in try await preferences.client() },
            owner: { preferences.signIn.netid }, saveFile: { try model.saveFile() })
    }

    /// Shows what the store holds; when it returns the first rows are there.
    public func appeared() {
        list.changed = { [weak self] in self?.storeChanged() }
        list.opened = { [weak self] in self?.rowActivated($0) }
        draft = FormDrafts<R>.left(in: store)
        preferences.signedIn = { [weak self] in self?.observeUnpublished() }
        observeUnpublished()
        list.appeared()
    }

    private func observeUnpublished() { list.observeUnpublished(owner: preferences.signIn.netid) }

    private func storeChanged() {
        showSelection()
        if detail.content == nil && form == nil { isDetailOpen = false }
        sidebar = Collections.all.map { type in
            let count = type == R.self ? list.total : (try? model.store.count(of: type)) ?? 0
            return SidebarItem(collection: type.collection, count: count)
        }
    }

    /// True where no other list is being taken over, so that one can be.
    public var canTakeOver: Bool { transfer.state == .idle && !isLoading }

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
            select([row])
            isDetailOpen = detail.content != nil
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
        }
    }

    public func backTapped() {
        leaveForm { [self] in isDetailOpen = false }
    }

    /// Opens the record that has `key`.
    /// - Returns: false where none has.
    public func open(key: Int) -> Bool {
        guard let row = (try? model.store.rows(of: R.self, keys: [key]))?.first else { return false }
        rowActivated(row)
        return true
    }

    /// Puts the email address of the open record into the toast and gives it back for the clipboard.
    public func copyEmailTapped() -> String? {
        guard let email = detail.content?.email else {
            if detail.content != nil { toast = Toast(text: "No email was given") }
            return nil
        }
        toast = Toast(text: "Copied \(email)")
        return email
    }

    /// Gives back what copying the line puts on the clipboard.
    public func copyTapped(_ line: DetailContent.Line) -> String {
        toast = Toast(text: "Copied \(line.label)")
        return line.copied
    }

    /// Load from Disk: the sandbox file if it exists, otherwise the bundled cohort.
    public func loadFromDiskTapped() async {
        guard canTakeOver else { return }
        isLoading = true
        defer { isLoading = false }
        let model = model
        let result = await Task.detached { Result { try model.loadFromDisk() } }.value
        switch result {
        case .success(let summary):
            let setAside = (try? model.store.setAside(R.self)) ?? []
            toast = Toast(
                text: "\(R.collection.counted(summary.arrived)) loaded: \(summary.words)", details: setAside,
                offersUndo: summary.isChange)
        case .failure(let error): toast = Toast(text: "\(error)")
        }
    }

    /// The download came to an end: its words go into the toast.
    public func transferEnded() {
        guard let report = transfer.report else { return }
        transfer.reportShown()
        toast = Toast(text: report.words, details: report.details, offersUndo: report.isChange)
    }

    /// The store could not do something: its words go into the toast.
    public func listProblemSeen() {
        guard let problem = list.problem else { return }
        list.problemShown()
        toast = Toast(text: problem)
    }

    public func toastShown() { toast = nil }

    /// True where nothing is under way, so that a screenshot shows the end of it.
    public var isSettled: Bool {
        canTakeOver && changesUnderWay == 0 && transfer.report == nil && !list.isSearching && toast == nil
    }
}

/// A sentence that appears for some seconds, with what stands behind its Details button.
public struct Toast: Equatable, Sendable {
    public let text: String
    /// What stands behind its Details button.
    public let details: [SetAside]
    /// True where its button undoes what it tells of.
    public let offersUndo: Bool

    init(text: String, details: [SetAside] = [], offersUndo: Bool = false) {
        (self.text, self.details, self.offersUndo) = (text.line(cutAt: 500), details, offersUndo)
    }
}

/// A collection in the sidebar.
public struct SidebarItem: Equatable, Sendable {
    public let collection: Collection
    public let count: Int
}
