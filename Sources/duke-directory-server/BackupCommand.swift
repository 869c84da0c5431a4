import ArgumentParser
import DirectoryServer
import Language

/// `duke-directory-server backup FILE`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: translated("Write everything to a file while the server runs."))

    @Argument(help: .init(translated("File to write; it must not exist yet.")), completion: .file())
    var file: String
    @OptionGroup var database: DatabaseOptions

    /// How much a backup has, as the rest of a sentence.
    static func words(for counts: RepositoryCopy.Counts) -> String {
        let (entries, items, accounts) = (counts.entries, counts.items, counts.accounts)
        return translated("entries: \(entries), list items: \(items), accounts: \(accounts)")
    }

    func run() async throws {
        try await explaining {
            try database.existingFile().backup(to: file)
            let written = try SQLiteRepository.counts(of: file)
            print(translated("Everything was written to \(file): \(Self.words(for: written))."))
        }
    }
}
