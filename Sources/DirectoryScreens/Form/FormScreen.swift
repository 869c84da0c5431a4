public import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// A form for a record of any type, built from its fields.
///
/// A rule normalizes its field when the field is left; invalid values prevent saving.
@MainActor @Observable
public final class FormScreen {
    /// In display order.
    public internal(set) var entries: [FormEntry]
    /// The first field that prevents saving; the view that focuses it sets it to nil.
    public var focusWanted: String?
    /// True if Upload takes the focus when the form is shown.
    public var isUploadWanted = false
    public private(set) var isSaving = false
    public private(set) var problem: String?
    /// Both versions, after others changed the same fields, until the user picks.
    public internal(set) var merge: MergeScreen?

    /// True if the record had been deleted meanwhile and saving restored it.
    @ObservationIgnored private(set) var wasRestored = false

    /// The confirmation of an order; the form is read-only then.
    public private(set) var answer: String?

    @ObservationIgnored public private(set) var purpose: FormPurpose
    /// "New Person", "Edit To-Do".
    public let title: String
    /// True for the user's own record, which can be uploaded.
    public let isOwn: Bool

    @ObservationIgnored let repository: RecordRepository
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored private(set) var original: Record
    @ObservationIgnored private(set) var opened: [String: String]
    /// Nil if drafts are not kept.
    @ObservationIgnored private var drafts: SettingWriter<FormDraft>?
    /// The order as sent last, by field key.
    @ObservationIgnored var sent: [String: String]?
    /// The text of each field at its last suggestion.
    @ObservationIgnored var suggestedFrom: [String: String] = [:]
    /// The fields whose HTML the user keeps.
    @ObservationIgnored var fieldsKeepingHTML: Set<String> = []
    /// The fields without HTML at which Save already stopped.
    @ObservationIgnored private var warnedFields: Set<String> = []

    /// - Parameters:
    ///   - record: the initial values.
    ///   - draft: an unfinished form, or nil.
    ///   - drafts: stores what is typed, so that it survives a crash, or nil.
    init(
        _ record: Record, purpose: FormPurpose, isOwn: Bool, draft: FormDraft? = nil,
        drafts: SettingWriter<FormDraft>? = nil, repository: RecordRepository, emojis: HobbyEmojis
    ) {
        self.purpose = purpose
        self.isOwn = isOwn
        self.repository = repository
        self.emojis = emojis
        original = record
        let opening = record.entries(for: purpose, in: repository.collection)
        title =
            purpose == .add
            ? Self.newTitle(of: record.definition) : translated("Edit \(record.definition.collection.oneInHeadings)")
        opened = Self.texts(of: opening)
        self.drafts = drafts
        sent = draft?.isSent == true ? draft?.texts : nil
        entries = opening.map { entry in
            var entry = entry
            if !entry.isLocked, let text = draft?.texts[entry.key] {
                entry.isFilledIn = false
                entry.note = nil
                entry.take(text, isSent: draft?.isSent == true)
            }
            return entry
        }
        suggestedFrom = Self.texts(of: entries)
        if purpose != .add || draft != nil { markWrong() }
    }

    /// Marks invalid values from files, servers, or a draft.
    private func markWrong() {
        for index in entries.indices where !entries[index].text.isEmpty {
            if let sentence = whatIsWrong(entries[index]) { entries[index].note = .wrong(sentence) }
        }
    }

    private static func newTitle(of definition: Definition) -> String {
        let one = definition.collection.oneInHeadings
        return definition.home.isBooked ? translated("Book a \(one)") : translated("New \(one)")
    }

    var collection: StoredCollection { repository.collection }
    var definition: Definition { original.definition }

    public var isBooking: Bool { definition.home.isBooked }

    /// False while saving and after a confirmation.
    public var isOpen: Bool { answer == nil && !isSaving }

    /// If false, `saveHint` is the reason.
    public var canSave: Bool { isOpen && saveHint == nil }

    public var hasChanges: Bool { answer == nil && !changes.isEmpty }

    private var changes: [FormEntry] { entries.filter { $0.text != opened[$0.key] } }

    /// Nil for a new record.
    public var editedKey: Int? { purpose == .add ? nil : original.key }

    public func entry(_ key: String) -> FormEntry? { entries.first { $0.key == key } }

    public func chips(of entry: FormEntry) -> [HobbyEmojis.Chip] {
        emojis.chips(for: DetailContent.several(entry.text))
    }

    public func badges(of entry: FormEntry) -> [String] { DetailContent.several(entry.text) }

    /// Initials and color without a picture; a missing name has no letters.
    public var face: (initials: String, color: Int) {
        let record = typedRecord().withoutPlaceholders
        return (RowContent.initials(of: record.displayName), RowContent.color(of: record))
    }

    public func completions(for key: String) -> [String] {
        collection.sharedValues(of: key)
    }

    // MARK: What the user does

    /// Takes typed text. Invalid values are checked again at once, valid ones when the field is left.
    public func typed(_ text: String, in key: String) {
        guard isOpen, let index = index(of: key) else { return }
        // A switch turned back has its earlier value.
        let text = entries[index].editor == .flag && definition.field(named: key)?.isUnset(text) == true ? "" : text
        guard entries[index].text != text else { return }
        entries[index].text = text
        (entries[index].replaced, entries[index].isFilledIn) = (nil, false)
        warnedFields.remove(key)
        // A text that was cut off is reported at once.
        let isLookedAt = entries[index].isWrong || isCut(entries[index])
        entries[index].note = isLookedAt ? whatIsWrong(entries[index]).map { .wrong($0) } : nil
        let texts = Self.texts(of: changes)
        drafts?.set(
            FormDraft(
                purpose: purpose, texts: texts, opened: opened.filter { texts[$0.key] != nil },
                isOwn: isOwn ? true : nil))
    }

    private static func texts(of entries: [FormEntry]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.text) })
    }

    /// Normalizes and checks a field that lost the focus.
    public func fieldDidLoseFocus(_ key: String) {
        guard let index = index(of: key), entries[index].text != opened[key] || entries[index].note != nil else {
            return
        }
        check(index)
        suggest(from: index)
    }

    /// Offers the days that can be booked from now on.
    func daysChanged(at now: Date) {
        for index in entries.indices where isOpen && entries[index].editor == .day {
            let (key, chosen) = (entries[index].key, entries[index].text)
            entries[index].offer(BookableDays.options(on: now), isSent: sent?[key] == chosen)
            guard entries[index].text != chosen else { continue }
            if opened[key] == chosen {
                opened[key] = entries[index].text
            } else {
                entries[index].note = .normalized(translated("The chosen day can no longer be booked."))
            }
        }
    }

    /// Follows the user's own record, which may have another number since. A number that was typed here is preserved
    /// while it can be typed.
    /// - Returns: true if it has.
    @discardableResult
    func followOwn() -> Bool {
        guard isOwn, isOpen, let key = collection.ifReadable({ try $0.ownKey(replacing: original.key) }) else {
            return false
        }
        original = original.keyed(key)
        purpose = .edit(key: key)
        let field = definition.keyField.key
        let number = original.entries(for: purpose, in: collection).first { $0.key == field }
        guard let number, let index = index(of: field) else { return true }
        let isTyped = entries[index].text != opened[field]
        opened[field] = number.text
        if number.isLocked || !isTyped { entries[index] = number }
        return true
    }

    /// Restores a field's HTML and keeps it.
    public func keepHTMLTapped(_ key: String) {
        guard let index = index(of: key), let text = entries[index].replaced else { return }
        fieldsKeepingHTML.insert(key)
        typed(text, in: key)
        check(index)
    }

    /// Validates and saves the changed fields; others' changes of other fields stay.
    /// - Returns: the saved record, or nil if something is invalid.
    func save() async -> Record? {
        followOwn()
        guard !isSaving, let record = checkedRecord() else { return nil }
        let sentBefore = sent
        if isBooking { saveOrder(isSent: true) }
        begin()
        do throws(SyncError) {
            return await end(
                purpose == .add
                    ? try await repository.add(record) : try await repository.save(from: original, to: record))
        } catch {
            if isBooking { orderFailed(error, sentBefore: sentBefore) }
            return end(error)
        }
    }

    /// Saves what was picked from both versions.
    /// - Returns: the saved record, or nil.
    func savePicked() async -> Record? {
        guard let both = merge else { return nil }
        merge = nil
        begin()
        do throws(SyncError) {
            return await end(try await repository.save(from: both.theirs, to: both.merged(under: both.mine.key)))
        } catch { return end(error) }
    }

    /// The record to save, or nil if something needs attention.
    func checkedRecord() -> Record? {
        isReady() ? original.changed(by: purpose == .add ? entries : changes) : nil
    }

    /// - Returns: false if something needs attention.
    private func isReady() -> Bool {
        problem = nil
        focusWanted = nil
        for index in entries.indices {
            check(index)
            suggest(from: index, fillsEmpty: false)
        }
        if let wrong = entries.first(where: \.isWrong) {
            focusWanted = wrong.key
        } else if let replaced = unseenReplacement() {
            focusWanted = replaced.key
            problem = translated("HTML formatting was removed from \(replaced.label). Check the text, and save again.")
        }
        return focusWanted == nil
    }

    /// The first field that lost its HTML and at which Save did not stop yet, so that the user sees it before it is
    /// saved.
    private func unseenReplacement() -> FormEntry? {
        let entry = entries.first { $0.replaced != nil && !warnedFields.contains($0.key) }
        if let entry { warnedFields.insert(entry.key) }
        return entry
    }

    private func begin() { (isSaving, problem) = (true, nil) }

    private func end(_ error: SyncError) -> Record? {
        isSaving = false
        problem = error.description
        return nil
    }

    private func end(_ saved: Changed) async -> Record? {
        defer { isSaving = false }
        switch saved {
        case .saved(let record), .restored(let record):
            wasRestored = saved.wasRestored
            drafts?.set(nil)
            await drafts?.finish()
            return record
        case .absent: return end(.notInStore(one: definition.collection.one))
        case .keyTaken(let holder):
            let key = definition.keyField.key
            if let index = index(of: key) { entries[index].note = .wrong(Self.taken(entries[index], by: holder)) }
            focusWanted = key
        case .conflict(let both): merge = MergeScreen(both, isOnServer: definition.home.isHosted)
        }
        return nil
    }

    /// Stores the whole order, so that a retry sends the same.
    private func saveOrder(isSent: Bool) {
        let texts = Self.texts(of: entries)
        if isSent { sent = texts }
        drafts?.set(FormDraft(purpose: purpose, texts: texts, isSent: isSent ? true : nil))
    }

    private func orderFailed(_ problem: SyncError, sentBefore: [String: String]?) {
        guard problem.isRefusal || problem.isBeforeSending else { return }
        let texts = sent
        // An earlier try may have been booked.
        sent = problem.isRefusal ? nil : sentBefore
        saveOrder(isSent: sent == texts)
    }

    func answered(_ booked: Record) {
        // A booking cannot be undone.
        for index in entries.indices { (entries[index].replaced, entries[index].note) = (nil, nil) }
        answer = booked.answerLines.joined(separator: "\n")
    }

    /// Closes the form without saving; an order in progress is not the next form's draft.
    func discard() {
        drafts?.set(nil)
        drafts = nil
    }

    func typedRecord() -> Record { original.changed(by: changes) }
}

extension Record {
    /// The record with the changes; an empty field gets its default.
    fileprivate func changed(by entries: [FormEntry]) -> Record {
        var record = self
        for entry in entries {
            guard let field = definition.field(named: entry.key) else { continue }
            if field.isKey {
                record = record.keyed(Int(entry.text.trimmed) ?? record.key)
            } else {
                // Normalizes fields that were never left.
                let text = field.rule.accepted(entry.text) ?? entry.text
                field.write(text, into: &record)
            }
        }
        return record
    }

    /// Without placeholders for a missing name.
    fileprivate var withoutPlaceholders: Record {
        var record = self
        for field in definition.fields where record[field] != .text("") && field.displayText(record).isEmpty {
            if case .text = field.editor { record[field] = .text("") }
        }
        return record
    }

    /// The initial entries, names first, without read-only fields and generated numbers.
    fileprivate func entries(for purpose: FormPurpose, in collection: StoredCollection) -> [FormEntry] {
        // An unknown number is typed later; the user's own can be corrected until it is published.
        let isUnnumbered = purpose == .add || (definition.hasOwner && key == 0)
        let own = collection.ifReadable { try $0.own() }
        let isKeyOpen = isUnnumbered || own?.key == key && own?.isKeyOpen == true
        let shown = definition.fields.filter { field in
            if field.isKey { return definition.numbering == .typed }
            return field.isEdited
        }
        let isName = { (field: Field) in field.editor == .text(.name) }
        return (shown.filter(isName) + shown.filter { !isName($0) }).map { field in
            let isUnknown = field.isKey && isUnnumbered
            var entry = FormEntry(
                field, text: isUnknown ? "" : field.inputText(self), isLocked: field.isKey && !isKeyOpen)
            if purpose == .add, entry.text.isEmpty { entry.text = field.firstText }
            // The user cannot know which numbers are free.
            if field.isKey, purpose == .add, let free = collection.ifReadable({ try $0.freeKey() }) {
                entry.text = field.displayText(Record(definition, key: free))
                entry.isFilledIn = true
            }
            return entry
        }
    }
}

extension StoredCollection {
    /// The values that others have in a shared field, sorted.
    fileprivate func sharedValues(of key: String) -> [String] {
        guard let field = definition.field(named: key), field.editor == .text(.shared) else { return [] }
        return (ifReadable { try $0.distinctValues(of: field) } ?? []).filter { !field.isUnset($0) }
    }
}

extension FormScreen {
    public func pictureChosen(_ data: Data) {
        if let field = definition.fields.first(where: \.isPicture) {
            typed(data.base64EncodedString(), in: field.key)
        }
    }

    public func pictureRemoved() {
        if let field = definition.fields.first(where: \.isPicture) { typed("", in: field.key) }
    }

    public var pictureData: Data? {
        guard let entry = entries.first(where: { $0.editor == .picture }), !entry.text.isEmpty else { return nil }
        return Data(base64Encoded: entry.text)
    }
}
