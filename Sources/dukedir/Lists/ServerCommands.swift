import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct RefreshList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "refresh", abstract: translated("Fetch the server's \(R.collection.many)."))
    }
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let repository = try options.repository(of: R.self, in: store)
        let summary = try await repository.refresh()
        Terminal.say(summary.arrived(of: R.collection))
        try sayReasons(of: R.self, summary, in: store)
        guard let kept = summary.keptWords(of: R.collection) else { return }
        guard Terminal.isInteractive else { return Terminal.complain(kept) }
        if Terminal.confirm(ChangeSummary.keptQuestion(of: R.collection)) {
            let removed = ChangeSummary(removed: try await repository.removeKept(summary.keptKeys))
            Terminal.say(translated("Removed: \(removed.words)."))
        }
    }
}

struct ClearList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "clear", abstract: translated("Delete all \(R.collection.many), on the server too."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Do not ask."))) var yes = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        if !yes {
            guard Terminal.isInteractive else { throw NobodyToAsk(message: Self.unasked) }
            let server = try options.signIn(in: store).server
            guard Terminal.confirm(translated("Delete all \(R.collection.many) on \(server)?")) else {
                return Terminal.say(translated("Nothing was deleted."))
            }
        }
        try await options.repository(of: R.self, in: store).deleteAll()
        Terminal.say(translated("All \(R.collection.many) were deleted."))
    }

    private static var unasked: String {
        translated("Deleting all \(R.collection.many) has to be confirmed, and nobody could be asked.")
    }
}

struct LookUp<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lookup", abstract: translated("Ask the server for the \(R.collection.one) of a number."))
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

struct BookRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "book", abstract: translated("Book a \(R.collection.one)."),
            discussion: translated(
                "A day alone, as in 2026-12-01, is that day where you are. Days from tomorrow to two weeks from today can be booked."
            ))
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp(translated("The fields, as in '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        var order = R(key: 0)
        try Tokens<R>(fields).apply(to: &order)
        let checked = try order.checked()
        for field in R.fields where field.editor == .day {
            guard let reason = BookableDays.reasonAgainst(field.value(checked).text) else { continue }
            throw CannotBeKept(message: translated("\(field.label) \(reason)."))
        }
        let store = try options.openStore(for: R.self)
        let booked = try await options.repository(of: R.self, in: store).add(checked)
        Terminal.say(try booked.kept().answerLines)
    }
}
