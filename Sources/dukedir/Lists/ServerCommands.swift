import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync

struct RefreshList<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "refresh", abstract: "Fetch the server's \(R.collection.many).")
    }
    @OptionGroup var options: CommonOptions

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let summary = try await options.remote(R.self, in: store) { try await $0.refresh() }
        Terminal.say("\(R.collection.counted(summary.arrived)) arrived: \(summary.words).")
        try sayReasons(of: R.self, summary, in: store)
    }
}

struct ClearList<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "clear", abstract: "Delete all \(R.collection.many), on the server too.")
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: "Do not ask.") var yes = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        if !yes {
            guard Terminal.isInteractive else { throw NobodyToAsk(what: "Deleting all \(R.collection.many)") }
            guard Terminal.confirm("Delete all \(R.collection.many) on \(try options.signIn(in: store).server)?") else {
                return Terminal.say("Nothing was deleted.")
            }
        }
        try await options.remote(R.self, in: store) { try await $0.deleteAll() }
        Terminal.say("All \(R.collection.many) were deleted.")
    }
}

struct LookUp<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "lookup", abstract: "Ask the server for the \(R.collection.one) of a number.")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: "The number.") var number: Int

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let found = try await options.remote(R.self, in: store) { try await $0.look(up: number) }
        guard let found else { throw notFound() }
        Terminal.say(found.displayName)
    }
}

struct BookRecord<R: Record>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "book", abstract: "Book a \(R.collection.one).",
            discussion: "A day alone, as in 2026-12-01, means noon of it in Greenwich.")
    }
    @OptionGroup var options: CommonOptions
    @Argument(help: ArgumentHelp("The fields, as in '\(R.searchExample)'.")) var fields: String

    func run() async throws {
        var order = R(key: 0)
        try Tokens<R>(fields).apply(to: &order)
        let checked = try order.checked()
        let store = try options.openStore(for: R.self)
        let booked = try await options.remote(R.self, in: store) { try await $0.book(checked) }
        Terminal.say(booked.answerLines)
    }
}
