import DirectoryModel
import Language

extension LaunchTask {
    /// Says which query and which grouping of the errand a collection does not have; empty where it has them.
    func missing(in collection: CollectionInfo) -> [String] {
        guard let type = Collections.all.first(where: { $0.collection.name == collection.name }) else { return [] }
        let sentences = [query.flatMap { type.noQuery($0) }, roster.groupBy.flatMap { type.noGrouping($0) }]
        return sentences.compactMap { $0 }
    }

    /// The queries and the groupings of all collections, each once.
    static var queryNames: [String] { once(Collections.all.flatMap { $0.queryNames }) }
    static var groupingNames: [String] { once(Collections.all.flatMap { $0.groupingNames }) }

    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }
}

extension DirectoryRecord {
    fileprivate static var queryNames: [String] { queries.map(\.id) }
    fileprivate static var groupingNames: [String] { groupings.map(\.id) }

    /// Says that no query is called so; nil where one is.
    fileprivate static func noQuery(_ name: String) -> String? {
        guard !queryNames.contains(name) else { return nil }
        let known = queryNames.joined(separator: ", ")
        return known.isEmpty
            ? translated("There is no query “\(name)” here; this list has none.")
            : translated("There is no query “\(name)” here; there are \(known).")
    }

    /// Says that no grouping is called so; nil where one is.
    fileprivate static func noGrouping(_ name: String) -> String? {
        guard !groupingNames.contains(name) else { return nil }
        let known = groupingNames.joined(separator: ", ")
        return groupingNames.count == 1
            ? translated("There is no grouping “\(name)” here; there is only \(known).")
            : translated("There is no grouping “\(name)” here; there are \(known).")
    }
}
