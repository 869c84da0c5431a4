public import DirectoryModel
public import DirectoryStore
public import Foundation
import Language
public import Observation

@MainActor @Observable
public final class GlobalSearchScreen {
    public struct Result: Equatable, Sendable {
        public let collection: CollectionInfo
        /// The content of its row, with the reason for the match if the row does not show it.
        public let content: RowContent

        public var key: Int { content.key }
        public var title: String { content.title.line(cutAt: 200) }
        /// Why it was found, or the row's own second line.
        public var subtitle: String {
            (content.found?.map(\.text).joined() ?? content.subtitle).line(cutAt: 200)
        }
        public var spoken: String { content.spoken.line(cutAt: 400) }

        var reference: RecordReference { RecordReference(collection: collection.name, key: key) }
    }

    /// The first matches in one collection, and how many there are.
    public struct Section: Equatable, Sendable {
        public let title: String
        /// Nil for similar names of all collections.
        public let collection: CollectionInfo?
        public let results: [Result]
        public let total: Int
        public let marker: TextMarker

        public var moreCount: Int { total - results.count }

        /// "12 more", or nil.
        public var moreText: String? {
            let more = moreCount
            return more > 0 ? translated(more, one: "\(more) more", many: "\(more) more") : nil
        }
    }

    /// The records that contain the text, and the first ones with a similar name, most similar first.
    typealias Hits = (section: Section, similar: [Result])
    typealias Found = (collection: CollectionInfo, count: Int)

    public private(set) var text = ""
    /// The matches by collection, then similar names; empty sections are left out.
    public private(set) var sections: [Section] = []
    public private(set) var isSearching = false
    public private(set) var isOpen = false

    /// Shown instead of results; nil while there are or may be some.
    public var notice: (title: String, body: String)? {
        guard sections.isEmpty else { return nil }
        if text.trimmed.isEmpty {
            // "People, Contacts, To-Dos".
            let titles = searches.map { $0.info.title }.joined(separator: translated(", "))
            return (translated("Search Everywhere"), titles)
        }
        guard !isSearching else { return nil }
        return (
            translated("No Results"), translated("Try another word, or search one field, for example “firstname=Ada”.")
        )
    }

    /// The results shown for each collection.
    nonisolated static let maxResults = 6

    @ObservationIgnored private let searches: [CollectionSearch]
    @ObservationIgnored private var search: Task<Void, Never>?

    init(store: Store) { searches = store.collections.map { CollectionSearch(store[$0]) } }

    /// Opens it and searches again, because results may be gone.
    public func open() {
        isOpen = true
        startSearch()
    }

    public func open(with text: String) {
        self.text = text
        open()
    }

    public func closeTapped() { isOpen = false }

    public func textChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        startSearch()
    }

    /// Reads the picture of a result; nil without one. May be called on any thread.
    public nonisolated func picture(of result: Result) -> (@Sendable () throws -> Data?)? {
        guard result.content.hasPicture,
            let search = searches.first(where: { $0.info == result.collection })
        else { return nil }
        return { try search.picture(result.content.row) }
    }

    /// The matches in the collections other than `name`, most first.
    func found(_ text: String, besides name: String) async -> [Found] {
        await searches.filter { $0.info.name != name }.hits(text)
            .compactMap { hits in hits.section.collection.map { ($0, hits.section.total) } }
            .filter { $0.count > 0 }.sorted { $0.count > $1.count }
    }

    private static func sections(of hits: [Hits]) -> [Section] {
        let similar = Array(hits.flatMap(\.similar).prefix(maxResults))
        let guesses = Section(
            title: translated("Similar Names"), collection: nil, results: similar, total: similar.count,
            marker: .none)
        return (hits.map(\.section) + [guesses]).filter { !$0.results.isEmpty }
    }

    private func startSearch() {
        search?.cancel()
        guard !text.trimmed.isEmpty else {
            isSearching = false
            return sections = []
        }
        isSearching = true
        search = Task { [searches, text, weak self] in
            let hits = await searches.hits(text)
            guard !Task.isCancelled else { return }
            self?.sections = Self.sections(of: hits)
            self?.isSearching = false
        }
    }
}

/// A search text parsed for one collection.
struct TypedQuery: Sendable {
    /// The problem with the typed fields, or nil.
    let problem: String?
    let marker: TextMarker
    private let query: SearchQuery
    private let index: SearchIndex

    fileprivate init(_ query: SearchQuery, problem: String?, _ index: SearchIndex) {
        self.query = query
        self.problem = problem
        self.index = index
        marker = TextMarker(query)
    }

    var isEmpty: Bool { query.isEmpty }

    func search(_ listing: Listing) async throws(StoreError) -> Listing { try await index.search(query, in: listing) }
}

/// The search of one collection.
struct CollectionSearch: Sendable {
    private let collection: StoredCollection
    private let index: SearchIndex

    init(_ collection: StoredCollection) { (self.collection, index) = (collection, SearchIndex(collection)) }

    var info: CollectionInfo { collection.definition.collection }

    /// Reads the index before the first search.
    func prepare() async throws(StoreError) { try await index.prepare() }

    func query(_ text: String) -> TypedQuery {
        let query = SearchQuery(text, in: collection.definition)
        let problem = collection.ifReadable { try $0.problem(of: query) }.map { "\($0)" }
        return TypedQuery(query, problem: problem, index)
    }

    /// The part of a list that a group has.
    func members(_ group: String, _ listing: Listing) async throws(StoreError) -> Listing {
        try await index.search(SearchQuery("", in: collection.definition).inGroup(group), in: listing)
    }

    /// How many members of a group there are.
    func count(_ group: String) async throws(StoreError) -> (present: Int, absent: Int) {
        try await index.count(group: group)
    }

    /// Nil for a text that cannot be searched for.
    func hits(_ text: String) async throws -> GlobalSearchScreen.Hits? {
        let query = SearchQuery(text, in: collection.definition)
        guard query.problem == nil, !query.isEmpty else { return nil }
        let hits = try await index.search(query)
        let found = try collection.listing(ListArrangement()).found(by: hits).rows
        let guessed = Set(hits.similar)
        let rows = found.filter { !guessed.contains($0) }
        let marker = TextMarker(query)
        let section = GlobalSearchScreen.Section(
            title: info.title, collection: info, results: try results(rows, marker), total: rows.count, marker: marker)
        return (section, try results(found.filter(guessed.contains), .none))
    }

    /// The first of the rows, as results.
    private func results(_ rows: [Int64], _ marker: TextMarker) throws -> [GlobalSearchScreen.Result] {
        try rows.prefix(GlobalSearchScreen.maxResults).compactMap { row in
            try collection.stored(row: row).map {
                let content = RowContent($0).found(by: marker, in: $0.record)
                return GlobalSearchScreen.Result(collection: info, content: content)
            }
        }
    }

    /// The picture's bytes, or nil without one.
    func picture(_ row: Int64) throws -> Data? { try collection.picture(row: row) }
}

extension [CollectionSearch] {
    /// The hits in each collection, until the task is canceled. A collection that cannot be searched reports that in
    /// its own list.
    fileprivate func hits(_ text: String) async -> [GlobalSearchScreen.Hits] {
        var all: [GlobalSearchScreen.Hits] = []
        for search in self where !Task.isCancelled {
            if let hits = try? await search.hits(text) { all.append(hits) }
        }
        return all
    }
}

/// The desktop's search in all collections (org.gnome.Shell.SearchProvider2).
@MainActor
public final class DesktopSearch {
    private let searches: [CollectionSearch]
    private var known: [String: GlobalSearchScreen.Result] = [:]

    public init(store: Store) { searches = store.collections.map { CollectionSearch(store[$0]) } }

    /// The ids of the records that match all words, people first, then of similar names.
    public func results(for terms: [String]) async -> [String] {
        let hits = await searches.hits(terms.joined(separator: " "))
        return (hits.flatMap(\.section.results) + hits.flatMap(\.similar)).map { result in
            known[result.reference.word] = result
            return result.reference.word
        }
    }

    /// The results' descriptions in the desktop's format; unknown ids are skipped.
    public func descriptions(of names: [String]) -> [[String: String]] {
        names.compactMap { name in
            known[name].map {
                [
                    "id": name, "name": $0.title, "description": $0.subtitle, "gicon": $0.collection.iconName,
                    "clipboardText": $0.title,
                ]
            }
        }
    }
}
