public import DirectoryModel
import DirectoryStore
public import Foundation
import Language
public import Observation

/// A search of all collections at once.
@MainActor @Observable
public final class GlobalSearchScreen {
    /// A record that was found.
    public struct Result: Equatable, Sendable {
        public let collection: CollectionInfo
        /// What its row says, with the reason it was found where its lines do not show that.
        public let content: RowContent

        public var key: Int { content.key }
        public var title: String { content.title.line(cutAt: 200) }
        /// The line under the title: why it was found, or what its row says there.
        public var subtitle: String {
            (content.found?.map(\.text).joined() ?? content.subtitle).line(cutAt: 200)
        }

        var reference: RecordReference { RecordReference(collection: collection.name, key: key) }
    }

    /// What one collection's search found: the first few, and how many there are.
    public struct Section: Equatable, Sendable {
        public let collection: CollectionInfo
        public let results: [Result]
        public let total: Int

        /// How many were found besides those.
        public var moreCount: Int { total - results.count }

        /// "12 more", or nil where there are none.
        public var moreWords: String? {
            let more = moreCount
            return more > 0 ? translated(more, one: "\(more) more", many: "\(more) more") : nil
        }
    }

    /// How many of a collection a search found.
    public struct Found: Equatable, Sendable {
        public let collection: CollectionInfo
        public let count: Int
    }

    public private(set) var text = ""
    /// What was found, by collection; those without a match are left out.
    public private(set) var sections: [Section] = []
    public private(set) var isSearching = false

    /// What is said where there are no results, or nil.
    public var words: String? {
        guard sections.isEmpty else { return nil }
        if text.isEmpty {
            // "People, Contacts, To-Dos at once".
            let titles = Collections.all.map { $0.collection.title }.joined(separator: translated(", "))
            return translated("\(titles) at once")
        }
        return isSearching ? translated("Searching…") : translated("Nothing fits “\(text.line(cutAt: 60))” anywhere.")
    }

    /// How many results of one collection are shown; its own list shows all of them.
    nonisolated static let mostResults = 6

    @ObservationIgnored private let searches: [any CollectionSearching]
    @ObservationIgnored private var search: Task<Void, Never>?

    init(store: Store) { searches = AllSearches.of(store) }

    /// The search comes into view: what it found last may be gone.
    public func appeared() { startSearch() }

    public func textChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        startSearch()
    }

    /// Reads the picture of a result, or nil where it has none; may be called anywhere.
    public nonisolated func picture(of result: Result) -> (@Sendable () throws -> Data?)? {
        guard result.content.hasPicture,
            let search = searches.first(where: { $0.collection == result.collection })
        else { return nil }
        return { try search.picture(of: result.content.row) }
    }

    /// How many the other collections have of what is not in the one called `name`, the most first.
    func found(_ text: String, besides name: String) async -> [Found] {
        var found: [Found] = []
        for search in searches where search.collection.name != name {
            // A collection that cannot be searched has nothing to show; its own list says why.
            guard let section = try? await search.section(for: text) else { continue }
            found.append(Found(collection: section.collection, count: section.total))
        }
        return found.sorted { $0.count > $1.count }
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
