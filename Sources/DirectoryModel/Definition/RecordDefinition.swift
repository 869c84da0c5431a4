/// The definition of a collection: its fields, where its records are kept, how they are sorted, divided and shown.
///
/// Each collection has one. It is a class, so that reading it costs one reference.
public final class RecordDefinition<R: DirectoryRecord>: Sendable {
    /// The names of the collection for the sidebar, the store and the command line.
    public let collection: CollectionInfo
    /// Every field, the key first, in the order people read them.
    public let fields: [Field<R>]
    /// Where records are kept, which decides what can be done with them here.
    public let home: RecordSource
    /// Where a record's number comes from.
    public let numbering: Numbering
    /// The field that contains the owner of the record, or nil where records do not have an owner.
    public let owner: Field<R>?
    /// The field that an owner may only fill as their account allows, or nil.
    public let standing: Field<R>?
    /// The field that contains the address of a record on the server; its last part is the record's number. Nil where
    /// records do not contain it.
    public let address: Field<R>?
    /// The fields that also identify a record where its number is not known, the best first.
    public let identifiers: [Field<R>]
    /// The field that contains the place in the list, so that a new record comes last, or nil.
    public let place: Field<R>?
    /// The flag that rows show as a check button, or nil.
    public let toggle: Toggle<R>?
    /// The field that the entry over the list fills to add a record, or nil where lists do not have one.
    public let quickEntry: Field<R>?
    /// The ways a list can be sorted; the first is the usual one.
    public let orders: [SortOrder<R>]
    /// The ways a list can be divided into sections; the first is the usual one.
    public let groupings: [Grouping<R>]
    /// The queries offered over the list, the usual one first; empty where there is only the whole list.
    public let queries: [SavedQuery<R>]
    /// How a record is shown.
    public let presentation: Presentation<R>
    /// How names are learned by faces; nil where records are not people with pictures.
    public let faceNames: FlashcardDefinition<R>?
    /// The list that ships with the program, or nil.
    public let bundled: BundledList?
    /// The JSON file in the sandbox that always contains what the store holds, or nil.
    public let sandboxFile: String?
    /// The identity of a record, which all its versions share where its number does not identify it.
    let identity: @Sendable (R) -> String
    /// The fields by their keys, and by tokens and keys in lower case.
    private let fieldsByName: [String: Field<R>]
    private let fieldsByKey: [R.Key: Field<R>]
    /// A field is large and copying it takes longer than its text does, so each text has a function of its own.
    private let displayTexts: [R.Key: @Sendable (R) -> String]
    /// The values that free text search searches.
    let searchTexts: [@Sendable (R) -> String]
    /// The keys in JSON, or nil where only `JSONDecoder` finds them.
    let wireKeys: JSONKeyTable?
    /// What puts a value into each field, in their order; nil for the key's.
    let assigns: [(@Sendable (inout R, FieldValue) -> Void)?]
    /// The places of the fields that lose words they do not know.
    let losingPlaces: [Int]
    /// The place of `address` among the fields.
    let addressPlace: Int?

    /// The parameters are the properties of the same names; without orders, lists are sorted by name.
    public init(
        _ collection: CollectionInfo, home: RecordSource = .here, numbering: Numbering = .typed, fields: [Field<R>],
        owner: R.Key? = nil, standing: R.Key? = nil, address: R.Key? = nil, identifiers: [R.Key] = [],
        place: R.Key? = nil, toggle: Toggle<R>? = nil, quickEntry: R.Key? = nil, orders: [SortOrder<R>] = [],
        groupings: [Grouping<R>] = [.none], queries: [SavedQuery<R>] = [], bundled: BundledList? = nil,
        sandboxFile: String? = nil,
        identity: @escaping @Sendable (R) -> String = { _ in "" }, presentation: Presentation<R>,
        faceNames: FlashcardDefinition<R>? = nil
    ) {
        let byName = fields.flatMap { field in
            [field.key, field.token?.lowercased(), field.key.lowercased()].compactMap { $0.map { ($0, field) } }
        }
        fieldsByName = Dictionary(byName) { first, _ in first }
        fieldsByKey = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        displayTexts = fieldsByKey.mapValues { field in { @Sendable in field.displayText($0) } }
        searchTexts = Self.searchTexts(of: fields, numbering)
        wireKeys = JSONKeyTable(fields)
        assigns = fields.map(\.assign)
        losingPlaces = fields.indices.filter { fields[$0].losesUnknownWords }
        addressPlace = address.flatMap { address in fields.firstIndex { $0.id == address } }
        func field(_ key: R.Key) -> Field<R>? { fields.first { $0.id == key } }
        (self.collection, self.home, self.numbering, self.fields) = (collection, home, numbering, fields)
        (self.owner, self.standing, self.address) = (
            owner.flatMap(field), standing.flatMap(field), address.flatMap(field)
        )
        (self.identifiers, self.place) = (identifiers.compactMap(field), place.flatMap(field))
        (self.toggle, self.groupings, self.queries) = (toggle, groupings, queries)
        self.quickEntry = quickEntry.flatMap(field)
        self.orders = orders.isEmpty ? [.name(presentation.name)] : orders
        (self.presentation, self.identity, self.faceNames) = (presentation, identity, faceNames)
        (self.bundled, self.sandboxFile) = (bundled, sandboxFile)
    }

    private static func searchTexts(of fields: [Field<R>], _ numbering: Numbering) -> [@Sendable (R) -> String] {
        // A number that people do not type is the database's, and the record of a first launch has none yet.
        let searched = fields.filter { $0.isSearched && !$0.isPicture && (!$0.isKey || numbering == .typed) }
        return searched.map { field -> @Sendable (R) -> String in
            if field.isKey { return { $0.key == 0 ? "" : field.displayText($0) } }
            return switch field.editor {
            case .choice, .text(.phone): { field.searchText($0) }
            default: { field.displayText($0) }
            }
        }
    }

    /// The field that a token or a key names, in any case, or nil.
    func field(named name: String) -> Field<R>? { fieldsByName[name] ?? fieldsByName[name.lowercased()] }

    /// The field of a key.
    func field(_ key: R.Key) -> Field<R>? { fieldsByKey[key] }

    /// The value of a field as people read it, or "" where it was not given.
    func displayText(_ key: R.Key, of record: R) -> String { displayTexts[key]?(record) ?? "" }
}

/// Where a record's number comes from.
public enum Numbering: Sendable {
    /// People know the number and type it.
    case typed
    /// The store assigns the next number.
    case counted
    /// The server assigns the number.
    case byServer
}

/// The number of a record of one collection.
public struct RecordID<R: DirectoryRecord>: Hashable, Sendable {
    /// The number.
    public let key: Int
    /// Makes the ID of a number.
    public init(_ key: Int) { self.key = key }
}

extension RecordID {
    /// The number at the end of an address, or 0 where it ends otherwise.
    static func number(in address: String) -> Int { address.split(separator: "/").last.flatMap { Int($0) } ?? 0 }
}
