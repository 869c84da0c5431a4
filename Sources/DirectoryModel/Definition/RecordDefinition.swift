/// The definition of a collection.
///
/// It is a class, so that access costs one reference.
public final class RecordDefinition<R: DirectoryRecord>: Sendable {
    public let collection: CollectionInfo
    /// Every field, the key first, in display order.
    public let fields: [Field<R>]
    public let home: RecordSource
    public let numbering: Numbering
    /// The field of the record's owner, or nil.
    public let owner: Field<R>?
    /// The field whose values depend on the owner's account, or nil.
    public let standing: Field<R>?
    /// The field of the record's address on the server, which ends with its number, or nil.
    public let address: Field<R>?
    /// Other fields that identify a record whose number is unknown, best first.
    public let identifiers: [Field<R>]
    /// The field of the place in the list, or nil; new records come last.
    public let place: Field<R>?
    /// The flag shown as a check button in rows, or nil.
    public let toggle: Toggle<R>?
    /// The field that the quick entry above the list fills, or nil.
    public let quickEntry: Field<R>?
    /// The sort orders, the default first.
    public let orders: [SortOrder<R>]
    /// The groupings, the default first.
    public let groupings: [Grouping<R>]
    /// The queries offered above the list, the default first; [] for the whole list only.
    public let queries: [SavedQuery<R>]
    public let presentation: Presentation<R>
    /// Nil if records are not people with pictures.
    public let faceNames: FlashcardDefinition<R>?
    /// True if records can be put into groups.
    public let hasGroups: Bool
    /// The list that ships with the program, or nil.
    public let bundled: BundledList?
    /// The JSON file in the sandbox that mirrors the store, or nil.
    public let sandboxFile: String?
    /// See `DirectoryRecord.identity`.
    let identity: @Sendable (R) -> String
    /// The fields by key and token, and by both in lower case.
    let fieldsByName: [String: Field<R>]
    let fieldsByKey: [R.Key: Field<R>]
    /// The keys of the fields by their keys and aliases in lower case.
    let fieldKeys: [String: String]
    /// One closure per field, because copying a field takes longer than formatting its value.
    let displayTexts: [R.Key: @Sendable (R) -> String]
    /// The values that free text search covers.
    package let searchTexts: [@Sendable (R) -> String]
    /// Nil if only `JSONDecoder` can find the keys.
    let wireKeys: JSONKeyTable?
    /// The setters of the fields, in their order; nil for the key.
    let assigns: [(@Sendable (inout R, FieldValue) -> Void)?]
    /// The indices of fields that lose unknown words.
    let losingPlaces: [Int]
    /// The index of the field `address`.
    let addressPlace: Int?

    /// Without orders, lists are sorted by name.
    public init(
        _ collection: CollectionInfo, home: RecordSource = .here, numbering: Numbering = .typed, fields: [Field<R>],
        owner: R.Key? = nil, standing: R.Key? = nil, address: R.Key? = nil, identifiers: [R.Key] = [],
        place: R.Key? = nil, toggle: Toggle<R>? = nil, quickEntry: R.Key? = nil, orders: [SortOrder<R>] = [],
        groupings: [Grouping<R>] = [.none], queries: [SavedQuery<R>] = [], bundled: BundledList? = nil,
        sandboxFile: String? = nil,
        identity: @escaping @Sendable (R) -> String = { _ in "" }, presentation: Presentation<R>,
        faceNames: FlashcardDefinition<R>? = nil, hasGroups: Bool = false
    ) {
        let byName = fields.flatMap { field in
            [field.key, field.token?.lowercased(), field.key.lowercased()].compactMap { $0.map { ($0, field) } }
        }
        fieldsByName = Dictionary(byName) { first, _ in first }
        fieldsByKey = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        let names = fields.flatMap { field in ([field.key] + field.aliases).map { ($0.lowercased(), field.key) } }
        fieldKeys = Dictionary(names) { first, _ in first }
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
        (self.bundled, self.sandboxFile, self.hasGroups) = (bundled, sandboxFile, hasGroups)
    }

    private static func searchTexts(of fields: [Field<R>], _ numbering: Numbering) -> [@Sendable (R) -> String] {
        // Numbers that people do not type are not searched, and 0 is the number of a first launch's record.
        let searched = fields.filter { $0.isSearched && !$0.isPicture && (!$0.isKey || numbering == .typed) }
        return searched.map { field -> @Sendable (R) -> String in
            if field.isKey { return { $0.key == 0 ? "" : field.displayText($0) } }
            return switch field.editor {
            case .choice, .text(.phone): { field.searchText($0) }
            default: { field.displayText($0) }
            }
        }
    }
}

/// Where a record's number comes from.
public enum Numbering: Sendable {
    /// People type it.
    case typed
    /// The store assigns the next one.
    case counted
    case byServer
}

/// The number of a record of one collection.
public struct RecordID<R: DirectoryRecord>: Hashable, Sendable {
    public let key: Int
    public init(_ key: Int) { self.key = key }

    /// The number that ends an address, or 0.
    static func number(in address: String) -> Int { address.split(separator: "/").last.flatMap { Int($0) } ?? 0 }
}
