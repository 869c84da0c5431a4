public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

extension RecordSource {
    /// Deleting does not cancel a booking.
    public var deleteLabel: String { isBooked ? translated("Remove from List") : translated("Delete") }

    fileprivate func deleted(_ what: String, count: Int) -> String {
        guard isBooked else { return translated(count, one: "\(what) deleted", many: "\(what) deleted") }
        return translated(
            count, one: "\(what) removed from the list. The booking is still valid.",
            many: "\(what) removed from the list. The bookings are still valid.")
    }
}

/// Deleting, clearing the user's own record, and undoing.
@MainActor @Observable
public final class DeletingScreen: CollectionPart {
    public private(set) var canUndo = false
    public private(set) var canRedo = false
    @ObservationIgnored private let editing: EditingScreen
    @ObservationIgnored private let remote: RemoteScreen
    @ObservationIgnored private var deletions = Deletions()
    /// The revision of the last refused deletion, until Undo.
    @ObservationIgnored private var refusedAt: Int64?

    init(_ context: CollectionContext, editing: EditingScreen, remote: RemoteScreen) {
        (self.editing, self.remote) = (editing, remote)
        super.init(context)
    }

    func storeChanged() {
        let (undo, redo) = (repository.canUndo, repository.canRedo)
        if undo != canUndo { canUndo = undo }
        if redo != canRedo { canRedo = redo }
    }

    /// Deletes the selection, or the record of `row`. The user's own record stays.
    public func deleteTapped(_ row: Int64? = nil) {
        guard home.canDelete else { return }
        editing.leaveForm { [self] in
            let wanted = row.map(context.keys) ?? list.selectedKeys
            guard !wanted.isEmpty else { return }
            let isSelected = row.map(list.selectedRows.contains) ?? true
            let next = isSelected ? list.rowAfterSelected.map { [$0] } ?? [] : list.selectedRows
            delete(wanted) { [detail, list] in
                detail.select(next)
                // The next Delete acts on this row.
                if isSelected, let row = next.first { list.reveal(row) }
            }
        }
    }

    private func delete(_ wanted: [Int], then: @escaping () -> Void) {
        let own = context.ownKey
        let count = wanted.count { $0 != own }
        change(then: then) { [self] () throws(SyncError) in
            let words = translated("Deleting \(info.counted(count))…")
            let before = revision
            // An Undo now refers to this deletion.
            if count == 0 { refusedAt = before }
            let titles = try await long(count, words) { [repository] () throws(SyncError) in
                try await repository.delete(wanted)
            }
            deletions.deleted(wanted.filter { $0 != own }, before, revision)
            let isOwnKept = own.map(wanted.contains) == true
            return info.called(titles).map {
                deletedWords($0, count: titles.count, isOwnKept: isOwnKept)
            }
        }
    }

    /// Runs a change, with progress and Cancel if it has many records.
    private func long<T: Sendable>(
        _ count: Int, _ words: String, _ body: @escaping @Sendable () async throws(SyncError) -> T
    ) async throws(SyncError) -> T {
        guard count >= Self.many, context.canTakeOver else { return try await body() }
        return try await work.run(.working(words, canCancel: true)) { _ throws(SyncError) in try await body() }
    }

    private var revision: Int64 { (try? collection.revision()) ?? 0 }

    private func deletedWords(_ name: String, count: Int, isOwnKept: Bool) -> String {
        let words = home.deleted(name, count: count)
        return isOwnKept ? translated("\(words). Your own record was kept.") : words
    }

    /// Changes of this many records show their progress.
    private static var many: Int { 500 }

    /// Clears the user's own record except its key, owner, and name.
    public func emptyTapped() { if isOwnSelected { clearOwnTapped() } }

    /// Clears it whatever is selected.
    func clearOwnTapped() {
        editing.leaveForm { [self] in
            guard let key = context.ownKey, let record = context.record(key) else { return }
            let emptied = record.cleared
            change { [self] () throws(SyncError) in
                switch try await repository.save(from: record, to: emptied) {
                case .kept, .restored: return translated("\(emptied.displayName) cleared")
                case .conflict: throw .changedMeanwhile(one: info.one, name: record.displayName)
                case .absent, .keyTaken: throw .notInStore(one: info.one)
                }
            }
        }
    }

    /// Undoes the last change; records deleted on the server are restored there.
    public func undoTapped() {
        editing.leaveForm { [self] in
            change(offersUndo: false) { [self] () throws(SyncError) in
                let before = revision
                defer { refusedAt = nil }
                if refusedAt == before { return translated("Nothing was deleted.") }
                let count = (try? collection.lastChangeCount()) ?? 0
                let undone = try await long(count, translated("Undoing…")) { [repository] () throws(SyncError) in
                    try await repository.undo()
                }
                // Select the restored records again.
                let keys = deletions.undone(before, revision)
                if !keys.isEmpty { detail.select(keys: keys) }
                if let row = list.selectedRows.first { list.reveal(row) }
                return undone?.words ?? translated("No changes to undo")
            }
        }
    }

    public func redoTapped() {
        editing.leaveForm { [self] in
            change { [self] () throws(SyncError) in
                let count = (try? collection.lastChangeCount(isUndone: true)) ?? 0
                let redone = try await long(count, translated("Redoing…")) { [repository] () throws(SyncError) in
                    try await repository.redo()
                }
                return redone?.words ?? translated("No changes to redo")
            }
        }
    }

    /// Undoes a change of the history.
    func revert(_ change: HistoryEntry) {
        editing.leaveForm { [self] in
            self.change { [self] () throws(SyncError) in
                let collection = collection
                let undone = try await long(change.count, translated("Undoing…")) { () throws(SyncError) in
                    try inStore { () throws(StoreError) in try collection.revert(change: change.id) }
                }
                return undone?.words
            }
        }
    }

    /// Saves a record as a change left it.
    func bringBack(_ key: Int, asOf entry: HistoryEntry) {
        editing.leaveForm { [self] in
            change { [self] () throws(SyncError) in
                let found = try inStore { () throws(StoreError) in try collection.version(key: key, after: entry.id) }
                guard let version = found, let record = context.record(key) else {
                    throw .notInStore(one: info.one)
                }
                switch try await repository.save(from: record, to: version) {
                case .kept, .restored:
                    return translated("\(version.displayName): version of \(entry.time.words) restored")
                case .conflict: throw .changedMeanwhile(one: info.one, name: record.displayName)
                case .absent, .keyTaken: throw .notInStore(one: info.one)
                }
            }
        }
    }

    public func clearTapped() {
        guard home.isHosted else { return }
        presenter.open(
            asking: Alert(
                title: translated("Delete All \(info.title)?"),
                message: translated(
                    "This deletes everyone’s \(info.many) on the server. It cannot be undone."),
                cancelLabel: translated("Cancel"), confirmLabel: translated("Delete All")
            ) { [weak self] in if $0 { self?.clear() } })
    }

    private func clear() {
        change(offersUndo: false) { [self] () throws(SyncError) in
            try await repository.deleteAll()
            return translated("All \(info.many) deleted")
        }
    }

    /// Runs a change and shows its message, if any.
    private func change(
        offersUndo: Bool = true, then: @escaping () -> Void = {},
        _ body: @escaping @MainActor () async throws(SyncError) -> String?
    ) {
        remote.change { [self] () throws(SyncError) in
            defer { storeChanged() }
            if let words = try await body() { presenter.toast = Toast(text: words, offersUndo: offersUndo) }
            then()
        }
    }

    public var isOwnSelected: Bool {
        guard let row = list.selectedRow, let own = context.ownKey else { return false }
        return context.keys(of: row) == [own]
    }
}

/// The deletions of this session, so that Undo can select the records again.
struct Deletions {
    /// The keys, and the collection's revisions before and after.
    private var last: [(keys: [Int], before: Int64, after: Int64)] = []
    /// The number of changes that can be undone.
    private static let most = 50

    mutating func deleted(_ keys: [Int], _ before: Int64, _ after: Int64) {
        guard after != before else { return }
        last = (last + [(keys, before, after)]).suffix(Self.most)
    }

    /// The keys of the restored records; empty if the undo was not of a deletion.
    mutating func undone(_ before: Int64, _ after: Int64) -> [Int] {
        guard after != before, let deletion = last.last, deletion.after == before else { return [] }
        last.removeLast()
        // The state before the deletion is back.
        if let place = last.indices.last, last[place].after == deletion.before { last[place].after = after }
        return deletion.keys
    }
}
