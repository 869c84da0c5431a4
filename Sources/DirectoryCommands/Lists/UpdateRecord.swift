import DirectorySync
import ArgumentParser
import DirectoryModel
import DirectoryStore
import Language

struct UpdateRecord<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "update",
            abstract: translated("Change the given fields of a \(R.collection.one)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("Fields to change, such as '\(R.searchExample)'."))) var fields: String

    func run() async throws {
        let tokens = try Tokens<R>(fields)
        let store = try options.openStore(for: R.self)
        let number = try store.isOwnKeyOpen(wanted.number, of: R.self) ? tokens.key.flatMap { $0 > 0 ? $0 : nil } : nil
        let changed = try await options.repository(of: R.self, in: store).edit(wanted.number) {
            now throws(any Error) in
            var record = number.map(now.keyed) ?? now
            try tokens.apply(to: &record)
            return try record.checked()
        }
        try store.saveAndSay(try changed.get().kept(as: number).text(style: .whole))
        tokens.corrections.forEach(Terminal.complain)
    }
}
