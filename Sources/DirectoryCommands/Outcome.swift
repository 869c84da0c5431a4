import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Language

/// The exit code of a command.
enum Outcome: Int32 {
    case notFound = 1
    case usage = 2
    case network = 3
    case data = 4

    init(_ error: any UserFacingError) {
        switch error {
        case is TokenError, is CannotBeKept, is NoNewPassword, is PasswordsDiffer, is NotInteractive: self = .usage
        case is NoOwnRecord: self = .notFound
        case let advice as Advice: self = Outcome(advice.problem)
        case let problem as SyncError: self = Outcome(problem)
        default: self = .data
        }
    }

    private init(_ problem: SyncError) {
        switch problem {
        case .store, .notKept, .emptyListSent, .refused, .conflict, .changedMeanwhile,
            .listChangedMeanwhile, .existsAlready, .notYours, .notOwn:
            self = .data
        case .notHere, .notPublished, .gone: self = .notFound
        case .badAddress: self = .usage
        default: self = .network
        }
    }

    /// The error to throw, so that the command ends with this code.
    var code: ExitCode { ExitCode(rawValue) }

    func exit() -> Never { Foundation.exit(rawValue) }
}

extension ChangeSummary {
    /// The result of downloading a list.
    func arrived(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) downloaded: \(words).", many: "\(counted) downloaded: \(words).")
    }

    /// The result of reading a list from a file.
    func read(of collection: CollectionInfo) -> String {
        let counted = collection.counted(arrived)
        return translated(arrived, one: "\(counted) imported: \(words).", many: "\(counted) imported: \(words).")
    }
}

extension CollectionInfo {
    /// The result of writing a list of so many records.
    func written(_ count: Int) -> String {
        translated(count, one: "\(counted(count)) exported.", many: "\(counted(count)) exported.")
    }
}

extension FieldDifference {
    /// My value and the server's, next to each other.
    func words<R: DirectoryRecord>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label) differs")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}

extension Changed {
    /// The record as it was kept; changes of others in the same fields are reported.
    /// - Parameters:
    ///   - number: the new key, or nil where it was not typed.
    ///   - adds: true where the record was to be added.
    func kept(as number: Int? = nil, adds: Bool = false) throws -> R {
        switch self {
        case .kept(let kept), .putBack(let kept): return kept
        case .absent: throw notFound()
        case .keyTaken(let holder): throw KeyTaken(R(key: number ?? 0), holder: holder, adds: adds)
        case .conflict(let both):
            // Where the typed value is the one that was shown here, these are the changes of others.
            for difference in both.conflicts.isEmpty ? both.onlyTheirs : both.conflicts {
                Terminal.complain(difference.words(of: R.self))
            }
            throw ChangedByOthers(one: R.collection.one)
        }
    }
}

/// The error that others changed the same fields of a record at the same time.
struct ChangedByOthers: UserFacingError {
    let one: String

    var message: String {
        translated("Someone else changed this \(one) at the same time, so your change was not made.")
    }
    var recovery: String { translated("Check the new version and try again.") }
}

/// Prints "Not Found", and returns the exit code for it.
func notFound() -> ExitCode {
    Terminal.say(translated("Not Found"))
    return Outcome.notFound.code
}

extension Store {
    /// Writes the sandbox's JSON file, then prints `words`. Where the file cannot be written, the change is kept
    /// anyway, which is reported.
    func saveAndSay(_ words: String) throws {
        let saved = Result { () throws(StoreError) in try flush() }
        Terminal.say(words)
        do throws(StoreError) { try saved.get() } catch {
            switch error {
            case .copyNotWritten, .copyKept: Terminal.complain("\(error)")
            default: throw error
            }
        }
    }
}
