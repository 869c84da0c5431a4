public import DirectoryModel
import DirectoryStore
public import Observation

/// A search of all collections at once.
@MainActor @Observable
public final class EverywhereScreen {
    /// A record that was found.
    public struct Result: Equatable, Sendable {
        public let collection: Collection
        public let key: Int
        public let title: String
        public let subtitle: String

        var reference: RecordReference { RecordReference(collection: collection.name, key: key) }
    }

    /// What one collection's search found: the first few.
    public struct Section: Equatable, Sendable {
        public let collection: Collection
        public let results: [Result]
    }

    public private(set) var text = ""
    /// What was found, by collection; those without a match are left out.
    public private(set) var sections: [Section] = []
    public private(set) var isSearching = false

    /// How many results of one collection are worth showing.
    nonisolated static let mostResults = 6

    @ObservationIgnored private let store: Store
    @ObservationIgnored private let searches: [any CollectionSearching]
    @ObservationIgnored private var search: Task<Void, Never>?

    init(store: Store) {
        self.store = store
        searches = AllSearches.of(store)
    }

    /// The search comes into view: what it found last may be gone.
    public func appeared() { startSearch() }

    public func textChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        startSearch()
    }

    private func startSearch() {
        search?.cancel()
        guard !text.trimmed.isEmpty else {
            isSearching = false
            return sections = []
        }
        isSearching = true
        search = Task { [searches, text, weak self] in
            var sections: [Section] = []
            for search in searches {
                // A collection that cannot be searched has nothing to show; its own list says why.
                if let section = try? await search.section(for: text) { sections.append(section) }
                guard !Task.isCancelled else { return }
            }
            self?.sections = sections
            self?.isSearching = false
        }
    }
}
