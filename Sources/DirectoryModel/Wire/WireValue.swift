import Foundation
import Language

/// Any JSON value, as far as fields can use it.
enum WireValue: Decodable {
    case value(FieldValue)
    case null
    /// The value is invalid JSON, or has a type that no field can use.
    case broken(BrokenValue)

    init(from decoder: any Decoder) throws {
        if let scalar = Self.scalar(try decoder.singleValueContainer()) {
            self = scalar
        } else if let items = try? [WireItem](from: decoder) {
            self.init(items.map(\.value))
        } else {
            self = .broken(.type)
        }
    }

    /// A list, which consists of the texts of its items.
    init(_ items: [WireValue]) {
        var texts: [String] = []
        for item in items {
            switch item {
            case .null: continue
            case .broken: self = item
            case .value(.list): self = .broken(.type)
            case .value:
                texts.append(item.text ?? "")
                continue
            }
            return
        }
        self = .value(.list(texts))
    }

    /// A value without parts, or nil.
    fileprivate static func scalar(_ value: any SingleValueDecodingContainer) -> WireValue? {
        if value.decodeNil() { return .null }
        do { return .value(.text(try value.decode(String.self))) } catch DecodingError.typeMismatch {} catch {
            return .broken(.text)
        }
        func decoded<T: Decodable>(_ type: T.Type) -> T? { try? value.decode(type) }
        if let number = decoded(Int.self) { return .value(.number(number)) }
        if let bool = decoded(Bool.self) { return .value(.flag(bool)) }
        do { return .value(.decimal(try value.decode(Double.self))) } catch DecodingError.typeMismatch {
            // Dates in property lists.
            return decoded(Date.self).map { .value(.text(Moment($0).text)) }
        } catch {
            return .broken(.number)
        }
    }

    /// The value as text, or nil.
    var text: String? {
        switch self {
        case .value(.flag(let isOn)): isOn ? "true" : "false"
        case .value(let value): value.text
        case .null, .broken: nil
        }
    }

    /// 0 for a value, 1 for a broken one, 2 for none.
    var rank: Int {
        switch self {
        case .value: 0
        case .broken: 1
        case .null: 2
        }
    }

    var isEmpty: Bool {
        switch self {
        case .null, .value(.text("")), .value(.list([])), .broken(.emptyObject): true
        case .value, .broken: false
        }
    }

    /// The value with trimmed list items, without empty ones.
    var trimmed: WireValue {
        guard case .value(.list(let items)) = self else { return self }
        return .value(.list(items.map(\.trimmed).filter { !$0.isEmpty }))
    }

    /// Why the value is not a whole number, as the end of a sentence.
    var whyNoNumber: String {
        if case .value(.list) = self { return translated("is a list") }
        let shown = (text ?? "").prefix(40)
        guard let number = Double((text ?? "").trimmed), number.isFinite else {
            return translated("“\(shown)” is not a number")
        }
        return number.rounded() == number
            ? translated("“\(shown)” is too large") : translated("“\(shown)” is not a whole number")
    }

    var wholeNumber: Int? {
        switch self {
        case .value(.flag), .value(.list), .null, .broken: nil
        case .value(let value): Int(fieldValue: value)
        }
    }
}

/// What is wrong with a broken value.
enum BrokenValue {
    case text, number
    /// An object, or a list within a list.
    case type, emptyObject

    /// The rest of a sentence that starts with the field's label.
    var reason: String {
        switch self {
        case .text: translated("contains text that is not valid JSON, so it was not imported")
        case .number: translated("contains a number that could not be read, so it was not imported")
        case .type, .emptyObject: translated("does not contain text or a number, so it was not imported")
        }
    }
}

/// An element of a list. Its parts are not decoded, so that nesting costs no time.
private struct WireItem: Decodable {
    let value: WireValue

    init(from decoder: any Decoder) throws {
        value = WireValue.scalar(try decoder.singleValueContainer()) ?? .broken(.type)
    }
}

/// What fields make of values that arrive.
extension Field {
    /// The error if `value` is not one of the options.
    func broken(by value: WireValue) -> FieldBroken? {
        guard case .choice(let options) = editor, let text = value.text?.trimmed, !text.isEmpty,
            !PlaceholderText.isWord(text), !options.contains(where: { $0.matches(text) }),
            // Older dialects have codes and Booleans for some options.
            editor.fieldValue(of: value).map(stored) == stored(.text("\u{0}")), let reason = reasonAgainst(text, .sent)
        else { return nil }
        return FieldBroken(self, reason)
    }
}

extension Editor {
    /// Converts a nonempty value for a field with this editor, or returns nil if it does not have its type.
    func fieldValue(of value: WireValue) -> FieldValue? {
        switch (self, value) {
        case (.choice, .value(.number(let code))): .number(code)
        case (.choice, .value(.flag(let isFirst))): .number(isFirst ? 1 : 2)
        case (.list, .value(.list(let items))): .list(items.map(\.received).filter { !$0.isEmpty })
        case (.number, .value(.text(""))), (.decimal, .value(.text(""))): .text("")
        case (.number, _): value.wholeNumber.map(FieldValue.number)
        case (.decimal, _): value.text.flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? .decimal($0) : nil }
        case (_, .value(.decimal(let decimal))): .decimal(decimal)
        case (.flag, .value(.flag(let isOn))): .flag(isOn)
        case (.flag, .value(.number(let number))): .flag(number != 0)
        case (.flag, .value(.text(let text))) where !FieldValue.isFlagWord(text): nil
        case (.picture, _): value.text.map(FieldValue.text)
        default: value.text.map { .text($0.received) }
        }
    }
}
