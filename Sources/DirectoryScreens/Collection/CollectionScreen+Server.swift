import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// What a screen remembers between fetches of a server's list.
struct RefreshState {
    /// Records the server no longer sends, while the user decides whether to remove them.
    var preservedKeys: Set<Int> = []
    var isAskingAboutPreserved = false
    /// A fetch to run after the current work: true if the user waits for a message.
    var waitingIsRequested: Bool?
}

/// The list on the server: fetching, looking up a number, and flags.
extension CollectionScreen {
    /// Fetches the list when it comes into view; a list that is fetched once, until it is here.
    func refreshIfWanted() {
        // The sample lists did not come from a server.
        if preferences.signIn.server.isEmpty, holdsSample { return }
        let isFetched = home.isFetchedOnce && collection.ifReadable { try $0.count() } != 0 && !holdsSample
        if home.isHosted || (home.isFetchedOnce && !isFetched) { refresh(isRequested: false) }
    }

    /// The server has saved a record: it can be reached, and others may have changed its list.
    func recordSaved() {
        guard home.isHosted, !holdsSample else { return }
        notice = nil
        refresh(isRequested: false)
    }

    public func refreshTapped() { if home.canRefresh { refresh(isRequested: true) } }

    /// - Parameter isRequested: true if the user waits for a message.
    private func refresh(isRequested: Bool) {
        guard canReplaceList else {
            return refreshState.waitingIsRequested = isRequested || refreshState.waitingIsRequested == true
        }
        Task.immediate {
            do throws(SyncError) {
                let summary = try await work.run(nil) { [self] _ throws(SyncError) in
                    let left = collection.sampleEditTexts
                    let summary = try await repository.refresh()
                    if home.isHosted, !left.isEmpty { await quickEntry.restore(left) }
                    // Otherwise it is forgotten after the next fetch.
                    try? await inStore { [collection] () throws(StoreError) in try collection.forgetSample() }
                    return summary
                }
                await fetched(summary, isRequested: isRequested)
            } catch {
                notice = lastKnown(after: error)
                guard isRequested else { return }
                guard error.asksForSignIn else {
                    return toast = Toast(text: error.description, recovery: RecoveryAction(error, again: .refresh))
                }
                if await preferences.signIn(because: .why(error, to: .other)) { refresh(isRequested: true) }
            }
        }
    }

    func beginWaitingRefresh() {
        guard let isRequested = refreshState.waitingIsRequested else { return }
        refreshState.waitingIsRequested = nil
        refresh(isRequested: isRequested)
    }

    private func fetched(_ summary: ChangeSummary, isRequested: Bool) async {
        notice = summary.preservedMessage(of: info).map { Toast(text: $0) }
        guard isRequested else {
            // Records kept by an earlier fetch may be on the server again.
            return refreshState.preservedKeys.formIntersection(summary.preservedKeys)
        }
        notify(summary.isChange ? translated("Refreshed: \(summary.text)") : translated("Already up to date"))
        refreshState.preservedKeys = summary.preservedKeys
        if !refreshState.isAskingAboutPreserved, !refreshState.preservedKeys.isEmpty { await askAboutPreserved() }
    }

    /// Asks whether to remove records that the server no longer sends.
    private func askAboutPreserved() async {
        refreshState.isAskingAboutPreserved = true
        let question = Alert(
            title: translated("Remove Missing \(info.manyInHeadings)?"),
            message: ChangeSummary.removalQuestion(of: info), cancelLabel: translated("Keep"),
            confirmLabel: translated("Remove"))
        let removes = await confirm(question)
        let keys = refreshState.preservedKeys
        refreshState = RefreshState(waitingIsRequested: refreshState.waitingIsRequested)
        guard removes, !keys.isEmpty else { return }
        await perform { [self] () throws(SyncError) in
            let removed = try await repository.deleteMissing(keys)
            notice = nil
            let counted = info.counted(removed)
            return Toast(
                text: translated(removed, one: "\(counted) removed", many: "\(counted) removed"),
                offersUndo: removed > 0)
        }
    }

    private var holdsSample: Bool { collection.ifReadable { try $0.holdsSample() } == true }

    /// Why the list could not be fetched, and what is shown instead.
    private func lastKnown(after problem: SyncError) -> Toast {
        let recovery = RecoveryAction(problem, again: .refresh)
        let isEmpty = collection.ifReadable { try $0.count() } == 0
        let list =
            holdsSample
            ? translated("This is the sample class’s list.")
            : isEmpty
                ? translated("The list has not been downloaded yet.") : translated("This is the last downloaded list.")
        // The button says what to do.
        let hint = recovery == nil ? problem.recovery : ""
        return Toast(text: "\(problem.message) \(list) \(hint)".trimmed, recovery: recovery)
    }

    /// Looks up a number on the server and opens its record.
    /// - Returns: false if `text` is not a number, or the collection has no lookup.
    func lookUp(_ text: String) -> Bool {
        guard home.isHosted, let key = Int(text.trimmed), key > 0 else { return false }
        Task.immediate {
            var isFound = false
            let isDone = await perform { [self] () throws(SyncError) in
                guard let found = try await repository.find(key) else { return nil }
                if record(key) != found { _ = try await repository.refresh() }
                isFound = open(key: key)
                // The number is not a text of the row.
                if isFound { list.searchChanged("") }
                return nil
            }
            guard isDone, !isFound else { return }
            _ = await confirm(
                Alert(
                    title: translated("\(info.oneInHeadings) \(key)"), message: translated("Not Found"),
                    cancelLabel: translated("Dismiss")))
        }
        return true
    }

    /// Flips a row's check button.
    public func toggled(_ row: Int64) {
        guard definition.hasToggle, home.canEdit, let key = keys(of: row).first else { return }
        Task.immediate {
            await perform { [repository] () throws(SyncError) in
                _ = try await repository.toggle(key)
                return nil
            }
        }
    }

    public func toggleTapped() { if let row = list.selectedRow { toggled(row) } }
}

extension StoredCollection {
    /// What the user added to or changed in the sample list.
    fileprivate var sampleEditTexts: [String] {
        guard let field = definition.quickEntry else { return [] }
        return (ifReadable { try $0.sampleEdits() } ?? []).map(field.inputText)
    }
}
