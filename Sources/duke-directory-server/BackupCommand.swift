import ArgumentParser
import DirectoryModel
import DirectoryServer
import Foundation
import Language

struct BackupCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: translated("Write everything to a file while the server runs."))

    @Argument(help: .init(translated("File to write; it must not exist yet.")), completion: .file())
    var file: String
    @OptionGroup var database: DatabaseOptions

    /// The counts, as the rest of a sentence.
    static func words(for counts: RepositoryCopy.Counts) -> String {
        let (entries, items, accounts) = (counts.entries, counts.items, counts.accounts)
        return translated("entries: \(entries), list items: \(items), accounts: \(accounts)")
    }

    func work() async throws {
        try database.existingFile().backup(to: file)
        let written = try SQLiteDatabase.counts(of: file)
        print(translated("Everything was written to \(file): \(Self.words(for: written))."))
    }
}

struct RestoreCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: translated("Replace everything with a backup while the server runs."))

    @Argument(help: .init(translated("A file written by “backup”.")), completion: .file())
    var file: String
    @OptionGroup var database: DatabaseOptions

    func work() async throws {
        let repository = try database.existingFile()
        let kept = try repository.backupBeside()
        do { try repository.restore(from: file) } catch {
            unlink(kept)
            throw error
        }
        try await database.existingRepository().reindexEntries(of: Collections.all)
        let now = BackupCommand.words(for: try repository.counts())
        let then = BackupCommand.words(for: try SQLiteDatabase.counts(of: kept))
        print(translated("Everything was replaced with the content of \(file): \(now)."))
        print(translated("The previous content is in \(kept): \(then)."))
    }
}

struct CopyCommand: ServerCommand {
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

    func work() async throws {
        let source = try SQLRepository(at: from, mustExist: true)
        let copy = RepositoryCopy(from: source, to: try SQLRepository(at: to, mustExist: false))
        let counts = try await copy.run()
        let (entries, items, accounts) = (counts.entries, counts.items, counts.accounts)
        print(translated("Copied and compared: \(entries) entries, \(items) list items, \(accounts) accounts."))
    }
}
