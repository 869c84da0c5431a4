import DirectoryModel
import DirectoryStore
import DirectorySync

/// Adding, editing, deleting and undoing.
extension CollectionScreen {
    // MARK: The form

    /// Opens an empty form.
    public func addTapped() {
        guard R.home.canAdd else { return }
        leaveForm { [self] in openForm(R(key: 0), .add) }
    }

    /// Opens a form with the record that is selected alone, or with the one of `row`.
    public func editTapped(_ row: Int64? = nil) {
        guard R.home.canEdit, let row = row ?? list.selectedRow else { return }
        leaveForm { [self] in
            select([row])
            if let key = list.selectedKeys.first, let record = record(key) { openForm(record, .edit(key: key)) }
        }
    }

    func openForm(_ record: R, _ purpose: FormPurpose, typed: [String: String] = [:]) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && isOwn(record), typed: typed, keeper: keeper,
            emojis: emojis, position: ((try? store.count(of: R.self)) ?? 0) + 1)
        isDetailOpen = true
    }

    /// Saves `form` and shows what was saved in its place; nil where it was not.
    private func saveAndShow(_ form: FormScreen<R>) async -> R? {
        guard let saved = await form.save(), self.form === form else { return nil }
        self.form = nil
        show(saved.key)
        return saved
    }

    /// Saves the form and shows what was saved.
    /// - Returns: true where it was saved.
    @discardableResult
    public func saveTapped() async -> Bool {
        guard let form, let saved = await saveAndShow(form) else { return false }
        toast = Toast(
            text: form.purpose == .add ? "\(saved.displayName) added" : "\(saved.displayName) saved",
            // What the server made or changed is not undone there.
            offersUndo: !keeper.isRemote)
        await saveFile()
        return true
    }

    /// Saves the form of one's own record, then opens the check before publishing.
    public func uploadTapped() async {
        guard let form, form.isOwn, await saveAndShow(form) != nil else { return }
        await saveFile()
        guard let row = list.selectedRow, let stored = (try? store.stored(R.self, row: row)) ?? nil else { return }
        let preferences = preferences
        publish = PublishScreen(
            stored, store: store, client: { () async throws(SyncProblem) -> Client in try await preferences.client() })
    }

    /// The check before publishing was closed; what came of the upload is said.
    public func publishEnded() {
        guard let publish else { return }
        self.publish = nil
        let isUnderWay = publish.state == .uploading
        toast = Toast(
            text: publish.words
                ?? (isUnderWay
                    ? "Cancelled before the server answered; it may have been published" : "Saved here, not uploaded"))
        Task { await saveFile() }
    }

    /// Paste was tapped, and the clipboard holds no picture.
    public func nothingToPaste() { toast = Toast(text: "There is no picture on the clipboard") }

    /// What was set aside, for a page of its own.
    public func setAsideTapped() -> SetAsideScreen<R> {
        setAside.opened()
        return setAside
    }

    public func cancelTapped() {
        let isNew = form?.purpose == .add
        leaveForm { [self] in
            if isNew { backTapped() }
        }
    }

    /// Goes on with `action` once no form with changes stands in the way; the user may say it shall stay.
    public func leaveForm(_ action: @escaping () -> Void) {
        guard let form else { return action() }
        guard !form.isSaving else { return }
        guard form.hasChanges else {
            endForm(form)
            return action()
        }
        afterLeaving = action
        isAskingToLeave = true
    }

    /// - Parameter discards: true for Discard, false for Keep Editing.
    public func leaveAnswered(discards: Bool) {
        guard isAskingToLeave else { return }
        isAskingToLeave = false
        let action = afterLeaving
        afterLeaving = nil
        guard discards, let form else { return }
        endForm(form)
        action?()
    }

    private func endForm(_ form: FormScreen<R>) {
        form.discard()
        self.form = nil
        if detail.content == nil { backTapped() }
    }

    /// Asked before the window closes.
    /// - Returns: true where it has to stay open; `close` is called once it need not.
    public func closeTapped(_ close: @escaping () -> Void) -> Bool {
        guard form?.hasChanges == true else { return false }
        leaveForm(close)
        return true
    }

    // MARK: The draft

    /// What was being typed when the program ended, as the question about it: nil where nothing was.
    public var draftQuestion: String? {
        switch draft?.purpose {
        case nil: nil
        case .add where FormScreen<R>.isBooking: "You were booking a \(R.collection.one) when the directory was closed."
        case .add: "You were adding a \(R.collection.one) when the directory was closed."
        case .edit(let key):
            "You were editing \(record(key)?.displayName.line(cutAt: 200) ?? "a \(R.collection.one) no longer here") when the directory was closed."
        }
    }

    /// - Parameter continues: true to go on with the form, false to forget what was typed.
    public func draftAnswered(continues: Bool) {
        guard let draft else { return }
        self.draft = nil
        guard continues else { return FormDrafts<R>(store: store).forget() }
        switch draft.purpose {
        case .add: openForm(R(key: 0), .add, typed: draft.texts)
        case .edit(let key):
            // What was typed about somebody who is gone is not lost: it makes a new record.
            guard let record = record(key) else { return openForm(R(key: 0), .add, typed: draft.texts) }
            show(key)
            openForm(record, .edit(key: key), typed: draft.texts)
        }
    }

    private func record(_ key: Int) -> R? { (try? store.find(R.self, key: key)) ?? nil }

    // MARK: Delete and undo

    /// True where the user owns `record`.
    func isOwn(_ record: R) -> Bool {
        guard let owner = record.owner, !owner.isEmpty else { return false }
        return owner.caseInsensitiveEquals(preferences.signIn.netid)
    }

    /// Deletes what is selected, or only the record of `row`. One's own record stays.
    public func deleteTapped(_ row: Int64? = nil) {
        guard R.home.canDelete else { return }
        leaveForm { [self] in
            let wanted = row.map { (try? store.keys(of: R.self, rows: [$0])) ?? [] } ?? list.selectedKeys
            let own = Set(((try? store.records(of: R.self, ownedBy: preferences.signIn.netid)) ?? []).map(\.key))
            let keys = wanted.filter { !own.contains($0) }
            guard !keys.isEmpty else {
                if !wanted.isEmpty {
                    toast = Toast(text: "Your own record cannot be deleted, but you can empty it.")
                }
                return
            }
            let isSelected = row.map(list.selectedRows.contains) ?? true
            let next = isSelected ? list.rowAfterSelected.map { [$0] } ?? [] : list.selectedRows
            change(then: { [weak self] in self?.select(next) }) { [self] () throws(SyncProblem) in
                let deleted = try await keeper.delete(keys)
                deletedThere = deleted.there
                let (count, first) = (deleted.titles.count, deleted.titles.first ?? "Nothing")
                return count > 1 ? "\(R.collection.counted(count)) deleted" : "\(first) deleted"
            }
        }
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
            change { [self] () throws(SyncProblem) in
                _ = try await keeper.change(key, record) { _ in emptied }
                return "\(emptied.displayName) emptied"
            }
        }
    }

    /// Undoes the last change of this session; what was deleted on the server is put back there.
    public func undoTapped() {
        leaveForm { [self] in
            change(offersUndo: false) { [self] () throws(SyncProblem) in
                let label = keeper.isRemote ? try await undoThere() : try await keeper.undo()
                return label.map { "Undone: \($0)" } ?? "Nothing to undo"
            }
        }
    }

    private func undoThere() async throws(SyncProblem) -> String? {
        let records = deletedThere
        while let next = deletedThere.first {
            try await keeper.addAgain(next)
            deletedThere.removeFirst()
        }
        guard let first = records.first else { return nil }
        return "Deleting \(records.count == 1 ? first.displayName : R.collection.counted(records.count))"
    }

    /// Changes the collection and says what came of it.
    private func change(
        offersUndo: Bool = true, then: @escaping () -> Void = {},
        _ body: @escaping @MainActor () async throws(SyncProblem) -> String
    ) {
        perform { [self] () throws(SyncProblem) in
            var problem: SyncProblem?
            do throws(SyncProblem) {
                toast = Toast(text: try await body(), offersUndo: offersUndo)
                then()
            } catch { problem = error }
            await saveFile()
            if let problem { throw problem }
        }
    }

    /// True where the only selected record is the user's own.
    public var isOwnSelected: Bool {
        guard let row = list.selectedRow, let record = ((try? store.stored(R.self, row: row)) ?? nil)?.record else {
            return false
        }
        return isOwn(record)
    }

    private func show(_ key: Int) {
        select((try? store.rows(of: R.self, keys: [key])) ?? [])
    }
}
