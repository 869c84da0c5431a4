import DirectoryModel
import DirectoryStore
import Language
public import Observation

/// The first page: the ways into a directory that has only one's own record.
@MainActor @Observable
public final class WelcomeScreen {
    /// The server and the NetID, which are typed here as in Preferences.
    public let preferences: PreferencesScreen
    /// True where a narrow window shows the list in the page's place.
    public private(set) var isPutAside = false

    @ObservationIgnored private let people: CollectionScreen
    /// The check whether the server accepts what is typed.
    @ObservationIgnored private var checking: Task<Bool, Never>?
    @ObservationIgnored private let collections: [any DirectoryRecord.Type]

    init(people: CollectionScreen, collections: [any DirectoryRecord.Type]) {
        (self.people, self.collections) = (people, collections)
        preferences = people.preferences
        // The page says it itself.
        people.transfer.saysFailedDownload = { [weak self] in self.map { !$0.isOffered || $0.isPutAside } ?? true }
    }

    /// True while the list has only one's own record, and it is not open.
    public var isOffered: Bool {
        hasOnlyOwn && people.list.emptyState?.isUnreadable != true && people.detail.content == nil
            && people.editing.form == nil
    }

    private var hasOnlyOwn: Bool {
        people.list.total == 0 || people.list.total == 1 && (people.list.ownKey != nil || people.ownKey != nil)
    }

    /// The progress of the check, of a download or of a file that is read, or nil.
    public var progress: WorkStep? {
        if preferences.isChecking, !preferences.isOpen { return .working(translated("Connecting…"), canCancel: true) }
        return people.work.progress
    }

    /// True while the page waits for the server or the disk.
    public var isBusy: Bool { preferences.isChecking || people.work.isBusy || people.transfer.isRunning }

    /// Why the last attempt failed, or what is still missing; nil where Preferences show it, or neither is so.
    public var problem: PreferencesScreen.Message? {
        guard !isBusy, !preferences.isOpen else { return nil }
        if let message = preferences.message, message.kind != .success { return message }
        return people.transfer.report.flatMap { $0.isFailure ? .failure($0.text) : nil }
    }

    // MARK: What the user does

    /// Connects to the typed server, downloads the class, and opens one's own record in it.
    public func connectTapped() async {
        guard !isBusy else { return }
        people.transfer.forgetReport()
        let checking = Task { [preferences] in await preferences.signInTapped() }
        self.checking = checking
        let isAccepted = await checking.value
        self.checking = nil
        guard isAccepted, !checking.isCancelled, isOffered else { return }
        // A download that was asked for before goes on by itself, as it was asked for.
        let goesOn = people.transfer.isRunning
        guard goesOn || people.canTakeOver else { return }
        people.transfer.onceArrived = { [weak people] in
            // Meanwhile the user may have opened something.
            if let people, people.detail.content == nil, people.editing.form == nil { people.openOwn() }
        }
        if !goesOn { people.transfer.replaceTapped() }
    }

    /// Esc: stops what `progress` shows, where it can be stopped.
    /// - Returns: false where the page shows no progress.
    func leaveTapped() -> Bool {
        guard let progress else { return false }
        if progress.canCancel { cancelTapped() }
        return true
    }

    /// Stops what `progress` shows; the list stays as it was.
    public func cancelTapped() {
        checking?.cancel()
        people.work.cancelTapped()
    }

    /// Fills every collection with invented records.
    public func sampleTapped() async {
        guard !isBusy, people.canTakeOver else { return }
        people.work.begin()
        defer { people.work.end() }
        let (store, collections) = (people.store, collections)
        let result = await runInBackground { () throws(StoreError) in
            for type in collections { try store.loadSample(of: type) }
            return try store.count(of: DukePerson.self)
        }
        switch result {
        case .success(let total):
            // One's own record is not invented.
            let count = DukePerson.collection.counted(total - (people.ownKey == nil ? 0 : 1))
            people.toast = Toast(
                text: translated("This is a sample class: \(count), all invented."), offersUndo: total > 1)
        case .failure(let problem): people.say(problem.description)
        }
    }

    public func openFileTapped() { people.files.importTapped() }

    /// A narrow window goes back to the list.
    public func putAsideTapped() { isPutAside = true }

    /// A narrow window shows the page again once a collection was opened.
    func openedAgain() { isPutAside = false }
}
