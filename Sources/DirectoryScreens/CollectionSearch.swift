import DirectoryModel
import DirectoryStore
import Foundation

/// The searches of all collections.
enum AllSearches {
    static func of(_ store: Store) -> [any CollectionSearching] { store.collections.map { search(of: $0, in: store) } }

    private static func search<R: DirectoryRecord>(of type: R.Type, in store: Store) -> any CollectionSearching {
        CollectionSearch<R>(store: store)
    }
}

/// The search of one collection, whichever it is.
protocol CollectionSearching: Sendable {
    var collection: CollectionInfo { get }
    /// What it finds, or nil where that is not a text to search for.
    func hits(for text: String) async throws -> GlobalSearchScreen.Hits?
    /// The bytes of the picture in `row`, or nil where it has no picture.
    func picture(of row: Int64) throws -> Data?
}

struct CollectionSearch<R: DirectoryRecord>: CollectionSearching {
    private let store: Store
    private let index: SearchIndex<R>

    init(store: Store) {
        self.store = store
        index = SearchIndex(store: store)
    }

    var collection: CollectionInfo { R.collection }

    func picture(of row: Int64) throws -> Data? { try store.picture(of: R.self, row: row) }

    func hits(for text: String) async throws -> GlobalSearchScreen.Hits? {
        let query = SearchQuery<R>(text)
        guard query.problem == nil, !query.isEmpty else { return nil }
        let hits = try await index.search(query)
        let found = try store.listing(R.self, ListArrangement()).found(by: hits).rows
        let guessed = Set(hits.similar)
        let (rows, similar) = (found.filter { !guessed.contains($0) }, found.filter(guessed.contains))
        let marker = TextMarker(needles: query.marked, fields: query.markedInFields)
        return GlobalSearchScreen.Hits(
            section: GlobalSearchScreen.Section(
                title: R.collection.title, collection: R.collection, results: try results(rows, marker),
                total: rows.count, marker: marker),
            similar: try results(similar, TextMarker.none))
    }

    /// The first of these rows, as a search found them.
    private func results(_ rows: [Int64], _ marker: TextMarker) throws -> [GlobalSearchScreen.Result] {
        try rows.prefix(GlobalSearchScreen.mostResults).compactMap { row in
            try store.stored(R.self, row: row).map {
                let content = RowContent($0).found(by: marker, in: $0.record)
                return GlobalSearchScreen.Result(collection: R.collection, content: content)
            }
        }
    }
}
