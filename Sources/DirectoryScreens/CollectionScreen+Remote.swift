import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// What the server said about a number that was looked up.
public struct Lookup: Equatable, Sendable {
    /// "To-do 12".
    public let title: String
    /// Its name, or "Not Found".
    public let answer: String
}

/// A fetch that could not begin yet.
struct WaitingRefresh {
    /// True where the user waits for a word about it.
    var isAsked: Bool
}

/// What is at home on the server: fetching the list, looking up a number, deleting everything.
extension CollectionScreen {
    /// What lives on the server is asked for each time it comes into view; what is fetched once, until it is here.
    func refreshIfWanted() {
        let isFetched = R.home.isFetchedOnce && (try? store.count(of: R.self)) != 0
        if R.home.isHosted || (R.home.isFetchedOnce && !isFetched) { refresh(isAsked: false) }
    }

    /// Fetches the server's list again.
    public func refreshTapped() { if R.home.canRefresh { refresh(isAsked: true) } }

    /// What the server no longer sends, and is still here: whether it is to be removed too.
    public func keptAnswered(removes: Bool) {
        let keys = keptKeys
        keptKeys = []
        guard removes, !keys.isEmpty else { return }
        perform { [self] () throws(SyncError) in
            let removed = ChangeSummary(removed: try await repository.removeKept(keys))
            notice = nil
            toast = Toast(text: translated("Removed: \(removed.words)"), offersUndo: removed.isChange)
        }
    }

    /// - Parameter isAsked: true where the user waits for a word about it.
    private func refresh(isAsked: Bool) {
        guard canTakeOver else {
            waitingRefresh = WaitingRefresh(isAsked: isAsked || waitingRefresh?.isAsked == true)
            return
        }
        isLoading = true
        Task {
            defer { refreshEnded() }
            do throws(SyncError) {
                let summary = try await repository.refresh()
                notice = summary.keptWords(of: R.collection)
                // What an earlier fetch kept may be there again.
                keptKeys = isAsked ? summary.keptKeys : keptKeys.intersection(summary.keptKeys)
                if isAsked {
                    toast = Toast(
                        text: summary.isChange
                            ? translated("Fetched: \(summary.words)") : translated("Already up to date"))
                }
            } catch {
                notice = "\(error.message) \(lastKnown) \(error.recovery)".trimmed
                if isAsked { toast = Toast(text: error.description) }
            }
        }
    }

    private func refreshEnded() {
        isLoading = false
        beginWaitingRefresh()
    }

    /// Begins the fetch that had to wait.
    func beginWaitingRefresh() {
        guard let waiting = waitingRefresh else { return }
        waitingRefresh = nil
        refresh(isAsked: waiting.isAsked)
    }

    private var lastKnown: String {
        (try? store.count(of: R.self)) == 0
            ? translated("Nothing was fetched yet.") : translated("This is the last known list.")
    }

    /// A number in the search entry was meant for the server: what it has there is opened, as it is there.
    /// - Returns: false where `text` is none, or nothing can be looked up here.
    func lookUpTapped(_ text: String) -> Bool {
        guard R.home.canLookUp, let key = Int(text.trimmed), key > 0 else { return false }
        perform { [self] () throws(SyncError) in
            if let found = try await repository.find(key) {
                if record(found.key) != found { _ = try await repository.refresh() }
                if open(key: found.key) { return }
            }
            lookup = Lookup(
                title: translated("\(R.collection.oneInHeadings) \(key)"), answer: translated("Not Found"))
        }
        return true
    }

    /// Flips the flag that rows show as a check button.
    public func toggled(_ row: Int64) {
        guard R.toggle != nil, let key = try? store.keys(of: R.self, rows: [row]).first else { return }
        perform { [self] () throws(SyncError) in _ = try await repository.toggle(key) }
    }

    /// Flips the flag of the record that is selected alone.
    public func toggleTapped() { if let row = list.selectedRow { toggled(row) } }

    /// Asks before everything is deleted.
    public func clearTapped() { if R.home.isHosted, !isAskingToClear { isAskingToClear = true } }

    public func clearAnswered(_ isYes: Bool) {
        guard isAskingToClear else { return }
        isAskingToClear = false
        guard isYes else { return }
        perform { [self] () throws(SyncError) in
            try await repository.deleteAll()
            toast = Toast(text: translated("All \(R.collection.many) deleted"))
        }
    }

    /// Changes something, one change after the other; what went wrong is said.
    func perform(_ body: @escaping @MainActor () async throws(SyncError) -> Void) {
        changesUnderWay += 1
        let before = work
        work = Task {
            await before?.value
            defer { changesUnderWay -= 1 }
            do throws(SyncError) {
                try await body()
                if R.home.isHosted { notice = nil }
            } catch { toast = Toast(text: error.description) }
        }
    }
}
