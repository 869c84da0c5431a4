public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// A download from the first question to the final report.
@MainActor @Observable
public final class TransferScreen<R: DirectoryRecord> {
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
        didSet { if state != oldValue, isWaitingForForm { waits?(waitingWords) } }
    }
    /// True while a form is open, in which the user may be typing.
    var isFormOpen = false
    /// What Replace and Update would lose, shown before they start; nil where they would lose no data.
    public private(set) var warning: String?
    /// One's own record beside the server's, while it is asked about.
    public private(set) var merge: MergeScreen<R>?
    /// What would change, while it is asked about.
    public private(set) var preview: PreviewScreen<R>?
    /// The final report, until the next download is requested.
    public private(set) var report: TransferReport?
    /// Why Preferences were opened, where no server is known, or the server did not accept the sign-in; nil once they
    /// are closed.
    public private(set) var signInReason: PreferencesScreen.Message?

    /// Called with the final report of each download.
    @ObservationIgnored var ended: ((TransferReport) -> Void)?
    /// Called with what is said where a question waits until the form is closed.
    @ObservationIgnored var waits: ((String) -> Void)?
    /// Called once, after a download changed the list.
    @ObservationIgnored var onceArrived: (() -> Void)?
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let preferences: PreferencesScreen
    /// What continues once the user has signed in.
    @ObservationIgnored private var afterSignIn: (() -> Void)?
    @ObservationIgnored private var how = MergeStrategy.update
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var own = OwnRecord<R>.mine
    /// The conflict that `own` was decided about, or nil where there was no conflict.
    @ObservationIgnored private var shown: Unpublished<R>?
    @ObservationIgnored private var arrival: (download: Download<R>, list: Download<R>.FetchedList)?

    init(store: Store, preferences: PreferencesScreen) { (self.store, self.preferences) = (store, preferences) }

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
        let edited = (try? store.editedKeys(of: R.self, owner: preferences.ownNetID)) ?? []
        let titles = edited.lazy.compactMap { [store] key in ((try? store.find(R.self, key: key)) ?? nil)?.displayName }
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
        state = .running(.arriving(TransferProgress(), R.collection))
        work = Task { [weak self] in await self?.run(how) }
    }

    /// Stops a running download at once; the list stays as it was.
    public func cancelTapped() { work?.cancel() }

    /// Removes the report of an earlier download.
    func forgetReport() { if !isRunning { report = nil } }

    public func emptyAnswered(_ isYes: Bool) {
        guard state == .askingToEmpty, let (download, list) = arrival else { return }
        arrival = nil
        state = .running(.takingOver(list.count, R.collection))
        work = Task { [weak self] in
            if isYes {
                await self?.previewOrTakeOver(list, by: download, .mine)
            } else {
                self?.end(.failed(.emptyListSent(server: "\(download.server)", many: R.collection.many)))
            }
        }
    }

    /// - Parameter side: all of mine, all of theirs, or nil for what was picked field by field.
    public func mergeAnswered(_ side: MergeScreen<R>.Side?) {
        guard state == .merging, let merge, let (download, list) = arrival else { return }
        let own: OwnRecord<R> =
            switch side {
            case .mine: .mine
            case .theirs: .theirs
            case nil: .merged(merge.merged)
            }
        go { await $0.previewOrTakeOver(list, by: download, own, of: $0.shown) }
    }

    public func applyTapped() {
        guard state == .previewing, let preview, let (download, list) = arrival else { return }
        if !preview.asksNextTime { try? DownloadQuestion.keep(false, in: store) }
        let (own, kept) = (own, preview.kept)
        go { await $0.apply(list, by: download, own, of: $0.shown, keeping: kept) }
    }

    /// The list that arrived is rejected.
    public func declined() {
        guard state == .merging || state == .previewing else { return }
        finishAsking()
        end(.cancelled)
    }

    private func go(_ work: @escaping @MainActor (TransferScreen<R>) async -> Void) {
        guard let arrival else { return }
        state = .running(.takingOver(arrival.list.count, R.collection))
        self.work = Task { [weak self] in
            if let self { await work(self) }
        }
    }

    private func finishAsking() { (merge, preview, arrival, shown) = (nil, nil, nil, nil) }

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
            let download = Download<R>(client: try await preferences.client(), store: store, how: how)
            switch try await fetch(download) {
            case .upToDate: end(.upToDate)
            case .arrived(let list) where list.isWithoutRecords && how == .replace:
                arrival = (download, list)
                state = .askingToEmpty
            case .arrived(let list): try await mergeOrTakeOver(list, by: download)
            }
        } catch { fail(error) }
    }

    private func fetch(_ download: Download<R>) async throws(SyncError) -> Download<R>.Fetched {
        let (steps, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let showing = Task { [weak self] in
            for await progress in steps where self?.isRunning == true {
                self?.state = .running(.arriving(progress, R.collection))
            }
        }
        defer { showing.cancel() }
        defer { continuation.finish() }
        return try await download.fetch { continuation.yield($0) }
    }

    /// One's own record that was edited here and not uploaded is never written over silently.
    private func mergeOrTakeOver(_ list: Download<R>.FetchedList, by download: Download<R>) async throws(SyncError) {
        // A record that the server does not have stays.
        guard let unpublished = try list.unpublished(in: store), let both = unpublished.merge else {
            return await previewOrTakeOver(list, by: download, .mine)
        }
        guard !Task.isCancelled else { return fail(.cancelled) }
        // A field that only one side changed has that side's value without a question.
        if both.isDecided {
            return await previewOrTakeOver(list, by: download, .merged(both.merged()), of: unpublished)
        }
        arrival = (download, list)
        shown = unpublished
        merge = MergeScreen(mine: unpublished.mine, both)
        state = .merging
    }

    /// - Parameter shown: the conflict that `own` was decided about.
    private func previewOrTakeOver(
        _ list: Download<R>.FetchedList, by download: Download<R>, _ own: OwnRecord<R>, of shown: Unpublished<R>? = nil
    ) async {
        (self.own, self.shown) = (own, shown)
        let store = store
        let isAsked = DownloadQuestion.isAsked(in: store)
        // Update must not lose silently what was typed here.
        guard isAsked || how == .update else { return await apply(list, by: download, own, of: shown) }
        let result = await runInBackground { () throws(SyncError) in try list.preview(in: store, own: own) }
        guard !Task.isCancelled else { return fail(.cancelled) }
        switch result {
        case .failure(let problem): fail(problem)
        case .success(let found) where !found.losesSomething || !isAsked && found.edited.isEmpty:
            await apply(list, by: download, own, of: shown)
        case .success(let found):
            arrival = (download, list)
            preview = PreviewScreen(found, unticked: how == .update ? found.edited : [])
            state = .previewing
        }
    }

    private func apply(
        _ list: Download<R>.FetchedList, by download: Download<R>, _ own: OwnRecord<R>, of shown: Unpublished<R>?,
        keeping: Set<Int> = []
    ) async {
        guard !Task.isCancelled else { return fail(.cancelled) }
        state = .running(.takingOver(list.count, R.collection))
        let result = await runInBackground { () throws(SyncError) in
            let summary = try download.apply(list, own: own, of: shown, keeping: keeping)
            return TransferReport.done(summary, collection: R.collection)
        }
        finishAsking()
        switch result {
        case .success(let report): end(report)
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
        isFormOpen && [.askingToEmpty, .merging, .previewing].contains(state)
    }

    var waitingWords: String {
        preview?.waitingWords ?? translated("The list is ready. You can review it after you close the form.")
    }
}
