/// A type with a property for each field of a collection's records, for code that knows the collection.
@dynamicMemberLookup
public protocol DirectoryRecord: Codable, Equatable, Sendable {
    static var definition: Definition { get }
    var record: Record { get set }
    /// - Parameter record: must have this type's definition.
    init(_ record: Record)
}

extension DirectoryRecord {
    public init(key: Int) { self.init(Record(Self.definition, key: key)) }

    /// The value of the field with this key, which must exist.
    public subscript<Value: FieldStorable>(key: String) -> Value {
        get { Value(fieldValue: record[key]) ?? .absentValue }
        set { record[key] = newValue.fieldValue }
    }

    public subscript<Value>(dynamicMember path: KeyPath<Record, Value>) -> Value { record[keyPath: path] }
    public static subscript<Value>(dynamicMember path: KeyPath<Definition, Value>) -> Value {
        definition[keyPath: path]
    }

    public init(from decoder: any Decoder) throws {
        self.init(try Record(Self.definition, WireObject(from: decoder)))
    }

    public func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}

// While callers are generic.
extension DirectoryRecord {
    public var key: Int { record.key }
    public var displayName: String { record.displayName }
    public func keyed(_ key: Int) -> Self { Self(record.keyed(key)) }
    public func displayText(_ key: String) -> String { record.displayText(key) }
    public func text(style: RecordTextStyle) -> String { record.text(style: style) }
    public func isEmpty(but ignored: Set<String> = []) -> Bool { record.isEmpty(but: ignored) }
    public func differences(from other: Self) -> [FieldDifference] { record.differences(from: other.record) }
    public func additions(to other: Self) -> [FieldDifference] { record.additions(to: other.record) }
    package func fieldsCleared(in other: Self) -> [String] { record.fieldsCleared(in: other.record) }
    public func placed(after largest: Int?) -> Self { Self(record.placed(after: largest)) }
    public var cleared: Self { Self(record.cleared) }
    public func normalized() throws(FieldBroken) -> Self { Self(try record.normalized()) }
    public static func field(_ key: String) -> Field { definition.field(key) }
    public static func field(named name: String) -> Field? { definition.field(named: name) }
    public static func owner(in text: String) -> String { definition.owner(in: text) }
    public static var specimens: [Self] { definition.specimens.map(Self.init) }
    package static func key(ofCard uid: String) -> Int? { definition.key(ofCard: uid) }
    public static func isCategoryOfField(_ name: String) -> Bool { definition.isCategoryOfField(name) }
    package static func searchedName(_ name: String, of record: Self) -> [UInt8] {
        record.record.searchedName(name)
    }
}
