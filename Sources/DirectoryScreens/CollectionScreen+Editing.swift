import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

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

    func openForm(_ record: R, _ purpose: FormPurpose, draft: FormDraft? = nil) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && isOwn(record), draft: draft,
            repository: repository, emojis: emojis)
        isDetailOpen = true
    }

    /// Saves the form and shows what was saved.
    /// - Returns: true where it was saved.
    @discardableResult
    public func saveTapped() async -> Bool {
        guard let form, !form.isBooking else { return false }
        return ended(form, await form.save(), saysSo: true)
    }

    /// Two versions were shown, for others had changed the same fields.
    /// - Parameter isPicked: true where what was picked of both is saved; false where the form stays as it is.
    /// - Returns: true where it was saved.
    @discardableResult
    public func mergeAnswered(isPicked: Bool) async -> Bool {
        guard let form, form.merge != nil else { return false }
        guard isPicked else {
            form.merge = nil
            return false
        }
        return ended(form, await form.savePicked(), saysSo: true)
    }

    /// Shows what was saved in the form's place; where it was not, the form stays.
    private func ended(_ form: FormScreen<R>, _ saved: R?, saysSo: Bool) -> Bool {
        let action = afterSaving
        afterSaving = nil
        guard let saved, self.form === form else { return false }
        self.form = nil
        show(saved.key)
        action?()
        // What the server made or changed is not undone there.
        if saysSo { toast = Toast(text: Self.words(for: saved, form), offersUndo: !R.home.isHosted) }
        return true
    }

    private static func words(for saved: R, _ form: FormScreen<R>) -> String {
        if form.purpose == .add { return translated("\(saved.displayName) added") }
        return form.isPutBack
            ? translated("\(saved.displayName) saved. This \(R.collection.one) had been deleted meanwhile.")
            : translated("\(saved.displayName) saved")
    }

    /// Saves the form of one's own record, then opens the check before publishing.
    public func uploadTapped() async {
        guard let form, form.isOwn, ended(form, await form.save(), saysSo: false) else { return }
        guard let row = list.selectedRow, let stored = (try? store.stored(R.self, row: row)) ?? nil else { return }
        publish = PublishScreen(stored, store: store, client: client) { [weak self] in self?.publishEnded() }
    }

    /// The check before publishing is over; what came of the upload is said.
    private func publishEnded() {
        guard let publish else { return }
        self.publish = nil
        let isUnderWay = publish.state == .uploading
        toast = Toast(
            text: publish.words
                ?? (isUnderWay
                    ? translated("Cancelled before the server answered; it may have been published")
                    : translated("Saved here, not uploaded")))
    }

    /// Paste was tapped, and the clipboard holds no picture.
    public func nothingToPaste() { toast = Toast(text: translated("There is no picture on the clipboard")) }

    /// What was set aside, for a page of its own.
    public func rejectedTapped() -> RejectedElementsScreen<R> {
        rejected.opened()
        return rejected
    }

    public func cancelTapped() {
        let isNew = form?.purpose == .add
        leaveForm { [self] in
            if isNew { backTapped() }
        }
    }

    /// Goes on with `action` once no form with changes stands in the way; the user may say it shall stay. A form that
    /// is being saved goes by itself when it is.
    public func leaveForm(_ action: @escaping () -> Void) {
        guard let form else { return action() }
        guard !form.isSaving else {
            afterSaving = action
            return toast = Toast(text: form.isBooking ? translated("Still booking…") : translated("Still saving…"))
        }
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
        case .add where FormScreen<R>.isBooking && draft?.isSent == true:
            translated(
                "A \(R.collection.one) was being booked when the directory was closed. Buy it again to see the answer; it will not be booked twice."
            )
        case .add where FormScreen<R>.isBooking:
            translated("You were booking a \(R.collection.one) when the directory was closed.")
        case .add: translated("You were adding a \(R.collection.one) when the directory was closed.")
        case .edit(let key):
            if let name = record(key)?.displayName.line(cutAt: 200) {
                translated("You were editing \(name) when the directory was closed.")
            } else {
                translated("You were editing a \(R.collection.one) no longer here when the directory was closed.")
            }
        }
    }

    /// - Parameter continues: true to go on with the form, false to forget what was typed.
    public func draftAnswered(continues: Bool) {
        guard let draft else { return }
        self.draft = nil
        guard continues else { return FormDrafts<R>(store: store).forget() }
        switch draft.purpose {
        case .add: openForm(R(key: 0), .add, draft: draft)
        case .edit(let key):
            // What was typed about somebody who is gone is not lost: it makes a new record.
            guard let record = record(key) else { return openForm(R(key: 0), .add, draft: draft) }
            show(key)
            openForm(draft.opened(of: record), .edit(key: key), draft: draft)
        }
    }

    func record(_ key: Int) -> R? { (try? store.find(R.self, key: key)) ?? nil }

    private func show(_ key: Int) {
        select((try? store.rows(of: R.self, keys: [key])) ?? [])
    }
}
