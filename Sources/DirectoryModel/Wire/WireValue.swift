import Foundation
import Language

/// Any JSON value, as far as a field can use it.
enum WireValue: Decodable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case bool(Bool)
    case list([String])
    /// null.
    case nothing
    /// What stands there breaks the rules of JSON, though the object around it holds to them; or it is an object, or a
    /// list within a list, which no field can use.
    case broken(BrokenValue)

    init(from decoder: any Decoder) throws {
        if let scalar = Self.scalar(try decoder.singleValueContainer()) {
            self = scalar
        } else if var items = try? decoder.unkeyedContainer() {
            self = Self.list(&items)
        } else {
            self = .broken(.type)
        }
    }

    /// What an object found where a list or a text was meant is called when it is set aside.
    static func scalar(_ value: any SingleValueDecodingContainer) -> WireValue? {
        if value.decodeNil() { return .nothing }
        do { return .text(try value.decode(String.self)) } catch DecodingError.typeMismatch {} catch {
            return .broken(.text)
        }
        if let number = try? value.decode(Int.self) { return .number(number) }
        if let bool = try? value.decode(Bool.self) { return .bool(bool) }
        do { return .decimal(try value.decode(Double.self)) } catch DecodingError.typeMismatch {
            // Property lists have days; what cannot use one says what stood there.
            return (try? value.decode(Date.self)).map { .text(Moment($0).text) }
        } catch {
            return .broken(.number)
        }
    }

    private static func list(_ items: inout any UnkeyedDecodingContainer) -> WireValue {
        var texts: [String] = []
        while !items.isAtEnd {
            guard let item = try? items.decode(WireItem.self) else { break }
            if case .broken = item.value { return item.value }
            if let text = item.value.text?.trimmed, !text.isEmpty { texts.append(text) }
        }
        return .list(texts)
    }

    /// The value as text, or nil where it says nothing.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .decimal(let decimal): Int(exactly: decimal).map(String.init) ?? String(decimal)
        case .bool(let bool): bool ? "true" : "false"
        case .list(let items): items.joined(separator: ", ")
        case .nothing, .broken: nil
        }
    }

    /// What is wrong with it where a number belongs, as the rest of a sentence: “1.5” is not a whole number.
    func whyNoNumber(isWhole: Bool) -> String {
        let shown = (text ?? "").prefix(40)
        guard let number = Double((text ?? "").trimmed), number.isFinite else {
            return translated("“\(shown)” is not a number")
        }
        let isCut = isWhole && number.rounded() != number
        return isCut ? translated("“\(shown)” is not a whole number") : translated("“\(shown)” is too large")
    }

    /// The value as a whole number, or nil where it is none.
    var wholeNumber: Int? {
        switch self {
        case .number(let number): number
        case .decimal(let decimal): Int(exactly: decimal)
        case .text(let text): Int(text.trimmed)
        case .bool, .list, .nothing, .broken: nil
        }
    }
}

/// What is broken in a value.
enum BrokenValue {
    case text, number
    /// It is an object, or a list within a list.
    case type

    /// What is wrong, as it goes on after the field's label.
    var reason: String {
        switch self {
        case .text: translated("holds text that is not valid JSON, so it was not taken over")
        case .number: translated("holds a number that cannot be read, so it was not taken over")
        case .type: translated("holds neither text nor a number, so it was not taken over")
        }
    }
}

/// One element of a list: never looks deeper, so that nesting costs nothing.
private struct WireItem: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws {
        value = WireValue.scalar(try decoder.singleValueContainer()) ?? .broken(.type)
    }
}
