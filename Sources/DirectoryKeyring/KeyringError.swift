import DirectoryModel
import Language

/// The keyring did not do what it was asked.
enum KeyringError: UserFacingError, Equatable {
    case notRead
    case notKept
    case notForgotten
    case notAwaited

    var message: String {
        switch self {
        case .notRead: translated("The keyring of this desktop did not open.")
        case .notKept:
            translated("The keyring of this desktop did not keep the password, so it serves only until you quit.")
        case .notForgotten:
            translated("The keyring of this desktop did not open, so a password kept there earlier may still be there.")
        case .notAwaited: translated("The keyring of this desktop was not waited for.")
        }
    }

    var recovery: String {
        switch self {
        case .notRead, .notKept: translated("Unlock the keyring and try again.")
        case .notForgotten: translated("Unlock the keyring and try again, or delete “Duke Directory” from it.")
        case .notAwaited: translated("Try again.")
        }
    }
}
