import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
public import Observation

/// An update of the whole list from a server or a file: fetching, asking, applying, and reporting.
///
/// Questions wait until no form is open, so that they do not take its focus.
@MainActor @Observable
public final class ListUpdate {
    public enum State: Equatable, Sendable {
        case idle
        /// The choice between Replace and Update is open.
        case choosing
        case running
        /// The server's list is empty; applying it would empty the local one.
        case askingToEmpty
        /// `merge` shows the user's edited own record and the one that arrived.
        case merging
        /// `preview` shows what would change.
        case previewing
    }

    public private(set) var state = State.idle
    /// What Replace and Update would lose, or nil.
    public private(set) var warning: String?
    public private(set) var merge: MergeScreen?
    public private(set) var preview: PreviewScreen?
    /// The last download's report, until the next one.
    public private(set) var report: Toast?
    /// Why Preferences were opened; nil once they are closed.
    public private(set) var signInReason: PreferencesScreen.Message?

    /// False where a failed download is reported elsewhere.
    @ObservationIgnored var reportsFailedDownload: () -> Bool = { true }
    /// Called once, after a download changed the list.
    @ObservationIgnored var onceArrived: (() -> Void)?
    @ObservationIgnored private let collection: StoredCollection
    @ObservationIgnored private let preferences: PreferencesScreen
    @ObservationIgnored private let presenter: Presenter
    @ObservationIgnored private let work: Work
    /// The last request that waits for a sign-in; earlier ones are not continued.
    @ObservationIgnored private var signInRequest = 0
    /// The file that is imported, or nil for a download.
    @ObservationIgnored private var file: URL?
    @ObservationIgnored private var strategy = MergeStrategy.update
    @ObservationIgnored private var arrived: ArrivedList?
    @ObservationIgnored private var own = OwnVersion()
    /// How often the list is fetched again because the one here was changed since.
    @ObservationIgnored private var retries = MergeRetries()
    /// Reads the file again after a column was assigned.
    @ObservationIgnored private(set) var reading: Task<Void, Never>?

    init(
        of collection: StoredCollection, preferences: PreferencesScreen, presenter: Presenter, work: Work
    ) {
        self.collection = collection
        self.preferences = preferences
        self.presenter = presenter
        self.work = work
    }

    private var info: CollectionInfo { collection.definition.collection }

    public var isRunning: Bool { state == .running && file == nil }

    public var choiceText: String {
        let text = translated(
            """
            “Update” adds and updates people and keeps anyone who is only in your list. “Replace” makes your list \
            match the server’s.
            """
        )
        return ([text] + [warning].compactMap(\.self)).joined(separator: "\n\n")
    }

    /// The text of the question about the own record; "" without one.
    public var mergeText: String {
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
            return askToSignIn(.noServerYet) { [self] in downloadTapped() }
        }
        let edited = collection.ifReadable { try $0.editedQuery(owner: preferences.ownNetID).value() } ?? []
        let titles = edited.lazy.compactMap { [collection] in collection.title(of: $0) }
        warning = titles.first.map {
            translated("Your changes to \($0) were not uploaded. You will be asked before they are lost.")
        }
        state = .choosing
        presenter.wait(.update(self))
    }

    public func cancelChoiceTapped() {
        guard state == .choosing else { return }
        closeQuestion()
        state = .idle
    }

    /// The server's list replaces the local one.
    public func replaceTapped() { download(.replace) }

    /// Updates and adds records; local ones stay.
    public func updateTapped() { download(.update) }

    /// Repeats the last download after a failure.
    public func tryAgainTapped() { if state == .idle { download(strategy) } }

    private func download(_ strategy: MergeStrategy) {
        guard state != .running else { return }
        closeQuestion()
        report = nil
        signInReason = nil
        signInRequest += 1
        self.strategy = strategy
        file = nil
        state = .running
        retries = MergeRetries()
        Task { await run() }
    }

    /// Imports a file, after showing its changes.
    func readTapped(_ file: URL) async {
        self.file = file
        state = .running
        retries = MergeRetries()
        await run()
    }

    /// Cancels a download; the list is unchanged.
    public func cancelTapped() { if isRunning { work.cancelTapped() } }

    func forgetReport() { if !isRunning { report = nil } }

    public func emptyAnswered(_ isYes: Bool) {
        guard state == .askingToEmpty, let arrived else { return }
        if isYes { return moveFocus { await $0.previewOrApply(OwnVersion()) } }
        finishAsking()
        end(.failed(.emptyListSent(server: arrived.server, many: info.many)))
    }

    /// - Parameter side: mine, theirs, or nil for the picked values.
    public func mergeAnswered(_ side: MergeScreen.Side?) {
        guard state == .merging, let merge else { return }
        var own = own
        own.side =
            switch side {
            case .mine: .mine
            case .theirs: .theirs
            case nil: .merged(merge.merged)
            }
        moveFocus { [own] in await $0.previewOrApply(own) }
    }

    public func applyTapped() {
        guard state == .previewing, let preview else { return }
        if !preview.asksNextTime {
            work.queueInBackground { [store = collection.store] () throws(StoreError) in
                try DownloadQuestion.save(false, in: store)
            }
        }
        moveFocus {
            await $0.reading?.value
            await $0.apply()
        }
    }

    /// Rejects the list, or closes the review of a file.
    public func declined() {
        guard state == .merging || state == .previewing else { return }
        finishAsking()
        if file == nil { end(.cancelled) } else { state = .idle }
    }

    private func moveFocus(_ next: @escaping @MainActor (ListUpdate) async -> Void) {
        closeQuestion()
        retries = MergeRetries()
        state = .running
        Task { [weak self] in if let self { await next(self) } }
    }

    private func finishAsking() {
        closeQuestion()
        reading?.cancel()
        reading = nil
        merge = nil
        preview = nil
        arrived = nil
        own = OwnVersion()
    }

    private func closeQuestion() { presenter.close { if case .update = $0 { true } else { false } } }

    private func ask(_ state: State) {
        self.state = state
        guard !presenter.waitForForm(.update(self)) else { return }
        presenter.notify(
            preview?.waitingText ?? translated("The list is ready. You can review it after you close the form."))
    }

    /// Continues after a sign-in, unless the user requested another download meanwhile.
    private func askToSignIn(_ problem: SyncError, then: @escaping () -> Void) {
        let reason = PreferencesScreen.Message.why(problem, to: .download)
        state = .idle
        signInReason = reason
        signInRequest += 1
        Task.immediate { [request = signInRequest] in
            let isSignedIn = await preferences.signIn(because: reason)
            guard request == signInRequest else { return }
            signInReason = nil
            if isSignedIn { then() } else { onceArrived = nil }
        }
    }

    // MARK: The update

    /// Fetches the list and asks what to do with it. After it could not be applied because the list here was changed,
    /// what was answered remains, and only new questions are shown.
    private func run() async {
        do throws(SyncError) {
            guard let list = try await fetch() else {
                finishAsking()
                return end(.upToDate)
            }
            arrived = list
            if let changes = list.changes { return await show(changes) }
            if list.count == 0, strategy == .replace {
                return hasOthers ? ask(.askingToEmpty) : endAsFirstOfClass()
            }
            // Never overwrite unpublished edits of the own record silently.
            guard let conflict = try list.conflict() else { return await previewOrApply(OwnVersion()) }
            let side = own.side
            own = OwnVersion(shown: conflict.shown)
            // A field changed on one side only needs no question.
            if conflict.merge.lines.isEmpty {
                return await previewOrApply(OwnVersion(side: .merged(conflict.merge.merged), shown: conflict.shown))
            }
            if let merge {
                if merge.isOf(conflict.merge) {
                    return await previewOrApply(OwnVersion(side: side, shown: conflict.shown))
                }
                conflict.merge.pickAs(in: merge)
            }
            merge = conflict.merge
            ask(.merging)
        } catch { await tryAgain(after: error) }
    }

    /// True if the list has records besides the user's own.
    private var hasOthers: Bool {
        let own = collection.ifReadable { try $0.ownKey() }
        return collection.ifReadable { try $0.count() }.map { $0 > (own == nil ? 0 : 1) } ?? true
    }

    /// The class is empty, so the user's own record is what comes next.
    private func endAsFirstOfClass() {
        let next = onceArrived
        onceArrived = nil
        finishAsking()
        end(Toast(text: translated("You are the first in this class. Edit your record, and then upload it.")))
        next?()
    }

    /// - Returns: nil if the server has no newer list.
    private func fetch() async throws(SyncError) -> ArrivedList? {
        let (collection, info, strategy, preferences) = (collection, info, strategy, preferences)
        if let file {
            let columns = preview?.assignedColumns ?? [:]
            return try await work.run(.reading(file.lastPathComponent, bytes: 0, of: 0)) { report throws(SyncError) in
                try await Self.read(file, into: collection, columns: columns, report: report)
            }
        }
        let preservedKeys = preferences.preserved[info.name] ?? []
        return try await work.run(.arriving(TransferProgress(), info)) { report throws(SyncError) in
            try await collection.download(from: try await preferences.client(), strategy, preserving: preservedKeys) {
                report(.arriving($0, info))
            }
        }
    }

    private func previewOrApply(_ own: OwnVersion) async {
        self.own = own
        let isRequested = preview != nil || DownloadQuestion.isEnabled(in: collection.store)
        // Update must not silently lose edits.
        guard let list = arrived, let compare = list.preview, isRequested || strategy == .update else {
            return await apply()
        }
        do throws(SyncError) {
            let found = try await work.run(.applying(list.count, info, canCancel: true)) { _ throws(SyncError) in
                try await offMain { () throws(SyncError) in try compare(own) }
            }
            guard found.losesSomething, isRequested || !found.edited.isEmpty else { return await apply() }
            await show(found)
        } catch { await tryAgain(after: error) }
    }

    private func show(_ changes: ChangePreview) async {
        guard let arrived else { return }
        let unticked = file == nil && strategy == .update ? changes.edited : arrived.ownKeys
        if let preview {
            // The user has seen these changes.
            if preview.isOf(changes, arrived) { return await apply() }
            preview.showAgain(changes, arrived, unticked: unticked)
            return ask(.previewing)
        }
        let shown = PreviewScreen(
            of: arrived.definition ?? collection.definition, changes, arrived,
            from: file.map { .file($0.lastPathComponent) } ?? .download, unticked: unticked)
        shown.onAssigned = { [weak self] in self?.readAgain(columns: $0) }
        preview = shown
        ask(.previewing)
    }

    private func apply() async {
        guard let list = arrived else { return }
        let (own, choices, isFile) = (own, preview?.choices ?? ListChoices(), file != nil)
        do throws(SyncError) {
            let step: WorkStep =
                isFile ? .working(translated("Importing…"), canCancel: true) : .applying(list.count, info)
            let summary = try await work.run(step) { _ throws(SyncError) in
                try await offMain { () throws(SyncError) in try list.apply(own, choices) }
            }
            finishAsking()
            let info = list.definition?.collection ?? info
            end(isFile ? .imported(summary, info) : .downloaded(summary, info))
        } catch {
            await tryAgain(after: error)
        }
    }

    /// Gets the list again if the one here was changed in the meantime.
    private func tryAgain(after error: SyncError) async {
        guard case .store(let problem) = error, retries.hasAnother(after: problem) else { return fail(error) }
        await run()
    }

    private func fail(_ problem: SyncError) {
        finishAsking()
        if problem.asksForSignIn {
            let strategy = strategy
            return askToSignIn(problem) { [self] in download(strategy) }
        }
        let isCancelled = [.cancelled, .store(.cancelled)].contains(problem)
        if file != nil {
            let text = translated("The import was canceled. Your list was not changed.")
            return end(Toast(text: isCancelled ? text : problem.description))
        }
        end(isCancelled ? .cancelled : .failed(problem))
    }

    private func end(_ report: Toast) {
        state = .idle
        guard file == nil else { return presenter.toast = report }
        self.report = report
        // A download that failed may be tried again.
        if !report.isFailure { preferences.preserved[info.name] = nil }
        if !report.isFailure || reportsFailedDownload() { presenter.toast = report }
        let then = onceArrived
        onceArrived = nil
        if report.offersUndo { then?() }
    }

    // MARK: A file

    private static func read(
        _ file: URL, into collection: StoredCollection, columns: [Int: String] = [:],
        report: @escaping @Sendable (WorkStep) -> Void = { _ in }
    ) async throws(SyncError) -> ArrivedList {
        try await inStore { () throws(StoreError) in
            let isOfGroups = ListFile(file).isListOfGroups
            let collection = isOfGroups ? collection.store[.groups] : collection
            return try collection.read(file, columns: columns, report: report)
        }
    }

    /// Reads the file again with the assigned columns.
    private func readAgain(columns: [Int: String]) {
        guard let file else { return }
        reading?.cancel()
        reading = Task { [collection, weak self] in
            let result: Result<ArrivedList, SyncError>
            do throws(SyncError) {
                result = .success(try await Self.read(file, into: collection, columns: columns))
            } catch { result = .failure(error) }
            guard let self, !Task.isCancelled, let preview else { return }
            switch result {
            case .success(let list):
                arrived = list
                if let changes = list.changes { preview.show(changes, list, unticked: list.ownKeys) }
            case .failure(let problem): preview.showRefused(problem.description)
            }
        }
    }
}

extension Toast {
    fileprivate static let upToDate = Toast(text: translated("Already up to date"))
    fileprivate static let cancelled = Toast(text: "\(SyncError.cancelled)")

    fileprivate static func failed(_ problem: SyncError) -> Toast {
        Toast(text: problem.description, recovery: RecoveryAction(problem, again: .download), isFailure: true)
    }

    fileprivate static func downloaded(_ summary: ChangeSummary, _ collection: CollectionInfo) -> Toast {
        let removed = summary.removedSample ? [translated("The sample class was removed.")] : []
        let sentences = [summary.downloaded(of: collection)] + removed
        return Toast(
            text: sentences.joined(separator: ". "), details: summary.rejectedElements,
            offersUndo: summary.isChange || summary.removedSample, recovery: summary.hasUnseen ? .showUnseen : nil)
    }

    fileprivate static func imported(_ summary: ChangeSummary, _ collection: CollectionInfo) -> Toast {
        Toast(
            summary, text: summary.imported(of: collection), offersUndo: collection != Definition.groups.collection)
    }

    /// The report of an imported file.
    /// - Parameter offersUndo: false if the open collection cannot undo it.
    init(_ summary: ChangeSummary, text: String, offersUndo: Bool = true) {
        let rejected = summary.rejectedElements
        self.init(
            text: text, details: rejected + summary.leftOut.filter { !rejected.contains($0) },
            offersUndo: offersUndo && (summary.isChange || !summary.groups.isEmpty))
    }
}

/// A desktop notification.
public struct Announcement: Equatable, Sendable {
    public let title: String
    public let body: String
}

extension ListUpdate {
    /// The result of a download, or its question; nil while it runs or if it was canceled.
    public var announcement: Announcement? {
        if let signInReason {
            return Announcement(
                title: signInReason.isFailure ? translated("Download failed") : translated("Download needs an answer"),
                body: signInReason.text)
        }
        switch state {
        case .askingToEmpty, .merging, .previewing:
            guard file == nil else { return nil }
            return Announcement(
                title: translated("Download needs an answer"),
                body: translated("Your list will not change until you answer."))
        case .choosing, .running: return nil
        case .idle:
            guard let report, report != .cancelled else { return nil }
            return Announcement(
                title: report.isFailure ? translated("Download failed") : translated("Download finished"),
                body: report.text)
        }
    }
}

/// Whether downloads show their changes first; stored in the sandbox.
enum DownloadQuestion {
    private static let setting = Setting<String>("asks-before-download")

    static func isEnabled(in store: Store) -> Bool { (try? setting.value(in: store)) != "no" }

    static func save(_ isEnabled: Bool, in store: Store) throws(StoreError) {
        try setting.set(isEnabled ? nil : "no", in: store)
    }
}
