public import ClassAPI

/// One record of the directory: a person, a contact, a to-do, a tour, a player, a course.
///
/// Everything else follows from its definition: the form, its page, search tokens, command line keys, the wire form and
/// the table it is stored in.
public protocol DirectoryRecord: Codable, Equatable, Sendable {
    /// The names of the fields: the keys in JSON, and the columns in the store.
    associatedtype Key: FieldKey
    /// The definition of the collection.
    static var definition: RecordDefinition<Self> { get }

    /// A record that has its key and every other field at its default.
    init(key: Int)
    /// The number that identifies this record in its collection.
    var key: Int { get }
}

/// The names of a record's fields.
public protocol FieldKey: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {}

extension DirectoryRecord {
    /// The names of the collection for the sidebar, the store and the command line.
    public static var collection: CollectionInfo { definition.collection }
    /// Every field, the key first, in the order people read them.
    public static var fields: [Field<Self>] { definition.fields }
    /// Where records are kept, which decides what can be done with them here.
    public static var home: Home { definition.home }
    /// Where entries of the collection are published; the paths follow from its name where its home does not contain
    /// them.
    public static var entryPaths: EntryPaths { home.published ?? EntryPaths("/\(collection.name)") }
    /// The list that ships with the program, or nil.
    public static var bundled: BundledList? { definition.bundled }
    /// The JSON file in the sandbox that always contains what the store holds, or nil.
    public static var sandboxFile: String? { definition.sandboxFile }

    /// The field of a key.
    public static func field(_ key: Key) -> Field<Self>? { definition.field(key) }

    /// The field that a token or a key names, in any case, or nil.
    public static func field(named name: String) -> Field<Self>? { definition.field(named: name) }

    /// The value of a field as people read it, or "" where it was not given.
    public func displayText(_ key: Key) -> String { Self.definition.displayText(key, of: self) }

    /// The owner that the record names, "" where it is not given, or nil where records do not have an owner.
    public var owner: String? { Self.definition.owner.map { Self.owner(in: $0.value(self).text) } }

    /// The owner that a text of the owner's field names; a word for "none" names none.
    public static func owner(in text: String) -> String { definition.owner?.isPlaceholder(text) == true ? "" : text }

    /// The identity that all versions of one record share where its number does not identify it, because the store or
    /// several servers count; "" where there is not one.
    public var identity: String { Self.definition.identity(self) }

    /// True where every field is empty, except the key and the fields in `ignored`.
    public func isEmpty(but ignored: Set<Key> = []) -> Bool {
        Self.fields.allSatisfy { $0.isKey || ignored.contains($0.id) || $0.inputText(self).isEmpty }
    }

    /// The same record under another key.
    public func keyed(_ key: Int) -> Self {
        var record = Self(key: key)
        for field in Self.fields { field.set(field.value(self), in: &record) }
        return record
    }

    /// The fields whose value differs in `other`, in field order.
    public func differences(from other: Self) -> [FieldDifference] {
        Self.fields.compactMap { FieldDifference(in: $0, from: self, to: other) }
    }
}
