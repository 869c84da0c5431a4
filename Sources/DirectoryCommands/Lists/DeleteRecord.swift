import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct DeleteRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "delete", abstract: translated("Delete a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>

    func run() async throws {
        let store = try options.openStore(for: R.self)
        let repository = try options.repository(of: R.self, in: store)
        guard let record = try await repository.find(wanted.number),
            try await !repository.delete([wanted.number]).isEmpty
        else { throw notFound() }
        try store.saveAndSay(record.text(style: .whole))
    }
}

struct ClearList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "clear", abstract: translated("Delete all \(R.collection.many), also on the server."))
    }
    @OptionGroup var options: CommonOptions
    @Flag(help: ArgumentHelp(translated("Skip confirmation."))) var yes = false

    func run() async throws {
        let store = try options.openStore(for: R.self)
        if !yes {
            guard Terminal.isInteractive else { throw NotInteractive(message: Self.unasked) }
            let server = try options.signIn(in: store).server
            guard Terminal.confirm(translated("Delete all \(R.collection.many) on \(server)?")) else {
                return Terminal.say(translated("No records were deleted."))
            }
        }
        try await options.repository(of: R.self, in: store).deleteAll()
        Terminal.say(translated("All \(R.collection.many) were deleted."))
    }

    private static var unasked: String {
        translated("Deleting all \(R.collection.many) requires confirmation.")
    }
}
