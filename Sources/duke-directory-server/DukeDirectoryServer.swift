import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language
import ProgramFiles

@main
struct DukeDirectoryServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "duke-directory-server", abstract: translated("The class server of Duke Directory."),
        version: ProgramVersion.current,
        subcommands: [
            ServeCommand.self, UserCommand.self, EntryCommand.self, CoursesCommand.self, CopyCommand.self,
            BackupCommand.self, RestoreCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)
}

/// A command of the server. The files it makes are private, and its errors are sentences on standard error.
protocol ServerCommand: AsyncParsableCommand {
    func work() async throws
}

extension ServerCommand {
    func run() async throws {
        umask(0o077)
        do {
            try await work()
            guard fflush(nil) == 0 else { throw ServerError.outputUnwritable }
        } catch let problem as any UserFacingError {
            FileHandle.standardError.write(Data("\(problem)\n".utf8))
            throw ExitCode.failure
        } catch let error where !(error is ExitCode) {
            let reason = translated("The server stopped because of an error: \(String(describing: error))")
            FileHandle.standardError.write(Data("\(reason)\n".utf8))
            throw ExitCode.failure
        }
    }
}
