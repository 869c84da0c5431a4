import DirectoryModel
import DirectoryScreens
import Language

extension LaunchTask {
    /// The sentences on the query, the grouping and the look of the task that a collection does not have; may be empty.
    func missing(in collection: CollectionInfo) -> [String] {
        guard let type = Collections.all.first(where: { $0.collection.name == collection.name }) else { return [] }
        let sentences = [
            query.flatMap { type.noQuery($0) }, roster.groupBy.flatMap { type.noGrouping($0) },
            look.flatMap { type.noLook($0) },
        ]
        return sentences.compactMap { $0 }
    }

    /// The names of the queries of all collections, each once.
    static var queryNames: [String] { once(Collections.all.flatMap { $0.queryNames }) }
    static var groupingNames: [String] { once(Collections.all.flatMap { $0.groupingNames }) }

    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }
}

extension DirectoryRecord {
    fileprivate static var queryNames: [String] { definition.queries.map(\.id) }
    fileprivate static var groupingNames: [String] { definition.groupings.map(\.id) }

    /// The sentence that the list cannot look so; nil where it can.
    fileprivate static func noLook(_ look: ListLayout) -> String? {
        let offered = ListLayout.offered(by: Self.self)
        guard !offered.contains(look) else { return nil }
        let (name, known) = (look.rawValue, offered.map(\.rawValue).joined(separator: ", "))
        return translated("\(collection.title) cannot be shown as “\(name)”. Use one of \(known).")
    }

    /// The sentence that no query has this name; nil where one has.
    fileprivate static func noQuery(_ name: String) -> String? {
        guard !queryNames.contains(name) else { return nil }
        let known = queryNames.joined(separator: ", ")
        return known.isEmpty
            ? translated("Unknown query “\(name)”. This list has none.")
            : translated("Unknown query “\(name)”. Use one of \(known).")
    }

    /// The sentence that no grouping has this name; nil where one has.
    fileprivate static func noGrouping(_ name: String) -> String? {
        guard !groupingNames.contains(name) else { return nil }
        let known = groupingNames.joined(separator: ", ")
        return groupingNames.count == 1
            ? translated("Unknown grouping “\(name)”. Use \(known).")
            : translated("Unknown grouping “\(name)”. Use one of \(known).")
    }
}
