import Foundation
import Language

/// A JSON object whose keys are found in any case and under any of their names.
struct WireObject {
    private let values: [String: WireValue]

    /// Of keys that differ in case only, the first in the order of their characters counts.
    init(_ decoder: any Decoder) throws {
        let object = try [String: WireValue](from: decoder).sorted { $0.key < $1.key }
        values = Dictionary(object.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    /// The value under `field`'s key, or else under the first of its aliases that is not empty; nil where there is not
    /// one, and a broken one where there is not another.
    func value<R>(of field: Field<R>) -> WireValue? {
        var broken: WireValue?
        for name in [field.key] + field.aliases {
            guard let value = values[name.lowercased()] else { continue }
            if value.text != nil { return value }
            if case .broken = value { broken = value }
        }
        return broken
    }
}

extension DirectoryRecord {
    /// Reads every dialect: keys in any case, values of another type, older names.
    /// - Throws: where the element does not have a usable key or is not an object; `PartialDecodingError` where only other fields
    ///   are wrong: their JSON is broken, or they cannot hold their value.
    public init(from decoder: any Decoder) throws {
        let object: WireObject
        do { object = try WireObject(decoder) } catch {
            throw RecordDecodingError(reason: translated("it is not an object"))
        }
        self = try Self.read(object)
    }

    private static func read(_ object: WireObject) throws -> Self {
        var record = Self(key: try key(of: object))
        var broken: [FieldBroken] = []
        for field in fields where !field.isKey {
            guard let sent = object.value(of: field) else { continue }
            if case .broken(let value) = sent {
                broken.append(FieldBroken(field, value.reason))
            } else if let value = field.fieldValue(of: sent), field.holds(value) {
                field.set(value, in: &record)
            } else {
                broken.append(FieldBroken(field, field.why(sent), text: sent.text ?? ""))
            }
        }
        if definition.numbering == .counted, record.identity.isEmpty {
            throw RecordDecodingError(reason: translated("it has no key or name"))
        }
        if !broken.isEmpty { throw PartialDecodingError(record: record, fields: broken) }
        return record
    }

    /// Records that the store counts may come without a number: 0 means the next one.
    private static func key(of object: WireObject) throws -> Int {
        let field = fields[0]
        if let address = definition.address { return RecordID<Self>.number(in: object.value(of: address)?.text ?? "") }
        let value = object.value(of: field)
        if case .broken(.type) = value { throw FieldBroken(field, BrokenValue.type.reason) }
        guard let value else {
            if definition.numbering == .counted { return 0 }
            throw RecordDecodingError(reason: translated("it has no \(field.label)"))
        }
        guard let key = value.wholeNumber else {
            throw RecordDecodingError(reason: translated("its \(field.label) \(value.whyNoNumber(isWhole: true))"))
        }
        guard key >= 0 else { throw RecordDecodingError(reason: translated("its \(field.label) “\(key)” is below 0")) }
        return key
    }

    /// Writes one dialect: exactly the fields' keys.
    public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }

    /// Writes these fields.
    func encode(_ fields: [Field<Self>], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        for field in fields where field.isSent(by: self) {
            let key = WireKey(stringValue: field.key)
            switch field.value(self) {
            case .text(let text): try container.encode(text, forKey: key)
            case .number(let number): try container.encode(number, forKey: key)
            case .decimal(let decimal): try container.encode(decimal, forKey: key)
            case .flag(let isOn): try container.encode(isOn, forKey: key)
            case .list(let items): try container.encode(items, forKey: key)
            }
        }
    }
}

extension Field {
    /// The field's value for a value that is not empty, or nil where it must be a number or a flag and is not one.
    func fieldValue(of value: WireValue) -> FieldValue? { editor.fieldValue(of: value) }

    /// Why the field cannot hold `value`.
    fileprivate func why(_ value: WireValue) -> String {
        switch editor {
        case .number: value.whyNoNumber(isWhole: true)
        case .decimal: value.whyNoNumber(isWhole: false)
        default: reasonAgainst(value.text ?? "", .sent) ?? BrokenValue.type.reason
        }
    }

    /// False for a word that would be lost, because the field does not know it and holds none in its place.
    func holds(_ value: FieldValue) -> Bool {
        guard losesUnknownWords, !isUnset(value.text), !PlaceholderText.isWord(value.text.trimmed) else { return true }
        return !isUnset(kept(value).text)
    }
}

extension Editor {
    /// The same for any field that is changed in this way.
    func fieldValue(of value: WireValue) -> FieldValue? {
        switch (self, value) {
        case (.choice, .value(.number(let code))): .number(code)
        case (.choice, .value(.flag(let isFirst))): .number(isFirst ? 1 : 2)
        case (.list, .value(.list(let items))): .list(items)
        case (.number, .value(.text(""))), (.decimal, .value(.text(""))): .text("")
        case (.number, _): value.wholeNumber.map(FieldValue.number)
        case (.decimal, _): value.text.flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? .decimal($0) : nil }
        case (_, .value(.decimal(let decimal))): .decimal(decimal)
        case (.flag, .value(.flag(let isOn))): .flag(isOn)
        case (.flag, .value(.number(let number))): .flag(number != 0)
        case (.flag, .value(.text(let text))) where !FieldValue.isFlagWord(text): nil
        case (.picture, _): value.text.map(FieldValue.text)
        default: value.text.map { .text($0.printable) }
        }
    }
}

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

/// A JSON key, whatever it is called.
private struct WireKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
