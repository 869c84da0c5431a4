public import Foundation
import Language

/// The members of an object in a list, assigned to the fields that their keys name in any case or by an older name.
struct WireObject: DecodableWithConfiguration {
    private struct Member {
        /// 0 for the field's own key, then the indices of its aliases from 1.
        let rank: Int
        let key: String
        let value: WireValue

        /// A text counts more than a broken value, and both more than none; then the field's own key counts most.
        func counts(before other: Member) -> Bool {
            (value.rank, rank, key) < (other.value.rank, other.rank, other.key)
        }
    }

    let definition: Definition
    /// The member that counts for each field.
    private var members: [Member?]
    /// The keys that have a value, but no field.
    private var unread: [String] = []

    init(_ definition: Definition, _ values: some Sequence<(key: String, value: WireValue)>) {
        self.definition = definition
        members = Array(repeating: nil, count: definition.fields.count)
        for (key, value) in values {
            guard let name = definition.wireName(key) else {
                if !value.isEmpty { unread.append(key) }
                continue
            }
            let member = Member(rank: name.rank, key: key, value: value)
            if members[name.field].map(member.counts) ?? true { members[name.field] = member }
        }
    }

    /// - Throws: `JSONError`
    init(_ definition: Definition, json: UnsafeRawBufferPointer) throws(JSONError) {
        self.init(definition, try JSONCursor.members(of: json))
    }

    /// - Throws: `JSONError.notAnObject`
    init(from decoder: any Decoder, configuration definition: Definition) throws {
        guard let object = try? [String: WireValue](from: decoder) else { throw JSONError.notAnObject }
        self.init(definition, object.sorted { $0.key < $1.key })
    }

    /// The value of a field, or nil if it has none.
    private func value(at index: Int) -> WireValue? {
        guard let value = members[index]?.value, value.rank < WireValue.null.rank else { return nil }
        return value.trimmed
    }

    var keys: ObjectKeys {
        var keys = ObjectKeys()
        keys.unread = unread.map { UnreadColumn(name: $0) }
        keys.absent = Set(definition.fields.filter { !$0.isKey && members[$0.index] == nil }.map(\.key))
        return keys
    }

    /// The error of the first choice that is none of the options.
    var unknownChoice: FieldBroken? {
        definition.fields.lazy.compactMap { field in value(at: field.index).flatMap(field.broken) }.first
    }
}

/// The keys of an object in a file, compared with the fields of its collection.
package struct ObjectKeys: Equatable, Sendable {
    /// The keys that have a value, but no field.
    package fileprivate(set) var unread: [UnreadColumn] = []
    /// The keys of the fields that the object lacks. Such fields have the same value after an import as before.
    package fileprivate(set) var absent: Set<String> = []

    package init() {}
}

extension WireObject {
    /// Reads every dialect: keys in any case, older names, values of other types.
    /// - Returns: the record, and the fields whose values could not be read.
    /// - Throws: `FieldBroken` or `NotARecord` if the object lacks a usable number.
    func record() throws -> (record: Record, broken: [FieldBroken]) {
        var record = Record(definition, key: try key)
        var broken: [FieldBroken] = []
        // Fields are not copied, which would take as long as the rest.
        for index in 1..<definition.fields.count {
            guard let sent = value(at: index) else { continue }
            if case .broken(let value) = sent {
                broken.append(FieldBroken(definition.fields[index], value.reason))
            } else {
                let value = definition.fields[index].editor.fieldValue(of: sent)
                record.set(value ?? .text((sent.text ?? "").received), at: index)
            }
        }
        if definition.numbering == .counted, record.identity.isEmpty {
            throw NotARecord(reason: translated("it has no key or name"))
        }
        return (record, broken)
    }

    /// The record in which no field is broken.
    func wholeRecord() throws -> Record {
        let (record, broken) = try record()
        if let first = broken.first { throw NotARecord(reason: first.reason) }
        return record
    }

    /// In collections that the store numbers, 0 means the next number.
    private var key: Int {
        get throws {
            if let address = definition.address { return definition.number(in: value(at: address.index)?.text ?? "") }
            let label = definition.keyField.label
            switch value(at: 0) {
            case .broken(.type), .broken(.emptyObject): throw FieldBroken(definition.keyField, BrokenValue.type.reason)
            case nil where definition.numbering == .counted: return 0
            case nil: throw NotARecord(reason: translated("it has no \(label)"))
            case let value?:
                guard let key = value.wholeNumber else {
                    throw NotARecord(reason: translated("its \(label) \(value.whyNoNumber)"))
                }
                guard key >= 0 else { throw NotARecord(reason: translated("its \(label) “\(key)” is below 0")) }
                return key
            }
        }
    }
}

extension Record {
    /// Reads every dialect, as lists have them.
    /// - Throws: an error if it is not JSON, or not a record, or if a field is broken.
    public init(_ definition: Definition, json: Data) throws {
        self = try json.withUnsafeBytes { try WireObject(definition, json: $0).wholeRecord() }
    }

    /// Reads what `JSONText` wrote of a stored record, without converting values; nil if it is no such text.
    package init?(_ definition: Definition, key: Int, stored json: String) {
        self.init(definition, key: key)
        var json = json
        // A group may have any number of members.
        let members = try? json.withUTF8 { try JSONCursor.members(of: UnsafeRawBufferPointer($0), maxValues: .max) }
        guard let members else { return nil }
        for (name, value) in members {
            guard let field = definition.fields.first(where: { $0.key == name }) else { continue }
            if case .value(let value) = value { self[field] = value } else { self[field] = .absent }
        }
    }

    /// Writes one dialect: exactly the fields' keys.
    public func encode(to encoder: any Encoder) throws { try encode(definition.fields, to: encoder) }

    func encode(_ fields: [Field], to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        for field in fields where field.isSent(by: self) {
            try container.encode(self[field], forKey: WireKey(stringValue: field.key))
        }
    }
}

private struct WireKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
