/// Any JSON value, as far as a field can use it.
enum WireValue: Decodable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case bool(Bool)
    case list([String])
    /// null, or an object, or a list within a list: nothing a field can use.
    case nothing(isNull: Bool)

    init(from decoder: any Decoder) throws {
        if let scalar = Self.scalar(try decoder.singleValueContainer()) {
            self = scalar
        } else if var items = try? decoder.unkeyedContainer() {
            self = .list(Self.texts(&items))
        } else {
            self = .nothing(isNull: false)
        }
    }

    /// What an object found where a list or a text was meant is called when it is set aside.
    static func scalar(_ value: any SingleValueDecodingContainer) -> WireValue? {
        if value.decodeNil() { return .nothing(isNull: true) }
        if let text = try? value.decode(String.self) { return .text(text) }
        if let number = try? value.decode(Int.self) { return .number(number) }
        if let bool = try? value.decode(Bool.self) { return .bool(bool) }
        if let decimal = try? value.decode(Double.self) { return .decimal(decimal) }
        return nil
    }

    private static func texts(_ items: inout any UnkeyedDecodingContainer) -> [String] {
        var texts: [String] = []
        while !items.isAtEnd {
            guard let item = try? items.decode(WireItem.self) else { break }
            if let text = item.value.text?.trimmed, !text.isEmpty { texts.append(text) }
        }
        return texts
    }

    /// The value as text, or nil where it says nothing.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .decimal(let decimal): Int(exactly: decimal).map(String.init) ?? String(decimal)
        case .bool(let bool): bool ? "true" : "false"
        case .list(let items): items.joined(separator: ", ")
        case .nothing: nil
        }
    }

    /// The value as a whole number, or nil where it is none.
    var wholeNumber: Int? {
        switch self {
        case .number(let number): number
        case .decimal(let decimal): Int(exactly: decimal)
        case .text(let text): Int(text.trimmed)
        case .bool, .list, .nothing: nil
        }
    }
}

/// One element of a list: never looks deeper, so that nesting costs nothing.
private struct WireItem: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws {
        value = WireValue.scalar(try decoder.singleValueContainer()) ?? .nothing(isNull: false)
    }
}
