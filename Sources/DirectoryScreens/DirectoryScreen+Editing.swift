import DirectoryModel
import DirectoryStore
import DirectorySync

/// Adding, editing, deleting and undoing.
extension DirectoryScreen {
    // MARK: The form

    /// Opens an empty form.
    public func addTapped() {
        leaveForm { [self] in open(R(key: 0), .add) }
    }

    /// Opens a form with the record that is selected alone, or with the one of `row`.
    public func editTapped(_ row: Int64? = nil) {
        guard let row = row ?? list.selectedRow else { return }
        leaveForm { [self] in
            select([row])
            if let key = list.selectedKeys.first, let record = record(key) { open(record, .edit(key: key)) }
        }
    }

    private func open(_ record: R, _ purpose: FormPurpose, typed: [String: String] = [:]) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && isOwn(record), typed: typed, store: store,
            emojis: emojis)
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
            text: form.purpose == .add ? "\(saved.displayName) added" : "\(saved.displayName) saved", offersUndo: true)
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
    func leaveForm(_ action: @escaping () -> Void) {
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
        case .add: open(R(key: 0), .add, typed: draft.texts)
        case .edit(let key):
            // What was typed about somebody who is gone is not lost: it makes a new record.
            guard let record = record(key) else { return open(R(key: 0), .add, typed: draft.texts) }
            show(key)
            open(record, .edit(key: key), typed: draft.texts)
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
            change(then: { [weak self] in self?.select(next) }) { [store] () throws(StoreProblem) in
                let deleted = try store.delete(R.self, keys: keys)
                return deleted.count == 1 ? "\(deleted[0]) deleted" : "\(R.collection.counted(deleted.count)) deleted"
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
            change { [store] () throws(StoreProblem) in
                try store.save(emptied)
                return "\(emptied.displayName) emptied"
            }
        }
    }

    /// Undoes the last change of this session.
    public func undoTapped() {
        leaveForm { [self] in
            change(offersUndo: false) { [store] () throws(StoreProblem) in
                guard let label = try store.undoLast(R.self) else { return "Nothing to undo" }
                return "Undone: \(label)"
            }
        }
    }

    /// Changes the store off the main thread and says what came of it.
    private func change(
        offersUndo: Bool = true, then: @escaping () -> Void = {},
        _ body: @escaping @Sendable () throws(StoreProblem) -> String
    ) {
        changesUnderWay += 1
        Task {
            defer { changesUnderWay -= 1 }
            let result = await offMain(body)
            switch result {
            case .success(let words):
                toast = Toast(text: words, offersUndo: offersUndo)
                then()
            case .failure(let problem): toast = Toast(text: problem.description)
            }
            await saveFile()
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

    /// Writes the sandbox's JSON file; what went wrong is said.
    func saveFile() async {
        let model = model
        let result = await offMain { () throws(StoreProblem) in try model.saveFile() }
        if case .failure(let problem) = result { toast = Toast(text: problem.description) }
    }
}
