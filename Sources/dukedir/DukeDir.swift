import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The directory's command line.
@main
struct DukeDir: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dukedir",
        abstract: translated("Find and keep the people of a class, and publish your own record."),
        discussion: translated(
            """
            Fields are written as key=value, comma separated; values may hold spaces, keys any case:
              dukedir add 664541 'fn=Ric, ln=Telford, em=ric.telford@duke.edu, fr=Chatham County, ge=Male, ro=Professor'

            Keys:
            \(DukePerson.keyHelp)

            The other lists have their own commands and keys, as dukedir help contacts tells.

            Exit: 0 done, 1 not found, 2 wrong usage, 3 network, 4 data.
            """),
        version: "0.1.0",
        subcommands: [
            Add.self, UpdateRecord<DukePerson>.self, DeleteRecord<DukePerson>.self, FindRecords<DukePerson>.self,
            List.self, DownloadCommand.self, UploadCommand.self,
            WithdrawCommand.self, PasswordCommand.self, Import.self, ExportList<DukePerson>.self, Restore.self,
        ] + Groups.all)

    static func main() async {
        do {
            var command = try parseAsRoot(CommonOptions.hoisted(Array(CommandLine.arguments.dropFirst())))
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            end(error)
        }
    }

    private static var howToRestore: String {
        translated("Use dukedir restore, which takes people from people.json and keeps the damaged file.")
    }

    /// Says what went wrong and ends with the exit code that belongs to it.
    private static func end(_ error: any Error) -> Never {
        var error = error
        if case SyncError.store(let problem) = error { error = problem }
        if let explained = error as? any UserFacingError {
            let isDamage = (explained as? StoreError)?.isDamage == true
            Terminal.complain(
                isDamage ? "\(explained.message) \(howToRestore)" : "\(Advice(inThisProgram: explained) ?? explained)")
            Outcome(explained).exit()
        }
        let code = exitCode(for: error)
        if code == .validationFailure {
            Terminal.complain(fullMessage(for: error))
            Outcome.usage.exit()
        }
        exit(withError: error)
    }
}

/// How a command ended.
enum Outcome: Int32 {
    case notFound = 1
    case usage = 2
    case network = 3
    case data = 4

    init(_ error: any UserFacingError) {
        switch error {
        case is TokenError, is CannotBeKept, is NoNewPassword, is PasswordsDiffer, is NobodyToAsk: self = .usage
        case is NoOwnRecord: self = .notFound
        case let advice as Advice: self = Outcome(advice.problem)
        case let problem as SyncError: self = Outcome(problem)
        default: self = .data
        }
    }

    private init(_ problem: SyncError) {
        switch problem {
        case .store, .notKept, .nobodySent, .refused, .conflict, .changedMeanwhile,
            .listChangedMeanwhile, .existsAlready, .notYours, .notOwn:
            self = .data
        case .notHere, .notPublished, .gone: self = .notFound
        case .badAddress: self = .usage
        default: self = .network
        }
    }

    /// What `throw` needs to end with this code.
    var code: ExitCode { ExitCode(rawValue) }

    func exit() -> Never { Foundation.exit(rawValue) }
}
