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
        public var moreWords: String? {
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
            let titles = searches.map { $0.collection.title }.joined(separator: translated(", "))
            return (translated("Search Everywhere"), titles)
        }
        guard !isSearching else { return nil }
        return (
            translated("No Results"), translated("Try another word, or search one field, for example “fn=Ada”.")
        )
    }

    /// The results shown for each collection.
    nonisolated static let maxResults = 6

    @ObservationIgnored private let searches: [CollectionSearch]
    @ObservationIgnored private var search: Task<Void, Never>?

    init(store: Store) { searches = store.collections.map { $0.search(in: store) } }

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
            let search = searches.first(where: { $0.collection == result.collection })
        else { return nil }
        return { try search.picture(result.content.row) }
    }

    /// The matches in the collections other than `name`, most first.
    func found(_ text: String, besides name: String) async -> [Found] {
        await searches.filter { $0.collection.name != name }.hits(text)
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
    let isEmpty: Bool
    /// The problem with the typed fields, or nil.
    let problem: String?
    let marker: TextMarker
    let search: @Sendable (Listing) async throws(StoreError) -> Listing
}

/// The search of one collection, independent of its record type.
struct CollectionSearch: Sendable {
    let collection: CollectionInfo
    /// Reads the index before the first search.
    let prepare: @Sendable () async throws(StoreError) -> Void
    let query: @Sendable (String) -> TypedQuery
    /// The part of a list that a group has, and how many members of a group there are.
    let members: @Sendable (String, Listing) async throws(StoreError) -> Listing
    let count: @Sendable (String) async throws(StoreError) -> (present: Int, absent: Int)
    /// Nil for a text that cannot be searched for.
    let hits: @Sendable (String) async throws -> GlobalSearchScreen.Hits?
    /// The picture's bytes, or nil without one.
    let picture: @Sendable (Int64) throws -> Data?
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

extension DirectoryRecord {
    static func search(in store: Store) -> CollectionSearch {
        let index = SearchIndex<Self>(store: store)
        return CollectionSearch(collection: collection) { () throws(StoreError) in
            try await index.prepare()
        } query: { text in
            let query = SearchQuery(text, in: definition)
            let problem = (try? store.problem(of: query, Self.self))?.map { "\($0)" } ?? nil
            return TypedQuery(isEmpty: query.isEmpty, problem: problem, marker: TextMarker(query)) {
                listing throws(StoreError) in try await index.search(query, in: listing)
            }
        } members: { group, listing throws(StoreError) in
            try await index.search(SearchQuery("", in: definition).inGroup(group), in: listing)
        } count: { group throws(StoreError) in
            try await index.count(group: group)
        } hits: { text in
            try await hits(of: SearchQuery(text, in: definition), index, in: store)
        } picture: { row in
            try store.picture(of: self, row: row)
        }
    }

    private static func hits(
        of query: SearchQuery, _ index: SearchIndex<Self>, in store: Store
    ) async throws -> GlobalSearchScreen.Hits? {
        guard query.problem == nil, !query.isEmpty else { return nil }
        let hits = try await index.search(query)
        let found = try store.listing(self, ListArrangement()).found(by: hits).rows
        let guessed = Set(hits.similar)
        let rows = found.filter { !guessed.contains($0) }
        let marker = TextMarker(query)
        // The first of the rows, as results.
        func results(_ rows: [Int64], _ marker: TextMarker) throws -> [GlobalSearchScreen.Result] {
            try rows.prefix(GlobalSearchScreen.maxResults).compactMap { row in
                try store.stored(self, row: row).map {
                    let content = RowContent($0).found(by: marker, in: $0.record)
                    return GlobalSearchScreen.Result(collection: collection, content: content)
                }
            }
        }
        let section = GlobalSearchScreen.Section(
            title: collection.title, collection: collection, results: try results(rows, marker), total: rows.count,
            marker: marker)
        return (section, try results(found.filter(guessed.contains), .none))
    }
}

/// The desktop's search in all collections (org.gnome.Shell.SearchProvider2).
@MainActor
public final class DesktopSearch {
    private let searches: [CollectionSearch]
    private var known: [String: GlobalSearchScreen.Result] = [:]

    public init(store: Store) { searches = store.collections.map { $0.search(in: store) } }

    /// The ids of the records that match all words, people first, then of similar names.
    public func results(for words: [String]) async -> [String] {
        let hits = await searches.hits(words.joined(separator: " "))
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
