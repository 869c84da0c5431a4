public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// A download from the first question to the final report.
@MainActor @Observable
public final class TransferScreen {
    /// The stage of the download.
    public enum State: Equatable, Sendable {
        case idle
        /// The dialog with the three answers is open.
        case choosing
        case running(WorkStep)
        /// The server's list is empty; applying it would empty the local one.
        case askingToEmpty
        /// One's own record was edited here and not uploaded; `merge` shows it beside what arrived.
        case merging
        /// `preview` shows what would change.
        case previewing
    }

    public private(set) var state = State.idle {
        didSet { if state != oldValue, isWaitingForForm { presenter.say(waitingWords) } }
    }
    /// What Replace and Update would lose, shown before they start; nil where they would lose no data.
    public private(set) var warning: String?
    /// One's own record beside the server's, while it is asked about.
    public private(set) var merge: MergeScreen?
    /// What would change, while it is asked about.
    public private(set) var preview: PreviewScreen?
    /// The final report, until the next download is requested.
    public private(set) var report: TransferReport?
    /// Why Preferences were opened, where no server is known, or the server did not accept the sign-in; nil once they
    /// are closed.
    public private(set) var signInReason: PreferencesScreen.Message?

    /// Called with the final report of each download.
    @ObservationIgnored var ended: ((TransferReport) -> Void)?
    /// Called once, after a download changed the list.
    @ObservationIgnored var onceArrived: (() -> Void)?
    @ObservationIgnored private let recordType: any DirectoryRecord.Type
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let preferences: PreferencesScreen
    @ObservationIgnored private let presenter: Presenter
    /// What continues once the user has signed in.
    @ObservationIgnored private var afterSignIn: (() -> Void)?
    @ObservationIgnored private var how = MergeStrategy.update
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var own = OwnVersion()
    @ObservationIgnored private var arrival: (any ArrivedList)?

    init(of recordType: any DirectoryRecord.Type, store: Store, preferences: PreferencesScreen, presenter: Presenter) {
        (self.recordType, self.store, self.preferences, self.presenter) = (recordType, store, preferences, presenter)
    }

    public var collection: CollectionInfo { recordType.collection }

    /// True while any step is under way.
    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// The text of the dialog with the three answers: what they do, and what they would lose.
    public var choiceWords: String {
        let words = translated(
            """
            “Update” adds and updates people and keeps anyone who is only in your list. “Replace” makes your list \
            match the server’s.
            """
        )
        return ([words] + [warning].compactMap(\.self)).joined(separator: "\n\n")
    }

    /// The text while one's own record is asked about; empty otherwise.
    public var mergeWords: String {
        guard let merge else { return "" }
        return translated(
            """
            Your changes to \(merge.title) were not uploaded, and the server has a different version. Choose which \
            values to keep.
            """)
    }

    // MARK: What the user does

    public func downloadTapped() {
        guard state == .idle else { return }
        report = nil
        guard !preferences.signIn.server.isEmpty else {
            return askToSignIn(.noServerYet) { [weak self] in self?.downloadTapped() }
        }
        let edited = (try? store.editedKeys(of: recordType, owner: preferences.ownNetID)) ?? []
        let titles = edited.lazy.compactMap { [store, recordType] in recordType.title(of: $0, in: store) }
        warning = titles.first.map {
            translated("Your changes to \($0) were not uploaded. You will be asked before they are lost.")
        }
        state = .choosing
    }

    public func cancelChoiceTapped() { if state == .choosing { state = .idle } }

    /// Download and Replace: the server's list becomes the local list.
    public func replaceTapped() { chosen(.replace) }

    /// Download and Update: per key, update or add; what is only here stays.
    public func updateTapped() { chosen(.update) }

    /// Downloads as before, after a failure.
    public func tryAgainTapped() { if state == .idle { chosen(how) } }

    private func chosen(_ how: MergeStrategy) {
        guard !isRunning else { return }
        (report, signInReason, afterSignIn) = (nil, nil, nil)
        self.how = how
        state = .running(.arriving(TransferProgress(), recordType.collection))
        work = Task { [weak self] in await self?.run(how) }
    }

    /// Stops a running download at once; the list stays as it was.
    public func cancelTapped() { work?.cancel() }

    /// Removes the report of an earlier download.
    func forgetReport() { if !isRunning { report = nil } }

    public func emptyAnswered(_ isYes: Bool) {
        guard state == .askingToEmpty, let list = arrival else { return }
        if isYes { return go { await $0.previewOrTakeOver($1, OwnVersion()) } }
        arrival = nil
        end(.failed(.emptyListSent(server: "\(list.server)", many: recordType.collection.many)))
    }

    /// - Parameter side: all of mine, all of theirs, or nil for what was picked field by field.
    public func mergeAnswered(_ side: MergeScreen.Side?) {
        guard state == .merging, let merge else { return }
        own.side =
            switch side {
            case .mine: .mine
            case .theirs: .theirs
            case nil: .merged(merge.merged)
            }
        go { await $0.previewOrTakeOver($1, $0.own) }
    }

    public func applyTapped() {
        guard state == .previewing, let preview else { return }
        if !preview.asksNextTime { try? DownloadQuestion.keep(false, in: store) }
        go { await $0.apply($1, $0.own, keeping: preview.kept) }
    }

    /// The list that arrived is rejected.
    public func declined() {
        guard state == .merging || state == .previewing else { return }
        finishAsking()
        end(.cancelled)
    }

    private func go(_ work: @escaping @MainActor (TransferScreen, any ArrivedList) async -> Void) {
        guard let arrival else { return }
        state = .running(.takingOver(arrival.count, recordType.collection))
        self.work = Task { [weak self] in
            if let self { await work(self, arrival) }
        }
    }

    private func finishAsking() { (merge, preview, arrival, own) = (nil, nil, nil, OwnVersion()) }

    /// Preferences were closed: continues the requested download where the user signed in, and cancels it otherwise.
    private func signInEnded(isSignedIn: Bool) {
        let next = afterSignIn
        (afterSignIn, signInReason) = (nil, nil)
        if isSignedIn { next?() } else { onceArrived = nil }
    }

    private func askToSignIn(_ problem: SyncError, then: @escaping () -> Void) {
        let reason = PreferencesScreen.Message.why(problem, to: .download)
        state = .idle
        // This ends an earlier request that waits for the same.
        preferences.open(because: reason) { [weak self] in self?.signInEnded(isSignedIn: $0) }
        (afterSignIn, signInReason) = (then, reason)
    }

    // MARK: The download

    private func run(_ how: MergeStrategy) async {
        do {
            let list = try await fetch(how)
            guard let list else { return end(.upToDate) }
            if list.count == 0, how == .replace {
                arrival = list
                state = .askingToEmpty
            } else {
                try await mergeOrTakeOver(list)
            }
        } catch { fail(error) }
    }

    private func fetch(_ how: MergeStrategy) async throws(SyncError) -> (any ArrivedList)? {
        let (steps, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Task { [weak self, recordType] in
            for await progress in steps where self?.isRunning == true {
                self?.state = .running(.arriving(progress, recordType.collection))
            }
        }
        defer { showing.cancel() }
        defer { continuation.finish() }
        let client = try await preferences.client()
        return try await recordType.download(from: client, into: store, how) { continuation.yield($0) }
    }

    /// One's own record that was edited here and not uploaded is never written over silently.
    private func mergeOrTakeOver(_ list: any ArrivedList) async throws(SyncError) {
        guard let conflict = try list.conflict() else { return await previewOrTakeOver(list, OwnVersion()) }
        guard !Task.isCancelled else { return fail(.cancelled) }
        own = OwnVersion(conflict: conflict)
        // A field that only one side changed has that side's value without a question.
        if conflict.merge.lines.isEmpty {
            own.side = .merged(conflict.merge.merged)
            return await previewOrTakeOver(list, own)
        }
        arrival = list
        merge = conflict.merge
        state = .merging
    }

    private func previewOrTakeOver(_ list: any ArrivedList, _ own: OwnVersion) async {
        self.own = own
        let isAsked = DownloadQuestion.isAsked(in: store)
        // Update must not lose silently what was typed here.
        guard isAsked || how == .update else { return await apply(list, own) }
        let result = await runInBackground { () throws(SyncError) in try list.preview(own) }
        guard !Task.isCancelled else { return fail(.cancelled) }
        switch result {
        case .failure(let problem): fail(problem)
        case .success(let found) where !found.losesSomething || !isAsked && found.edited.isEmpty:
            await apply(list, own)
        case .success(let found):
            arrival = list
            preview = PreviewScreen(of: recordType, found, unticked: how == .update ? found.edited : [])
            state = .previewing
        }
    }

    private func apply(_ list: any ArrivedList, _ own: OwnVersion, keeping: Set<Int> = []) async {
        guard !Task.isCancelled else { return fail(.cancelled) }
        state = .running(.takingOver(list.count, recordType.collection))
        let result = await runInBackground { () throws(SyncError) in try list.apply(own, keeping: keeping) }
        finishAsking()
        switch result {
        case .success(let summary): end(.done(summary, collection: recordType.collection))
        case .failure(let problem): fail(problem)
        }
    }

    private func fail(_ problem: SyncError) {
        finishAsking()
        if problem.asksForSignIn {
            let how = how
            return askToSignIn(problem) { [weak self] in self?.chosen(how) }
        }
        end(problem == .cancelled ? .cancelled : .failed(problem))
    }

    private func end(_ report: TransferReport) {
        state = .idle
        self.report = report
        ended?(report)
        let then = onceArrived
        onceArrived = nil
        if report.isChange { then?() }
    }
}

/// A question about what arrived must not take the keyboard from a form.
extension TransferScreen {
    /// The stage as it is shown: what arrived is asked about once no form is open.
    public var shownState: State { isWaitingForForm ? .idle : state }

    var isWaitingForForm: Bool {
        presenter.isFormOpen && [.askingToEmpty, .merging, .previewing].contains(state)
    }

    var waitingWords: String {
        preview?.waitingWords ?? translated("The list is ready. You can review it after you close the form.")
    }
}
