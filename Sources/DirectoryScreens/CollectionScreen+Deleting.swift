public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension Home {
    /// What deleting is called: a booking is not cancelled by it.
    public var deleteLabel: String { isBooked ? translated("Remove from List") : translated("Delete") }

    /// What is said of `count` records, called `what`, once they are gone.
    fileprivate func deleted(_ what: String, count: Int) -> String {
        guard isBooked else { return translated(count, one: "\(what) deleted", many: "\(what) deleted") }
        return translated(
            count, one: "\(what) removed from the list. The booking is still valid.",
            many: "\(what) removed from the list. The bookings are still valid.")
    }
}

/// Deleting and undoing.
extension CollectionScreen {
    /// True where `record` is marked as the user's own.
    func isOwn(_ record: R) -> Bool {
        let own = try? store.ownKey(of: R.self, owner: preferences.signIn.netid)
        return own == .some(record.key)
    }

    /// Deletes what is selected, or only the record of `row`. One's own record stays.
    public func deleteTapped(_ row: Int64? = nil) {
        guard R.home.canDelete else { return }
        leaveForm { [self] in
            let wanted = row.map { (try? store.keys(of: R.self, rows: [$0])) ?? [] } ?? list.selectedKeys
            guard !wanted.isEmpty else { return }
            let isSelected = row.map(list.selectedRows.contains) ?? true
            let next = isSelected ? list.rowAfterSelected.map { [$0] } ?? [] : list.selectedRows
            let own = try? store.ownKey(of: R.self, owner: preferences.signIn.netid)
            let count = wanted.count { $0 != own }
            change(then: { [weak self] in
                self?.select(next)
                // The next Delete takes this one, so it is seen.
                if isSelected, let row = next.first { self?.list.reveal(row) }
            }) { [self] () throws(SyncError) in
                showDeleting(count)
                defer { deletingEnded() }
                let titles = try await repository.delete(wanted)
                let isOwnKept = own.map(wanted.contains) == true
                return R.collection.called(titles).map { deletedWords($0, count: titles.count, isOwnKept: isOwnKept) }
            }
        }
    }

    /// What is said of the records, called `name`, once they are gone.
    private func deletedWords(_ name: String, count: Int, isOwnKept: Bool) -> String {
        let words = R.home.deleted(name, count: count)
        return isOwnKept ? translated("\(words). Your own record stays.") : words
    }

    /// From so many records on, deleting them takes long enough to be shown.
    private static var many: Int { 500 }

    /// Shows that many are being deleted, unless something else is shown; nothing is taken over meanwhile.
    private func showDeleting(_ count: Int) {
        guard count >= Self.many, canTakeOver, progress == nil else { return }
        progress = .working(translated("Deleting \(R.collection.counted(count))…"))
        isDeletingMany = true
    }

    private func deletingEnded() {
        guard isDeletingMany else { return }
        (progress, isDeletingMany) = (nil, false)
        beginWaitingRefresh()
    }

    /// Takes everything out of one's own record but its key, its owner and its name.
    public func emptyTapped() {
        leaveForm { [self] in
            guard let key = list.selectedKeys.first, let record = record(key),
                isOwn(record)
            else { return }
            var empty = R(key: key)
            for field in R.fields where field.key == R.ownerKey || field.editor == .text(.name) {
                field.set(field.value(record), in: &empty)
            }
            let emptied = empty
            change { [self] () throws(SyncError) in
                switch try await repository.save(from: record, to: emptied) {
                case .kept, .putBack: return translated("\(emptied.displayName) emptied")
                case .conflict: throw .changedMeanwhile(one: R.collection.one, name: record.displayName)
                case .absent, .keyTaken: throw .notHere(one: R.collection.one)
                }
            }
        }
    }

    /// Undoes the last change of this session; what was deleted on the server is put back there.
    public func undoTapped() {
        leaveForm { [self] in
            change(offersUndo: false) { [self] () throws(SyncError) in
                try await repository.undo()?.words ?? translated("Nothing to undo")
            }
        }
    }

    /// Changes the collection and says what came of it; nil says nothing.
    private func change(
        offersUndo: Bool = true, then: @escaping () -> Void = {},
        _ body: @escaping @MainActor () async throws(SyncError) -> String?
    ) {
        perform { [self] () throws(SyncError) in
            if let words = try await body() { toast = Toast(text: words, offersUndo: offersUndo) }
            then()
        }
    }

    /// True where the only selected record is the user's own.
    public var isOwnSelected: Bool {
        guard let row = list.selectedRow, let record = ((try? store.stored(R.self, row: row)) ?? nil)?.record else {
            return false
        }
        return isOwn(record)
    }

}
