import DirectoryModel
import DirectoryStore
import DirectorySync
import Language
public import Observation

/// Adding and editing: the form, the draft of an earlier session, and the check before publishing.
@MainActor @Observable
public final class EditingScreen: CollectionPart {
    public private(set) var form: FormScreen? {
        didSet { if isOpen != (oldValue != nil) { presenter.isFormOpen = isOpen } }
    }
    public var isOpen: Bool { form != nil }
    /// The contents of a form when the program crashed, until the user has decided about them.
    @ObservationIgnored private var draft: FormDraft?
    @ObservationIgnored private var isDraftAsked = false
    /// What continues once the form is left, while the question whether to leave it is open.
    @ObservationIgnored private var afterLeaving: (() -> Void)?
    @ObservationIgnored private var afterSaving: (() -> Void)?
    @ObservationIgnored public private(set) var clearedOrders = 0
    /// Closes the window once they ended.
    @ObservationIgnored private var afterOrders: (() -> Void)?

    // MARK: The form

    /// Opens an empty form.
    public func addTapped() {
        guard recordType.home.canAdd else { return }
        leaveForm { [self] in openForm(recordType.init(key: 0), .add) }
    }

    /// Opens a form with the single selected record, or with the one of `row`.
    public func editTapped(_ row: Int64? = nil) {
        guard recordType.home.canEdit, let row = row ?? list.selectedRow else { return }
        leaveForm { [self] in
            detail.select([row])
            if let key = list.selectedKeys.first, let record = context.record(key) {
                openForm(record, .edit(key: key))
            }
        }
    }

    func openForm(_ record: any DirectoryRecord, _ purpose: FormPurpose, draft: FormDraft? = nil) {
        form = FormScreen(
            record, purpose: purpose, isOwn: purpose != .add && record.key == context.ownKey, draft: draft,
            repository: repository, emojis: context.emojis)
        detail.isDetailOpen = true
    }

    /// Saves the form and shows what was saved.
    /// - Returns: true where it was saved.
    @discardableResult
    public func saveTapped() async -> Bool {
        guard let form, !form.isBooking else { return false }
        return ended(form, await form.save(), saysSo: true)
    }

    /// Answers the window with both versions, which is open because others had changed the same fields.
    /// - Parameter isPicked: true to save the picked version; false to keep the form as it is.
    /// - Returns: true where it was saved.
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

    /// Shows what was saved in the form's place; where it was not, the form stays.
    private func ended(_ form: FormScreen, _ saved: (any DirectoryRecord)?, saysSo: Bool) -> Bool {
        let action = afterSaving
        afterSaving = nil
        guard let saved, self.form === form else {
            if let merge = form.merge { presenter.wait(.merge(merge)) }
            return false
        }
        self.form = nil
        detail.select(keys: [saved.key])
        action?()
        // Undo does not revert what the server made or changed.
        if saysSo { presenter.toast = Toast(text: words(for: saved, form), offersUndo: !recordType.home.isHosted) }
        return true
    }

    private func words(for saved: any DirectoryRecord, _ form: FormScreen) -> String {
        if form.purpose == .add { return translated("\(saved.displayName) added") }
        return form.isPutBack
            ? translated(
                "\(saved.displayName) saved. This \(collection.one) had been deleted in the meantime.")
            : translated("\(saved.displayName) saved")
    }

    /// Paste was tapped, and the clipboard does not hold a picture.
    public func noPictureToPaste() { presenter.say(translated("The clipboard contains no picture")) }

    // MARK: Leaving it

    public func cancelTapped() {
        let isNew = form?.purpose == .add
        leaveForm { [detail] in if isNew { detail.isDetailOpen = false } }
    }

    /// Shows the list again in a narrow window, once the form is left.
    public func backTapped() { leaveForm { [detail] in detail.isDetailOpen = false } }

    /// Runs `action` once no form with changes prevents it; the user may choose to keep the form open. A form that
    /// is being saved closes by itself when it is saved.
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
                cancel: translated("Keep Editing"), confirm: translated("Discard")
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

    /// Asked before the window closes.
    /// - Returns: true where it must stay open; `close` is called once it can close.
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

    /// An order is under way whose form was cleared; the window stays open until it ended.
    func orderCleared() { clearedOrders += 1 }

    func clearedOrderEnded() {
        clearedOrders = max(0, clearedOrders - 1)
        guard clearedOrders == 0, let close = afterOrders else { return }
        afterOrders = nil
        close()
    }

    // MARK: Publishing

    /// Saves the form of one's own record, then opens the check before publishing.
    public func uploadTapped() async {
        guard let form, form.isOwn, ended(form, await form.save(), saysSo: false) else { return }
        guard let row = list.selectedRow,
            let publish = PublishScreen.check(
                recordType, row: row, store: store, preferences: context.preferences)
        else { return }
        publish.ended = { [weak self, weak publish] in if let publish { self?.publishEnded(publish) } }
        presenter.wait(.publish(publish))
    }

    /// The check before publishing is over; shows the result of the upload.
    private func publishEnded(_ publish: PublishScreen) {
        let isClosed = presenter.close { if case .publish(let open) = $0 { open === publish } else { false } }
        guard isClosed else { return }
        let isUnderWay = publish.state == .uploading
        presenter.say(
            publish.words
                ?? (isUnderWay
                    ? translated("Canceled before the server answered. Your record may have been published.")
                    : translated("Saved on this computer, not uploaded")))
    }

    // MARK: Booking

    /// Sends the form's order, and shows the answer in the form.
    public func buyTapped() {
        guard let form, form.isBooking, form.answer == nil, !form.isSaving else { return }
        work.count { [self] in
            let booked = await form.save()
            if self.form === form {
                if let booked { form.answered(booked) }
                return
            }
            defer { clearedOrderEnded() }
            // The form was cleared while the server was asked.
            if let booked {
                presenter.say(booked.answerLines.joined(separator: " "))
            } else if let problem = form.problem {
                presenter.say(
                    translated(
                        "\(collection.oneInHeadings) “\(form.typedRecord().displayName)”: \(problem)"
                    ))
            }
        }
    }

    /// Starts anew; what becomes of an order that is under way is shown in a message, and it is listed where it is
    /// booked.
    public func startAnewTapped() {
        guard let form, form.isBooking else { return }
        if form.isSaving {
            orderCleared()
            presenter.say(
                translated(
                    "Still booking. The \(collection.one) will be listed here once it is booked."))
        }
        form.discard()
        openForm(recordType.init(key: 0), .add)
    }

    // MARK: The draft

    public var hasDraft: Bool { draft != nil }

    func findDraft() { draft = FormDrafts(of: recordType, in: store).saved }

    /// Asks once what to do with the draft of an earlier session.
    public func askAboutDraft() {
        guard let draft, !isDraftAsked else { return }
        isDraftAsked = true
        presenter.ask(
            Alert(
                title: translated("Continue Editing?"), message: question(about: draft),
                cancel: translated("Continue Editing"), confirm: translated("Discard"), recommendsCancel: true
            ) { [weak self] in self?.draftAnswered(draft, continues: !$0) })
    }

    private func question(about draft: FormDraft) -> String {
        switch draft.purpose {
        case .add where recordType.home.isBooked && draft.isSent == true:
            translated(
                """
                A \(collection.one) was being booked when the app was closed. Choose Buy again to see the \
                confirmation. It will not be booked twice.
                """
            )
        case .add where recordType.home.isBooked:
            translated("You were booking a \(collection.one) when the app was closed.")
        case .add: translated("You were adding a \(collection.one) when the app was closed.")
        case .edit(let key):
            if let name = context.record(key)?.displayName.line(cutAt: 200) {
                translated("You were editing \(name) when the app was closed.")
            } else {
                translated("You were editing a \(collection.one) that has been deleted since.")
            }
        }
    }

    private func draftAnswered(_ draft: FormDraft, continues: Bool) {
        self.draft = nil
        guard continues else { return FormDrafts(of: recordType, in: store).forget() }
        // A draft about a record that is gone is not lost: it makes a new record.
        guard case .edit(let key) = draft.purpose, let record = context.record(key) else {
            return openForm(recordType.init(key: 0), .add, draft: draft)
        }
        detail.select(keys: [key])
        openForm(draft.opened(of: record), .edit(key: key), draft: draft)
    }
}
