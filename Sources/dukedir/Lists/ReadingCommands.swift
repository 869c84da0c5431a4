import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct ListRecords<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: translated("Show the \(R.collection.many), a line each."))
    }
    @OptionGroup var options: CommonOptions
    @Option(help: ArgumentHelp(Self.queryHelp, valueName: "id"), completion: .list(R.queries.map(\.id)))
    var query: String?

    func run() async throws {
        if let query, !R.queries.contains(where: { $0.id == query }) {
            throw ValidationError(Self.noQuery(query))
        }
        let store = try await options.openList(of: R.self)
        let listing = try store.listing(R.self, ListArrangement(query: query ?? ""))
        let records = try listing.rows.compactMap { try store.stored(R.self, row: $0)?.record }
        if !records.isEmpty {
            Terminal.say(records.enumerated().map { place, record in "\(place + 1). \(record.listLine)" })
        }
        try store.verify(R.self)
    }

    private static var queryHelp: String {
        R.queries.isEmpty
            ? translated("Only those of a saved query: there are none.")
            : translated("Only those of a saved query: \(knownQueries).")
    }

    private static func noQuery(_ typed: String) -> String {
        R.queries.isEmpty
            ? translated("“\(typed)” is no saved query (there are none).")
            : translated("“\(typed)” is no saved query (\(knownQueries)).")
    }

    private static var knownQueries: String { R.queries.map(\.id).joined(separator: ", ") }
}

struct FindRecords<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "find", abstract: translated("Show one \(R.collection.one) by its number, or all that fit."),
            discussion: Self.waysToFind)
    }
    static var waysToFind: String {
        translated(
            "Fields have to contain what is typed, whatever the case and accents; other text is looked for anywhere.")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("A number, fields as in '\(R.searchExample)', or any text.")))
    var wanted: String

    func run() async throws {
        let found = try await found()
        guard !found.isEmpty else { throw notFound() }
        Terminal.say(found)
    }

    private func found() async throws -> [String] {
        if let key = Int(wanted) { return try await options.look(up: key, of: R.self).map { [$0.told] } ?? [] }
        return try await options.openList(of: R.self).found(wanted, of: R.self)
    }
}

extension Store {
    /// The sentences of the record whose key is `wanted`, or else of all that fit it, those that are only like it last.
    /// - Throws: `TokenProblem` where fields were named wrong.
    func found<R: Record>(_ wanted: String, of type: R.Type) async throws -> [String] {
        if let key = Int(wanted) { return try find(type, key: key).map { [$0.told] } ?? [] }
        if wanted.contains("=") { _ = try Tokens<R>(wanted) }
        let hits = try await SearchIndex<R>(store: self).search(SearchQuery(wanted))
        var found: [String] = []
        try each(type) { stored in
            if hits.exact?.contains(stored.row) ?? true { found.append(stored.record.told) }
        }
        for row in hits.similar {
            if let record = try stored(type, row: row)?.record { found.append(record.told) }
        }
        return found
    }
}
