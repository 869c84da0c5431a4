import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct ListRecords<R: DirectoryRecord>: AsyncParsableCommand {
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

struct FindRecords<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "find",
            abstract: R.numbering == .typed
                ? translated("Show a person by DUID, or everybody that fits.")
                : translated("Show one \(R.collection.one) by its number, or all that fit."),
            discussion: translated(
                "Fields have to contain what is typed, whatever the case and accents; other text is looked for anywhere."
            ))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(Self.help)) var wanted: [String]

    private static var help: String {
        R.numbering == .typed
            ? translated("A DUID, fields as in 'ln=Telford, fn=Ric', or any text.")
            : translated("A number, fields as in '\(R.searchExample)', or any text.")
    }

    func run() async throws {
        let wanted = wanted.joined(separator: " ")
        let store = try await options.openList(of: R.self)
        var numbered: R?
        if let key = Int(wanted) { numbered = try await options.look(up: key, of: R.self) }
        let found = try await store.found(wanted, of: R.self, first: numbered)
        if !found.isEmpty { Terminal.say(found) }
        try store.verify(R.self)
        if found.isEmpty { throw notFound() }
    }
}

extension Store {
    /// What is said of `numbered`, whose key was asked for, then of all that fit `wanted`: by name, by anything else, and
    /// those whose names are only like it.
    /// - Throws: `TokenError` where fields were named wrong.
    func found<R: DirectoryRecord>(_ wanted: String, of type: R.Type, first numbered: R? = nil) async throws -> [String]
    {
        if Tokens<R>.looksLikeTokens(wanted) { _ = try Tokens<R>(wanted) }
        let hits = try await SearchIndex<R>(store: self).search(SearchQuery(wanted))
        let rows = try listing(type, ListArrangement()).found(by: hits).rows
        let others = try rows.compactMap { try stored(type, row: $0)?.record }.filter { record in
            record.key != numbered?.key && (Int(wanted) == nil || record.says(wanted))
        }
        // One or two digits that are a number stand in very many texts.
        let isNumber = numbered != nil && wanted.count < 3
        let found = [numbered].compactMap(\.self) + (isNumber ? [] : others)
        if found.isEmpty { try Tokens<R>.refuseWhatFindsNothing(wanted) }
        return found.map(\.told)
    }
}

extension DirectoryRecord {
    /// True where these digits stand in it; in its own number, where there are enough of them to mean it.
    fileprivate func says(_ digits: String) -> Bool {
        Self.fields.contains { field in
            !field.isPicture && field.isSearched && (!field.isKey || digits.count >= 3)
                && field.searched(self).contains(digits)
        }
    }
}

extension Tokens {
    /// Names the field or the word that nothing can be found by.
    /// - Throws: `TokenError` where `wanted` was meant as fields and one of them is not a field, or cannot be chosen.
    fileprivate static func refuseWhatFindsNothing(_ wanted: String) throws(TokenError) {
        guard let equals = wanted.firstIndex(of: "="), wanted[..<equals].allSatisfy(\.isLetter),
            equals > wanted.startIndex
        else { return }
        for token in try Tokens(wanted).tokens {
            guard case .choice(let options) = token.field.editor else { continue }
            let typed = Folding.text(token.text)
            let words = options.flatMap { [$0.value, $0.label, $0.shortLabel] }
            if words.contains(where: { Folding.text($0).hasPrefix(typed) }) { continue }
            if case .failure(let broken) = token.field.rule.checked(token.text) {
                throw .badValue(token.text, label: token.field.label, reason: broken.reason)
            }
        }
    }
}
