import ArgumentParser
import DirectoryServer
import Language

/// `duke-directory-server copy --from DATABASE --to DATABASE`.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy", abstract: translated("Copy everything from one database to another, and compare the two."),
        discussion: translated(
            """
            Each is a file or the address of a PostgreSQL database. The second must be empty. Stop the servers of the \
            first before you copy it, so that no change is missed.
            """))

    @Option(
        help: .init(translated("The database to copy."), valueName: DatabaseOptions.valueName), completion: .file())
    var from: String
    @Option(
        help: .init(translated("The empty database to copy to."), valueName: DatabaseOptions.valueName),
        completion: .file())
    var to: String

    func run() async throws {
        try await explaining {
            let source = try DatabaseOptions.existingRepository(at: from)
            let copy = RepositoryCopy(from: source, to: try DatabaseOptions.repository(at: to))
            guard let counts = try await copy?.run() else { return }
            let (entries, items, accounts) = (counts.entries, counts.items, counts.accounts)
            print(translated("Copied and compared: \(entries) entries, \(items) list items, \(accounts) accounts."))
        }
    }
}
