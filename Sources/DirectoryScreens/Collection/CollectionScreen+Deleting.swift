public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

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
extension CollectionScreen {
    /// Deletes the selection, or the record of `row`. The user's own record remains.
    public func deleteTapped(_ row: Int64? = nil) {
        guard home.canDelete else { return }
        afterForm { [self] in
            let wanted = row.map(keys) ?? list.selectedKeys
            if !wanted.isEmpty { await delete(wanted, isSelected: row.map(list.selectedRows.contains) ?? true) }
        }
    }

    private func delete(_ wanted: [Int], isSelected: Bool) async {
        let own = ownKey
        let others = wanted.filter { $0 != own }
        let next = isSelected ? list.rowAfterSelected.map { [$0] } ?? [] : list.selectedRows
        await perform(translated("Deleting \(info.counted(others.count))…"), of: others.count) {
            [self] () throws(SyncError) in
            let before = revision
            // An Undo now refers to this deletion.
            if others.isEmpty { deletions.refusedAt = before }
            let titles = try await repository.delete(wanted)
            deletions.deleted(others, before, revision)
            detail.select(next)
            // The next Delete acts on this row.
            if isSelected, let row = next.first { list.reveal(row) }
            return info.called(titles).map {
                let text = home.deleted($0, count: titles.count)
                let isOwnUnchanged = others.count < wanted.count
                return Toast(
                    text: isOwnUnchanged ? translated("\(text). Your own record was kept.") : text, offersUndo: true)
            }
        }
    }

    private var revision: Int64 { collection.ifReadable { try $0.revision() } ?? 0 }

    /// Clears the user's own record except its key, owner, and name.
    public func emptyTapped() { if isOwnSelected { clearOwnTapped() } }

    /// Clears it whatever is selected.
    func clearOwnTapped() {
        afterForm { [self] in
            guard let record = ownKey.flatMap(record) else { return }
            let cleared = record.cleared
            await perform { [self] () throws(SyncError) in
                try await saved(record, as: cleared, translated("\(cleared.displayName) cleared"))
            }
        }
    }

    private func saved(
        _ record: Record, as changed: Record, _ text: String
    ) async throws(SyncError) -> Toast? {
        switch try await repository.save(from: record, to: changed) {
        case .saved, .restored: return Toast(text: text, offersUndo: true)
        case .conflict: throw .changedMeanwhile(one: info.one, name: record.displayName)
        case .absent, .keyTaken: throw .notInStore(one: info.one)
        }
    }

    /// Undoes the last change; records deleted on the server are restored there.
    public func undoTapped() { afterForm { [self] in await undo() } }

    /// - Parameter explain: shows why it was not undone; nil for a toast.
    func undo(onFailure explain: ((SyncError) -> Void)? = nil) async {
        let count = collection.ifReadable { try $0.lastChangeCount() } ?? 0
        await perform(translated("Undoing…"), of: count, onFailure: explain) { [self] () throws(SyncError) in
            let before = revision
            defer { deletions.refusedAt = nil }
            if deletions.refusedAt == before { return Toast(text: translated("Nothing was deleted.")) }
            let undone = try await repository.undo()
            // Select the restored records again.
            let keys = deletions.undone(before, revision)
            if !keys.isEmpty { detail.select(keys: keys) }
            if let row = list.selectedRows.first { list.reveal(row) }
            return Toast(text: undone?.text ?? translated("No changes to undo"))
        }
    }

    public func redoTapped() {
        afterForm { [self] in
            await perform(
                translated("Redoing…"), of: collection.ifReadable { try $0.lastChangeCount(isUndone: true) } ?? 0
            ) {
                [self] () throws(SyncError) in
                let redone = try await repository.redo()
                return Toast(text: redone?.text ?? translated("No changes to redo"), offersUndo: true)
            }
        }
    }

    /// Undoes a change of the history.
    func revert(_ change: HistoryEntry) {
        afterForm { [self] in
            await perform(translated("Undoing…"), of: change.count) { [collection] () throws(SyncError) in
                let undone = try await inStore { () throws(StoreError) in try collection.revert(change: change.id) }
                return undone.map { Toast(text: $0.text, offersUndo: true) }
            }
        }
    }

    /// Saves a record as a change left it.
    func restore(_ key: Int, asOf entry: HistoryEntry) {
        afterForm { [self] in
            await perform { [self] () throws(SyncError) in
                let version = try await inStore { [collection] () throws(StoreError) in
                    try collection.version(key: key, after: entry.id)
                }
                guard let version, let record = record(key) else { throw .notInStore(one: info.one) }
                return try await saved(
                    record, as: version,
                    translated("\(version.displayName): version of \(entry.time.text) restored"))
            }
        }
    }

    public func deleteAllTapped() {
        guard home.isHosted, presenter.isFree else { return }
        Task.immediate {
            let question = Alert(
                title: translated("Delete All \(info.title)?"),
                message: translated("This deletes everyone’s \(info.many) on the server. It cannot be undone."),
                cancelLabel: translated("Cancel"), confirmLabel: translated("Delete All"))
            guard await confirm(question) else { return }
            await perform { [self] () throws(SyncError) in
                try await repository.deleteAll()
                return Toast(text: translated("All \(info.many) deleted"))
            }
        }
    }

    public var isOwnSelected: Bool {
        guard let row = list.selectedRow, let own = ownKey else { return false }
        return keys(of: row) == [own]
    }
}

/// The deletions of this session, so that Undo can select the records again.
struct Deletions {
    /// The revision of the last refused deletion, until Undo.
    var refusedAt: Int64?
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
        if let index = last.indices.last, last[index].after == deletion.before { last[index].after = after }
        return deletion.keys
    }
}
