public import Language

/// The one definition of a field: from it come the form, the check, the search token,
/// the command line key, the wire form and the column it rests in.
public struct Field<R: DirectoryRecord>: Sendable {
    /// The key in JSON and the column in the store.
    public let key: String
    /// The two letters of search and command line (`em` in `em=ric@duke.edu`), or nil where text cannot be typed.
    public let token: String?
    /// What people read beside the value.
    public let name: LocalizedString
    /// Other keys under which older servers and files send this field.
    public let aliases: [String]
    /// How people change it.
    public let editor: Editor
    /// What a value has to look like.
    public let rule: Rule
    /// True where a form cannot be saved without it.
    public let isRequired: Bool
    /// True where a form asks for it; otherwise it is changed in other ways.
    public let isAsked: Bool
    /// Which value another field suggests while this one says nothing, or nil.
    public let suggestion: Suggestion?
    /// What this record says.
    public let value: @Sendable (R) -> FieldValue
    /// Puts a value into a record; the key's field has none.
    let assign: (@Sendable (inout R, FieldValue) -> Void)?
    /// The words that mean "not given", besides the empty one.
    let unsetWords: [String]
    /// How the value is shown: "Level 4", a number with leading zeros.
    let format: @Sendable (FieldValue) -> String

    /// Where it stands in a vCard, or nil where cards do not hold it.
    public internal(set) var card: CardPlace?
    /// The columns that other programs' tables have for it; the first that says something counts.
    public internal(set) var columnNames: [String] = []
    /// False where text that is searched for may be anything but this field's value: the server's address of a record.
    public private(set) var isSearched = true
    /// What other programs write, as this field has it.
    var tidy: @Sendable (String) -> String = { $0 }

    /// What people read beside the value, in their language.
    public var label: String { name.text }

    /// True for the field that tells records apart.
    public var isKey: Bool { assign == nil }
    /// True where the value is a picture, which rests apart and is loaded only when shown.
    public var isPicture: Bool { editor == .picture }

    /// The value as people read it, or "" where it was not given.
    public func text(_ record: R) -> String {
        let value = value(record)
        guard !isUnset(value.text) else { return "" }
        return editor.listsSeveral ? given(value.text) : format(value)
    }

    /// The words of a list without those that stand for nothing.
    private func given(_ text: String) -> String {
        let items = text.listItems
        guard items.contains(where: isUnset) else { return text }
        return items.filter { !isUnset($0) }.joined(separator: ", ")
    }

    /// The value as people write it, or "" where it was not given.
    public func written(_ record: R) -> String {
        if isKey { return text(record) }
        let text = value(record).text
        return isUnset(text) ? "" : text
    }

    /// A text as it is stored in a column, as people write it.
    public func shown(_ text: String) -> String {
        if isKey { return format(.text(text)) }
        return editor == .flag ? FieldValue.flag(FieldValue.text(text).isOn).text : text
    }

    /// The value as search looks at it: a choice by every word for it, a flag as yes or no even where it is not given.
    public func searched(_ record: R) -> String { searched(value(record).text) }

    /// A text as it is stored in a column, as search looks at it.
    public func searched(_ text: String) -> String {
        let text = shown(text)
        if editor == .flag { return text }
        if isUnset(text) { return "" }
        if editor == .text(.phone) {
            let digits = text.filter(\.isDigit)
            return digits == text ? text : "\(text) \(digits)"
        }
        guard case .choice(let options) = editor else { return editor.listsSeveral ? given(text) : text }
        return options.first { $0.value == text }?.words.joined(separator: " ") ?? text
    }

    /// The words of a stored text that are found by their beginnings alone; nil where it is
    /// found by any part of it.
    public func beginnings(_ text: String) -> [String]? {
        switch editor {
        case .choice(let options):
            isUnset(text) ? [] : options.first { $0.value == text }?.words ?? [text]
        case .flag: [shown(text)]
        default: nil
        }
    }

    /// True where `beginnings` tells by which words the field is found.
    public var isFoundByBeginning: Bool { beginnings("") != nil }

    /// True where `text` stands for "not given": it is empty, the field's default, or a word for "none".
    public func isUnset(_ text: String) -> Bool {
        let word = text.trimmed
        if word.isEmpty || unsetWords.contains(where: { $0.caseInsensitiveEquals(word) }) { return true }
        guard hasWordsForNothing, NotGiven.isWord(word) else { return false }
        return !(editor == .text(.name) && NotGiven.isName(word))
    }

    /// True where `text` says by a word that there is nothing to say.
    public func isWordForNothing(_ text: String) -> Bool { hasWordsForNothing && !text.isEmpty && isUnset(text) }

    /// True for texts, but for those that a record cannot do without: a task may be called "None".
    private var hasWordsForNothing: Bool {
        switch editor {
        case .text, .list, .readOnly: !isRequired || !unsetWords.isEmpty
        case .choice, .number, .decimal, .flag, .steps, .day, .picture: false
        }
    }

    /// The same field, which text that is searched for is not looked for in.
    func unsearched() -> Field {
        var field = self
        field.isSearched = false
        return field
    }

    /// Puts `value` into `record`; the key stays as it is.
    public func set(_ value: FieldValue, in record: inout R) { assign?(&record, value) }

    /// Puts what people wrote into `record`; where they wrote nothing, it says what a new record says.
    public func write(_ text: String, into record: inout R) {
        set(text.isEmpty ? value(R(key: record.key)) : .text(text), in: &record)
    }
}

/// What a field suggests to another: a NetID suggests an address.
public struct Suggestion: Sendable {
    /// The key of the field that suggests.
    public let from: String
    /// The value for what that field says.
    public let value: @Sendable (String) -> String

    public init(from: String, _ value: @escaping @Sendable (String) -> String) {
        self.from = from
        self.value = value
    }
}
