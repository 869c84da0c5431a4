import ArgumentParser
import DirectoryModel
import DirectoryStore
import Language

struct FindRecords<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "find",
            abstract: R.definition.numbering == .typed
                ? translated("Show a \(R.collection.one) by \(R.fields[0].label), or all that match.")
                : translated("Show a \(R.collection.one) by number, or all that match."),
            discussion: translated(
                """
                Fields match if they contain the text, regardless of case and accents. Other text is searched for \
                in all fields.
                """
            ))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(Self.help)) var wanted: [String]

    private static var help: String {
        R.definition.numbering == .typed
            ? translated("A \(R.fields[0].label), fields such as '\(R.searchExample)', or any text.")
            : translated("A number, fields such as '\(R.searchExample)', or any text.")
    }

    func run() async throws {
        let wanted = wanted.joined(separator: " ")
        let (store, isCurrent) = try await options.openList(of: R.self)
        let numbered = try Int(wanted).flatMap { try store.find(R.self, key: $0) }
        let found = try await store.found(wanted, of: R.self, first: numbered)
        if !found.isEmpty { Terminal.say(found) }
        try store.verify(R.self)
        // The server may have what the last downloaded list does not.
        if found.isEmpty { throw isCurrent ? notFound() : Outcome.network.code }
    }
}
