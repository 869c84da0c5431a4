import Language

/// A JSON key, whatever it is called.
struct WireKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Why an element is not the record it should be, as a sentence people can read.
struct NotARecord: Error {
    let reason: String
    /// The label of the field that is to blame, of which the reason goes on; nil where it is the element itself.
    var label: String?

    init(reason: String) { self.reason = reason }

    init(_ label: String, _ reason: String) {
        (self.label, self.reason) = (label, reason)
    }

    func sentence<R: DirectoryRecord>(about type: R.Type) -> String {
        label.map { translated("The \($0) \(reason).") } ?? translated("This is no \(R.collection.one): \(reason).")
    }
}

/// A record some of whose fields are broken in the JSON, or of a type that no field has; those are at their default.
struct PartlyRead<R: DirectoryRecord>: Error {
    let record: R
    /// The keys of the fields that are broken.
    let unread: Set<String>
    /// What is wrong with the first of them.
    let reason: NotARecord
}

/// A JSON object whose keys are found in any case and under any of their names.
struct WireObject {
    private let container: KeyedDecodingContainer<WireKey>
    private let keys: [String: WireKey]

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: WireKey.self)
        keys = Dictionary(container.allKeys.map { ($0.stringValue.lowercased(), $0) }) { first, _ in first }
    }

    /// The value under `field`'s key, or else under the first of its aliases that says anything; nil where none does,
    /// and a broken one where there is no other.
    func value<R>(of field: Field<R>) -> WireValue? {
        var broken: WireValue?
        for name in [field.key] + field.aliases {
            guard let key = keys[name.lowercased()] else { continue }
            let value = (try? container.decode(WireValue.self, forKey: key)) ?? .broken(.text)
            if value.text != nil { return value }
            if case .broken = value { broken = value }
        }
        return broken
    }
}

extension DirectoryRecord {
    /// Reads every dialect: keys in any case, values of another type, older names.
    /// - Throws: where the element has no usable key or is no object, or where a number is none; `PartlyRead` where all
    ///   that is wrong are fields whose JSON is broken.
    public init(from decoder: any Decoder) throws {
        let object: WireObject
        do { object = try WireObject(decoder) } catch { throw NotARecord(reason: translated("it is not an object")) }
        self = try Self.read(object)
    }

    private static func read(_ object: WireObject) throws -> Self {
        var record = Self(key: try key(of: object))
        var unread: [(field: Field<Self>, broken: BrokenValue)] = []
        for field in fields.dropFirst() {
            guard let sent = object.value(of: field) else { continue }
            if case .broken(let broken) = sent {
                unread.append((field, broken))
                continue
            }
            guard let value = field.fieldValue(of: sent) else {
                throw NotARecord(field.label, sent.whyNoNumber(isWhole: field.editor != .decimal))
            }
            field.set(value, in: &record)
        }
        if numbering == .counted, record.identity.isEmpty {
            throw NotARecord(reason: translated("it has nothing to know it by"))
        }
        if let first = unread.first {
            throw PartlyRead(
                record: record, unread: Set(unread.map(\.field.key)),
                reason: NotARecord(first.field.label, first.broken.reason))
        }
        return record
    }

    /// Records that the store counts may come without a number: 0 stands for the next one.
    private static func key(of object: WireObject) throws -> Int {
        let field = fields[0]
        let value = object.value(of: field)
        if case .broken(.type) = value { throw NotARecord(field.label, BrokenValue.type.reason) }
        guard let value else {
            if numbering == .counted { return 0 }
            throw NotARecord(reason: translated("it has no \(field.label)"))
        }
        guard let key = value.wholeNumber else {
            throw NotARecord(reason: translated("its \(field.label) \(value.whyNoNumber(isWhole: true))"))
        }
        guard key >= 0 else { throw NotARecord(reason: translated("its \(field.label) “\(key)” is below 0")) }
        return key
    }

    /// Writes one dialect: the fields' keys and nothing else.
    public func encode(to encoder: any Encoder) throws { try encode(Self.fields, to: encoder) }

    /// Writes these fields.
    func encode(_ fields: [Field<Self>], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        for field in fields {
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
    /// What a value that says something means to this field, or nil where it is no number and has to be one.
    func fieldValue(of value: WireValue) -> FieldValue? {
        switch (editor, value) {
        case (.choice, .number(let code)): .number(code)
        case (.choice, .bool(let isFirst)): .number(isFirst ? 1 : 2)
        case (.list, .list(let items)): .list(items)
        case (.number, .text("")), (.decimal, .text("")): .text("")
        case (.number, _): value.wholeNumber.map(FieldValue.number)
        case (.decimal, _): value.text.flatMap { Double($0.trimmed) }.flatMap { $0.isFinite ? .decimal($0) : nil }
        case (_, .decimal(let decimal)): .decimal(decimal)
        case (.flag, .bool(let isOn)): .flag(isOn)
        case (.flag, .number(let number)): .flag(number != 0)
        case (.picture, _): value.text.map(FieldValue.text)
        default: value.text.map { .text($0.printable) }
        }
    }
}
