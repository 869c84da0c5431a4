/// A type with a property for each field of a collection's records, for code that knows the collection.
@dynamicMemberLookup
public protocol TypedRecord: Codable, Equatable, Sendable {
    static var definition: Definition { get }
    var record: Record { get set }
    /// - Parameter record: must have this type's definition.
    init(_ record: Record)
}

extension TypedRecord {
    public init(key: Int) { self.init(Record(Self.definition, key: key)) }
    public init(id: Int) { self.init(key: id) }

    public var key: Int { record.key }
    public var id: Int { record.key }

    /// The value of the field with this key, which must exist.
    public subscript<Value: FieldStorable>(key: String) -> Value {
        get { Value(fieldValue: record[key]) ?? .absentValue }
        set { record[key] = newValue.fieldValue }
    }

    /// A property of the record.
    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> Value { record[keyPath: path] }
    /// A property of the definition.
    public static subscript<Value>(dynamicMember path: KeyPath<Definition, Value>) -> Value {
        definition[keyPath: path]
    }

    public init(from decoder: any Decoder) throws {
        self.init(try WireObject(from: decoder, configuration: Self.definition).wholeRecord())
    }

    public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

extension TypedRecord {
    /// The record as text.
    public func text(style: RecordTextStyle) -> String { record.text(style: style) }
    /// The value of the field with this key for display, or "" if it is not given.
    public func displayText(_ key: String) -> String { record.displayText(key) }
    /// The same record under another key.
    public func keyed(_ key: Int) -> Self { Self(record.keyed(key)) }
}

/// The number of a record of one type.
public struct RecordID<R: TypedRecord>: Hashable, Sendable {
    public let key: Int
    public init(_ key: Int) { self.key = key }
}
