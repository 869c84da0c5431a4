import DirectoryModel
public import DirectoryStore

/// What the desktop's own search finds in all collections (org.gnome.Shell.SearchProvider2): results by name, and what
/// each of them says.
@MainActor
public final class DesktopSearch {
    private let searches: [any CollectionSearching]
    private var known: [String: GlobalSearchScreen.Result] = [:]

    public init(store: Store) { searches = AllSearches.of(store) }

    /// The names of what fits all the words, people first.
    public func results(for words: [String]) async -> [String] {
        let text = words.joined(separator: " ")
        var names: [String] = []
        for search in searches {
            // A collection that cannot be read has nothing to show here; its own list says why.
            guard let section = try? await search.section(for: text) else { continue }
            for result in section.results {
                let name = Self.name(of: result.reference)
                known[name] = result
                names.append(name)
            }
        }
        return names
    }

    /// What a result says, as the desktop wants it; those nobody asked for are left out.
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

    /// The record a result stands for, or nil where the name is none of ours.
    public static func reference(_ name: String) -> RecordReference? {
        let parts = name.split(separator: ":")
        guard parts.count == 2, let key = Int(parts[1]) else { return nil }
        return RecordReference(collection: String(parts[0]), key: key)
    }
}
