import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The exit code of a command that fails.
enum Outcome: Int32 {
    case notFound = 1
    case usage = 2
    case network = 3
    case data = 4

    init(_ error: any UserFacingError) {
        switch error {
        case is TokenError: self = .usage
        case let error as CommandError: self = error.outcome
        case let error as SyncError: self = Outcome(error)
        case StoreError.noGroup: self = .notFound
        case StoreError.groupExists, StoreError.groupCalledAsField, StoreError.noGroupName, StoreError.smartGroup,
            StoreError.search:
            self = .usage
        default: self = .data
        }
    }

    private init(_ error: SyncError) {
        switch error {
        case .store, .notStored, .emptyListSent, .refused, .conflict, .changedMeanwhile,
            .listChangedMeanwhile, .existsAlready, .notYours, .notOwn:
            self = .data
        case .notInStore, .notPublished, .gone: self = .notFound
        case .badAddress, .passwordsDiffer: self = .usage
        default: self = .network
        }
    }

    func exit() -> Never { Foundation.exit(rawValue) }
}

/// An error of a command, with advice that names options of this program.
struct CommandError: UserFacingError {
    let outcome: Outcome
    let message: String
    let recovery: String

    init(_ outcome: Outcome, _ message: String, recovery: String = "") {
        self.outcome = outcome
        self.message = message
        self.recovery = recovery
    }

    init(_ error: any UserFacingError, message: String? = nil, recovery: String) {
        self.init(Outcome(error), message ?? error.message, recovery: recovery)
    }

    /// Nil if the error’s own advice applies to this program.
    init?(adapting error: any UserFacingError) {
        switch error {
        case let error as SyncError: self.init(adapting: error)
        case let error as StoreError: self.init(adapting: error)
        default: return nil
        }
    }

    private init?(adapting error: SyncError) {
        let recovery: String
        switch error {
        case .noServerYet: recovery = translated("Set the server with --server https://….")
        case .passwordNeeded: recovery = Self.passwordAdvice
        case .signInRefused: recovery = translated("Check --netid and the password.")
        case .notAList, .notAnAnswer, .tooLarge: recovery = translated("Check the address given with --server.")
        case .listTooLarge(_, let bytes) where bytes >= TransferLimits().largestList:
            recovery = translated("Check the address given with --server.")
        case .failed(_, 404), .failed(_, 410):
            recovery = translated("Check the address given with --server, or ask the person who runs the server.")
        case .listTooLarge: recovery = translated("Free some space, or check the address given with --server.")
        case .notAllowed, .notYours: recovery = translated("Set the NetID of the record’s owner with --netid.")
        case .notInStore: recovery = translated("Try “dukedir find”.")
        case .conflict: recovery = translated("Download, compare, and upload again.")
        case .otherList, .gone: recovery = translated("Use refresh and try again.")
        default: return nil
        }
        self.init(error, recovery: recovery)
    }

    private init?(adapting error: StoreError) {
        var message: String?
        let recovery: String
        switch error {
        case .ownerTaken(let label, let owner, let holder):
            message = translated(
                "The \(label) \(owner.printable) already belongs to \(holder.printable), so no changes were made.")
            recovery = translated("Use find to see the record, and update to change it.")
        case .folderRemoved, .fileReplaced: recovery = translated("Try again.")
        case .notAList(let file, _) where Self.isTable(file),
            .noRecordsInFile(let file, _, _, _) where Self.isTable(file):
            recovery = translated("Name the columns as “export” does.")
        case .damaged, .damagedRecord:
            recovery = translated("Use dukedir restore. It takes people from people.json and keeps the damaged file.")
        case .otherCollection(_, let other, _):
            let command = other == Definition.people.collection ? "import" : "\(other.name) import"
            recovery = translated("Use “dukedir \(command)” for it.")
        case .copyRenamed(_, let name, true):
            recovery = translated("Use import “\(name)” if a change is missing.")
        case .fileChanged: recovery = translated("Use import without a file if a change is missing.")
        case .unsentChanges:
            recovery = translated("Use --keep-changes to keep them in your list, or --discard-changes.")
        case .ownRecord:
            message = translated("This is your own record, so it was not deleted.")
            recovery = translated("Use update to change it, or withdraw to remove your entry from the server.")
        default: return nil
        }
        self.init(error, message: message, recovery: recovery)
    }

    private static func isTable(_ file: String) -> Bool {
        ["csv", "tsv", "tab", "txt"].contains(where: file.lowercased().hasSuffix)
    }

    private static var passwordAdvice: String {
        translated("Set DUKE_DIRECTORY_PASSWORD, or run the command in a terminal.")
    }

    /// The server requires a password, and the program cannot ask for it.
    static func noPassword(of netid: String, at server: String) -> CommandError {
        CommandError(.data, translated("\(server) requires the password of \(netid)."), recovery: passwordAdvice)
    }

    /// The first word is neither a command nor one of the collections.
    static func unknown(_ name: String, collections: [String]) -> CommandError {
        CommandError(
            .usage, translated("“\(name.printable)” is neither a command nor a collection."),
            recovery: translated(
                "The collections are \(collections.joined(separator: translated(", "))). See “dukedir help”."))
    }

    static var noNewPassword: CommandError {
        CommandError(
            .usage, translated("No new password was entered."),
            recovery: translated("Set DUKE_DIRECTORY_NEW_PASSWORD, or run the command in a terminal."))
    }

    /// Another record has the number.
    /// - Parameter adds: true if a record was to be added.
    static func keyTaken(_ record: Record, holder: String, adds: Bool = false) -> CommandError {
        CommandError(
            .data, record.keyTaken(by: holder), recovery: adds ? translated("Use update to change it.") : "")
    }
}

/// Prints "Not Found", and returns the exit code for it.
func notFound() -> ExitCode {
    Terminal.print(translated("Not Found"))
    return ExitCode(Outcome.notFound.rawValue)
}
