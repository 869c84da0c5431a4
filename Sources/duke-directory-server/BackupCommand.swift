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
    static func summary(of counts: RepositoryCopy.Counts) -> String {
        let (entries, items, accounts) = (counts.entries, counts.items, counts.accounts)
        return translated("entries: \(entries), list items: \(items), accounts: \(accounts)")
    }

    func work() async throws {
        try database.existingRepository().file().backup(to: file)
        let written = try SQLiteDatabase.counts(of: file)
        print(translated("Everything was written to \(file): \(Self.summary(of: written))."))
    }
}

struct RestoreCommand: ServerCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: translated("Replace everything with a backup while the server runs."),
        discussion: translated("A database that is missing or damaged is made anew; stop its server before."))

    @Argument(help: .init(translated("A file written by “backup”.")), completion: .file())
    var file: String
    @OptionGroup var database: DatabaseOptions

    func work() async throws {
        let path = try database.newFile()
        let previous = try SQLiteDatabase.restore(file, to: path)
        try await SQLRepository(at: path, mustExist: true).reindexEntries(of: Collections.all)
        let now = BackupCommand.summary(of: try SQLiteDatabase.counts(of: path))
        print(translated("Everything was replaced with the content of \(file): \(now)."))
        switch previous {
        case .none: print(translated("The database \(path) is new."))
        case .backup(let backup, .none): print(translated("The previous content is in \(backup)."))
        case .backup(let backup, let counts?):
            let then = BackupCommand.summary(of: counts)
            print(translated("The previous content is in \(backup): \(then)."))
        case .damaged(let damaged): print(translated("The database was damaged. It is now in \(damaged)."))
        }
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
        let isInUse = SQLRepository.isInUse(from)
        let source = try SQLRepository(at: from, mustExist: true)
        if isInUse {
            let warning = translated(
                "Another program uses \(from). What it changes from now on may be missing in the copy.")
            FileHandle.standardError.write(Data("\(warning)\n".utf8))
        }
        let copy = RepositoryCopy(from: source, to: try SQLRepository(at: to, mustExist: false))
        let counts = try await copy.run()
        print(translated("Copied and compared (\(BackupCommand.summary(of: counts)))."))
    }
}
