public import Language

/// The definition of a field, which determines its form entry, check, search token, command line key, wire form, and
/// column.
public struct Field: Sendable {
    /// Its position in the definition, and in the values of a record.
    public internal(set) var index = 0
    /// The key in JSON, and the column in the store.
    public let key: String
    /// True for the field that identifies records.
    public let isKey: Bool
    /// True if another field is also a part of the person's name.
    var hasOtherNames = false
    /// True if it identifies a record whose number is unknown.
    var isIdentifier = false
    /// Behind a reference, because fields are copied often.
    private var properties: Reference

    /// What modifiers can change.
    private struct Properties {
        let token: String?
        var word: String?
        let name: LocalizedString
        let kind: FieldKind
        let editor: Editor
        let rule: Rule
        var aliases: [String] = []
        var isRequired = false
        var isInForm = true
        var suggestion: Suggestion?
        var defaultValue: FieldValue
        /// Values that mean "not given", besides "".
        var unsetValues: [String]
        var format: @Sendable (FieldValue) -> String
        var makeSentence: (@Sendable (String) -> String)?
        var card: VCardProperty?
        var columnNames = ColumnNames()
        var ownLink: FieldLink?
        var isTranslated = false
        var isSearched = true
        var isShown = true
        var isInTable = false
        var isMinorInTable = false
        var tidy: @Sendable (String) -> String = { $0 }
    }

    private final class Reference: Sendable {
        let value: Properties

        init(_ value: Properties) { self.value = value }
    }

    private init(_ key: String, isKey: Bool, _ properties: Properties) {
        self.key = key
        self.isKey = isKey
        self.properties = Reference(properties)
    }

    /// Makes a field, whose kind determines the default editor and rule.
    public init(
        _ key: String, _ kind: FieldKind = .text, token: String?, label: LocalizedString, editor: Editor? = nil,
        rule: Rule? = nil
    ) {
        var properties = Properties(
            token: token, name: label, kind: kind, editor: editor ?? kind.editor, rule: rule ?? kind.rule,
            defaultValue: kind.defaultValue, unsetValues: kind.unsetValues,
            format: kind.displayText)
        if editor == .text(.phone) { properties.format = { $0.text.formattedPhone } }
        self.init(key, isKey: false, properties)
    }

    /// Makes the field that identifies records.
    /// - Parameter digits: how many digits of it are shown at least.
    public init(key: String, token: String?, label: LocalizedString, digits: Int = 0) {
        let kind = FieldKind.number
        let properties = Properties(
            token: token, name: label, kind: kind, editor: .number, rule: .number, defaultValue: kind.defaultValue,
            unsetValues: [], format: { $0.text.leftPadded(to: digits) })
        self.init(key, isKey: true, properties)
    }
}

extension Field {
    /// The short key for search and the command line (`em` in `em=ric@duke.edu`), or nil if text cannot be typed.
    public var token: String? { properties.value.token }
    /// The key that people see, such as `hobby` in `hobby=swim`; nil if text cannot be typed.
    public var word: String? { token == nil ? nil : properties.value.word ?? name.english.asWord }
    public var name: LocalizedString { properties.value.name }
    public var kind: FieldKind { properties.value.kind }
    public var editor: Editor { properties.value.editor }
    public var rule: Rule { properties.value.rule }
    /// Other keys for this field in older files and servers.
    public var aliases: [String] { properties.value.aliases }
    /// True if a form cannot be saved without it.
    public var isRequired: Bool { properties.value.isRequired }
    /// False if the field is changed in other ways than in a form.
    public var isInForm: Bool { properties.value.isInForm }
    /// The value that another field suggests while this one is empty, or nil.
    public var suggestion: Suggestion? { properties.value.suggestion }
    /// The value of a new record.
    public var defaultValue: FieldValue { properties.value.defaultValue }
    var unsetValues: [String] { properties.value.unsetValues }
    /// Formats the value for display.
    private var format: @Sendable (FieldValue) -> String { properties.value.format }
    /// Makes a sentence that needs no label, such as "Level 4", of the value for display.
    private var makeSentence: (@Sendable (String) -> String)? { properties.value.makeSentence }
    /// Its property in a vCard, or nil.
    public var card: VCardProperty? { properties.value.card }
    var columnNames: ColumnNames { properties.value.columnNames }
    var ownLink: FieldLink? { properties.value.ownLink }
    /// False if free text search skips it, such as the server's address of a record.
    public var isSearched: Bool { properties.value.isSearched }
    /// False if only programs need it, such as the position in a list.
    public var isShown: Bool { properties.value.isShown }
    var isInTable: Bool { properties.value.isInTable }
    /// True if narrow tables drop this column first.
    public var isMinorInTable: Bool { properties.value.isMinorInTable }
    /// Converts other programs' values to the form of this field.
    var tidy: @Sendable (String) -> String { properties.value.tidy }
}

/// Modifiers for definitions.
extension Field {
    private func with(_ change: (inout Properties) -> Void) -> Field {
        var changed = properties.value
        change(&changed)
        var field = self
        field.properties = Reference(changed)
        return field
    }

    /// Forms cannot be saved without the field.
    public func required() -> Field { with { $0.isRequired = true } }

    /// Names the key that people see, which otherwise is the label as one word.
    func word(_ word: String) -> Field { with { $0.word = word } }

    /// Hides the field from forms.
    func hiddenInForms() -> Field { with { $0.isInForm = false } }

    /// Adds other keys of older files and servers.
    public func aliases(_ keys: String...) -> Field { with { $0.aliases = keys } }

    /// Makes the field mean "not given" by these values too.
    /// - Parameter isDefault: true if new records have the first of them.
    func unset(_ values: String..., isDefault: Bool = false) -> Field {
        with { properties in
            properties.unsetValues = values
            if isDefault { properties.defaultValue = .text(values[0]) }
        }
    }

    /// Suggests a value while the field is empty.
    func suggested(_ suggestion: Suggestion) -> Field { with { $0.suggestion = suggestion } }

    /// Formats the value for display.
    /// - Parameter isTranslated: true if it reads differently in other languages or time zones.
    func formatted(
        isTranslated: Bool = false, _ format: @escaping @Sendable (FieldValue) -> String
    ) -> Field {
        with { ($0.format, $0.isTranslated) = (format, isTranslated) }
    }

    /// Hides the field from free text search.
    func unsearched() -> Field { with { $0.isSearched = false } }

    /// Hides the field from people.
    func unshown() -> Field { with { $0.isShown = false } }

    /// Shows the field as a sentence, made from its text.
    func inSentence(_ sentence: @escaping @Sendable (String) -> String) -> Field { with { $0.makeSentence = sentence } }

    /// Makes values lead to `link`.
    public func linked(_ link: FieldLink) -> Field { with { $0.ownLink = link } }

    /// Maps the field to a property of a vCard.
    public func card(_ property: VCardProperty) -> Field { with { $0.card = property } }

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

    /// True if the record stores the text unchanged.
    public var isPlainText: Bool { if case .text = kind { true } else { false } }
    /// True for pictures, which are stored separately and loaded only when shown.
    public var isPicture: Bool { editor == .picture }

    /// The value for display, or "" if it is not given.
    public func displayText(_ record: Record) -> String {
        let value = record[self]
        guard !isUnset(value.text, in: record) else { return "" }
        return editor.listsSeveral ? given(value.text) : format(value)
    }

    /// The value in a sentence that needs no label, or "" if it is not given; nil for fields with a label.
    public func sentence(_ record: Record) -> String? {
        makeSentence.map { sentence in
            let text = displayText(record)
            return text.isEmpty ? "" : sentence(text)
        }
    }

    /// The items of a list that are given.
    private func given(_ text: String) -> String {
        guard !unsetValues.isEmpty || PlaceholderText.mayBeIn(text) else { return text }
        let items = text.listItems
        guard items.contains(where: isUnset) else { return text }
        return items.filter { !isUnset($0) }.joined(separator: ", ")
    }

    /// The value for editing, or "" if it is not given.
    public func inputText(_ record: Record) -> String {
        if isKey { return displayText(record) }
        let text = record[self].text
        return isUnset(text, in: record) ? "" : text
    }

    /// The value for editing, from its column.
    public func inputText(stored text: String) -> String {
        if isKey { return format(.text(text)) }
        return editor == .flag && FieldValue.isFlagWord(text) ? FieldValue.flag(FieldValue.text(text).isOn).text : text
    }

    /// The text that free text search covers; not 0, the number of a first launch's record.
    package func freeText(_ record: Record) -> String {
        if isKey { return record.key == 0 ? "" : displayText(record) }
        return switch editor {
        case .choice, .day: searchText(record)
        default: hasBareText ? searchText(record) : displayText(record)
        }
    }

    /// True if values read differently in other languages or time zones.
    var isTranslated: Bool {
        switch editor {
        case .choice, .day, .flag: true
        default: properties.value.isTranslated
        }
    }

    /// The searchable text: a choice by each of its names, a flag as yes or no even if it is not given, a day as it is
    /// shown and as people type it.
    public func searchText(_ record: Record) -> String { searchText(stored: record[self].text) }

    /// The searchable text, from the value's column.
    public func searchText(stored text: String) -> String {
        let text = inputText(stored: text)
        if editor == .flag { return text }
        if isUnset(text) { return isNameWord(text) ? text : "" }
        if let bare = bare(text) { return bare == text ? text : "\(text) \(bare)" }
        if editor == .day { return Moment(text).map { "\($0.day) \($0.typedDay) \(text)" } ?? text }
        guard case .choice(let options) = editor else { return editor.listsSeveral ? given(text) : text }
        return options.first { $0.value == text }?.names.joined(separator: " ") ?? text
    }

    /// The text without what people write or leave out: the digits of a phone number, an ISBN without hyphens; nil for
    /// a field of another kind.
    func bare(_ text: String) -> String? {
        guard hasBareText else { return nil }
        return editor == .text(.phone) ? text.filter(\.isDigit) : text.filter { $0.isLetter || $0.isNumber }
    }

    /// True if `bare` is not nil.
    var hasBareText: Bool { editor == .text(.phone) || isIdentifier && editor != .text(.email) }

    /// The words that match a search only by their beginnings; nil if any part matches.
    public func beginnings(_ text: String) -> [String]? {
        switch editor {
        case .choice(let options):
            options.first { $0.value == text }?.names.filter { $0.first?.isLetter == true }
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
        if word.isEmpty || unsetValues.contains(where: word.caseInsensitiveEquals) { return true }
        guard hasPlaceholders, PlaceholderText.isWord(word) else { return false }
        return !(editor == .text(.name) && PlaceholderText.isName(word))
    }

    /// True if `text`, the value of `record`, means "not given". A placeholder is a name beside another name.
    private func isUnset(_ text: String, in record: Record) -> Bool {
        guard isUnset(text) else { return false }
        guard isNameWord(text) else { return true }
        return record.definition.fields.allSatisfy { $0.editor != editor || $0.isUnset(record[$0].text) }
    }

    /// True for a placeholder that is a name if the record has another one.
    func isNameWord(_ text: String) -> Bool {
        editor == .text(.name) && PlaceholderText.isWord(text.trimmed) && hasOtherNames
    }

    /// True if `text` is a placeholder such as "none", whatever the other fields are.
    public func isPlaceholder(_ text: String) -> Bool {
        hasPlaceholders && !text.isEmpty && isUnset(text) && !isNameWord(text)
    }

    /// True if the field may be omitted; a task may be called "None".
    private var hasPlaceholders: Bool {
        switch editor {
        case .text, .list, .readOnly: !isRequired || !unsetValues.isEmpty
        case .choice, .number, .decimal, .flag, .steps, .day, .picture: false
        }
    }

    /// True if the record's JSON contains the field.
    public func isSent(by record: Record) -> Bool {
        record[self] != .absent && !(isKey && record.definition.address != nil)
    }

    /// `value` as a record stores it.
    func stored(_ value: FieldValue) -> FieldValue { kind.stored(value) ?? defaultValue }

    /// Sets what people typed; "" resets the field to its default.
    public func write(_ text: String, into record: inout Record) {
        record[self] = text.isEmpty ? defaultValue : .text(text)
    }
}

extension Field {
    /// A value that one field suggests for another, as a NetID suggests an address.
    public struct Suggestion: Sendable {
        public let from: String
        public let value: @Sendable (String) -> String

        public init(from key: String, _ value: @escaping @Sendable (String) -> String) {
            from = key
            self.value = value
        }
    }
}

extension Field {
    /// True for numbers, which columns align at their trailing edge.
    public var isNumeric: Bool {
        if editor == .number || editor == .decimal { return true }
        return switch kind {
        case .number, .decimal, .optional(.number), .optional(.decimal): true
        case .text, .flag, .list, .choice, .optional: false
        }
    }
}

extension Definition {
    /// The columns of the collection's table, or [] if it has none.
    public var tableFields: [Field] { fields.filter(\.isInTable) }
}

/// A field whose value breaks its rule, or which a record cannot store.
public struct FieldBroken: Error, Equatable, Sendable {
    public let key: String
    public let label: String
    /// The rest of a sentence that starts with the label.
    public let reason: String
    /// The value as it was read; nil if it is not text, or not needed.
    let text: String?
    /// True if `text` is only the end of the value, and the record stores the rest.
    let isEnd: Bool

    init(_ field: Field, _ reason: String, text: String? = nil, isEnd: Bool = false) {
        key = field.key
        label = field.label
        self.reason = reason
        self.text = text
        self.isEnd = isEnd
    }

    var sentence: String { translated("The \(label) \(reason).") }
}
