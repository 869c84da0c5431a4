import ArgumentParser
import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation

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
