public import Language

/// The definition of a field, which determines its form entry, check, search token, command line key, wire form, and
/// column.
public struct Field<R: DirectoryRecord>: Sendable {
    public let id: R.Key
    /// The key in JSON, and the column in the store.
    public let key: String
    /// The two letters for search and the command line (`em` in `em=ric@duke.edu`), or nil if text cannot be typed.
    public let token: String?
    public let name: LocalizedString
    /// Other keys for this field in older files and servers.
    public let aliases: [String]
    public let editor: Editor
    public let rule: Rule
    /// True if a form cannot be saved without it.
    public let isRequired: Bool
    /// False if the field is changed in other ways than in a form.
    public let isAsked: Bool
    /// The value that another field suggests while this one is empty, or nil.
    public let suggestion: Suggestion?
    public let value: @Sendable (R) -> FieldValue
    /// True if the record has no value and does not send one.
    let isAbsent: @Sendable (R) -> Bool
    /// Sets the value; nil for the key.
    let assign: (@Sendable (inout R, FieldValue) -> Void)?
    /// Values that mean "not given", besides "".
    let unsetWords: PlaceholderWords
    /// Formats the value for display.
    let format: @Sendable (FieldValue) -> String
    /// The value in a sentence that needs no label, such as "Level 4", or nil.
    public private(set) var sentence: (@Sendable (R) -> String)?

    /// Its place in a vCard, or nil.
    public private(set) var card: VCardProperty?
    private(set) var columnNames = ColumnNames()
    private(set) var ownLink: FieldLink?
    /// True if the record stores the text unchanged.
    public let isPlainText: Bool
    /// False if free text search skips it, such as the server's address of a record.
    public private(set) var isSearched = true
    /// False if only programs need it, such as the place in a list.
    public private(set) var isShown = true
    private(set) var isInTable = false
    /// True if narrow tables drop this column first.
    public private(set) var isMinorInTable = false
    /// True if an unknown word leaves the field empty.
    let losesUnknownWords: Bool
    /// Converts other programs' values to the form of this field.
    private(set) var tidy: @Sendable (String) -> String = { $0 }

    /// Makes a field for the value at `path`, whose type determines the default editor, rule, and format.
    /// - Parameter unset: values that mean "not given", besides "".
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
        let property = Property(path)
        value = { property.value(of: $0).fieldValue }
        isAbsent = { property.value(of: $0).isAbsent }
        assign = { record, value in
            if let value = V(fieldValue: value) { property.set(value, of: &record) }
        }
        let isPhone = editor == .text(.phone)
        self.format = format ?? { isPhone ? $0.text.formattedPhone : V.fieldFormat($0) }
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

/// A property of a record. One that is stored in the record is found by its place, which is faster than by its path.
private struct Property<R, V>: Sendable {
    private let path: any WritableKeyPath<R, V> & Sendable
    private let offset: Int?

    init(_ path: any WritableKeyPath<R, V> & Sendable) {
        (self.path, offset) = (path, MemoryLayout<R>.offset(of: path))
    }

    @inline(__always) func value(of record: R) -> V {
        guard let offset else { return record[keyPath: path] }
        return withUnsafeBytes(of: record) { $0.load(fromByteOffset: offset, as: V.self) }
    }

    @inline(__always) func set(_ value: V, of record: inout R) {
        guard let offset else { return record[keyPath: path] = value }
        withUnsafeMutablePointer(to: &record) {
            UnsafeMutableRawPointer($0).advanced(by: offset).assumingMemoryBound(to: V.self).pointee = value
        }
    }
}

/// Modifiers for definitions.
extension Field {
    private func with(_ change: (inout Field) -> Void) -> Field {
        var field = self
        change(&field)
        return field
    }

    /// Hides the field from free text search.
    func unsearched() -> Field { with { $0.isSearched = false } }

    /// Hides the field from people.
    func unshown() -> Field { with { $0.isShown = false } }

    /// Shows the field as a sentence, made from its text.
    func said(_ sentence: @escaping @Sendable (String) -> String) -> Field {
        with { field in
            field.sentence = { [field] record in
                let text = field.displayText(record)
                return text.isEmpty ? "" : sentence(text)
            }
        }
    }

    /// Makes values lead to `link`.
    public func linked(_ link: FieldLink) -> Field { with { $0.ownLink = link } }

    /// Places the field in a vCard.
    public func card(_ place: VCardProperty) -> Field { with { $0.card = place } }

    /// Names the field's columns in other programs' tables.
    public func columns(_ names: ColumnNames) -> Field { with { $0.columnNames = names } }

    /// Passes values from cards and tables through `tidy`, which must not change the program's own values.
    func tidied(_ tidy: @escaping @Sendable (String) -> String) -> Field { with { $0.tidy = tidy } }

    /// Makes the field a column of the collection's table.
    /// - Parameter isMinor: true if narrow tables drop it first.
    public func inTable(isMinor: Bool = false) -> Field { with { ($0.isInTable, $0.isMinorInTable) = (true, isMinor) } }
}

extension Field {
    public var label: String { name.text }

    public var isKey: Bool { assign == nil }
    /// True for pictures, which are stored separately and loaded only when shown.
    public var isPicture: Bool { editor == .picture }

    /// The value for display, or "" if it is not given.
    public func displayText(_ record: R) -> String {
        let value = value(record)
        guard !isUnset(value.text, in: record) else { return "" }
        return editor.listsSeveral ? given(value.text) : format(value)
    }

    /// The items of a list that are given.
    private func given(_ text: String) -> String {
        guard unsetWords.mayBeIn(text) else { return text }
        let items = text.listItems
        guard items.contains(where: isUnset) else { return text }
        return items.filter { !isUnset($0) }.joined(separator: ", ")
    }

    /// The value for editing, or "" if it is not given.
    public func inputText(_ record: R) -> String {
        if isKey { return displayText(record) }
        let text = value(record).text
        return isUnset(text, in: record) ? "" : text
    }

    /// The value for editing, from its column.
    public func inputText(stored text: String) -> String {
        if isKey { return format(.text(text)) }
        return editor == .flag ? FieldValue.flag(FieldValue.text(text).isOn).text : text
    }

    /// The searchable text: a choice by every word for it, a flag as yes or no even if it is not given, a day as it is
    /// shown and as people type it.
    public func searchText(_ record: R) -> String { searchText(stored: value(record).text) }

    /// The searchable text, from the value's column.
    public func searchText(stored text: String) -> String {
        let text = inputText(stored: text)
        if editor == .flag { return text }
        if isUnset(text) { return isNameWord(text) ? text : "" }
        if editor == .text(.phone) {
            let digits = text.filter(\.isDigit)
            return digits == text ? text : "\(text) \(digits)"
        }
        if editor == .day { return Moment(text).map { "\($0.day) \($0.typedDay) \(text)" } ?? text }
        guard case .choice(let options) = editor else { return editor.listsSeveral ? given(text) : text }
        return options.first { $0.value == text }?.words.joined(separator: " ") ?? text
    }

    /// The words that match a search only by their beginnings; nil if any part matches.
    public func beginnings(_ text: String) -> [String]? {
        switch editor {
        case .choice(let options):
            options.first { $0.value == text }?.words.filter { $0.first?.isLetter == true }
                ?? (isUnset(text) ? [] : [text])
        case .flag: [inputText(stored: text)]
        default: nil
        }
    }

    /// True if `beginnings` is not nil.
    public var isFoundByBeginning: Bool { beginnings("") != nil }

    /// True if `text` means "not given": "", the field's default, or a placeholder.
    public func isUnset(_ text: String) -> Bool {
        let word = text.trimmed
        guard let first = word.utf8.first else { return true }
        // A fast path: nearly all texts begin with other letters.
        guard unsetWords.mayContain(first) else { return false }
        if unsetWords.contains(word) { return true }
        guard hasPlaceholders, PlaceholderText.isWord(word) else { return false }
        return !(editor == .text(.name) && PlaceholderText.isName(word))
    }

    /// True if `text`, the value of `record`, means "not given". A placeholder is a name beside another name.
    private func isUnset(_ text: String, in record: R) -> Bool {
        guard isUnset(text) else { return false }
        guard isNameWord(text) else { return true }
        return R.fields.allSatisfy { $0.editor != editor || $0.isUnset($0.value(record).text) }
    }

    /// True for a placeholder that is a name if the record has another one.
    func isNameWord(_ text: String) -> Bool {
        editor == .text(.name) && PlaceholderText.isWord(text.trimmed) && R.nameFields.count > 1
    }

    /// True if `text` is a placeholder such as "none", whatever the other fields are.
    public func isPlaceholder(_ text: String) -> Bool {
        hasPlaceholders && !text.isEmpty && isUnset(text) && !isNameWord(text)
    }

    /// True if the field may be omitted; a task may be called "None".
    private var hasPlaceholders: Bool {
        switch editor {
        case .text, .list, .readOnly: !isRequired || !unsetWords.isEmpty
        case .choice, .number, .decimal, .flag, .steps, .day, .picture: false
        }
    }

    /// True if the record's JSON contains the field.
    public func isSent(by record: R) -> Bool {
        !isAbsent(record) && !(isKey && R.definition.address != nil)
    }

    /// Sets the value in `record`, unless the field is the key.
    public func set(_ value: FieldValue, in record: inout R) { assign?(&record, value) }

    /// `value` as a record stores it.
    func kept(_ value: FieldValue) -> FieldValue {
        var record = R(key: 0)
        set(value, in: &record)
        return self.value(record)
    }

    /// Sets what people typed; "" resets the field to its default.
    public func write(_ text: String, into record: inout R) {
        set(text.isEmpty ? value(R(key: record.key)) : .text(text), in: &record)
    }
}

extension Field {
    /// A value that one field suggests for another, as a NetID suggests an address.
    public struct Suggestion: Sendable {
        public let from: String
        public let value: @Sendable (String) -> String

        public init(from key: R.Key, _ value: @escaping @Sendable (String) -> String) {
            from = key.rawValue
            self.value = value
        }
    }
}

extension Field {
    /// True for numbers, which columns align at their trailing edge.
    public var isNumeric: Bool {
        if editor == .number || editor == .decimal { return true }
        return switch value(R(key: 0)) {
        case .number, .decimal: true
        case .text, .flag, .list: false
        }
    }
}

extension DirectoryRecord {
    /// The columns of the collection's table, or [] if it has none.
    public static var tableFields: [Field<Self>] { fields.filter(\.isInTable) }
}

/// A field whose value breaks its rule, or which a record cannot store.
public struct FieldBroken: Error, Equatable, Sendable {
    public let key: String
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
    /// The value as it came; nil if it is not text, or not needed.
    let text: String?
    /// True if `text` is only the end of the value, and the record stores the rest.
    let isEnd: Bool

    init<R>(_ field: Field<R>, _ reason: String, text: String? = nil, isEnd: Bool = false) {
        (key, label, self.reason, self.text, self.isEnd) = (field.key, field.label, reason, text, isEnd)
    }

    var sentence: String { translated("The \(label) \(reason).") }
}
