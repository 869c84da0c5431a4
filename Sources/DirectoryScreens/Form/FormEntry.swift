public import DirectoryModel
import DirectoryStore
import Foundation
import Language

public enum FormPurpose: Hashable, Codable, Sendable {
    case add
    case edit(key: Int)
}

public struct FormEntry: Equatable, Sendable, Identifiable {
    /// A note on a value.
    public enum Note: Equatable, Sendable {
        /// The value was changed to fit the rule.
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
    /// True if the value cannot be changed.
    public let isLocked: Bool
    /// The choices, with "" for "Not Set"; empty if the value is typed.
    public private(set) var options: [ChoiceOption]
    public internal(set) var text: String
    public internal(set) var note: Note?
    /// The text before its HTML was removed, until it is typed over.
    public internal(set) var replaced: String?
    /// True if the form filled in the value.
    public internal(set) var isFilledIn = false

    public var id: String { key }

    /// The index in `options`; the one for "Not Set" without a value.
    public var chosen: Int {
        options.firstIndex { $0.value == text } ?? options.firstIndex { $0.value.isEmpty } ?? 0
    }

    public func text(ofChoice index: Int) -> String { options.indices.contains(index) ? options[index].value : text }

    init(_ field: Field, text: String, isLocked: Bool) {
        key = field.key
        label = field.label
        editor = field.editor
        self.text = text
        self.isLocked = isLocked
        switch field.editor {
        case .choice(let all):
            options = all.map { field.isUnset($0.value) ? Self.unset($0) : $0 }
            if !options.contains(where: { $0.value == text }) { offer(text, as: text) }
        case .day: options = BookableDays.options()
        default: options = []
        }
    }

    /// Restores a draft's text. A past day cannot be booked, but a sent order keeps its day because it may be booked.
    mutating func take(_ text: String, isSent: Bool) {
        guard editor == .day, !options.contains(where: { $0.value == text }) else { return self.text = text }
        guard isSent, let day = Moment(text)?.day else { return }
        offer(text, as: day)
        self.text = text
    }

    private mutating func offer(_ value: String, as label: String) {
        options.insert(ChoiceOption(value: value, label: label, shortLabel: label), at: 0)
    }

    /// Offers other days. A day that is not among them becomes the first one.
    mutating func offer(_ days: [ChoiceOption], isSent: Bool) {
        let chosen = text
        options = days
        text = days.first?.value ?? ""
        take(chosen, isSent: isSent)
    }

    private static func unset(_ option: ChoiceOption) -> ChoiceOption {
        // A sign such as "--" is the same in every language.
        let label = option.label.contains(where: \.isLetter) ? translated("Not Set") : option.label
        return ChoiceOption(value: "", label: label, shortLabel: label)
    }

    /// The maximum length of a field, in scalars. Rules keep less, but may strip blanks and marks first; GTK takes a
    /// minute to lay out a hundred thousand accents.
    public static let maxLength = 4000

    var isTooLong: Bool { editor != .picture && text.unicodeScalars.count > Self.maxLength }

    public var isWrong: Bool { if case .wrong = note { true } else { false } }
}

extension Field {
    /// The value in a new record: the first day, the smallest group.
    var firstText: String {
        switch editor {
        case .day: BookableDays.options().first?.value ?? ""
        case .steps(let range): String(range.lowerBound)
        default: ""
        }
    }
}

/// The contents of an unfinished form.
struct FormDraft: Codable, Equatable, Sendable {
    let purpose: FormPurpose
    let texts: [String: String]
    /// The texts when the form was opened, by field key; nil in drafts of older versions.
    var opened: [String: String]?
    /// True for an order that was sent without a confirmation.
    var isSent: Bool?
    /// True for the user's own record.
    var isOwn: Bool?
}

extension FormDraft {
    /// `record` with the typed fields as they were when the form opened, so that changes by others count as another
    /// version.
    func opened(of record: Record) -> Record {
        var record = record
        for (key, text) in opened ?? [:] {
            guard let field = record.definition.field(named: key), !field.isKey else { continue }
            field.write(text, into: &record)
        }
        return record
    }
}
