public import Language

/// The one definition of a field: the form, the check, the search token, the command line key, the wire form and the
/// column follow from it.
public struct Field<R: DirectoryRecord>: Sendable {
    /// Which field it is.
    public let id: R.Key
    /// The same as a text: the key in JSON and the column in the store.
    public let key: String
    /// The two letters of search and command line (`em` in `em=ric@duke.edu`), or nil where text cannot be typed.
    public let token: String?
    /// The label beside the value.
    public let name: LocalizedString
    /// Other keys under which older servers and files send this field.
    public let aliases: [String]
    /// How people change it.
    public let editor: Editor
    /// The rule that a value must follow.
    public let rule: Rule
    /// True where a form cannot be saved without it.
    public let isRequired: Bool
    /// True where a form asks for it; otherwise it is changed in other ways.
    public let isAsked: Bool
    /// The value that another field suggests while this one is empty, or nil.
    public let suggestion: Suggestion?
    /// The value in a record.
    public let value: @Sendable (R) -> FieldValue
    /// True where the record does not have a value at all, and does not send one.
    let isAbsent: @Sendable (R) -> Bool
    /// Puts a value into a record; nil for the key's field.
    let assign: (@Sendable (inout R, FieldValue) -> Void)?
    /// The words that mean "not given", besides the empty one.
    let unsetWords: PlaceholderWords
    /// How the value is shown: a day, a number with leading zeros.
    let format: @Sendable (FieldValue) -> String
    /// The value in a sentence that needs no label: "Level 4"; nil where a page shows it beside its label.
    public internal(set) var sentence: (@Sendable (R) -> String)?

    /// Its place in a vCard, or nil where cards do not hold it.
    public internal(set) var card: VCardAddress?
    /// The columns that other programs' tables have for it; the first that is not empty counts.
    var columnNames = ColumnNames()
    /// What a value leads to, where that does not follow from its editor.
    var ownLink: FieldLink?
    /// True where the value is a text that a record keeps as it is.
    public internal(set) var isPlainText = false
    /// False where the value is not searched as text: the server's address of a record.
    public private(set) var isSearched = true
    /// False for what only programs need: the place in a list, an address on the server.
    public private(set) var isShown = true
    /// True where it is a column of the collection's table.
    var isInTable = false
    /// True where that column is dropped first in a narrow table.
    public internal(set) var isMinorInTable = false
    /// True where a word that the field does not know leaves it without a value.
    var losesUnknownWords = false
    /// Converts what other programs write to the form of this field.
    var tidy: @Sendable (String) -> String = { $0 }

    /// The label beside the value, in the user's language.
    public var label: String { name.text }

    /// True for the field that identifies records.
    public var isKey: Bool { assign == nil }
    /// True where the value is a picture, which is stored apart and loaded only when shown.
    public var isPicture: Bool { editor == .picture }

    /// The value as people read it, or "" where it was not given.
    public func displayText(_ record: R) -> String {
        let value = value(record)
        guard !isUnset(value.text) else { return "" }
        return editor.listsSeveral ? given(value.text) : format(value)
    }

    /// The words of a list without those that mean "not given".
    private func given(_ text: String) -> String {
        let items = text.listItems
        guard items.contains(where: isUnset) else { return text }
        return items.filter { !isUnset($0) }.joined(separator: ", ")
    }

    /// The value as people write it, or "" where it was not given.
    public func inputText(_ record: R) -> String {
        if isKey { return displayText(record) }
        let text = value(record).text
        return isUnset(text) ? "" : text
    }

    /// A text as it is stored in a column, as people write it.
    public func inputText(stored text: String) -> String {
        if isKey { return format(.text(text)) }
        return editor == .flag ? FieldValue.flag(FieldValue.text(text).isOn).text : text
    }

    /// The value as search looks at it: a choice by every word for it, a flag as yes or no even where it is not given.
    public func searchText(_ record: R) -> String { searchText(stored: value(record).text) }

    /// A text as it is stored in a column, as search looks at it.
    public func searchText(stored text: String) -> String {
        let text = inputText(stored: text)
        if editor == .flag { return text }
        if isUnset(text) { return "" }
        if editor == .text(.phone) {
            let digits = text.filter(\.isDigit)
            return digits == text ? text : "\(text) \(digits)"
        }
        guard case .choice(let options) = editor else { return editor.listsSeveral ? given(text) : text }
        return options.first { $0.value == text }?.words.joined(separator: " ") ?? text
    }

    /// The words of a stored text that are found by their beginnings alone; nil where the text is found by any part of
    /// it.
    public func beginnings(_ text: String) -> [String]? {
        switch editor {
        case .choice(let options):
            isUnset(text) ? [] : options.first { $0.value == text }?.words ?? [text]
        case .flag: [inputText(stored: text)]
        default: nil
        }
    }

    /// True where the field is found by the beginnings of its words, as `beginnings` returns them.
    public var isFoundByBeginning: Bool { beginnings("") != nil }

    /// True where `text` means "not given": it is empty, the field's default, or a word for "none".
    public func isUnset(_ text: String) -> Bool {
        let word = text.trimmed
        guard let first = word.utf8.first else { return true }
        // Every text of every record is asked about; nearly all begin in another way than these words do.
        guard unsetWords.mayContain(first) else { return false }
        if unsetWords.contains(word) { return true }
        guard hasPlaceholders, PlaceholderText.isWord(word) else { return false }
        return !(editor == .text(.name) && PlaceholderText.isName(word))
    }

    /// True where `text` is a word for "none".
    public func isPlaceholder(_ text: String) -> Bool { hasPlaceholders && !text.isEmpty && isUnset(text) }

    /// True for texts that a record can do without; a task may be called "None".
    private var hasPlaceholders: Bool {
        switch editor {
        case .text, .list, .readOnly: !isRequired || !unsetWords.isEmpty
        case .choice, .number, .decimal, .flag, .steps, .day, .picture: false
        }
    }

    /// The same field, which free text search skips.
    func unsearched() -> Field {
        var field = self
        field.isSearched = false
        return field
    }

    /// The same field, which a page shows as the sentence that `sentence` makes of its text.
    func said(_ sentence: @escaping @Sendable (String) -> String) -> Field {
        var field = self
        field.sentence = { [field] record in
            let text = field.displayText(record)
            return text.isEmpty ? "" : sentence(text)
        }
        return field
    }

    /// The same field, which people do not see.
    func unshown() -> Field {
        var field = self
        field.isShown = false
        return field
    }

    /// True where `record` as JSON has the field: it has a value, and is not numbered by its address.
    public func isSent(by record: R) -> Bool {
        !isAbsent(record) && !(isKey && R.definition.address != nil)
    }

    /// Puts `value` into `record`; the key stays as it is.
    public func set(_ value: FieldValue, in record: inout R) { assign?(&record, value) }

    /// Puts what people wrote into `record`; an empty text resets the field to the value of a new record.
    public func write(_ text: String, into record: inout R) {
        set(text.isEmpty ? value(R(key: record.key)) : .text(text), in: &record)
    }
}

extension Field {
    /// A value that one field suggests for another: a NetID suggests an address.
    public struct Suggestion: Sendable {
        /// The key of the field that suggests.
        public let from: String
        /// The suggestion for that field's value.
        public let value: @Sendable (String) -> String

        /// Makes a suggestion from the value of the field that has `key`.
        public init(from key: R.Key, _ value: @escaping @Sendable (String) -> String) {
            from = key.rawValue
            self.value = value
        }
    }
}

/// The names of a field in other programs' cards and tables.
extension Field {
    /// The same field, placed at `place` in a vCard.
    public func card(_ place: VCardAddress) -> Field {
        var field = self
        field.card = place
        return field
    }

    /// The same field, which other programs' tables have under these names; the first that is not empty counts.
    public func columns(_ names: ColumnNames) -> Field {
        var field = self
        field.columnNames = names
        return field
    }

    /// The same field, whose values in cards and tables go through `tidy`, which must leave the program's own as they
    /// are.
    func tidied(_ tidy: @escaping @Sendable (String) -> String) -> Field {
        var field = self
        field.tidy = tidy
        return field
    }
}

/// The columns of a collection's table.
extension Field {
    /// The same field, which is a column where the list is a table.
    /// - Parameter isMinor: whether it is dropped first in a narrow table.
    public func inTable(isMinor: Bool = false) -> Field {
        var field = self
        (field.isInTable, field.isMinorInTable) = (true, isMinor)
        return field
    }

    /// True where the value is a number, which columns align at their ends.
    public var isNumeric: Bool {
        if editor == .number || editor == .decimal { return true }
        return switch value(R(key: 0)) {
        case .number, .decimal: true
        case .text, .flag, .list: false
        }
    }
}

extension DirectoryRecord {
    /// The columns of the collection's table, in order; empty where it does not have one.
    public static var tableFields: [Field<Self>] { fields.filter(\.isInTable) }
}

/// A field of a record that breaks its rule.
public struct FieldBroken: Error, Equatable, Sendable {
    /// The field's key.
    public let key: String
    /// The field's label.
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
}
