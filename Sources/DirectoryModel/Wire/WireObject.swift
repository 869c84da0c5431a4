public import Foundation
import Language

/// A JSON object whose keys are found in any case and by any of a field's names.
struct WireObject: Decodable {
    /// The values by their keys in lower case.
    let values: [String: WireValue]
    /// The keys as written.
    let names: [String]

    /// If keys differ only in case, the first in sort order counts.
    /// - Throws: `RecordDecodingError` if it is not an object.
    init(from decoder: any Decoder) throws {
        guard let object = try? [String: WireValue](from: decoder) else {
            throw RecordDecodingError(reason: translated("it is not an object"))
        }
        names = object.keys.sorted()
        values = Dictionary(object.sorted { $0.key < $1.key }.map { ($0.key.lowercased(), $0.value) }) { one, _ in one }
    }

    /// The value of the field's key, or of its first alias with a value. A broken value is returned only if there is no
    /// other.
    func value(of field: Field) -> WireValue? {
        var broken: WireValue?
        for name in [field.key] + field.aliases {
            guard let value = values[name.lowercased()] else { continue }
            if value.text != nil { return value }
            if case .broken = value { broken = value }
        }
        return broken
    }
}

extension Record {
    /// Reads every dialect: keys in any case, older names, values of other types.
    /// - Throws: `PartialDecodingError` if only fields are broken; another error if the object lacks a usable number.
    init(_ definition: Definition, _ object: WireObject) throws {
        self.init(definition, key: try definition.key(of: object))
        var broken: [FieldBroken] = []
        for field in definition.fields where !field.isKey {
            guard let sent = object.value(of: field) else { continue }
            if case .broken(let value) = sent {
                broken.append(FieldBroken(field, value.reason))
            } else if let value = field.fieldValue(of: sent), field.holds(value) {
                self[field] = value
            } else {
                broken.append(FieldBroken(field, field.why(sent), text: sent.text ?? ""))
            }
        }
        if definition.numbering == .counted, identity.isEmpty {
            throw RecordDecodingError(reason: translated("it has no key or name"))
        }
        if !broken.isEmpty { throw PartialDecodingError(record: self, fields: broken) }
    }

    /// Reads every dialect, as lists have them.
    /// - Throws: `DecodingError`; `PartialDecodingError`; another error if the object lacks a usable number.
    public init(_ definition: Definition, json: Data) throws {
        try self.init(definition, JSONDecoder().decode(WireObject.self, from: json))
    }

    /// Writes one dialect: exactly the fields' keys.
    public func encode(to encoder: any Encoder) throws { try encode(definition.fields, to: encoder) }

    func encode(_ fields: [Field], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        for field in fields where field.isSent(by: self) {
            let key = WireKey(stringValue: field.key)
            switch self[field] {
            case .absent: break
            case .text(let text): try container.encode(text, forKey: key)
            case .number(let number): try container.encode(number, forKey: key)
            case .decimal(let decimal): try container.encode(decimal, forKey: key)
            case .flag(let isOn): try container.encode(isOn, forKey: key)
            case .list(let items): try container.encode(items, forKey: key)
            }
        }
    }
}

extension Definition {
    /// In collections that the store numbers, 0 means the next number.
    fileprivate func key(of object: WireObject) throws -> Int {
        let field = fields[0]
        if let address { return number(in: object.value(of: address)?.text ?? "") }
        let value = object.value(of: field)
        if case .broken(.type) = value { throw FieldBroken(field, BrokenValue.type.reason) }
        guard let value else {
            if numbering == .counted { return 0 }
            throw RecordDecodingError(reason: translated("it has no \(field.label)"))
        }
        guard let key = value.wholeNumber else {
            throw RecordDecodingError(reason: translated("its \(field.label) \(value.whyNoNumber(isWhole: true))"))
        }
        guard key >= 0 else { throw RecordDecodingError(reason: translated("its \(field.label) “\(key)” is below 0")) }
        return key
    }
}

extension Field {
    /// Converts a nonempty value, or returns nil if it does not have the type of the field.
    func fieldValue(of value: WireValue) -> FieldValue? { editor.fieldValue(of: value) }

    /// Why the field cannot hold `value`.
    fileprivate func why(_ value: WireValue) -> String {
        switch editor {
        case .number: value.whyNoNumber(isWhole: true)
        case .decimal: value.whyNoNumber(isWhole: false)
        default: reasonAgainst(value.text ?? "", .sent) ?? BrokenValue.type.reason
        }
    }

    /// False if the field would lose `value` because it is an unknown word.
    func holds(_ value: FieldValue) -> Bool {
        guard clearsUnknownText, !isUnset(value.text), !PlaceholderText.isWord(value.text.trimmed) else { return true }
        return !isUnset(stored(value).text)
    }
}

extension Editor {
    /// Converts a value for a field with this editor.
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

/// Any JSON value, as far as fields can use it.
enum WireValue: Decodable {
    case value(FieldValue)
    case null
    /// The value is invalid JSON, or has a type that no field can use.
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

    /// A value without parts, or nil.
    static func scalar(_ value: any SingleValueDecodingContainer) -> WireValue? {
        if value.decodeNil() { return .null }
        do { return .value(.text(try value.decode(String.self))) } catch DecodingError.typeMismatch {} catch {
            return .broken(.text)
        }
        if let number = try? value.decode(Int.self) { return .value(.number(number)) }
        if let bool = try? value.decode(Bool.self) { return .value(.flag(bool)) }
        do { return .value(.decimal(try value.decode(Double.self))) } catch DecodingError.typeMismatch {
            // Dates in property lists.
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

    /// The value as text, or nil.
    var text: String? {
        switch self {
        case .value(.flag(let isOn)): isOn ? "true" : "false"
        case .value(let value): value.text
        case .null, .broken: nil
        }
    }

    /// Why the value is not a number, as the end of a sentence.
    func whyNoNumber(isWhole: Bool) -> String {
        if case .value(.list) = self { return translated("is a list") }
        let shown = (text ?? "").prefix(40)
        guard let number = Double((text ?? "").trimmed), number.isFinite else {
            return translated("“\(shown)” is not a number")
        }
        let isCut = isWhole && number.rounded() != number
        return isCut ? translated("“\(shown)” is not a whole number") : translated("“\(shown)” is too large")
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
    case type

    /// The rest of a sentence that starts with the field's label.
    var reason: String {
        switch self {
        case .text: translated("contains text that is not valid JSON, so it was not imported")
        case .number: translated("contains a number that could not be read, so it was not imported")
        case .type: translated("does not contain text or a number, so it was not imported")
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

private struct WireKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
