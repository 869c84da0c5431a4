import ClassAPI
public import DirectoryModel
public import Foundation

/// One published record as the server stores it: the JSON it sends, and the keys it is found by.
public struct Entry: Equatable, Sendable {
    /// The name of its collection.
    public let collection: String
    /// The number of the record; no two entries of a collection have the same.
    public let key: Int
    /// The owner of the entry; no two entries of a collection have the same, in any case.
    public let owner: String
    /// The JSON that is sent, byte by byte.
    public let json: Data
    /// The section of the page it is listed in, as `SectionKey.stored`.
    let section: String
    /// The text that pages sort it by, folded.
    let order: String
    /// The text that pages search, folded.
    let searchText: String

    /// The entry of `record`, encoded in the one form that is sent.
    /// - Throws: `EncodingError`, which no record is known to cause.
    public init<R: DirectoryRecord>(_ record: R) throws {
        self.init(record, json: try WireJSON.encode(record))
    }

    /// The entry of `record` that is sent as `json`, whatever that contains.
    public init<R: DirectoryRecord>(_ record: R, json: Data) {
        // An account may be called by a word that means "none" elsewhere.
        let owner = R.definition.owner?.value(record).text ?? ""
        (collection, key, self.owner, self.json) = (R.collection.name, record.key, owner, json)
        section = R.definition.groupings[0].section?(record).stored ?? ""
        order = Self.folded(R.definition.orders[0].text(record))
        let text = record.text(style: .search)
        let others = [owner, R.fields[0].displayText(record)].filter { !text.contains($0) }
        searchText = Self.folded(([text] + others).joined(separator: " "))
    }

    init(
        collection: String, key: Int, owner: String, json: Data, section: String, order: String, searchText: String
    ) {
        (self.collection, self.key, self.owner, self.json) = (collection, key, owner, json)
        (self.section, self.order, self.searchText) = (section, order, searchText)
    }

    /// `text` folded word by word, so that only words with accents leave the fast path.
    private static func folded(_ text: String) -> String {
        var folded: [UInt8] = []
        for word in text.split(separator: " ") {
            if !folded.isEmpty { folded.append(UInt8(ascii: " ")) }
            Folding.append(String(word), to: &folded)
        }
        return String(decoding: folded, as: UTF8.self)
    }

    /// The record decoded from the JSON.
    /// - Throws: where the JSON is not such a record; the server never stores one like that.
    func record<R: DirectoryRecord>(as type: R.Type = R.self) throws -> R { try JSONDecoder().decode(type, from: json) }

    /// The strong ETag: equal for the same bytes and for no others.
    public var etag: String { ETags.tag(of: json) }
}

/// The entries that a page requests.
struct PageQuery: Sendable {
    /// The folded words that an entry's text must all contain.
    let words: [String]
    let offset: Int
    let limit: Int
}

/// What is made of the entries of one page, and the total number of entries in each section.
struct EntryPage<Element: Sendable>: Sendable {
    let entries: [Element]
    /// Counts by `SectionKey.stored`.
    let counts: [String: Int]

    /// How many entries were found on all pages.
    var total: Int { counts.values.reduce(0, +) }
}

/// Which changes of a list a client requests.
struct DeltaRequest: Sendable {
    /// The tag of the list that the client has.
    let tag: String
    /// The keys of entries that it needs even if they did not change.
    var keys: Set<Int> = []
    /// The owners, in any case, whose entries it needs even if those did not change.
    var owners: [String] = []
}

/// What changed in a list, as one moment of the database has it.
struct ListDelta {
    /// The tag of the list at that moment.
    let tag: String
    /// How many entries the list has.
    let count: Int
    /// How many bytes the JSON of all entries has together.
    let listByteCount: Int
    /// How many bytes the JSON of the entries that are sent has together.
    let byteCount: Int
    /// The keys of the entries that were removed, in ascending order.
    let removed: [Int]
    /// Calls its argument with the JSON of each entry that is sent, in the order of the list.
    let each: ((Data) throws -> Void) throws -> Void
}

/// Why an entry was not changed.
public enum EntryError: Error, Equatable, Sendable {
    case unknown
    case ownerTaken
    case keyTaken
    /// The owner has a hidden entry.
    case hidden
}
