package import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// A program with commands.
package enum Program {
    /// The name it was started by.
    static var name: String { URL(filePath: CommandLine.arguments.first ?? "dukedir").lastPathComponent }

    /// Runs the command below `root` that the program's arguments name, and ends the program where that fails.
    package static func run<Root: AsyncParsableCommand>(_ root: Root.Type) async {
        let groups = root.configuration.subcommands.map { $0.configuration }.filter { !$0.subcommands.isEmpty }
        let arguments = CommonOptions.hoisted(
            Array(CommandLine.arguments.dropFirst()), groups: groups.compactMap { $0.commandName })
        do {
            var command = try root.parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(error, of: root)
        }
    }

    private static var howToRestore: String {
        translated("Use dukedir restore. It takes people from people.json and keeps the damaged file.")
    }

    /// Prints the error and ends with its exit code.
    private static func end<Root: AsyncParsableCommand>(_ error: any Error, of root: Root.Type) -> Never {
        var error = error
        if case SyncError.store(let problem) = error { error = problem }
        if let explained = error as? any UserFacingError {
            let isDamage = (explained as? StoreError)?.isDamage == true
            Terminal.complain(
                isDamage ? "\(explained.message) \(howToRestore)" : "\(Advice(inThisProgram: explained) ?? explained)")
            Outcome(explained).exit()
        }
        let code = root.exitCode(for: error)
        if code == .validationFailure {
            Terminal.complain(root.fullMessage(for: error))
            Outcome.usage.exit()
        }
        root.exit(withError: error)
    }
}
