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

    /// The options of a type, one of them for each record.
    public static func choice<C: Choice>(_ type: C.Type) -> FieldKind { .choice(Choices(type)) }

    /// `value` as a record stores it; nil if it is empty, or a placeholder, and the kind has no value for that. A text of
    /// another program that is no value of the kind is stored as it is, for a person to correct.
    func stored(_ value: FieldValue) -> FieldValue? {
        switch self {
        case .text: .text(value.text)
        case .number: Int(fieldValue: value).map(FieldValue.number) ?? otherText(value)
        case .decimal: Double(fieldValue: value).map(FieldValue.decimal) ?? otherText(value)
        case .flag: if case .text(let text) = value, !FieldValue.isFlagWord(text) { value } else { .flag(value.isOn) }
        case .list: [String](fieldValue: value).map(FieldValue.list)
        case .choice(let choices): .text(choices.value(for: value))
        case .optional(let kind): value.text.isEmpty ? .absent : kind.stored(value) ?? .absent
        }
    }

    private func otherText(_ value: FieldValue) -> FieldValue? {
        let word = value.text.trimmed
        return word.isEmpty || PlaceholderText.isWord(word) ? nil : .text(value.text)
    }

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
        case .optional(let kind): kind.editor
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
        case .optional(let kind): kind.rule
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
        case .optional(let kind): kind.displayText(value)
        default: value.text
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
