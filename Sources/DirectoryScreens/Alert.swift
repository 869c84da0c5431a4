public import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

/// A question or a message over the window.
public struct Alert {
    public let title: String
    public let message: String
    /// The label of the answer that leaves everything as it is; closing the window gives it too.
    public let cancelLabel: String
    /// The label of the answer that confirms, or nil where the alert is only a message.
    public var confirmLabel: String?
    /// True where confirming loses something, so that Return cancels.
    public var isDestructive = true
    public var recommendsCancel = false
    /// The label of another answer, which loses something.
    public var alternativeLabel: String?
    public var answered: @MainActor (Answer) -> Void = { _ in }

    public enum Answer: Sendable { case cancel, confirm, alternative }
}

/// A sentence that is shown for some seconds, with what its Details button opens.
public struct Toast: Equatable, Sendable {
    public let text: String
    public let details: [RejectedElement]
    public let offersUndo: Bool
    public let recovery: RecoveryAction?
    public let isFailure: Bool

    init(
        text: String, details: [RejectedElement] = [], offersUndo: Bool = false, recovery: RecoveryAction? = nil,
        isFailure: Bool = false
    ) {
        self.text = text.line(cutAt: 500)
        self.details = details
        self.offersUndo = offersUndo
        self.recovery = recovery
        self.isFailure = isFailure
    }
}

/// What may remove the cause of a problem: the button next to the sentence that reports it.
public enum RecoveryAction: Equatable, Sendable {
    /// Opens Preferences, to choose a server and sign in.
    case connect
    /// Opens Preferences, where only the password is missing.
    case signIn
    case download
    case refresh
    /// Puts a text on the clipboard, for a program that could not be opened.
    case copy(String)
    /// Clears one's own record, which cannot be deleted.
    case clearOwn
    /// Leaves an earlier state.
    case present
    /// Shows the records that a download added or changed.
    case showUnseen

    public var label: String {
        switch self {
        case .connect: translated("Connect…")
        case .signIn: translated("Sign In…")
        case .download, .refresh: translated("Try Again")
        case .copy: translated("Copy")
        case .clearOwn: translated("Clear My Record")
        case .present: translated("Return to Now")
        case .showUnseen: translated("Show")
        }
    }

    /// What to do about `problem`, or nil where the user can only read about it.
    /// - Parameter again: what tries again where that may help, or nil.
    init?(_ problem: SyncError, again: RecoveryAction?) {
        switch problem {
        case .notAList, .notAnAnswer, .tooLarge, .notAllowed, .untrusted, .withoutTLS, .listTooLarge, .emptyListSent:
            self = .connect
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
