import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// Adding and editing: the form, its draft, booking, and publishing.
@MainActor @Observable
public final class EditingScreen {
    public private(set) var form: FormScreen? {
        didSet {
            if isOpen != (oldValue != nil) { screen.formChanged() }
            followClock()
        }
    }
    public var isOpen: Bool { form != nil }
    @ObservationIgnored private unowned let screen: CollectionScreen
    /// The form's texts, so that they survive a crash.
    @ObservationIgnored let drafts: SettingWriter<FormDraft>
    /// The draft of a form when the program crashed, until the user decides.
    @ObservationIgnored private var draft: FormDraft?
    @ObservationIgnored private var isDraftAsked = false
    /// Waits until the form is left or saved.
    @ObservationIgnored private var leaving: ((Bool) -> Void)?
    /// Waits for the next day while a form offers days.
    @ObservationIgnored private var nextDay: Task<Void, Never>?
    /// Orders in progress whose form was cleared.
    @ObservationIgnored public private(set) var clearedOrders = 0
    /// Waits for the last of them.
    @ObservationIgnored private var afterOrders: ((Bool) -> Void)?

    init(_ screen: CollectionScreen) {
        self.screen = screen
        drafts = SettingWriter("draft-\(screen.info.name)", in: screen.store)
    }

    private var home: RecordSource { screen.home }
    private var detail: DetailScreen { screen.detail }

    // MARK: The form

    public func addTapped() {
        guard home.canAdd else { return }
        screen.afterForm { [self] in openNewForm() }
    }

    /// Edits the selected record, or the one of `row`.
    public func editTapped(_ row: Int64? = nil) {
        guard home.canEdit, let row = row ?? screen.list.selectedRow else { return }
        screen.afterForm { [self] in
            detail.select([row])
            editSelected()
        }
    }

    private func editSelected() {
        guard let key = screen.list.selectedKeys.first, let record = screen.record(key) else { return }
        openForm(record, .edit(key: key))
    }

    private func openNewForm(_ draft: FormDraft? = nil) {
        openForm(Record(screen.definition, key: 0), .add, draft: draft)
    }

    private func openForm(_ record: Record, _ purpose: FormPurpose, draft: FormDraft? = nil) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && record.key == screen.ownKey, draft: draft,
            drafts: drafts, repository: screen.repository, emojis: screen.emojis)
        detail.isDetailOpen = true
    }

    /// The form of the user's own record follows it if it has another number now.
    func storeChanged() {
        if let form, form.followOwn(), let key = form.editedKey { detail.select(keys: [key]) }
    }

    private func followClock() {
        nextDay?.cancel()
        guard form?.entries.contains(where: { $0.editor == .day }) == true else { return }
        nextDay = Task { [clock = screen.list.clock, weak self] in
            do { try await clock.sleep(BookableDays.tomorrow(clock.now())) } catch { return }
            self?.form?.daysChanged(at: clock.now())
            self?.followClock()
        }
    }

    /// - Returns: true if saved.
    @discardableResult
    public func saveTapped() async -> Bool {
        guard let form, !form.isBooking else { return false }
        return ended(form, await form.save(), isReported: true)
    }

    /// Answers the question about both versions of a record that others changed too.
    /// - Parameter isPicked: true to save the picked values, false to keep editing.
    /// - Returns: true if saved.
    @discardableResult
    public func mergeAnswered(isPicked: Bool) async -> Bool {
        screen.presenter.close { if case .merge = $0 { true } else { false } }
        guard let form, form.merge != nil else { return false }
        guard isPicked else {
            form.merge = nil
            return false
        }
        return ended(form, await form.savePicked(), isReported: true)
    }

    /// Shows the saved record; the form remains open if it was not saved.
    private func ended(_ form: FormScreen, _ saved: Record?, isReported: Bool) -> Bool {
        defer { endLeaving(saved != nil) }
        guard let saved, self.form === form else {
            if let merge = form.merge { screen.presenter.wait(.merge(merge)) }
            return false
        }
        self.form = nil
        detail.select(keys: [saved.key])
        screen.recordSaved()
        // Undo does not revert the server's changes.
        if isReported { screen.toast = Toast(text: text(for: saved, form), offersUndo: !home.isHosted) }
        return true
    }

    private func text(for saved: Record, _ form: FormScreen) -> String {
        if form.purpose == .add { return translated("\(saved.displayName) added") }
        return form.wasRestored
            ? translated("\(saved.displayName) was deleted elsewhere. Saving brought it back.")
            : translated("\(saved.displayName) saved")
    }

    /// The clipboard has no picture to paste.
    public func noPictureToPaste() { screen.notify(translated("The clipboard contains no picture")) }

    // MARK: Leaving it

    public func cancelTapped() {
        let isNew = form?.purpose == .add
        screen.afterForm { [self] in if isNew { detail.isDetailOpen = false } }
    }

    /// Leaves the form and shows the list in a narrow window.
    public func backTapped() { screen.afterForm { [self] in detail.isDetailOpen = false } }

    /// Closes the form; a form with changes after a question, and one that is being saved once it is saved.
    /// - Returns: false if it remains open, or if another request to leave it replaces this one.
    public func leaveForm() async -> Bool {
        guard let form else { return true }
        if form.isSaving {
            screen.notify(form.isBooking ? translated("Still booking…") : translated("Still saving…"))
            return await wait()
        }
        guard form.hasChanges else {
            endForm(form)
            return true
        }
        if leaving == nil { askToLeave() }
        return await wait()
    }

    private func wait() async -> Bool {
        endLeaving(false)
        return await screen.presenter.answers.wait { leaving = $0 }
    }

    private func endLeaving(_ mayLeave: Bool) {
        leaving?(mayLeave)
        leaving = nil
    }

    private func askToLeave() {
        let question = Alert(
            title: translated("Discard Changes?"), message: translated("Your changes have not been saved."),
            cancelLabel: translated("Keep Editing"), confirmLabel: translated("Discard"))
        screen.presenter.ask(question, isUrgent: true) { [weak self] answer in
            if answer == .confirm, let self, let form { endForm(form) }
            self?.endLeaving(answer == .confirm)
        }
    }

    private func endForm(_ form: FormScreen) {
        form.discard()
        self.form = nil
        if !detail.isRecordShown { detail.isDetailOpen = false }
    }

    /// True if the window can close without a question.
    public var canCloseAtOnce: Bool { clearedOrders == 0 && form?.hasChanges != true }

    /// Asks before the window closes, and waits for orders.
    /// - Returns: false if it must stay open.
    public func mayClose() async -> Bool {
        if clearedOrders > 0 {
            screen.notify(translated("Still booking…"))
            afterOrders?(false)
            guard await screen.presenter.answers.wait({ afterOrders = $0 }) else { return false }
        }
        return form?.hasChanges == true ? await leaveForm() : true
    }

    private func clearedOrderEnded() {
        clearedOrders -= 1
        guard clearedOrders == 0 else { return }
        afterOrders?(true)
        afterOrders = nil
    }

    // MARK: Publishing

    /// Saves the form, then opens the check before publishing, unless the server has the record as it is.
    public func uploadTapped() async {
        guard let form, form.isOwn else { return }
        form.followOwn()
        let (collection, preferences) = (screen.collection, screen.preferences)
        let edited = collection.ifReadable { try $0.editedQuery(owner: preferences.ownNetID).value() }
        let published = collection.ifReadable { try $0.publishedHashes() }
        // Another server may have another record.
        let isElsewhere = collection.isFromOtherServer(than: preferences.server)
        let isPublished = form.editedKey.map { published?[$0] != nil && edited?.contains($0) == false } ?? false
        guard form.hasChanges || !isPublished || isElsewhere else {
            return screen.notify(translated("There is nothing to upload. The server has the same record."))
        }
        guard ended(form, await form.save(), isReported: false) else { return }
        guard let row = screen.list.selectedRow,
            let publish = PublishScreen(collection, row: row, preferences: preferences)
        else { return }
        publish.ended = { [weak self, weak publish] in if let publish { self?.publishEnded(publish) } }
        screen.presenter.wait(.publish(publish))
    }

    /// Shows the result of the upload, or the form again if nothing was uploaded.
    private func publishEnded(_ publish: PublishScreen) {
        let isClosed = screen.presenter.close { if case .publish(let open) = $0 { open === publish } else { false } }
        guard isClosed else { return }
        let isUnderWay = publish.state == .uploading
        if !isUnderWay, publish.text == nil, form == nil { editSelected() }
        screen.notify(
            publish.text
                ?? (isUnderWay
                    ? translated("Canceled before the server answered. Your record may have been published.")
                    : translated("Saved on this computer, not uploaded")))
    }

    // MARK: Booking

    /// Sends the order and shows the confirmation.
    public func buyTapped() {
        guard let form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        screen.run { [self] in await screen.work.count { await book(form) } }
    }

    private func book(_ form: FormScreen) async {
        let booked = await form.save()
        if self.form === form {
            if let booked { form.answered(booked) }
            return endLeaving(false)
        }
        defer { clearedOrderEnded() }
        // The form was cleared meanwhile.
        if let booked {
            screen.notify(booked.answerLines.joined(separator: " "))
        } else if let problem = form.problem {
            screen.notify(
                translated("\(screen.info.oneInHeadings) “\(form.typedRecord().displayName)”: \(problem)"))
        }
    }

    /// Starts a new order; one that is in progress reports in a message and in the list.
    public func startAnewTapped() {
        guard let form, form.isBooking else { return }
        if form.isSaving {
            clearedOrders += 1
            screen.notify(
                translated("Still booking. The \(screen.info.one) will be listed here once it is booked."))
        }
        form.discard()
        openNewForm()
    }

    // MARK: The draft

    public var hasDraft: Bool { draft != nil }

    func findDraft() { draft = drafts.stored }

    /// Asks once about the draft of an earlier session.
    public func askAboutDraft() {
        guard let draft, !isDraftAsked else { return }
        isDraftAsked = true
        let question = Alert(
            title: translated("Continue Editing?"), message: question(about: draft),
            cancelLabel: translated("Continue Editing"), confirmLabel: translated("Discard"), recommendsCancel: true)
        screen.run { [self] in
            let discards = await screen.confirm(question)
            self.draft = nil
            if discards { drafts.set(nil) } else { open(draft) }
        }
    }

    private func open(_ draft: FormDraft) {
        // A draft for a record that the history does not know becomes a new record.
        guard let (record, _) = edited(draft) else { return openNewForm(draft) }
        detail.select(keys: [record.key])
        openForm(draft.opened(of: record), .edit(key: record.key), draft: draft)
    }

    /// The record that a draft is about, or its last version if it was deleted since; nil if that is not known.
    private func edited(_ draft: FormDraft) -> (record: Record, isDeleted: Bool)? {
        guard case .edit(let key) = draft.purpose else { return nil }
        let collection = screen.collection
        let own = draft.isOwn == true ? collection.ifReadable { try $0.ownKey(replacing: key) } : nil
        if let record = screen.record(own ?? key) { return (record, false) }
        let last = collection.ifReadable { try $0.versions(key: key).first { $0.record != nil }?.record }
        return last.map { ($0, true) }
    }

    private func question(about draft: FormDraft) -> String {
        switch draft.purpose {
        case .add where home.isBooked && draft.isSent == true:
            translated(
                """
                A \(screen.info.one) was being booked when the app was closed. Choose Buy again to see the \
                confirmation. It will not be booked twice.
                """
            )
        case .add where home.isBooked:
            translated("You were booking a \(screen.info.one) when the app was closed.")
        case .add: translated("You were adding a \(screen.info.one) when the app was closed.")
        case .edit:
            if let (record, isDeleted) = edited(draft) {
                question(about: record.displayName.line(cutAt: 200), isDeleted: isDeleted)
            } else {
                translated("You were editing a \(screen.info.one) that has been deleted since.")
            }
        }
    }

    private func question(about name: String, isDeleted: Bool) -> String {
        isDeleted
            ? translated(
                """
                You were editing \(name) when the app was closed. It was deleted elsewhere. Saving will bring it back.
                """
            )
            : translated("You were editing \(name) when the app was closed.")
    }
}
