public import DirectoryModel
import DirectoryStore
import Foundation
import Language
import Synchronization

/// Why a form is opened.
public enum FormPurpose: Hashable, Codable, Sendable {
    case add
    case edit(key: Int)
}

/// One field of a form.
public struct FormEntry: Equatable, Sendable, Identifiable {
    /// A note of the form on a value.
    public enum Note: Equatable, Sendable {
        /// It was changed to what the rule wants.
        case normalized(String)
        case wrong(String)

        public var sentence: String {
            switch self {
            case .normalized(let sentence), .wrong(let sentence): sentence
            }
        }
    }

    public let key: String
    public let label: String
    public let editor: Editor
    /// True where the value is shown and cannot be changed.
    public let isLocked: Bool
    /// The words of which one is chosen, with "" as the value of the one for "not given"; empty where the value is
    /// typed.
    public private(set) var options: [ChoiceOption]
    public internal(set) var text: String
    public internal(set) var note: Note?
    /// What was typed or pasted before the HTML around it was taken out, until it is typed over; it can be kept.
    public internal(set) var replaced: String?
    /// True where the form filled the value in and it was not typed over.
    public internal(set) var isFilledIn = false

    public var id: String { key }

    /// Which of `options` is chosen; where no value is given, the option for "not given".
    public var chosen: Int {
        options.firstIndex { $0.value == text } ?? options.firstIndex { $0.value.isEmpty } ?? 0
    }

    public func text(ofChoice place: Int) -> String { options.indices.contains(place) ? options[place].value : text }

    init(_ field: any RecordField, text: String, isLocked: Bool) {
        (key, label, editor, self.text, self.isLocked) = (field.key, field.label, field.editor, text, isLocked)
        switch field.editor {
        case .choice(let all): options = all.map { field.isUnset($0.value) ? Self.unset($0) : $0 }
        case .day: options = BookableDays.options()
        default: options = []
        }
    }

    /// Takes a text from a form that was not finished. A day that is over cannot be booked any more; an order that was
    /// sent keeps its day, because it may be booked already.
    mutating func take(_ text: String, isSent: Bool) {
        guard editor == .day, !options.contains(where: { $0.value == text }) else { return self.text = text }
        guard isSent, let day = Moment(text)?.day else { return }
        options.insert(ChoiceOption(value: text, label: day, shortLabel: day), at: 0)
        self.text = text
    }

    private static func unset(_ option: ChoiceOption) -> ChoiceOption {
        // A sign such as "--" means that in every language.
        let label = option.label.contains(where: \.isLetter) ? translated("Not Set") : option.label
        return ChoiceOption(value: "", label: label, shortLabel: label)
    }

    /// The most scalars a field takes. No rule keeps more, though it may take blanks and marks out of a longer text: a
    /// letter may carry any number of accents, and GTK lays out a hundred thousand of them for a minute.
    public static let longest = 4000

    var isTooLong: Bool { editor != .picture && text.unicodeScalars.count > Self.longest }

    public var isWrong: Bool { if case .wrong = note { true } else { false } }
}

extension RecordField {
    /// The value of a field in a new record: the first day, the smallest group.
    var firstText: String {
        switch editor {
        case .day: BookableDays.options().first?.value ?? ""
        case .steps(let range): String(range.lowerBound)
        default: ""
        }
    }
}

/// What was typed into a form that was not finished.
struct FormDraft: Codable, Equatable, Sendable {
    let purpose: FormPurpose
    let texts: [String: String]
    /// The texts of the same fields when the form was opened, by field key; nil in drafts of an older program.
    var opened: [String: String]?
    /// True where it is an order that was sent and whose answer was not shown.
    var isSent: Bool?
}

extension FormDraft {
    /// `record` as the form was opened with, in the fields that were typed into: what others have changed in them since
    /// then is another version, and not the text that was typed over.
    func opened<R: DirectoryRecord>(of record: R) -> R {
        var record = record
        for (key, text) in opened ?? [:] {
            guard let field = R.field(named: key), !field.isKey else { continue }
            field.write(text, into: &record)
        }
        return record
    }
}

/// Keeps what is typed, so that it survives a crash of the program.
///
/// Typing never waits: at most one write is under way, and the next one writes the newest text.
final class FormDrafts: Sendable {
    private let setting: Setting<FormDraft>
    private let queue = DispatchQueue(label: "draft")
    private let waiting = Mutex<Waiting?>(nil)

    private struct Waiting { let draft: FormDraft? }

    init(of recordType: any DirectoryRecord.Type, in store: Store) {
        setting = Setting("draft-\(recordType.collection.name)", in: store)
    }

    /// Keeps `texts`, by field key; soon.
    /// - Parameter opened: the texts of the same fields when the form was opened.
    func keep(
        _ purpose: FormPurpose, _ texts: [String: String], over opened: [String: String]? = nil, isSent: Bool = false
    ) {
        let draft = FormDraft(purpose: purpose, texts: texts, opened: opened, isSent: isSent ? true : nil)
        waiting.withLock { $0 = Waiting(draft: draft) }
        queue.async { [self] in write() }
    }

    /// Removes the draft; it is gone when this returns.
    func forget() {
        waiting.withLock { $0 = Waiting(draft: nil) }
        queue.sync { write() }
    }

    /// The draft an earlier session left, or nil.
    var saved: FormDraft? { setting.value }

    private func write() {
        let next = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        guard let next else { return }
        try? setting.keep(next.draft)
    }
}
