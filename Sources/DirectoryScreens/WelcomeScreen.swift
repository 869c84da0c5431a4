import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// The first page: how to fill a directory that has only the user's own record.
@MainActor @Observable
public final class WelcomeScreen {
    public let preferences: PreferencesScreen
    /// True if a narrow window shows the list instead.
    public private(set) var isPutAside = false

    @ObservationIgnored private let people: CollectionScreen
    @ObservationIgnored private var checking: Task<Bool, Never>?
    @ObservationIgnored private let collections: [Definition]

    init(people: CollectionScreen, collections: [Definition]) {
        self.people = people
        self.collections = collections
        preferences = people.preferences
        // The page shows the failure itself.
        people.transfer.reportsFailedDownload = { [weak self] in self.map { !$0.isOffered || $0.isPutAside } ?? true }
    }

    /// True while the list has only the user's own record, and it is not open.
    public var isOffered: Bool {
        hasOnlyOwn && people.list.emptyState?.isUnreadable != true && people.detail.content == nil
            && people.editing.form == nil
    }

    private var hasOnlyOwn: Bool {
        people.list.total == 0 || people.list.total == 1 && (people.list.ownKey != nil || people.ownKey != nil)
    }

    /// The progress of the sign-in, a download, or an import; nil when idle.
    public var progress: WorkStep? {
        if preferences.isChecking, !preferences.isOpen { return .working(translated("Connecting…"), canCancel: true) }
        return people.work.progress
    }

    public var isBusy: Bool { preferences.isChecking || people.work.isBusy || people.transfer.isRunning }

    /// The last failure, or what is missing; nil while Preferences show it.
    public var problem: PreferencesScreen.Message? {
        guard !isBusy, !preferences.isOpen else { return nil }
        if let message = preferences.message, message.kind != .success { return message }
        return people.transfer.report.flatMap { $0.isFailure ? .failure($0.text) : nil }
    }

    // MARK: What the user does

    /// Signs in, downloads the class, and shows its faces; of an empty class, opens the user's own record.
    public func connectTapped() async {
        guard !isBusy else { return }
        people.transfer.forgetReport()
        let checking = Task { [preferences] in await preferences.signInTapped() }
        self.checking = checking
        let isAccepted = await checking.value
        self.checking = nil
        guard isAccepted, !checking.isCancelled, isOffered else { return }
        // A download requested before continues by itself.
        let continues = people.transfer.isRunning || people.transfer.signInReason != nil
        guard continues || people.canReplaceList else { return }
        people.transfer.onceArrived = { [weak self] in self?.showClass() }
        if !continues { people.transfer.replaceTapped() }
    }

    private func showClass() {
        people.list.looks.showFacesUnlessChosen()
        // The user may have opened something meanwhile.
        let isFirst = people.collection.ifReadable { try $0.count() }.map { $0 <= 1 } ?? false
        if isFirst, people.detail.content == nil, people.editing.form == nil { people.openOwn() }
    }

    /// Esc: cancels the work in progress, if possible.
    /// - Returns: false if there is none.
    func leaveTapped() -> Bool {
        guard let progress else { return false }
        if progress.canCancel { cancelTapped() }
        return true
    }

    /// Cancels the work in progress; the list is unchanged.
    public func cancelTapped() {
        checking?.cancel()
        people.work.cancelTapped()
    }

    /// Fills every collection with sample records.
    public func sampleTapped() async {
        guard !isBusy, people.canReplaceList else { return }
        do throws(SyncError) {
            let total = try await people.work.run(nil) { [store = people.store, collections] _ throws(SyncError) in
                try await inStore { () throws(StoreError) in
                    for definition in collections { try store[definition].loadSample() }
                    return try store[.people].count()
                }
            }
            people.list.looks.showFacesUnlessChosen()
            // The user's own record is not a sample.
            let count = Definition.people.collection.counted(total - (people.ownKey == nil ? 0 : 1))
            people.toast = Toast(
                text: translated("This is a sample class: \(count), all invented."), offersUndo: total > 1)
        } catch { people.notify(error.description) }
    }

    public func openFileTapped() { people.importTapped() }

    /// Shows the list in a narrow window.
    public func putAsideTapped() { isPutAside = true }

    /// Shows the page in a narrow window again.
    func openedAgain() { isPutAside = false }
}
