import DirectoryModel
public import DirectoryStore

/// What the desktop's own search finds in all collections (org.gnome.Shell.SearchProvider2): results by name, and the
/// description of each.
@MainActor
public final class DesktopSearch {
    private let searches: [any CollectionSearching]
    private var known: [String: GlobalSearchScreen.Result] = [:]

    public init(store: Store) { searches = AllSearches.of(store) }

    /// The names of what fits all the words, people first, then of similar names.
    public func results(for words: [String]) async -> [String] {
        let text = words.joined(separator: " ")
        var (found, similar): ([GlobalSearchScreen.Result], [GlobalSearchScreen.Result]) = ([], [])
        for search in searches {
            // A collection that cannot be read has no results here; its own list gives the reason.
            guard let hits = try? await search.hits(for: text) else { continue }
            found += hits.section.results
            similar += hits.similar
        }
        return (found + similar).map { result in
            let name = Self.name(of: result.reference)
            known[name] = result
            return name
        }
    }

    /// The descriptions of results, as the desktop wants them; unknown names are left out.
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

    private static func name(of reference: RecordReference) -> String { "\(reference.collection):\(reference.key)" }

    /// The record a result refers to, or nil where the name is not one of ours.
    public static func reference(_ name: String) -> RecordReference? {
        let parts = name.split(separator: ":")
        guard parts.count == 2, let key = Int(parts[1]) else { return nil }
        return RecordReference(collection: String(parts[0]), key: key)
    }
}
