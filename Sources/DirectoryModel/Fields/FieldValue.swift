/// The value of a field, of whatever record.
public enum FieldValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A whole number.
    case number(Int)
    /// A number that may have decimals.
    case decimal(Double)
    /// A flag that is on or off.
    case flag(Bool)
    /// Several words.
    case list([String])

    /// The value as people write it; lists joined by commas.
    public var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .decimal(let decimal): Int(exactly: decimal).map(String.init) ?? String(decimal)
        case .flag(let isOn): isOn ? "yes" : "no"
        case .list(let items): items.joined(separator: ", ")
        }
    }

    /// True for the words that mean on or off, and for none.
    static func isFlagWord(_ text: String) -> Bool {
        ["", "yes", "true", "on", "1", "no", "false", "off", "0"].contains(text.trimmed.lowercased())
            || PlaceholderText.isWord(text.trimmed)
    }

    /// True for a flag that is on, and for the words that mean on.
    public var isOn: Bool {
        switch self {
        case .flag(let isOn): isOn
        case .number(let number): number != 0
        case .text(let text): ["yes", "true", "on", "1"].contains(text.trimmed.lowercased())
        case .decimal, .list: false
        }
    }
}

/// A type a field's value can have in a record.
public protocol FieldStorable: Sendable {
    /// The value as that of a field.
    var fieldValue: FieldValue { get }
    /// True where there is not a value.
    var isAbsent: Bool { get }
    /// The value that `value` means, or nil where it does not mean one.
    init?(fieldValue value: FieldValue)
}

extension FieldStorable {
    public var isAbsent: Bool { false }
}

extension Int: FieldStorable {
    /// The number as a field's value.
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
    /// The number as a field's value.
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
    /// The flag as a field's value.
    public var fieldValue: FieldValue { .flag(self) }
    public init?(fieldValue value: FieldValue) { self = value.isOn }
}

extension String: FieldStorable {
    /// The text as a field's value.
    public var fieldValue: FieldValue { .text(self) }
    public init?(fieldValue value: FieldValue) { self = value.text }
}

extension Optional: FieldStorable where Wrapped: FieldStorable {
    /// The wrapped value as a field's, or an empty text where there is not one.
    public var fieldValue: FieldValue { self?.fieldValue ?? .text("") }
    public var isAbsent: Bool { self == nil }
    public init?(fieldValue value: FieldValue) { self = value.text.isEmpty ? nil : Wrapped(fieldValue: value) }
}
