import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// An error with advice on what to do about it in this program.
struct Advice: UserFacingError {
    let problem: any UserFacingError
    let message: String
    let recovery: String

    init(problem: any UserFacingError, message: String? = nil, recovery: String) {
        (self.problem, self.message, self.recovery) = (problem, message ?? problem.message, recovery)
    }
}

/// None of the records here is owned by the person who signs in.
struct NoOwnRecord: UserFacingError {
    let netid: String
    let one: String
    /// The label of the number that identifies records.
    let label: String
    let command: String

    var message: String {
        translated("No \(one) in your list has the NetID \(netid.printable), so your record was not uploaded.")
    }
    var recovery: String {
        translated("Add it with \(command) add \(label) 'netid=\(netid.printable)', or download the list first.")
    }
}

extension Advice {
    /// The advice for a problem that the window resolves in a part of its own, in the words of this program.
    init?(inThisProgram problem: any UserFacingError) {
        switch problem {
        case let problem as SyncError: self.init(problem)
        case let problem as StoreError: self.init(problem)
        default: return nil
        }
    }

    private init?(_ problem: SyncError) {
        let recovery: String
        switch problem {
        case .noServerYet: recovery = translated("Set the server with --server https://….")
        case .passwordNeeded: recovery = NoPassword.recovery
        case .signInRefused: recovery = translated("Check --netid and the password.")
        case .notAList, .notAnAnswer, .tooLarge: recovery = translated("Check the address given with --server.")
        case .listTooLarge: recovery = translated("Free some space, or check the address given with --server.")
        case .notAllowed, .notYours: recovery = translated("Set the NetID of the record’s owner with --netid.")
        case .notHere: recovery = translated("Try “dukedir find”.")
        case .conflict: recovery = translated("Download, compare, and upload again.")
        case .otherList, .gone: recovery = translated("Use refresh and try again.")
        default: return nil
        }
        self.init(problem: problem, recovery: recovery)
    }

    private static func isTable(_ file: String) -> Bool {
        ["csv", "tsv", "tab", "txt"].contains(where: file.lowercased().hasSuffix)
    }

    private init?(_ problem: StoreError) {
        switch problem {
        case .ownerTaken(let label, let owner, let holder):
            self.init(
                problem: problem,
                message: translated(
                    "The \(label) \(owner.printable) already belongs to \(holder.printable), so no changes were made."),
                recovery: translated("Use find to see the record, and update to change it."))
        case .folderRemoved, .fileReplaced:
            self.init(problem: problem, recovery: translated("Try again."))
        case .notAList(let file, _) where Self.isTable(file),
            .noRecordsInFile(let file, _, _, _) where Self.isTable(file):
            self.init(problem: problem, recovery: Terminal.columnsHint)
        case .copyKept(_, let name):
            self.init(problem: problem, recovery: translated("Use import “\(name)” if a change is missing."))
        case .fileChanged:
            self.init(problem: problem, recovery: translated("Use import without a file if a change is missing."))
        case .ownRecord:
            self.init(
                problem: problem, message: translated("This is your own record, so it was not deleted."),
                recovery: translated("Use update to change it, or withdraw to remove your entry from the server."))
        default: return nil
        }
    }
}
