import DirectoryModel
import DirectoryStore

/// The searches of all collections.
enum AllSearches {
    static func of(_ store: Store) -> [any CollectionSearching] { Collections.all.map { search(of: $0, in: store) } }

    private static func search<R: Record>(of type: R.Type, in store: Store) -> any CollectionSearching {
        CollectionSearch<R>(store: store)
    }
}

/// The search of one collection, whichever it is.
protocol CollectionSearching: Sendable {
    func section(for text: String) async throws -> EverywhereScreen.Section?
}

struct CollectionSearch<R: Record>: CollectionSearching {
    /// How many of what was found are looked at for the best.
    private static var mostRanked: Int { 200 }

    private let store: Store
    private let index: SearchIndex<R>

    init(store: Store) {
        self.store = store
        index = SearchIndex(store: store)
    }

    /// A name one of whose words begins with what was typed comes first, then one that contains it.
    private static func rank(of name: String, for needle: String) -> Int {
        let name = Folding.text(name)
        if name.hasPrefix(needle) || name.contains(" " + needle) { return 0 }
        return name.contains(needle) ? 1 : 2
    }

    func section(for text: String) async throws -> EverywhereScreen.Section? {
        let query = SearchQuery<R>(text)
        guard query.problem == nil, !query.isEmpty else { return nil }
        let hits = try await index.search(query)
        let exact = try store.listing(R.self, ListArrangement()).filtered { hits.exact?.contains($0) ?? true }
        let rows = (exact.rows + hits.similar).prefix(Self.mostRanked)
        let records = try rows.compactMap { try store.stored(R.self, row: $0)?.record }
        let needle = Folding.text(text.trimmed)
        let ranked = records.map { (rank: Self.rank(of: $0.displayName, for: needle), record: $0) }
        let best = (0...2).flatMap { rank in ranked.filter { $0.rank == rank } }.prefix(EverywhereScreen.mostResults)
        let results = best.map { _, record in
            EverywhereScreen.Result(
                collection: R.collection, key: record.key, title: record.displayName.line(cutAt: 200),
                subtitle: record.rowSubtitle.line(cutAt: 200))
        }
        return results.isEmpty ? nil : EverywhereScreen.Section(collection: R.collection, results: results)
    }
}
