import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

/// `user import FILE.csv`: a line with NetID and password for each new account.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: translated("Create the accounts in a file and print their passwords once."),
        discussion: translated(
            """
            The file is a CSV table with a NetID column and an optional Role column. Existing accounts stay as they \
            are. If the file has an error, no accounts are created.
            """))

    @Argument(help: .init(translated("A CSV file.")), completion: .file(extensions: ["csv"])) var file: String
    @Option(help: .init(translated("File for the passwords; only you can read it.")), completion: .file())
    var output: String?
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await explaining {
            let (rows, unread) = try AccountFile.rows(
                in: try FileContents(largest: AccountFile.largest).read(file), called: file)
            let accounts = Accounts(repository: try database.repositorySayingNew())
            let passwords = try output.map { try PasswordOutput(newFile: $0) } ?? .standard
            let known: [String]
            do {
                known = try await accounts.add(rows) { made in
                    try passwords.write(made.map { "\($0.netid)\t\($0.password)" })
                }
            } catch {
                // What is in the file is not valid, and in the way of the next attempt, unless the accounts may be there.
                if let output, error as? StorageError != .outcomeUnknown { unlink(output) }
                throw error
            }
            var words = Self.words(made: rows.count - known.count, known)
            let names = unread.filter { !$0.isEmpty }.joined(separator: translated(", "))
            if !names.isEmpty { words += "\n" + translated("Not read: \(names)") }
            FileHandle.standardError.write(Data("\(words)\n".utf8))
        }
    }

    private static func words(made count: Int, _ known: [String]) -> String {
        let made = translated(count, one: "\(count) account was created.", many: "\(count) accounts were created.")
        guard !known.isEmpty else { return made }
        let (rest, names) = (known.count, known.joined(separator: ", "))
        return made + " "
            + translated(rest, one: "\(rest) already exists: \(names).", many: "\(rest) already exist: \(names).")
    }
}
