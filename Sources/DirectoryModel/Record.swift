/// The values of one record of a collection.
public struct Record: Equatable, Sendable {
    public let definition: Definition
    /// A value for each field, in the order of the definition; the first is the key.
    public private(set) var values: [FieldValue]

    /// A record in which each field has its default.
    public init(_ definition: Definition, key: Int) {
        self.definition = definition
        values = definition.defaultValues
        values[0] = .number(key)
    }

    /// The value of a field of the definition. Setting the key, or a value that the field cannot hold, does nothing.
    public subscript(field: Field) -> FieldValue {
        get { values[field.index] }
        set {
            guard !field.isKey, let value = field.kind.stored(newValue) else { return }
            values[field.index] = value
        }
    }

    /// The value of the field with this key, which must exist.
    public subscript(key: String) -> FieldValue {
        get { values[definition.index(of: key)] }
        set { self[definition.fields[definition.index(of: key)]] = newValue }
    }

    /// The value of the field with this key for display, or "" if it is not given.
    public func displayText(_ key: String) -> String {
        definition.fields[definition.index(of: key)].displayText(self)
    }

    public var key: Int { Int(fieldValue: values[0]) ?? 0 }

    /// The same record under another key.
    public func keyed(_ key: Int) -> Record {
        var record = self
        record.values[0] = .number(key)
        return record
    }

    public static func == (one: Record, other: Record) -> Bool {
        one.definition === other.definition && one.values == other.values
    }
}

/// A type with a property for each field of a collection's records, for code that knows the collection.
public protocol DirectoryRecord: Codable, Equatable, Sendable {
    static var definition: Definition { get }
    var record: Record { get set }
    /// - Parameter record: must have this type's definition.
    init(_ record: Record)
}

extension DirectoryRecord {
    public init(key: Int) { self.init(Record(Self.definition, key: key)) }

    public var key: Int { record.key }

    /// The same record under another key.
    public func keyed(_ key: Int) -> Self { Self(record.keyed(key)) }

    /// The value of the field with this key, which must exist.
    public subscript<Value: FieldStorable>(key: String) -> Value {
        get { Value(fieldValue: record[key]) ?? .absentValue }
        set { record[key] = newValue.fieldValue }
    }
}

/// The same for callers that are generic over the collection.
extension Field {
    /// The value of `record`.
    public func value(_ record: some DirectoryRecord) -> FieldValue { record.record[self] }
    /// What a page shows.
    public func displayText(_ record: some DirectoryRecord) -> String { displayText(record.record) }
    /// What an entry of a form shows.
    public func inputText(_ record: some DirectoryRecord) -> String { inputText(record.record) }
    /// What a search reads.
    public func searchText(_ record: some DirectoryRecord) -> String { searchText(record.record) }
    /// True if an upload has the value.
    public func isSent(by record: some DirectoryRecord) -> Bool { isSent(by: record.record) }
    /// Sets the value in `record`, unless the field is the key.
    public func set(_ value: FieldValue, in record: inout some DirectoryRecord) { record.record[self] = value }
    /// Sets the value that `text` says.
    public func write(_ text: String, into record: inout some DirectoryRecord) { write(text, into: &record.record) }
}
