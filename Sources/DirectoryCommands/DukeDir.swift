package import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language
import ProgramFiles

/// The directory's command line.
package struct DukeDir: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "dukedir",
            abstract: translated("Find the people in your class, and publish your own record."),
            discussion: translated(
                """
                Enter fields as key=value, separated by commas. Values may contain spaces, and commas in double quotes. Keys \
                are not case-sensitive:
                  dukedir add 664541 'firstname=Ric, lastname=Telford, email=ric.telford@duke.edu, role=Professor'
                  dukedir update 664541 'lastname="Telford, Jr."'

                Keys, and their short forms:
                \(Definition.people.keyHelp)

                The other lists have their own commands and keys. See dukedir help contacts.

                Exit status: 0 success, 1 not found, 2 usage error, 3 network error, 4 data error.
                """),
            version: ProgramVersion.current,
            subcommands: [
                AddNumbered<People>.self, UpdateRecord<People>.self, DeleteRecord<People>.self,
                FindRecords<People>.self, ListPeople.self, ListDuplicates<People>.self,
                MergeRecords<People>.self, DownloadCommand<People>.self,
                UploadCommand<People>.self, WithdrawCommand<People>.self, PasswordCommand.self,
                ImportList<People>.self, ExportList<People>.self, HistoryCommand<People>.self,
                GroupsCommand.self, RestoreCommand.self, Group<Contacts>.self, Group<ToDos>.self, Group<Tours>.self,
                Group<Players>.self, Group<Courses>.self,
            ] + (FileCollection.isNamed ? [Group<FileCollection>.self] : []))
    }

    package init() {}

    /// Runs a command of the program, or of a collection that a file in the sandbox defines.
    package static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let ordered = CommonOptions.hoisted(arguments, groups: [])
        let name = ordered.first == "help" ? ordered.dropFirst().first : ordered.first
        let isOwn =
            configuration.subcommands.contains { $0.configuration.commandName == name } || name?.hasPrefix("-") != false
        let folder = isOwn ? nil : CollectionFolder(in: CommonOptions.sandbox(in: arguments))
        if let definition = folder?.definitions.first(where: { $0.collection.name == name }) {
            return await FileCollection.$definition.withValue(definition) { await Program.run(DukeDir.self) }
        }
        let problems = folder?.problems ?? []
        problems.map(\.description).forEach(Terminal.printError)
        if problems.contains(where: { file(of: $0) == "\(name ?? "").json" }) {
            Outcome.data.exit()
        }
        if let name, let folder {
            let collections = (Collections.all + folder.definitions).map { $0.collection.name }
            Terminal.printError("\(CommandError.unknown(name, collections: collections))")
            Outcome.usage.exit()
        }
        await Program.run(DukeDir.self)
    }

    /// The file of a collection that the problem is about.
    private static func file(of problem: any UserFacingError) -> String? {
        switch problem {
        case let problem as DefinitionFileError: problem.file
        case StoreError.cannotRead(let file, _), StoreError.collectionExists(_, let file, _): file
        default: nil
        }
    }
}

extension CommandConfiguration {
    /// The names of the commands with subcommands.
    fileprivate var groupNames: [String] {
        subcommands.map { $0.configuration }.filter { !$0.subcommands.isEmpty }.compactMap(\.commandName)
    }
}

/// A program with commands.
package enum Program {
    /// The name by which it was started.
    static var name: String { URL(filePath: CommandLine.arguments.first ?? "dukedir").lastPathComponent }

    /// The command that was started, without its options: "dukedir contacts add".
    static var command: String {
        let names = DukeDir.configuration.groupNames
        let ordered = CommonOptions.hoisted(Array(CommandLine.arguments.dropFirst()), groups: names)
        let isGroup = ordered.first.map(names.contains) ?? false
        let named = ordered.prefix(isGroup ? 2 : 1).prefix { !$0.hasPrefix("-") }
        return ([name] + named).joined(separator: " ")
    }

    /// Runs the command that the arguments name, and exits on an error.
    package static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async {
        let arguments = CommonOptions.hoisted(
            Array(CommandLine.arguments.dropFirst()), groups: root.configuration.groupNames)
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            PictureRemoval.finish()
        } catch {
            end(error, of: root)
        }
    }

    private static func end<Root: AsyncParsableCommand>(_ error: any Error, of root: Root.Type) -> Never {
        var error = error
        if case SyncError.store(let problem) = error { error = problem }
        if let explained = error as? any UserFacingError {
            Terminal.printError("\(CommandError(adapting: explained) ?? explained)")
            // A download may have filled the disk.
            PictureRemoval.finish()
            Outcome(explained).exit()
        }
        let code = root.exitCode(for: error)
        if code == .validationFailure {
            Terminal.printError(root.fullMessage(for: error))
            Outcome.usage.exit()
        }
        root.exit(withError: error)
    }
}
