import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

struct ListRecords<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("list", translated("List the \(C.collection.many), one per line."))
    }
    @OptionGroup var options: CommonOptions
    @Option(help: ArgumentHelp(Self.queryHelp, valueName: "id"), completion: .list(C.queries.map(\.id)))
    var query: String?
    @OptionGroup var time: PastOptions

    func run() async throws {
        if let query, !C.queries.contains(where: { $0.id == query }) {
            throw ValidationError(Self.noQuery(query))
        }
        let present = try await options.openList(of: C.definition, isPast: time.at != nil).collection
        let collection = try time.past(present)
        let listing = try collection.listing(ListArrangement(query: query ?? ""))
        let lines = try listing.rows.enumerated().compactMap { index, row in
            try collection.stored(row: row).map { "\(index + 1). \($0.record.text(style: .line))" }
        }
        if !lines.isEmpty { Terminal.print(Self.hasTitles ? lines.titled(by: listing.sections) : lines) }
        try collection.verify()
    }

    /// True if the section titles contain what lines do not, such as which tours are over.
    private static var hasTitles: Bool { C.groupings[0].section == nil }

    private static var queryHelp: String {
        C.queries.isEmpty
            ? translated("Saved query to use; this list has none.")
            : translated("Saved query to use: \(knownQueries).")
    }

    private static func noQuery(_ typed: String) -> String {
        C.queries.isEmpty
            ? translated("Unknown query “\(typed)”. This list has none.")
            : translated("Unknown query “\(typed)”. Use one of \(knownQueries).")
    }

    private static var knownQueries: String { C.queries.map(\.id).joined(separator: ", ") }
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

extension StoredCollection {
    /// The texts of `numbered`, and of all records that match `wanted`.
    /// - Throws: `TokenError` if `wanted` contains invalid tokens.
    func found(_ wanted: String, first numbered: Record? = nil) async throws -> [String] {
        try Tokens.refuseUnfinished(wanted, in: definition)
        let list = try listing(ListArrangement())
        let query = SearchQuery(wanted, in: definition)
        if let problem = try problem(of: query) { throw problem }
        let rows = try await SearchIndex(self).search(query, in: list).rows
        let others = try rows.compactMap { try stored(row: $0)?.record }.filter { record in
            record.key != numbered?.key && (Int(wanted) == nil || wanted.count >= 3 || record.contains(digits: wanted))
        }
        // Short numbers match too many texts.
        let isNumber = numbered != nil && wanted.count < 3
        let found = [numbered].compactMap(\.self) + (isNumber ? [] : others)
        if found.isEmpty { try Tokens.refuseUnmatched(wanted, in: definition) }
        return found.map({ $0.text(style: .whole) })
    }
}

extension Record {
    /// True if a field besides the record's number contains these digits.
    fileprivate func contains(digits: String) -> Bool {
        definition.fields.contains { field in
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
        let model = try DataModel(time.past(try options.open(.people)).store)
        var lines: [String] = []
        // Readable people are printed before the error.
        let read = Result { () throws(StoreError) in try model.eachLine { lines.append($0) } }
        if !lines.isEmpty { Terminal.print(lines) }
        try read.get()
        try model.store[.people].verify()
    }
}

struct FindRecords<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            "find",
            C.numbering == .typed
                ? translated("Show a \(C.collection.one) by \(C.keyField.label), or all that match.")
                : translated("Show a \(C.collection.one) by number, or all that match."),
            discussion: translated(
                """
                Fields match if they contain the text, regardless of case and accents; a minus before a key excludes \
                them. Other text is searched for in all fields, and then its words in any order.

                Other keys:
                \(C.searchHelp)
                """
            ))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var time: PastOptions
    /// A minus begins a search such as `-team=Owls`, too.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp(Self.help)) var wanted: [String]

    private static var help: String {
        C.numbering == .typed
            ? translated("A \(C.keyField.label), fields such as '\(C.searchExample)', or any text.")
            : translated("A number, fields such as '\(C.searchExample)', or any text.")
    }

    func validate() throws {
        guard let unknown = wanted.first(where: { $0.hasPrefix("--") && $0 != "--" }) else { return }
        throw ValidationError(translated("Unknown option “\(unknown)”."))
    }

    func run() async throws {
        let wanted = wanted.filter { $0 != "--" }.joined(separator: " ")
        let (present, isCurrent) = try await options.openList(of: C.definition, isPast: time.at != nil)
        let collection = try time.past(present)
        let numbered = try Int(wanted).flatMap { try collection.find(key: $0) }
        let found = try await collection.found(wanted, first: numbered)
        if !found.isEmpty { Terminal.print(found) }
        try collection.verify()
        // The server may have records that are missing in an outdated list.
        if found.isEmpty { throw isCurrent ? notFound() : ExitCode(Outcome.network.rawValue) }
    }
}

struct RefreshList<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("refresh", translated("Refresh the \(C.collection.many) from the server."))
    }
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let repository = try options.repository(of: C.definition)
        let summary = try await repository.refresh()
        Terminal.print("\(summary.downloaded(of: C.collection)).")
        Terminal.printReasons(summary)
        guard let message = summary.preservedMessage(of: C.collection) else { return }
        guard Terminal.isInteractive else { return Terminal.printError(message) }
        if Terminal.confirm(ChangeSummary.removalQuestion(of: C.collection)) {
            let removed = try await repository.deleteMissing(summary.preservedKeys)
            let counted = C.collection.counted(removed)
            Terminal.print(translated(removed, one: "\(counted) removed.", many: "\(counted) removed."))
        }
    }
}

struct LookUp<C: CommandCollection>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration("lookup", translated("Look up a \(C.collection.one) on the server."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<C>

    func run() async throws {
        guard let found = try await options.repository(of: C.definition).find(wanted.number) else { throw notFound() }
        Terminal.print(found.displayName)
    }
}
