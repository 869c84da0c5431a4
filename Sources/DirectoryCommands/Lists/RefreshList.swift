import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

struct RefreshList<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "refresh", abstract: translated("Refresh the \(R.collection.many) from the server."))
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
        CommandConfiguration(
            commandName: "lookup", abstract: translated("Look up a \(R.collection.one) on the server."))
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
