import Foundation
import Language

/// Any JSON value, as far as a field can use it.
enum WireValue: Decodable {
    case value(FieldValue)
    /// null.
    case null
    /// The value breaks the rules of JSON, though the object around it follows them; or it is an object, or a list
    /// within a list, which no field can use.
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

    /// A value without parts, or nil where it has parts.
    static func scalar(_ value: any SingleValueDecodingContainer) -> WireValue? {
        if value.decodeNil() { return .null }
        do { return .value(.text(try value.decode(String.self))) } catch DecodingError.typeMismatch {} catch {
            return .broken(.text)
        }
        if let number = try? value.decode(Int.self) { return .value(.number(number)) }
        if let bool = try? value.decode(Bool.self) { return .value(.flag(bool)) }
        do { return .value(.decimal(try value.decode(Double.self))) } catch DecodingError.typeMismatch {
            // Property lists have dates; a field that cannot use one reports it as text.
            return (try? value.decode(Date.self)).map { .value(.text(Moment($0).text)) }
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
        return .value(.list(texts))
    }

    /// The value as text, or nil where there is not one.
    var text: String? {
        switch self {
        case .value(.flag(let isOn)): isOn ? "true" : "false"
        case .value(let value): value.text
        case .null, .broken: nil
        }
    }

    /// The reason against it where a number belongs, as the end of a sentence: “1.5” is not a whole number.
    func whyNoNumber(isWhole: Bool) -> String {
        if case .value(.list) = self { return translated("is a list") }
        let shown = (text ?? "").prefix(40)
        guard let number = Double((text ?? "").trimmed), number.isFinite else {
            return translated("“\(shown)” is not a number")
        }
        let isCut = isWhole && number.rounded() != number
        return isCut ? translated("“\(shown)” is not a whole number") : translated("“\(shown)” is too large")
    }

    /// The value as a whole number, or nil where it is not one.
    var wholeNumber: Int? {
        switch self {
        case .value(.flag), .value(.list), .null, .broken: nil
        case .value(let value): Int(fieldValue: value)
        }
    }
}

/// The fault of a broken value.
enum BrokenValue {
    case text, number
    /// It is an object, or a list within a list.
    case type

    /// The reason, as it continues after the field's label.
    var reason: String {
        switch self {
        case .text: translated("contains text that is not valid JSON, so it was not imported")
        case .number: translated("contains a number that could not be read, so it was not imported")
        case .type: translated("does not contain text or a number, so it was not imported")
        }
    }
}

/// One element of a list; its parts are not read, so that nesting does not cost time.
private struct WireItem: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws {
        value = WireValue.scalar(try decoder.singleValueContainer()) ?? .broken(.type)
    }
}
