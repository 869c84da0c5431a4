import DirectoryModel
import DirectoryStore
import Foundation

/// The searches of all collections.
enum AllSearches {
    static func of(_ store: Store) -> [any CollectionSearching] { Collections.all.map { search(of: $0, in: store) } }

    private static func search<R: DirectoryRecord>(of type: R.Type, in store: Store) -> any CollectionSearching {
        CollectionSearch<R>(store: store)
    }
}

/// The search of one collection, whichever it is.
protocol CollectionSearching: Sendable {
    var collection: CollectionInfo { get }
    /// What it finds, or nil where it finds nothing.
    func section(for text: String) async throws -> GlobalSearchScreen.Section?
    /// The bytes of the picture in `row`, or nil where there is none.
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

    func section(for text: String) async throws -> GlobalSearchScreen.Section? {
        let query = SearchQuery<R>(text)
        guard query.problem == nil, !query.isEmpty else { return nil }
        let hits = try await index.search(query)
        let rows = try store.listing(R.self, ListArrangement()).found(by: hits).rows
        let marker = TextMarker(needles: query.marked, fields: query.markedInFields)
        let results = try rows.prefix(GlobalSearchScreen.mostResults).compactMap { row in
            try store.stored(R.self, row: row).map {
                let content = RowContent($0).found(by: marker, in: $0.record.sentences)
                return GlobalSearchScreen.Result(collection: R.collection, content: content)
            }
        }
        guard !results.isEmpty else { return nil }
        return GlobalSearchScreen.Section(collection: R.collection, results: results, total: rows.count)
    }
}
