import DirectoryStore
import DirectorySync
import Language

/// What may remove the cause of a problem: the button beside the sentence that reports it.
public enum RecoveryAction: Equatable, Sendable {
    /// Opens Preferences, to choose a server and sign in.
    case connect
    /// Opens Preferences, where only the password is missing.
    case signIn
    /// Downloads again as before.
    case download
    /// Fetches the list again.
    case refresh
    /// Puts a text on the clipboard, for a program that could not be opened.
    case copy(String)
    /// Clears one's own record, which cannot be deleted.
    case clearOwn

    /// The label of its button.
    public var label: String {
        switch self {
        case .connect: translated("Connect…")
        case .signIn: translated("Sign In…")
        case .download, .refresh: translated("Try Again")
        case .copy: translated("Copy")
        case .clearOwn: translated("Clear My Record")
        }
    }

    /// What to do about `problem`, or nil where the user can only read about it.
    /// - Parameter again: what tries again where that may help, or nil.
    init?(_ problem: SyncError, again: RecoveryAction?) {
        switch problem {
        case .notAList, .notAnAnswer, .tooLarge, .notAllowed, .untrusted, .listTooLarge, .emptyListSent: self = .connect
        case .passwordNeeded: self = .signIn
        case .gone, .otherList: self = .refresh
        case .store(.ownRecord): self = .clearOwn
        case .unreachable, .noAnswer, .stalled, .cutShort, .damaged, .answerCut, .tooSlow, .answerSlow, .failed:
            guard let again else { return nil }
            self = again
        default:
            guard problem.asksForSignIn else { return nil }
            self = .connect
        }
    }
}
