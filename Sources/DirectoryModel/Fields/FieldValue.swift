/// What a field holds, whatever record it belongs to.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
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

    /// True for a flag that is on, and for the words that say so.
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
    var fieldValue: FieldValue { get }
    /// The value `value` means, or nil where it means none.
    init?(fieldValue value: FieldValue)
}

extension Int: FieldStorable {
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
    public var fieldValue: FieldValue { .flag(self) }
    public init?(fieldValue value: FieldValue) { self = value.isOn }
}

extension String: FieldStorable {
    public var fieldValue: FieldValue { .text(self) }
    public init?(fieldValue value: FieldValue) { self = value.text }
}

extension Optional: FieldStorable where Wrapped: FieldStorable {
    public var fieldValue: FieldValue { self?.fieldValue ?? .text("") }
    public init?(fieldValue value: FieldValue) { self = value.text.isEmpty ? nil : Wrapped(fieldValue: value) }
}
