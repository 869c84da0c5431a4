import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
public import Observation

/// The list on the server: fetching, looking up a number, and serialized changes.
@MainActor @Observable
public final class RemoteScreen: CollectionPart {
    /// Why the list may be out of date, or nil.
    public private(set) var notice: Toast?
    /// Opens a record; false if it does not exist.
    @ObservationIgnored var open: (Int) -> Bool = { _ in false }
    /// Receives the texts that the user added to the sample list, after the server's list replaced it.
    @ObservationIgnored var sampleEdits: ([String]) -> Void = { _ in }
    /// Records the server no longer sends, while the user is asked whether to remove them.
    @ObservationIgnored private var preservedKeys: Set<Int> = []
    @ObservationIgnored private var isAskingAboutKept = false
    /// A fetch to run after the current work: true if the user waits for a message.
    @ObservationIgnored private var waitingIsAsked: Bool?

    override init(_ context: CollectionContext) {
        super.init(context)
        if case .past(let day) = context.store.whyReadOnly {
            notice = Toast(text: translated("The list as of \(day)."), recovery: .present)
        }
        work.ended = { [weak self] in self?.beginWaitingRefresh() }
    }

    /// Fetches the list when it comes into view; a list that is fetched once, until it is here.
    func refreshIfWanted() {
        // The sample lists did not come from a server.
        if context.preferences.signIn.server.isEmpty, holdsSample { return }
        let isFetched =
            home.isFetchedOnce && (try? collection.count()) != 0 && !holdsSample
        if home.isHosted || (home.isFetchedOnce && !isFetched) { refresh(isAsked: false) }
    }

    /// The server has saved a record: it can be reached, and others may have changed its list.
    func recordSaved() {
        guard home.isHosted, !holdsSample else { return }
        notice = nil
        refresh(isAsked: false)
    }

    public func refreshTapped() { if home.canRefresh { refresh(isAsked: true) } }

    /// - Parameter isAsked: true if the user waits for a message.
    private func refresh(isAsked: Bool) {
        guard context.canTakeOver else { return waitingIsAsked = isAsked || waitingIsAsked == true }
        work.begin()
        Task {
            defer { work.end() }
            do throws(SyncError) {
                let left = collection.textsLeftOfSample
                let summary = try await repository.refresh()
                takeLeft(left)
                fetched(summary, isAsked: isAsked)
            } catch {
                let recovery = RecoveryAction(error, again: .refresh)
                // The button says what to do.
                let hint = recovery == nil ? error.recovery : ""
                notice = Toast(text: "\(error.message) \(lastKnown) \(hint)".trimmed, recovery: recovery)
                guard isAsked else { return }
                guard error.asksForSignIn else { return tell(error, again: .refresh) }
                askToSignIn(error) { [self] isSignedIn in if isSignedIn { refresh(isAsked: true) } }
            }
        }
    }

    private func beginWaitingRefresh() {
        guard let isAsked = waitingIsAsked else { return }
        waitingIsAsked = nil
        refresh(isAsked: isAsked)
    }

    private func fetched(_ summary: ChangeSummary, isAsked: Bool) {
        notice = summary.preservedMessage(of: info).map { Toast(text: $0) }
        guard isAsked else {
            // Records kept by an earlier fetch may be on the server again.
            return preservedKeys.formIntersection(summary.preservedKeys)
        }
        presenter.say(
            summary.isChange ? translated("Refreshed: \(summary.words)") : translated("Already up to date"))
        preservedKeys = summary.preservedKeys
        if !isAskingAboutKept, !preservedKeys.isEmpty { askAboutKept() }
    }

    /// Asks whether to remove records that the server no longer sends.
    private func askAboutKept() {
        isAskingAboutKept = true
        presenter.ask(
            Alert(
                title: translated("Remove Missing \(info.manyInHeadings)?"),
                message: ChangeSummary.removalQuestion(of: info), cancelLabel: translated("Keep"),
                confirmLabel: translated("Remove")
            ) { [weak self] in self?.keptAnswered(removes: $0) })
    }

    private func keptAnswered(removes: Bool) {
        let keys = preservedKeys
        (preservedKeys, isAskingAboutKept) = ([], false)
        guard removes, !keys.isEmpty else { return }
        change { [self] () throws(SyncError) in
            let removed = try await repository.deleteMissing(keys)
            notice = nil
            let counted = info.counted(removed)
            presenter.toast = Toast(
                text: translated(removed, one: "\(counted) removed", many: "\(counted) removed"),
                offersUndo: removed > 0)
        }
    }

    private var holdsSample: Bool { (try? collection.holdsSample()) == true }

    /// Keeps what the user added to or changed in the sample list.
    private func takeLeft(_ left: [String]) {
        try? collection.forgetSample()
        if home.isHosted, !left.isEmpty { sampleEdits(left) }
    }

    private var lastKnown: String {
        if holdsSample { return translated("This is the sample class’s list.") }
        return (try? collection.count()) == 0
            ? translated("The list has not been downloaded yet.") : translated("This is the last downloaded list.")
    }

    /// Looks up a number on the server and opens its record.
    /// - Returns: false if `text` is not a number, or the collection has no lookup.
    func lookUp(_ text: String) -> Bool {
        guard home.isHosted, let key = Int(text.trimmed), key > 0 else { return false }
        change { [self] () throws(SyncError) in
            if let found = try await repository.find(key) {
                if context.record(found.key) != found { _ = try await repository.refresh() }
                if open(found.key) { return }
            }
            presenter.ask(
                Alert(
                    title: translated("\(info.oneInHeadings) \(key)"),
                    message: translated("Not Found"),
                    cancelLabel: translated("Dismiss")
                ) { _ in })
        }
        return true
    }

    /// Flips a row's check button.
    public func toggled(_ row: Int64) {
        guard definition.hasToggle, home.canEdit, let key = context.keys(of: row).first else { return }
        change { [self] () throws(SyncError) in _ = try await repository.toggle(key) }
    }

    public func toggleTapped() { if let row = list.selectedRow { toggled(row) } }

    /// Runs a change after the previous ones and shows what went wrong.
    /// - Parameter failed: called if the change was not made and will not be retried.
    func change(
        _ body: @escaping @MainActor () async throws(SyncError) -> Void,
        failed: @escaping @MainActor () -> Void = {}
    ) {
        attempt(body) { [self] problem in
            guard let problem else { return }
            // Preferences showed the reason.
            if !problem.asksForSignIn { tell(problem, again: nil) }
            failed()
        }
    }

    /// Runs a change after the previous ones. If it needs a sign-in, asks for it and retries.
    /// - Parameter ended: gets the error if the change was not made and will not be retried, else nil.
    func attempt(
        _ body: @escaping @MainActor () async throws(SyncError) -> Void,
        ended: @escaping @MainActor (SyncError?) -> Void
    ) {
        work.queue { [self] in
            do throws(SyncError) {
                try await body()
                if home.isHosted { notice = nil }
                ended(nil)
            } catch {
                guard error.asksForSignIn else { return ended(error) }
                // After a switch of servers, the change would go to another list.
                let server = context.preferences.signIn.server
                askToSignIn(error) { [self] isSignedIn in
                    guard isSignedIn, !server.isEmpty, server == context.preferences.signIn.server else {
                        return ended(error)
                    }
                    attempt(body, ended: ended)
                }
            }
        }
    }

    private func tell(_ problem: SyncError, again: RecoveryAction?) {
        presenter.toast = Toast(text: problem.description, recovery: RecoveryAction(problem, again: again))
    }

    private func askToSignIn(_ problem: SyncError, then: @escaping (_ isSignedIn: Bool) -> Void) {
        context.preferences.open(because: .why(problem, to: .other), then: then)
    }
}

extension StoredCollection {
    /// What the user added to or changed in the sample list.
    fileprivate var textsLeftOfSample: [String] {
        guard let field = definition.quickEntry else { return [] }
        return ((try? sampleEdits()) ?? []).map(field.inputText)
    }
}
