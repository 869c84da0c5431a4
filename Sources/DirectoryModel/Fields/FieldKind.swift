/// What a field stores. It determines how the field is edited, checked, and shown, unless the field overrides it.
public indirect enum FieldKind: Sendable {
    case text
    /// A whole number.
    case number
    case decimal
    case flag
    case list
    case choice(Choices)
    /// A value that may be absent.
    case optional(FieldKind)

    /// A value of a kind, or a text of another program that a person is to correct.
    case orText(FieldKind)

    /// The options of a type, one of them for each record.
    public static func choice<C: Choice>(_ type: C.Type) -> FieldKind { .choice(Choices(type)) }

    /// `value` as a record stores it, or nil if the field cannot hold it.
    func stored(_ value: FieldValue) -> FieldValue? {
        switch self {
        case .text: .text(value.text)
        case .number: Int(fieldValue: value).map(FieldValue.number)
        case .decimal: Double(fieldValue: value).map(FieldValue.decimal)
        case .flag: .flag(value.isOn)
        case .list: [String](fieldValue: value).map(FieldValue.list)
        case .choice(let choices): .text(choices.value(for: value))
        case .optional(let kind): value.text.isEmpty ? .absent : kind.stored(value) ?? .absent
        case .orText(let kind): kind.loses(value) ? .text(value.text) : kind.stored(value)
        }
    }

    /// True if a text says something that is no value of this kind.
    private func loses(_ value: FieldValue) -> Bool {
        let word = value.text.trimmed
        guard !word.isEmpty, !PlaceholderText.isWord(word) else { return false }
        return switch self {
        case .optional(let kind): kind.stored(value) == nil
        case .flag: !FieldValue.isFlagWord(word)
        default: false
        }
    }

    /// What another program's value is in a field of this kind if it is no value of it; nil if the field is empty then.
    func unconverted(_ text: String) -> FieldValue? { allowsOtherText ? .text(text.received) : nil }

    /// True if a field of this kind can have texts that are no value of it.
    var allowsOtherText: Bool { if case .orText = self { true } else { false } }

    /// The value of a new record.
    var defaultValue: FieldValue {
        switch self {
        case .text: .text("")
        case .number: .number(0)
        case .decimal: .decimal(0)
        case .flag: .flag(false)
        case .list: .list([])
        case .choice(let choices): .text(choices.notGiven)
        case .optional: .absent
        case .orText(let kind): kind.defaultValue
        }
    }

    var editor: Editor {
        switch self {
        case .text: .text(.plain)
        case .number: .number
        case .decimal: .decimal
        case .flag: .flag
        case .list: .list
        case .choice(let choices): .choice(choices.options)
        case .optional(let kind), .orText(let kind): kind.editor
        }
    }

    var rule: Rule {
        switch self {
        case .text: .line
        case .number: .wholeNumber
        case .decimal: .decimal
        case .flag: .flag
        case .list: .list
        case .choice(let choices): .oneOf(choices.options)
        case .optional(let kind), .orText(let kind): kind.rule
        }
    }

    /// Values that mean "not given", besides "".
    var unsetValues: [String] {
        if case .choice(let choices) = self { [choices.notGiven] } else { [] }
    }

    /// The value for display.
    func displayText(_ value: FieldValue) -> String {
        switch self {
        case .choice(let choices): choices.option(value.text)?.shortLabel ?? value.text
        case .optional(let kind), .orText(let kind): kind.displayText(value)
        default: value.text
        }
    }

    /// True if an unknown value leaves a field with this editor empty. Numbers, decimals, and flags are checked by
    /// their editors.
    func clearsUnknownText(_ editor: Editor) -> Bool {
        switch self {
        case .text, .orText: false
        case .choice(let choices): choices.notKnown == choices.notGiven
        case .number, .decimal, .flag, .list, .optional:
            switch editor {
            case .steps, .readOnly: true
            default: false
            }
        }
    }
}

/// A type of Swift for the values of a field.
public protocol FieldStorable: Sendable {
    /// What a record without the value returns.
    static var absentValue: Self { get }
    var fieldValue: FieldValue { get }
    /// Converts a field's value, or returns nil.
    init?(fieldValue value: FieldValue)
}

extension Int: FieldStorable {
    public static var absentValue: Int { 0 }
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
    public static var absentValue: Double { 0 }
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
    public static var absentValue: Bool { false }
    public var fieldValue: FieldValue { .flag(self) }
    public init?(fieldValue value: FieldValue) { self = value.isOn }
}

extension String: FieldStorable {
    public static var absentValue: String { "" }
    public var fieldValue: FieldValue { .text(self) }
    public init?(fieldValue value: FieldValue) { self = value.text }
}

extension [String]: FieldStorable {
    public static var absentValue: [String] { [] }
    public var fieldValue: FieldValue { .list(self) }
    public init?(fieldValue value: FieldValue) {
        if case .list(let items) = value { self = items } else { self = value.text.listItems }
    }
}

extension Optional: FieldStorable where Wrapped: FieldStorable {
    public static var absentValue: Wrapped? { nil }
    public var fieldValue: FieldValue { self?.fieldValue ?? .absent }
    public init?(fieldValue value: FieldValue) { self = value == .absent ? nil : Wrapped(fieldValue: value) }
}

extension Choice {
    public static var absentValue: Self { notGiven }
    public var fieldValue: FieldValue { .text(rawValue) }
    public init?(fieldValue value: FieldValue) { self.init(rawValue: value.text) }
}
