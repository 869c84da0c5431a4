public import Language

/// The one definition of a field: the form, the check, the search token, the command line key, the wire form and the
/// column follow from it.
public struct Field<R: DirectoryRecord>: Sendable {
    public let id: R.Key
    /// The key in JSON, and the column in the store.
    public let key: String
    /// The two letters of search and command line (`em` in `em=ric@duke.edu`), or nil where text cannot be typed.
    public let token: String?
    public let name: LocalizedString
    /// Other keys under which older servers and files send this field.
    public let aliases: [String]
    public let editor: Editor
    public let rule: Rule
    /// True where a form cannot be saved without it.
    public let isRequired: Bool
    /// True where a form asks for it; otherwise it is changed in other ways.
    public let isAsked: Bool
    /// The value that another field suggests while this one is empty, or nil.
    public let suggestion: Suggestion?
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
    public private(set) var sentence: (@Sendable (R) -> String)?

    /// Its place in a vCard, or nil where cards do not hold it.
    public private(set) var card: VCardAddress?
    /// The columns that other programs' tables have for it; the first that is not empty counts.
    private(set) var columnNames = ColumnNames()
    /// What a value leads to, where that does not follow from its editor.
    private(set) var ownLink: FieldLink?
    /// True where the value is a text that a record keeps as it is.
    public let isPlainText: Bool
    /// False where the value is not searched as text: the server's address of a record.
    public private(set) var isSearched = true
    /// False for what only programs need: the place in a list, an address on the server.
    public private(set) var isShown = true
    /// True where it is a column of the collection's table.
    private(set) var isInTable = false
    /// True where that column is dropped first in a narrow table.
    public private(set) var isMinorInTable = false
    /// True where a word that the field does not know leaves it without a value.
    let losesUnknownWords: Bool
    /// Converts what other programs write to the form of this field.
    private(set) var tidy: @Sendable (String) -> String = { $0 }

    /// Makes the field of the value at `path`, whose type decides on the editor, the rule and the format where these are
    /// not given.
    /// - Parameter unset: the words that mean "not given", besides the empty one.
    @inline(__always)
    public init<V: FieldStorable>(
        _ key: R.Key, token: String?, label: LocalizedString, _ path: any WritableKeyPath<R, V> & Sendable,
        editor: Editor = V.fieldEditor, rule: Rule = V.fieldRule, isRequired: Bool = false, isAsked: Bool = true,
        suggestion: Suggestion? = nil, unset: [String] = V.unsetWords, aliases: [String] = [],
        format: (@Sendable (FieldValue) -> String)? = nil
    ) {
        (id, self.key, self.token, name, self.aliases) = (key, key.rawValue, token, label, aliases)
        (self.editor, self.rule, self.isRequired, self.isAsked) = (editor, rule, isRequired, isAsked)
        (self.suggestion, unsetWords) = (suggestion, PlaceholderWords(unset))
        value = { $0[keyPath: path].fieldValue }
        isAbsent = { $0[keyPath: path].isAbsent }
        assign = { record, value in
            if let value = V(fieldValue: value) { record[keyPath: path] = value }
        }
        let isPhone = editor == .text(.phone)
        self.format = format ?? { isPhone ? PhoneNumber.shown($0.text) : V.fieldFormat($0) }
        isPlainText = V.self == String.self
        losesUnknownWords = V.losesUnknownWords(editor)
    }

    /// Makes the field that identifies records.
    @inline(__always)
    public init(
        key: R.Key, token: String?, label: LocalizedString, _ path: any KeyPath<R, Int> & Sendable, digits: Int = 0,
        aliases: [String] = []
    ) {
        (id, self.key, self.token, name, self.aliases) = (key, key.rawValue, token, label, aliases)
        (editor, rule, isRequired, isAsked, suggestion) = (.number, .number, false, true, nil)
        value = { .number($0[keyPath: path]) }
        (isAbsent, assign, unsetWords) = ({ _ in false }, nil, PlaceholderWords())
        format = { $0.text.leftPadded(to: digits) }
        (isPlainText, losesUnknownWords) = (false, false)
    }
}

/// What a definition adds to a field.
extension Field {
    private func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }

    /// The same field, which free text search skips.
    func unsearched() -> Field { with { $0.isSearched = false } }

    /// The same field, which people do not see.
    func unshown() -> Field { with { $0.isShown = false } }

    /// The same field, which a page shows as the sentence that `sentence` makes of its text.
    func said(_ sentence: @escaping @Sendable (String) -> String) -> Field {
        with { field in
            field.sentence = { [field] record in
                let text = field.displayText(record)
                return text.isEmpty ? "" : sentence(text)
            }
        }
    }

    /// The same field, whose values lead to `link`.
    public func linked(_ link: FieldLink) -> Field { with { $0.ownLink = link } }

    /// The same field, placed at `place` in a vCard.
    public func card(_ place: VCardAddress) -> Field { with { $0.card = place } }

    /// The same field, which other programs' tables have under these names; the first that is not empty counts.
    public func columns(_ names: ColumnNames) -> Field { with { $0.columnNames = names } }

    /// The same field, whose values in cards and tables go through `tidy`, which must leave the program's own as they
    /// are.
    func tidied(_ tidy: @escaping @Sendable (String) -> String) -> Field { with { $0.tidy = tidy } }

    /// The same field, which is a column where the list is a table.
    /// - Parameter isMinor: whether it is dropped first in a narrow table.
    public func inTable(isMinor: Bool = false) -> Field { with { ($0.isInTable, $0.isMinorInTable) = (true, isMinor) } }
}

extension Field {
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

    /// True where `record` as JSON has the field: it has a value, and is not numbered by its address.
    public func isSent(by record: R) -> Bool {
        !isAbsent(record) && !(isKey && R.definition.address != nil)
    }

    /// Puts `value` into `record`; the key stays as it is.
    public func set(_ value: FieldValue, in record: inout R) { assign?(&record, value) }

    /// `value` as a record keeps it.
    func kept(_ value: FieldValue) -> FieldValue {
        var record = R(key: 0)
        set(value, in: &record)
        return self.value(record)
    }

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

extension Field {
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

/// A field whose value breaks its rule, or cannot be held by a record.
public struct FieldBroken: Error, Equatable, Sendable {
    public let key: String
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
    /// The value as it came; nil where it is not text, or not needed.
    let text: String?
    /// True where the text is only the end of the value, and the record holds the rest.
    let isEnd: Bool

    init<R>(_ field: Field<R>, _ reason: String, text: String? = nil, isEnd: Bool = false) {
        (key, label, self.reason, self.text, self.isEnd) = (field.key, field.label, reason, text, isEnd)
    }

    var sentence: String { translated("The \(label) \(reason).") }
}
