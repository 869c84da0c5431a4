public import ClassAPI

/// The definition of a collection.
///
/// It is a class, so that access costs one reference.
public final class Definition: Sendable {
    public let collection: CollectionInfo
    /// Every field, the key first, in display order.
    public let fields: [Field]
    public let home: RecordSource
    public let numbering: Numbering
    /// The field of the record's owner, or nil.
    public let owner: Field?
    /// The field whose values depend on the owner's account, or nil.
    public let standing: Field?
    /// The field of the record's address on the server, which ends with its number, or nil.
    public let address: Field?
    /// Other fields that identify a record whose number is unknown, best first.
    public let identifiers: [Field]
    /// The field of the position in the list, or nil; new records come last.
    public let position: Field?
    /// The flag shown as a check button in rows, or nil.
    public let toggle: Toggle?
    /// The field that the quick entry above the list fills, or nil.
    public let quickEntry: Field?
    /// The sort orders, the default first.
    public let orders: [SortOrder]
    /// The groupings, the default first.
    public let groupings: [Grouping]
    /// The queries offered above the list, the default first; [] for the whole list only.
    public let queries: [SavedQuery]
    public let presentation: Presentation
    /// Nil if records are not people with pictures.
    public let faceNames: FlashcardDefinition?
    /// True if records can be put into groups.
    public let hasGroups: Bool
    /// The list that ships with the program, or nil.
    public let bundled: BundledList?
    /// The JSON file in the sandbox that mirrors the store, or nil.
    public let sandboxFile: String?
    /// What all versions of one record share if numbers do not identify records, because the store or several servers
    /// assign them; otherwise "".
    let identity: @Sendable (Record) -> String
    /// The values of a new record.
    let defaultValues: [FieldValue]
    /// The fields of last and first name with their part indices in a vCard's N property, or [].
    let nameFields: [(field: Field, part: Int)]
    /// The fields in the order of their keys.
    let fieldsByKey: [Field]
    /// The fields by key and token, then by word and label.
    let fieldsByName: [String: Field]
    /// The indices of the fields by their keys and aliases in lower case, and the ranks of these.
    private let wireNames: [String: (field: Int, rank: Int)]
    /// The fields that free text search covers.
    let searchedFields: [Field]
    /// Those that read differently in other languages.
    package var translatedFields: [Field] { searchedFields.filter(\.isTranslated) }
    private let keys: [String]

    /// Without orders, lists are sorted by name.
    public init(
        _ collection: CollectionInfo, home: RecordSource = .local, numbering: Numbering = .typed, fields: [Field],
        owner: String? = nil, standing: String? = nil, address: String? = nil, identifiers: [String] = [],
        position: String? = nil, toggle: Toggle? = nil, quickEntry: String? = nil, orders: [SortOrder] = [],
        groupings: [Grouping] = [.none], queries: [SavedQuery] = [], bundled: BundledList? = nil,
        sandboxFile: String? = nil,
        identity: @escaping @Sendable (Record) -> String = { _ in "" }, presentation: Presentation,
        faceNames: FlashcardDefinition? = nil, hasGroups: Bool = false
    ) {
        let fields = Self.indexed(fields, identifiers)
        func field(_ key: String) -> Field? {
            let field = fields.first { $0.key == key }
            precondition(field != nil, "\(collection.name) has no field \(key).")
            return field
        }
        self.collection = collection
        self.home = home
        self.numbering = numbering
        self.fields = fields
        self.owner = owner.flatMap(field)
        self.standing = standing.flatMap(field)
        self.address = address.flatMap(field)
        self.identifiers = identifiers.compactMap(field)
        self.position = position.flatMap(field)
        self.toggle = toggle
        self.quickEntry = quickEntry.flatMap(field)
        self.orders = orders.isEmpty ? [.name(presentation.name)] : orders
        self.groupings = groupings
        self.queries = queries
        self.presentation = presentation
        self.faceNames = faceNames
        self.hasGroups = hasGroups
        self.bundled = bundled
        self.sandboxFile = sandboxFile
        self.identity = identity
        defaultValues = fields.map(\.defaultValue)
        nameFields = Self.nameFields(fields)
        fieldsByKey = fields.sorted { $0.key < $1.key }
        let keys = fields.flatMap { field in
            [field.key, field.token, field.key.lowercased()].compactMap(\.self).map { ($0, field) }
        }
        let terms = fields.flatMap { field in [field.word ?? "", field.label.asWord].map { ($0, field) } }
        fieldsByName = Dictionary((keys + terms).filter { !$0.0.isEmpty }) { first, _ in first }
        let aliases = fields.flatMap { field in
            ([field.key] + field.aliases).enumerated().map { rank, name in (name.lowercased(), (field.index, rank)) }
        }
        wireNames = Dictionary(aliases) { first, _ in first }
        // Numbers that people do not type are not searched.
        searchedFields = fields.filter { $0.isSearched && !$0.isPicture && (!$0.isKey || numbering == .typed) }
        self.keys = fields.map(\.key)
    }

    /// The index of the field with this key, which must exist. Comparing a few short strings is faster than hashing.
    func index(of key: String) -> Int {
        let index = keys.firstIndex(of: key)
        precondition(index != nil, "\(collection.name) has no field \(key).")
        return index ?? 0
    }

    /// The field that a key in a list names in any case, and the rank of the key: 0 for the field's own, then the index
    /// of the alias from 1.
    func wireName(_ key: String) -> (field: Int, rank: Int)? {
        keys.firstIndex(of: key).map { ($0, 0) } ?? wireNames[key.lowercased()]
    }

    /// The fields with their indices.
    private static func indexed(_ fields: [Field], _ identifiers: [String]) -> [Field] {
        let hasOtherNames = nameFields(fields).count > 1
        return fields.enumerated().map { index, field in
            var field = field
            field.index = index
            field.hasOtherNames = hasOtherNames
            field.isIdentifier = identifiers.contains(field.key)
            return field
        }
    }

    private static func nameFields(_ fields: [Field]) -> [(field: Field, part: Int)] {
        fields.compactMap { field in
            guard field.card?.property == "N", let part = field.card?.part, part < 2 else { return nil }
            return (field, part)
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

extension Definition {
    /// The paths where entries are published; they follow from the collection's name unless its home contains them.
    public var entryPaths: EntryPaths { home.published ?? EntryPaths("/\(collection.name)") }

    public var keyField: Field { fields[0] }

    /// The field with this key, which must exist.
    public func field(_ key: String) -> Field { fields[index(of: key)] }

    /// The field that a key, token, word, or label names, regardless of case and spaces, or nil.
    public func field(named name: String) -> Field? {
        fieldsByName[name] ?? fieldsByName[name.lowercased().filter { !$0.isWhitespace }]
    }

    /// The owner that a text of the owner's field names; a placeholder names none.
    public func owner(in text: String) -> String { owner?.isPlaceholder(text) == true ? "" : text }

    /// The number that ends an address, or 0.
    func number(in address: String) -> Int { address.split(separator: "/").last.flatMap { Int($0) } ?? 0 }
}

extension Definition {
    /// Records that together have a value in every field, and every option of its choices.
    public var specimens: [Record] {
        let options = fields.map { field in
            if case .choice(let options) = field.editor { options.map(\.value) } else { [String]() }
        }
        return (0..<max(1, options.map(\.count).max() ?? 1)).map { number in
            var record = Record(self, key: number + 1)
            for (field, options) in zip(fields, options) where !field.isPicture {
                switch field.editor {
                case .choice where !options.isEmpty: record[field] = .text(options[number % options.count])
                case .flag: record[field] = .flag(number.isMultiple(of: 2))
                case .number, .steps: record[field] = .number(number + 2)
                case .decimal: record[field] = .decimal(Double(number) + 0.5)
                case .list: record[field] = .list(["\(field.key) Éa", "b"])
                default: record[field] = .text("\(field.key) Éa")
                }
            }
            return record
        }
    }
}
