import DirectorySync
import ArgumentParser
import DirectoryModel
import DirectoryStore
import Foundation
import Language

/// Adds a record whose number is typed.
struct AddNumbered<R: DirectoryRecord>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "add",
            abstract: translated("Add a \(R.collection.one) with a new \(R.fields[0].label)."))
    }
    @OptionGroup var options: CommonOptions
    @OptionGroup var wanted: RecordNumber<R>
    @Argument(help: ArgumentHelp(translated("Fields such as '\(R.searchExample)'."))) var fields: String?

    func validate() throws {
        if wanted.number < 0 {
            throw ValidationError(translated("The \(R.fields[0].label) must be 0 or greater."))
        }
    }

    func run() async throws {
        var record = R(key: wanted.number)
        let tokens = try fields.map { try Tokens<R>($0) }
        try tokens?.apply(to: &record)
        let store = try options.openStore(for: R.self)
        let added = try await options.repository(of: R.self, in: store).add(record)
        try store.saveAndSay(try added.kept(as: wanted.number, adds: true).text(style: .whole))
        tokens?.corrections.forEach(Terminal.complain)
    }
}
