/// The value of a field.
public enum FieldValue: Hashable, Encodable, Sendable {
    /// No value, which JSON omits.
    case absent
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([String])

    /// The value for editing; lists are joined by commas.
    public var text: String {
        switch self {
        case .absent: ""
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
        case .absent, .decimal, .list: false
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .absent: try container.encodeNil()
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let decimal): try container.encode(decimal)
        case .flag(let isOn): try container.encode(isOn)
        case .list(let items): try container.encode(items)
        }
    }
}
