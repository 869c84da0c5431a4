import ClassAPI
public import DirectoryModel
public import Foundation

/// A published record: the JSON that is sent, and the columns it is found and sorted by.
public struct Entry: Equatable, Sendable {
    /// Unique within its list.
    public let key: Int
    /// The NetID of the owner, unique within its list regardless of case.
    public let owner: String
    public let json: Data
    /// The page section, as `SectionKey.stored`.
    let section: String
    /// The folded text that pages sort by.
    let order: String
    /// The folded text that pages search.
    let searchText: String

    /// - Throws: if the JSON is not such a record; the server never stores one like that.
    func record(of definition: Definition) throws -> Record { try Record(definition, json: json) }

    public var etag: String { ETags.tag(of: json) }

    /// The hash of the JSON, from which cards derive their ETags.
    var hash: Data { Self.hash(of: json) }

    static func hash(of json: Data) -> Data {
        var hash = ContentHash()
        hash.add(json)
        return Data(hash.bytes())
    }
}

extension Entry {
    /// - Throws: `EncodingError`, which no record is known to cause.
    public init(_ record: Record) throws {
        self.init(record, json: try WireJSON.encode(record))
    }

    /// The entry of `record`, sent as `json` even if that differs from its encoding.
    public init(_ record: Record, json: Data) {
        let definition = record.definition
        // A NetID may equal a placeholder such as “none”, so its raw text counts.
        let owner = definition.owner.map { record[$0].text } ?? ""
        var texts = record.searchedText
        for other in [owner, definition.fields[0].displayText(record)]
        where !Folding.contains(Folding.bytes(other), in: texts) {
            SearchColumn.append(other, to: &texts)
        }
        self.init(
            key: record.key, owner: owner, json: json,
            section: definition.groupings[0].section?(record).stored ?? "",
            order: Folding.text(definition.orders[0].text(record)),
            searchText: String(decoding: texts, as: UTF8.self))
    }

    /// The same entry in another section of a page.
    func listed(in section: String) -> Entry {
        Entry(key: key, owner: owner, json: json, section: section, order: order, searchText: searchText)
    }
}

struct PageQuery: Sendable {
    /// Folded, in each spelling; an entry matches if its search text contains one of each.
    let terms: [[String]]
    /// Folded; an entry also matches if its search text contains one of them.
    private(set) var alternatives: [String] = []
    /// Decides by an entry's JSON what its search text does not; nil if the search text suffices.
    private(set) var isMet: (@Sendable (Data) -> Bool)?
    /// The words to search names for with a typo allowed.
    private(set) var names: [[UInt8]] = []
    let offset: Int
    let limit: Int

    /// - Parameter terms: folded.
    init(terms: [String], offset: Int, limit: Int) {
        self.terms = terms.map { [$0] }
        self.offset = offset
        self.limit = limit
    }

    init(_ query: SearchQuery, offset: Int, limit: Int) {
        func texts(_ condition: SearchQuery.Condition) -> [String] {
            condition.needles.map { String(decoding: $0, as: UTF8.self) }
        }
        // Texts of choices and whole values are not in the search text as they are compared.
        let searched = query.conditions.filter { condition in
            guard case .field(let key) = condition.column else { return condition.column == .summary }
            let field = query.definition.field(key)
            return !condition.isAbsence && field.isSearched && field.editor.isWritten
        }
        terms = searched.prefix(Self.maxTerms).map(texts)
        alternatives = query.alternative.map(texts) ?? []
        if query.conditions.contains(where: { $0.column != .summary }) || !query.excluded.isEmpty {
            let reader = ElementReader(query.definition)
            isMet = { json in reader.read(.whole(json)).record.map(query.isMet) ?? false }
        }
        names = query.nameParts.first ?? []
        self.offset = offset
        self.limit = limit
    }

    private static var maxTerms: Int { 16 }
}

/// One page of entries, and the number of matches in each section.
struct EntryPage<Element: Sendable>: Sendable {
    let entries: [Element]
    /// Keyed by `SectionKey.stored`.
    let counts: [String: Int]

    /// The number of matches on all pages.
    var total: Int { counts.values.reduce(0, +) }
}

/// The changes of a list that a client asks for.
struct DeltaRequest: Sendable {
    /// The tag of the client’s list.
    let tag: String
    /// Keys of entries to send even if they did not change.
    var keys: Set<Int> = []
    /// Owners, in any case, of entries to send even if they did not change.
    var owners: [String] = []
}

/// The changes of a list, read in one transaction.
struct ListDelta {
    let tag: String
    /// The number of entries in the list.
    let count: Int
    /// The size of the JSON of all entries, in bytes.
    let listByteCount: Int
    /// The size of the JSON of the entries to send, in bytes.
    let byteCount: Int
    /// The keys of removed entries, ascending.
    let removed: [Int]
    /// Calls its argument with each entry to send, in list order.
    let each: ((SQLRepository.StoredEntry) throws -> Void) throws -> Void
}

public enum EntryError: Error, Equatable, Sendable {
    case unknown
    case ownerTaken
    case keyTaken
    case hidden
}
