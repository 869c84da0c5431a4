import DirectorySync
import ArgumentParser
import DirectoryModel
import DirectoryStore
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
