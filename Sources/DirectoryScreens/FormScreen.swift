public import DirectoryModel
import DirectoryStore
import DirectorySync
public import Foundation
import Language
public import Observation

/// A form for one record of any kind, drawn from its fields: what is typed, what was mended, what is wrong.
///
/// The form helps first: when a field is left, its rule mends what it can. What stays wrong keeps Save from saving.
@MainActor @Observable
public final class FormScreen<R: Record> {
    /// Every field, in the order people read them.
    public internal(set) var entries: [FormEntry]
    /// The field the keyboard goes to, because it is the first that keeps Save from saving; nil once it went there.
    public private(set) var focusWanted: String?
    /// True while the record is being saved.
    public private(set) var isSaving = false
    /// What could not be done, in words, or nil.
    public private(set) var problem: String?

    /// What came of the order this form sent, or nil; then it takes nothing more.
    public private(set) var answer: String?

    public let purpose: FormPurpose
    /// "New Person", "Edit Ana Li".
    public let title: String
    /// True where the form shows the user's own record, which can be uploaded.
    public let isOwn: Bool

    @ObservationIgnored let keeper: Keeper<R>
    @ObservationIgnored private let emojis: HobbyEmojis
    @ObservationIgnored let original: R
    @ObservationIgnored let opened: [String: String]
    @ObservationIgnored private let drafts: FormDrafts<R>
    /// What each field said when it last suggested something, by its key.
    @ObservationIgnored var suggestedFrom: [String: String] = [:]
    /// The fields whose HTML is meant.
    @ObservationIgnored var keepsMarkup: Set<String> = []

    /// - Parameters:
    ///   - record: what the form opens with.
    ///   - typed: what a form that never came to its end held, by field key.
    ///   - position: the place a new record has in the list, from 1.
    init(
        _ record: R, purpose: FormPurpose, isOwn: Bool, typed: [String: String] = [:], keeper: Keeper<R>,
        emojis: HobbyEmojis, position: Int
    ) {
        self.purpose = purpose
        self.isOwn = isOwn
        self.keeper = keeper
        self.emojis = emojis
        original = purpose == .add ? record.placed(at: position) : record
        let opening = Self.entries(of: record, purpose)
        title = purpose == .add ? Self.newTitle : translated("Edit \(record.displayName.line(cutAt: 200))")
        opened = Dictionary(uniqueKeysWithValues: opening.map { ($0.key, $0.text) })
        drafts = FormDrafts(store: keeper.store)
        entries = opening.map { entry in
            var entry = entry
            // A day that is over cannot be booked any more.
            if let text = typed[entry.key], entry.editor != .day || entry.options.contains(where: { $0.value == text })
            {
                entry.text = text
            }
            return entry
        }
        suggestedFrom = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.text) })
    }

    private static var newTitle: String {
        let one = R.collection.oneInHeadings
        return isBooking ? translated("Book a \(one)") : translated("New \(one)")
    }

    /// True where the form sends an order and shows the answer.
    nonisolated static var isBooking: Bool { R.home.isBooked }

    /// True where the form sends an order and shows the answer.
    public var isBooking: Bool { Self.isBooking }

    /// False where the form takes nothing more, or is at work.
    public var isOpen: Bool { answer == nil && !isSaving }

    /// True where Save can be used; `saveHint` says why it cannot.
    public var canSave: Bool { isOpen && saveHint == nil }

    /// Why Save cannot be used, where it is offered only while everything is valid.
    public var saveHint: String? {
        guard R.saving == .onlyWhileValid else { return nil }
        for entry in entries { if let sentence = whatIsWrong(entry) { return sentence } }
        return entries.contains(where: isGiven) ? nil : translated("Nothing was given yet.")
    }

    private func isGiven(_ entry: FormEntry) -> Bool { R.field(named: entry.key)?.isGiven(by: entry.text) == true }

    /// True where something was typed that is not saved.
    public var hasChanges: Bool { answer == nil && !changes.isEmpty }

    private var changes: [FormEntry] { entries.filter { $0.text != opened[$0.key] } }

    /// The key of the record that is edited, or nil where a new one is made.
    public var editedKey: Int? { purpose == .add ? nil : original.key }

    /// The entry of a field, or nil.
    public func entry(_ key: String) -> FormEntry? { entries.first { $0.key == key } }

    /// The hobbies of an entry with their emojis, as they stand now.
    public func chips(of entry: FormEntry) -> [HobbyEmojis.Chip] {
        emojis.chips(for: DetailContent.several(entry.text))
    }

    /// The words of an entry that lists several, as they stand now.
    public func badges(of entry: FormEntry) -> [String] { DetailContent.several(entry.text) }

    /// The initials and the colour that stand where there is no picture; what was not given has no letter.
    public var face: (initials: String, colour: Int) {
        var record = typedRecord()
        for field in R.fields where field.value(record) != .text("") && field.text(record).isEmpty {
            if case .text = field.editor { field.set(.text(""), in: &record) }
        }
        let name = record.displayName
        return (RowContent.initials(of: name), RowContent.colour(of: name))
    }

    /// What others have said in this field, sorted.
    public func completions(for key: String) -> [String] {
        guard let field = R.field(named: key), field.editor == .text(.shared) else { return [] }
        return ((try? keeper.store.distinctValues(of: field)) ?? []).filter { !field.isUnset($0) }
    }

    // MARK: What the user does

    /// Something was typed; what was wrong is looked at again, what is fine is left alone until the field is left.
    public func typed(_ text: String, in key: String) {
        guard isOpen, let index = index(of: key) else { return }
        // A switch that was turned back says what it said before.
        let text = entries[index].editor == .flag && R.field(named: key)?.isUnset(text) == true ? "" : text
        guard entries[index].text != text else { return }
        entries[index].text = text
        entries[index].replaced = nil
        if case .wrong = entries[index].note, whatIsWrong(entries[index]) != nil {
        } else {
            entries[index].note = nil
        }
        drafts.keep(purpose, Dictionary(uniqueKeysWithValues: changes.map { ($0.key, $0.text) }))
    }

    /// The keyboard left a field: what can be mended is mended, what is wrong is said.
    public func left(_ key: String) {
        guard let index = index(of: key), entries[index].text != opened[key] || entries[index].note != nil else {
            return
        }
        check(index)
        suggest(from: index)
    }

    /// The HTML that was taken out of a field is meant: it comes back and stays.
    public func keepTapped(_ key: String) {
        guard let index = index(of: key), let text = entries[index].replaced else { return }
        keepsMarkup.insert(key)
        typed(text, in: key)
        check(index)
    }

    /// A picture was chosen: bytes of a JPEG.
    public func pictureChosen(_ data: Data) {
        if let field = R.fields.first(where: \.isPicture) { typed(data.base64EncodedString(), in: field.key) }
    }

    public func pictureRemoved() {
        if let field = R.fields.first(where: \.isPicture) { typed("", in: field.key) }
    }

    /// The bytes of the picture as it stands, or nil.
    public var pictureData: Data? {
        guard let entry = entries.first(where: { $0.editor == .picture }), !entry.text.isEmpty else { return nil }
        return Data(base64Encoded: entry.text)
    }

    public func focusMoved() { focusWanted = nil }

    /// Checks everything and saves what was changed; what others changed meanwhile in other fields stays.
    /// - Returns: the record as it was saved, or nil where something is still wrong.
    func save() async -> R? {
        guard !isSaving else { return nil }
        problem = nil
        let seen = Set(entries.filter { $0.replaced != nil }.map(\.key))
        for index in entries.indices {
            check(index)
            suggest(from: index, fillsEmpty: false)
        }
        // HTML that goes is shown before anything is saved without it.
        if let stop = entries.first(where: \.isWrong)
            ?? entries.first(where: { $0.replaced != nil && !seen.contains($0.key) })
        {
            focusWanted = stop.key
            return nil
        }
        isSaving = true
        defer { isSaving = false }
        do throws(SyncProblem) {
            if let saved = try await kept() {
                drafts.forget()
                return saved
            }
            if let key = index(of: R.fields[0].key) { entries[key].note = .wrong(Self.taken(entries[key])) }
            focusWanted = R.fields[0].key
        } catch { problem = error.description }
        return nil
    }

    private func kept() async throws(SyncProblem) -> R? {
        let (original, changes) = (original, purpose == .add ? entries : changes)
        guard let edited = editedKey else {
            let record = Self.record(original, changed: changes)
            return Self.isBooking ? try await keeper.book(record) : try await keeper.add(record)
        }
        return try await keeper.change(edited, original) { Self.record($0, changed: changes) }
    }

    /// Shows what came of the order.
    func answered(_ booked: R) {
        answer = booked.answerLines.joined(separator: "\n")
    }

    /// The form ends without saving.
    func discard() { drafts.forget() }

    /// The record as the form shows it.
    private func typedRecord() -> R { Self.record(original, changed: changes) }

    /// `record` with what was changed; a field that says nothing has its default.
    private nonisolated static func record(_ record: R, changed: [FormEntry]) -> R {
        var record = record
        for entry in changed {
            guard let field = R.field(named: entry.key) else { continue }
            if field.isKey {
                record = record.keyed(Int(entry.text.trimmed) ?? record.key)
            } else {
                // What needed no one to leave its field is mended here.
                let text = (try? field.rule.checked(entry.text).get()) ?? entry.text
                field.set(text.isEmpty ? field.value(R(key: record.key)) : .text(text), in: &record)
            }
        }
        return record
    }
}
