public import DirectoryModel
public import DirectoryStore
public import DirectorySync
import Language
public import Observation

/// A download from the first question to the last word.
@MainActor @Observable
public final class TransferScreen<R: DirectoryRecord> {
    /// Where the download stands.
    public enum State: Equatable, Sendable {
        case idle
        /// The dialog with the three answers is open.
        case choosing
        case running(WorkStep)
        /// The server's list has nobody in it; taking it over would empty the local one.
        case askingToEmpty
        /// One's own record was edited here and not uploaded; `merge` shows it beside what arrived.
        case merging
        /// `preview` shows what would change.
        case previewing
    }

    public private(set) var state = State.idle
    /// What Replace and Update would lose, said before they start; nil where it is nothing.
    public private(set) var warning: String?
    /// One's own record beside the server's, while it is asked about.
    public private(set) var merge: MergeScreen<R>?
    /// What would change, while it is asked about.
    public private(set) var preview: PreviewScreen<R>?
    /// The last word, until the next download is asked for.
    public private(set) var report: TransferReport?
    /// Why Preferences are the next step, from the moment no server is known, or the server did not know who asks,
    /// until they are opened: whoever does that sets it to nil.
    public var signInReason: String?

    /// Takes the last word of each download.
    @ObservationIgnored var ended: ((TransferReport) -> Void)?
    @ObservationIgnored private let store: Store
    @ObservationIgnored private let client: ClientSource
    @ObservationIgnored private let owner: @MainActor () -> String
    @ObservationIgnored private let hasServer: @MainActor () -> Bool
    /// What goes on once the user has signed in.
    @ObservationIgnored private var afterSignIn: (() -> Void)?
    @ObservationIgnored private var how = MergeStrategy.update
    @ObservationIgnored private var work: Task<Void, Never>?
    @ObservationIgnored private var own = OwnRecord<R>.mine
    /// What `own` was decided about, or nil where nothing was in danger.
    @ObservationIgnored private var shown: Unpublished<R>?
    @ObservationIgnored private var arrival: (download: Download<R>, list: Download<R>.FetchedList)?

    /// - Parameters:
    ///   - client: who to ask, as the sign-in says now.
    ///   - owner: who is signed in.
    ///   - hasServer: whether a server was named.
    public init(
        store: Store, client: @escaping ClientSource, owner: @escaping @MainActor () -> String,
        hasServer: @escaping @MainActor () -> Bool = { true }
    ) {
        self.store = store
        self.hasServer = hasServer
        self.owner = owner
        self.client = client
    }

    /// True while anything is under way.
    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// What the dialog with the three answers says: what they do, and what they would lose.
    public var choiceWords: String {
        let words = translated("Replace makes your list the same as the server’s. Update keeps who is only in yours.")
        return ([words] + [warning].compactMap(\.self)).joined(separator: "\n\n")
    }

    /// What is said while one's own record is asked about; empty where it is not.
    public var mergeWords: String {
        guard let merge else { return "" }
        return merge.hasTheirs
            ? translated(
                """
                \(merge.title) was edited here and not uploaded, and the server has it otherwise. Which version do you want to keep?
                """)
            : translated("\(merge.title) was edited here and not uploaded, and the server’s list does not have it.")
    }

    // MARK: What the user does

    public func downloadTapped() {
        guard state == .idle else { return }
        report = nil
        guard hasServer() else { return askToSignIn(.noServerYet) { [weak self] in self?.downloadTapped() } }
        let edited = (try? store.editedKeys(of: R.self, owner: owner())) ?? []
        let titles = edited.lazy.compactMap { [store] key in ((try? store.find(R.self, key: key)) ?? nil)?.displayName }
        warning = titles.first.map {
            translated("\($0) was edited here and not uploaded; you will be asked before any of it is lost.")
        }
        state = .choosing
    }

    public func cancelChoiceTapped() { if state == .choosing { state = .idle } }

    /// Download and Replace: the server's list becomes the local list.
    public func replaceTapped() { chosen(.replace) }

    /// Download and Update: per key, update or add; what is only here stays.
    public func updateTapped() { chosen(.update) }

    private func chosen(_ how: MergeStrategy) {
        guard !isRunning else { return }
        (report, signInReason, afterSignIn) = (nil, nil, nil)
        self.how = how
        state = .running(.arriving(TransferProgress(), R.collection))
        work = Task { [weak self] in await self?.run(how) }
    }

    /// Stops a running download at once; the list stays as it was.
    public func cancelTapped() { work?.cancel() }

    public func emptyAnswered(_ isYes: Bool) {
        guard state == .askingToEmpty, let (download, list) = arrival else { return }
        arrival = nil
        state = .running(.takingOver(list.count, R.collection))
        work = Task { [weak self] in
            if isYes {
                await self?.previewOrTakeOver(list, by: download, .mine)
            } else {
                self?.end(.failed(.nobodySent(server: "\(download.server)", many: R.collection.many)))
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
        go { await $0.takeOver(list, by: download, own, of: $0.shown, keeping: kept) }
    }

    /// The list that arrived is not wanted after all.
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

    /// Preferences were closed: what was asked for goes on where the user signed in, and is forgotten where not.
    public func signInEnded(isSignedIn: Bool) {
        let next = afterSignIn
        (afterSignIn, signInReason) = (nil, nil)
        if isSignedIn { next?() }
    }

    private func askToSignIn(_ problem: SyncError, then: @escaping () -> Void) {
        afterSignIn = then
        signInReason = problem.messageAtSignIn
        state = .idle
    }

    // MARK: The download

    private func run(_ how: MergeStrategy) async {
        do {
            let download = Download<R>(client: try await client(), store: store, how: how)
            switch try await fetch(download) {
            case .upToDate: end(.upToDate)
            case .arrived(let list) where list.holdsNobody && how == .replace:
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
        guard let unpublished = try list.unpublished(in: store) else {
            return await previewOrTakeOver(list, by: download, .mine)
        }
        guard !Task.isCancelled else { return fail(.cancelled) }
        // A field that only one side changed is that side's without asking.
        if let both = unpublished.merge, both.isDecided {
            return await previewOrTakeOver(list, by: download, .merged(both.merged()), of: unpublished)
        }
        arrival = (download, list)
        shown = unpublished
        merge = MergeScreen(mine: unpublished.mine, unpublished.merge)
        state = .merging
    }

    /// - Parameter shown: what `own` was decided about.
    private func previewOrTakeOver(
        _ list: Download<R>.FetchedList, by download: Download<R>, _ own: OwnRecord<R>, of shown: Unpublished<R>? = nil
    ) async {
        (self.own, self.shown) = (own, shown)
        let store = store
        guard DownloadQuestion.isAsked(in: store) else { return await takeOver(list, by: download, own, of: shown) }
        let result = await runInBackground { () throws(SyncError) in try list.preview(in: store, own: own) }
        guard !Task.isCancelled else { return fail(.cancelled) }
        switch result {
        case .failure(let problem): fail(problem)
        case .success(let found) where !found.losesSomething: await takeOver(list, by: download, own, of: shown)
        case .success(let found):
            arrival = (download, list)
            preview = PreviewScreen(found)
            state = .previewing
        }
    }

    private func takeOver(
        _ list: Download<R>.FetchedList, by download: Download<R>, _ own: OwnRecord<R>, of shown: Unpublished<R>?,
        keeping: Set<Int> = []
    ) async {
        guard !Task.isCancelled else { return fail(.cancelled) }
        state = .running(.takingOver(list.count, R.collection))
        let store = store
        let result = await runInBackground { () throws(SyncError) in
            let summary = try download.takeOver(list, own: own, of: shown, keeping: keeping)
            let rejected = (try? store.rejected(R.self)) ?? []
            return TransferReport.done(summary, collection: R.collection, rejected: rejected)
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
    }
}
