import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// Adding and editing: the form, its draft, booking, and publishing.
@MainActor @Observable
public final class EditingScreen: CollectionPart {
    public private(set) var form: FormScreen? {
        didSet {
            if isOpen != (oldValue != nil) { presenter.isFormOpen = isOpen }
            followClock()
        }
    }
    public var isOpen: Bool { form != nil }
    /// The draft of a form when the program crashed, until the user decides.
    @ObservationIgnored private var draft: FormDraft?
    @ObservationIgnored private var isDraftAsked = false
    /// Continues once the form is left.
    @ObservationIgnored private var afterLeaving: (() -> Void)?
    @ObservationIgnored private var afterSaving: (() -> Void)?
    /// Waits for the next day while a form offers days.
    @ObservationIgnored private var nextDay: Task<Void, Never>?
    /// Called after a record was saved.
    @ObservationIgnored var saved: () -> Void = {}
    @ObservationIgnored public private(set) var clearedOrders = 0
    /// Closes the window after the last cleared order.
    @ObservationIgnored private var afterOrders: (() -> Void)?

    // MARK: The form

    public func addTapped() {
        guard home.canAdd else { return }
        leaveForm { [self] in openForm(Record(definition, key: 0), .add) }
    }

    /// Edits the selected record, or the one of `row`.
    public func editTapped(_ row: Int64? = nil) {
        guard home.canEdit, let row = row ?? list.selectedRow else { return }
        leaveForm { [self] in
            detail.select([row])
            if let key = list.selectedKeys.first, let record = context.record(key) {
                openForm(record, .edit(key: key))
            }
        }
    }

    func openForm(_ record: Record, _ purpose: FormPurpose, draft: FormDraft? = nil) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && record.key == context.ownKey, draft: draft,
            repository: repository, emojis: context.emojis)
        detail.isDetailOpen = true
    }

    private func followClock() {
        nextDay?.cancel()
        guard form?.entries.contains(where: { $0.editor == .day }) == true else { return }
        nextDay = Task { [clock = list.clock, weak self] in
            do { try await clock.sleep(BookableDays.tomorrow(clock.now())) } catch { return }
            self?.form?.daysChanged(at: clock.now())
            self?.followClock()
        }
    }

    /// - Returns: true if saved.
    @discardableResult
    public func saveTapped() async -> Bool {
        guard let form, !form.isBooking else { return false }
        return ended(form, await form.save(), saysSo: true)
    }

    /// Answers the question about both versions of a record that others changed too.
    /// - Parameter isPicked: true to save the picked values, false to keep editing.
    /// - Returns: true if saved.
    @discardableResult
    public func mergeAnswered(isPicked: Bool) async -> Bool {
        presenter.close { if case .merge = $0 { true } else { false } }
        guard let form, form.merge != nil else { return false }
        guard isPicked else {
            form.merge = nil
            return false
        }
        return ended(form, await form.savePicked(), saysSo: true)
    }

    /// Shows the saved record; the form stays open if it was not saved.
    private func ended(_ form: FormScreen, _ saved: Record?, saysSo: Bool) -> Bool {
        let action = afterSaving
        afterSaving = nil
        guard let saved, self.form === form else {
            if let merge = form.merge { presenter.wait(.merge(merge)) }
            return false
        }
        self.form = nil
        detail.select(keys: [saved.key])
        action?()
        self.saved()
        // Undo does not revert the server's changes.
        if saysSo { presenter.toast = Toast(text: words(for: saved, form), offersUndo: !home.isHosted) }
        return true
    }

    private func words(for saved: Record, _ form: FormScreen) -> String {
        if form.purpose == .add { return translated("\(saved.displayName) added") }
        return form.wasRestored
            ? translated("\(saved.displayName) was deleted elsewhere. Saving brought it back.")
            : translated("\(saved.displayName) saved")
    }

    /// The clipboard has no picture to paste.
    public func noPictureToPaste() { presenter.say(translated("The clipboard contains no picture")) }

    // MARK: Leaving it

    public func cancelTapped() {
        let isNew = form?.purpose == .add
        leaveForm { [detail] in if isNew { detail.isDetailOpen = false } }
    }

    /// Leaves the form and shows the list in a narrow window.
    public func backTapped() { leaveForm { [detail] in detail.isDetailOpen = false } }

    /// Runs `action` once the form is closed; the user may keep a form with changes. A form that is being saved closes
    /// when it is saved.
    public func leaveForm(_ action: @escaping () -> Void) {
        guard let form else { return action() }
        guard !form.isSaving else {
            afterSaving = action
            return presenter.say(form.isBooking ? translated("Still booking…") : translated("Still saving…"))
        }
        guard form.hasChanges else {
            endForm(form)
            return action()
        }
        let isAsked = afterLeaving != nil
        afterLeaving = action
        if !isAsked { askToLeave() }
    }

    private func askToLeave() {
        presenter.askAtOnce(
            Alert(
                title: translated("Discard Changes?"), message: translated("Your changes have not been saved."),
                cancelLabel: translated("Keep Editing"), confirmLabel: translated("Discard")
            ) { [weak self] in self?.leaveAnswered(discards: $0) })
    }

    private func leaveAnswered(discards: Bool) {
        let action = afterLeaving
        afterLeaving = nil
        guard discards, let form else { return }
        endForm(form)
        action?()
    }

    private func endForm(_ form: FormScreen) {
        form.discard()
        self.form = nil
        if !detail.isRecordShown { detail.isDetailOpen = false }
    }

    /// Asks before the window closes.
    /// - Returns: true if it must stay open; `close` is called once it can close.
    public func closeTapped(_ close: @escaping () -> Void) -> Bool {
        if clearedOrders > 0 {
            afterOrders = close
            presenter.say(translated("Still booking…"))
            return true
        }
        guard form?.hasChanges == true else { return false }
        leaveForm(close)
        return true
    }

    /// A form was cleared while its order is in progress; the window stays open until it ends.
    func orderCleared() { clearedOrders += 1 }

    func clearedOrderEnded() {
        clearedOrders = max(0, clearedOrders - 1)
        guard clearedOrders == 0, let close = afterOrders else { return }
        afterOrders = nil
        close()
    }

    // MARK: Publishing

    /// Saves the form, then opens the check before publishing, unless the server has the record as it is.
    public func uploadTapped() async {
        guard let form, form.isOwn else { return }
        let edited = try? collection.editedKeys(owner: context.preferences.ownNetID)
        let published = try? collection.publishedHashes()
        // Another server may have another record.
        let isElsewhere = collection.isFromOtherServer(than: context.preferences.server)
        let isPublished = form.editedKey.map { published?[$0] != nil && edited?.contains($0) == false } ?? false
        guard form.hasChanges || !isPublished || isElsewhere else {
            return presenter.say(translated("There is nothing to upload. The server has the same record."))
        }
        guard ended(form, await form.save(), saysSo: false) else { return }
        guard let row = list.selectedRow,
            let publish = PublishScreen(collection, row: row, preferences: context.preferences)
        else { return }
        publish.ended = { [weak self, weak publish] in if let publish { self?.publishEnded(publish) } }
        presenter.wait(.publish(publish))
    }

    /// Shows the result of the upload, or the form again if nothing was uploaded.
    private func publishEnded(_ publish: PublishScreen) {
        let isClosed = presenter.close { if case .publish(let open) = $0 { open === publish } else { false } }
        guard isClosed else { return }
        if publish.state != .uploading, publish.words == nil, form == nil,
            let key = list.selectedKeys.first, let record = context.record(key)
        {
            openForm(record, .edit(key: key))
        }
        let isUnderWay = publish.state == .uploading
        presenter.say(
            publish.words
                ?? (isUnderWay
                    ? translated("Canceled before the server answered. Your record may have been published.")
                    : translated("Saved on this computer, not uploaded")))
    }

    // MARK: Booking

    /// Sends the order and shows the confirmation.
    public func buyTapped() {
        guard let form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        work.count { [self] in
            let booked = await form.save()
            if self.form === form {
                if let booked { form.answered(booked) }
                return
            }
            defer { clearedOrderEnded() }
            // The form was cleared meanwhile.
            if let booked {
                presenter.say(booked.answerLines.joined(separator: " "))
            } else if let problem = form.problem {
                presenter.say(
                    translated(
                        "\(info.oneInHeadings) “\(form.typedRecord().displayName)”: \(problem)"
                    ))
            }
        }
    }

    /// Starts a new order; one that is in progress reports in a message and in the list.
    public func startAnewTapped() {
        guard let form, form.isBooking else { return }
        if form.isSaving {
            orderCleared()
            presenter.say(
                translated(
                    "Still booking. The \(info.one) will be listed here once it is booked."))
        }
        form.discard()
        openForm(Record(definition, key: 0), .add)
    }

    // MARK: The draft

    public var hasDraft: Bool { draft != nil }

    func findDraft() { draft = FormDrafts(of: collection).saved }

    /// Asks once about the draft of an earlier session.
    public func askAboutDraft() {
        guard let draft, !isDraftAsked else { return }
        isDraftAsked = true
        presenter.ask(
            Alert(
                title: translated("Continue Editing?"), message: question(about: draft),
                cancelLabel: translated("Continue Editing"), confirmLabel: translated("Discard"), recommendsCancel: true
            ) { [weak self] in self?.draftAnswered(draft, continues: !$0) })
    }

    private func question(about draft: FormDraft) -> String {
        switch draft.purpose {
        case .add where home.isBooked && draft.isSent == true:
            translated(
                """
                A \(info.one) was being booked when the app was closed. Choose Buy again to see the \
                confirmation. It will not be booked twice.
                """
            )
        case .add where home.isBooked:
            translated("You were booking a \(info.one) when the app was closed.")
        case .add: translated("You were adding a \(info.one) when the app was closed.")
        case .edit(let key):
            if let name = context.record(key)?.displayName.line(cutAt: 200) {
                translated("You were editing \(name) when the app was closed.")
            } else {
                translated("You were editing a \(info.one) that has been deleted since.")
            }
        }
    }

    private func draftAnswered(_ draft: FormDraft, continues: Bool) {
        self.draft = nil
        guard continues else { return FormDrafts(of: collection).forget() }
        // A draft for a deleted record becomes a new record.
        guard case .edit(let key) = draft.purpose, let record = context.record(key) else {
            return openForm(Record(definition, key: 0), .add, draft: draft)
        }
        detail.select(keys: [key])
        openForm(draft.opened(of: record), .edit(key: key), draft: draft)
    }
}
