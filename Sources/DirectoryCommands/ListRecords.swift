import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct ListRecords<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("list", translated("List the \(R.collection.many), one per line."))
    }
    @OptionGroup var options: CommonOptions
    @Option(help: ArgumentHelp(Self.queryHelp, valueName: "id"), completion: .list(R.definition.queries.map(\.id)))
    var query: String?
    @OptionGroup var time: PastOptions

    func run() async throws {
        if let query, !R.definition.queries.contains(where: { $0.id == query }) {
            throw ValidationError(Self.noQuery(query))
        }
        let store = try time.past(try await options.openList(of: R.self, isPast: time.at != nil).store)
        let listing = try store.listing(R.self, ListArrangement(query: query ?? ""))
        let lines = try listing.rows.enumerated().compactMap { place, row in
            try store.stored(R.self, row: row).map { "\(place + 1). \($0.record.text(style: .line))" }
        }
        if !lines.isEmpty { Terminal.say(Self.hasTitles ? lines.titled(by: listing.sections) : lines) }
        try store.verify(R.self)
    }

    /// True if the section titles say what lines do not, such as which tours are over.
    private static var hasTitles: Bool { R.definition.groupings[0].section == nil }

    private static var queryHelp: String {
        R.definition.queries.isEmpty
            ? translated("Saved query to use; this list has none.")
            : translated("Saved query to use: \(knownQueries).")
    }

    private static func noQuery(_ typed: String) -> String {
        R.definition.queries.isEmpty
            ? translated("Unknown query “\(typed)”. This list has none.")
            : translated("Unknown query “\(typed)”. Use one of \(knownQueries).")
    }

    private static var knownQueries: String { R.definition.queries.map(\.id).joined(separator: ", ") }
}

extension [String] {
    /// The lines, with a title before each section.
    fileprivate func titled(by sections: [Listing.Section]) -> [String] {
        var rest = self[...]
        return sections.flatMap { section in
            defer { rest = rest.dropFirst(section.count) }
            return [section.title] + rest.prefix(section.count)
        }
    }
}

extension Store {
    /// The texts of `numbered`, and of all records that match `wanted`.
    /// - Throws: `TokenError` if `wanted` contains invalid tokens.
    func found<R: DirectoryRecord>(_ wanted: String, of type: R.Type, first numbered: R? = nil) async throws -> [String]
    {
        try Tokens.refuseUnfinished(wanted, in: R.definition)
        let list = try listing(type, ListArrangement())
        let query = SearchQuery(wanted, in: R.definition)
        if let problem = try problem(of: query) { throw problem }
        let rows = try await SearchIndex<R>(store: self).search(query, in: list).rows
        let others = try rows.compactMap { try stored(type, row: $0)?.record }.filter { record in
            record.key != numbered?.key && (Int(wanted) == nil || wanted.count >= 3 || record.says(wanted))
        }
        // Short numbers match too many texts.
        let isNumber = numbered != nil && wanted.count < 3
        let found = [numbered].compactMap(\.self) + (isNumber ? [] : others)
        if found.isEmpty { try Tokens.refuseUnmatched(wanted, in: R.definition) }
        return found.map({ $0.text(style: .whole) })
    }
}

extension DirectoryRecord {
    /// True if a field besides the record's number contains these digits.
    fileprivate func says(_ digits: String) -> Bool {
        Self.fields.contains { field in
            !field.isPicture && field.isSearched && !field.isKey && field.searchText(self).contains(digits)
        }
    }
}

/// Lists people as the data model does.
struct ListPeople: ParsableCommand {
    static let configuration = CommandConfiguration("list", translated("List the people, one per line."))
    @OptionGroup var options: CommonOptions
    @OptionGroup var time: PastOptions

    func run() throws {
        let model = try DataModel(time.past(try options.open().store))
        var lines: [String] = []
        // Readable people are printed before the error.
        let read = Result { () throws(StoreError) in try model.eachLine { lines.append($0) } }
        if !lines.isEmpty { Terminal.say(lines) }
        try read.get()
        try model.store.verify(DukePerson.self)
    }
}

struct FindRecords<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "find",
            R.definition.numbering == .typed
                ? translated("Show a \(R.collection.one) by \(R.fields[0].label), or all that match.")
                : translated("Show a \(R.collection.one) by number, or all that match."),
            discussion: translated(
                """
                Fields match if they contain the text, regardless of case and accents; a minus before a key excludes \
                them. Other text is searched for in all fields, and then its words in any order.

                Other keys:
                \(R.searchHelp)
                """
            ))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var time: PastOptions
    /// A minus begins a search such as `-te=Owls`, too.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp(Self.help)) var wanted: [String]

    private static var help: String {
        R.definition.numbering == .typed
            ? translated("A \(R.fields[0].label), fields such as '\(R.searchExample)', or any text.")
            : translated("A number, fields such as '\(R.searchExample)', or any text.")
    }

    func validate() throws {
        guard let unknown = wanted.first(where: { $0.hasPrefix("--") && $0 != "--" }) else { return }
        throw ValidationError(translated("Unknown option “\(unknown)”."))
    }

    func run() async throws {
        let wanted = wanted.filter { $0 != "--" }.joined(separator: " ")
        let (present, isCurrent) = try await options.openList(of: R.self, isPast: time.at != nil)
        let store = try time.past(present)
        let numbered = try Int(wanted).flatMap { try store.find(R.self, key: $0) }
        let found = try await store.found(wanted, of: R.self, first: numbered)
        if !found.isEmpty { Terminal.say(found) }
        try store.verify(R.self)
        // The server may have records that are missing in an outdated list.
        if found.isEmpty { throw isCurrent ? notFound() : ExitCode(Outcome.network.rawValue) }
    }
}

struct RefreshList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("refresh", translated("Refresh the \(R.collection.many) from the server."))
    }
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let repository = try options.repository(of: R.self, in: store)
        let summary = try await repository.refresh()
        Terminal.say(summary.arrived(of: R.collection))
        Terminal.sayReasons(summary)
        guard let kept = summary.keptWords(of: R.collection) else { return }
        guard Terminal.isInteractive else { return Terminal.complain(kept) }
        if Terminal.confirm(ChangeSummary.keptQuestion(of: R.collection)) {
            let removed = try await repository.removeKept(summary.keptKeys)
            let counted = R.collection.counted(removed)
            Terminal.say(translated(removed, one: "\(counted) removed.", many: "\(counted) removed."))
        }
    }
}

struct LookUp<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("lookup", translated("Look up a \(R.collection.one) on the server."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        guard let found = try await options.repository(of: R.self, in: store).find(wanted.number) else {
            throw notFound()
        }
        Terminal.say(found.displayName)
    }
}

extension ChangeSummary {
    func arrived(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) downloaded: \(words).", many: "\(counted) downloaded: \(words).")
    }
}
