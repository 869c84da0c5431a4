import ArgumentParser
import DirectoryServer
import Foundation
import Language

/// `duke-directory-server restore FILE`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: translated("Replace everything with a backup while the server runs."))

    @Argument(help: .init(translated("A file written by “backup”.")), completion: .file())
    var file: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await explaining {
            let repository = try database.existingFile()
            let kept = try repository.backupBeside()
            do { try repository.restore(from: file) } catch {
                unlink(kept)
                throw error
            }
            let now = BackupCommand.words(for: try repository.counts())
            let then = BackupCommand.words(for: try SQLiteRepository.counts(of: kept))
            print(translated("Everything was replaced with the content of \(file): \(now)."))
            print(translated("The previous content is in \(kept): \(then)."))
        }
    }
}
