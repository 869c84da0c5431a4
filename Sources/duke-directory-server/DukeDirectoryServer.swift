import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

/// `duke-directory-server`: the class server's command line.
@main
struct DukeDirectoryServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duke-directory-server", abstract: translated("The class server of Duke Directory."),
        version: "0.1.0", subcommands: [ServeCommand.self, UserCommand.self, CoursesCommand.self],
        defaultSubcommand: ServeCommand.self)
}

/// Which file the server keeps everything in.
struct DatabaseOptions: ParsableArguments {
    @Option(help: .init(translated("The file that entries and accounts are kept in.")), completion: .file())
    var database: String?

    /// The repository of that file, or of the usual one, which is made where there is none.
    /// - Throws: `ServerError.databaseUnusable`.
    func repository() throws -> SQLiteRepository { try SQLiteRepository(path: try database ?? Self.usualPath()) }

    private static func usualPath() throws -> String {
        let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = named.map { URL(filePath: $0) } ?? URL.homeDirectory.appending(path: ".local/share")
        let folder = data.appending(path: "duke-directory-server")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ServerError.databaseUnusable(path: folder.path, reason: translated("its folder cannot be made"))
        }
        return folder.appending(path: "server.sqlite").path
    }
}

extension ParsableCommand {
    /// Does `work` with files that only their owner may read. What goes wrong is said in a sentence
    /// on standard error, and the program ends with 1.
    func explaining(_ work: () async throws -> Void) async throws {
        umask(0o077)
        do {
            try await work()
        } catch let problem as any UserFacingError {
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
            throw ExitCode.failure
        } catch let error where !(error is ExitCode) {
            let reason = translated("The server ended, for this went wrong: \(String(describing: error))")
            FileHandle.standardError.write(Data("\(reason)\n".utf8))
            throw ExitCode.failure
        }
    }
}
