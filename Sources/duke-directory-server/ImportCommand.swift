import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Glibc
import Language

/// `user import FILE.csv` prints the NetID and password of each new account.
struct ImportCommand: ServerCommand {
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

    func work() async throws {
        let (rows, unread) = try AccountFile.rows(in: try read(file, maxSize: AccountFile.maxSize), called: file)
        let accounts = Accounts(repository: try database.repository())
        let passwords = try output.map { try PasswordOutput(newFile: $0) } ?? .standard
        let known: [String]
        do {
            known = try await accounts.add(rows) { made in
                try passwords.write(made.map { "\($0.netid)\t\($0.password)" })
            }
        } catch {
            // The passwords are void and would block another attempt, unless the accounts may exist.
            if let output, error as? StorageError != .outcomeUnknown { unlink(output) }
            throw error
        }
        let (made, rest, names) = (rows.count - known.count, known.count, known.joined(separator: ", "))
        // Nor is a file without passwords of use.
        if made == 0, let output { unlink(output) }
        var summary = translated(made, one: "\(made) account was created.", many: "\(made) accounts were created.")
        if !known.isEmpty {
            summary += " "
            summary += translated(
                rest, one: "\(rest) already exists: \(names).", many: "\(rest) already exist: \(names).")
        }
        let columns = unread.filter { !$0.isEmpty }.joined(separator: translated(", "))
        if !columns.isEmpty { summary += "\n" + translated("Not read: \(columns)") }
        FileHandle.standardError.write(Data("\(summary)\n".utf8))
    }
}

/// Hands out passwords before they become valid.
struct PasswordOutput {
    private let descriptor: Int32

    static let standard = PasswordOutput(descriptor: STDOUT_FILENO)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Creates a private file.
    /// - Throws: `ServerError.fileExists` or `.fileUnwritable`.
    init(newFile path: String) throws(ServerError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else { return }
        guard errno != EEXIST else { throw .fileExists(path) }
        throw .fileUnwritable(path, reason: String(cString: strerror(errno)))
    }

    /// Writes lines and syncs the file.
    /// - Throws: `ServerError.passwordsUnwritable`.
    func write(_ lines: [String]) throws(ServerError) {
        let bytes = Data(lines.map { "\($0)\n" }.joined().utf8)
        do { try bytes.write(to: descriptor) } catch { throw Self.failure() }
        // Terminals and pipes cannot be synced.
        guard fsync(descriptor) == 0 || [EINVAL, EROFS, ENOTSUP].contains(errno) else { throw Self.failure() }
    }

    private static func failure() -> ServerError { .passwordsUnwritable(reason: String(cString: strerror(errno))) }
}
