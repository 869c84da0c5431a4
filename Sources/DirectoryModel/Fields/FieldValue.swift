/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([String])

    /// The value for editing; lists are joined by commas.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .decimal(let decimal): Int(exactly: decimal).map(String.init) ?? String(decimal)
        case .flag(let isOn): isOn ? "yes" : "no"
        case .list(let items): items.joined(separator: ", ")
        }
    }

    /// True for words that mean on or off, and for placeholders.
    static func isFlagWord(_ text: String) -> Bool {
        ["", "yes", "true", "on", "1", "no", "false", "off", "0"].contains(text.trimmed.lowercased())
            || PlaceholderText.isWord(text.trimmed)
    }

    /// True for a flag that is on, and for words that mean on.
    public var isOn: Bool {
        switch self {
        case .flag(let isOn): isOn
        case .number(let number): number != 0
        case .text(let text): ["yes", "true", "on", "1"].contains(text.trimmed.lowercased())
        case .decimal, .list: false
        }
    }
}

/// A type that a record can store in a field, with the defaults for such fields.
public protocol FieldStorable: Sendable {
    var fieldValue: FieldValue { get }
    /// True if the record has no value.
    var isAbsent: Bool { get }
    /// Converts a field's value, or returns nil.
    init?(fieldValue value: FieldValue)

    static var fieldEditor: Editor { get }
    static var fieldRule: Rule { get }
    /// The value for display.
    static func fieldFormat(_ value: FieldValue) -> String
    /// Values that mean "not given", besides "".
    static var unsetWords: [String] { get }
    /// True if an unknown word leaves a field with this editor empty.
    static func losesUnknownWords(_ editor: Editor) -> Bool
}

extension FieldStorable {
    public var isAbsent: Bool { false }
    public static func fieldFormat(_ value: FieldValue) -> String { value.text }
    public static var unsetWords: [String] { [] }

    /// Numbers, decimals, and flags are checked by their editors.
    public static func losesUnknownWords(_ editor: Editor) -> Bool {
        switch editor {
        case .steps, .readOnly: true
        default: false
        }
    }
}

extension Int: FieldStorable {
    public static let fieldEditor = Editor.number
    public static let fieldRule = Rule.wholeNumber
    public var fieldValue: FieldValue { .number(self) }

    public init?(fieldValue value: FieldValue) {
        switch value {
        case .number(let number): self = number
        case .decimal(let decimal): self.init(exactly: decimal)
        default: self.init(value.text.trimmed)
        }
    }
}

extension Double: FieldStorable {
    public static let fieldEditor = Editor.decimal
    public static let fieldRule = Rule.decimal
    public var fieldValue: FieldValue { .decimal(self) }

    public init?(fieldValue value: FieldValue) {
        switch value {
        case .decimal(let decimal): self = decimal
        case .number(let number): self.init(number)
        default: self.init(value.text.trimmed)
        }
        guard isFinite else { return nil }
    }
}

extension Bool: FieldStorable {
    public static let fieldEditor = Editor.flag
    public static let fieldRule = Rule.flag
    public var fieldValue: FieldValue { .flag(self) }
    public init?(fieldValue value: FieldValue) { self = value.isOn }
}

extension String: FieldStorable {
    public static let fieldEditor = Editor.text(.words)
    public static let fieldRule = Rule.line
    public var fieldValue: FieldValue { .text(self) }
    public init?(fieldValue value: FieldValue) { self = value.text }
    public static func losesUnknownWords(_ editor: Editor) -> Bool { false }
}

extension [String]: FieldStorable {
    public static let fieldEditor = Editor.list
    public static let fieldRule = Rule.list
    public var fieldValue: FieldValue { .list(self) }
    public init?(fieldValue value: FieldValue) {
        if case .list(let items) = value { self = items } else { self = value.text.listItems }
    }
}

extension Optional: FieldStorable where Wrapped: FieldStorable {
    public static var fieldEditor: Editor { Wrapped.fieldEditor }
    public static var fieldRule: Rule { Wrapped.fieldRule }
    public var fieldValue: FieldValue { self?.fieldValue ?? .text("") }
    public var isAbsent: Bool { self == nil }
    public init?(fieldValue value: FieldValue) { self = value.text.isEmpty ? nil : Wrapped(fieldValue: value) }
}

/// Choices are read by their words, and by the numbers of older dialects.
extension Choice {
    public static var fieldEditor: Editor { .choice(allCases.map(\.option)) }
    public static var fieldRule: Rule { .oneOf(allCases.map(\.option)) }
    public static func fieldFormat(_ value: FieldValue) -> String { Self(word: value.text).shortLabel }
    public static var unsetWords: [String] { [notGiven.rawValue] }
    /// True if the choice has no case for words it does not know.
    public static func losesUnknownWords(_ editor: Editor) -> Bool { notKnown == notGiven }
    public var fieldValue: FieldValue { .text(rawValue) }

    public init?(fieldValue value: FieldValue) {
        if case .number(let code) = value { self.init(code: code) } else { self.init(word: value.text) }
    }
}
