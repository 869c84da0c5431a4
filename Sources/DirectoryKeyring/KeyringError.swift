import DirectoryModel
import Language

/// An error of the keyring.
enum KeyringError: UserFacingError, Equatable {
    case notRead
    case notKept
    case notForgotten
    case notAwaited

    var message: String {
        switch self {
        case .notRead: translated("The keyring could not be opened.")
        case .notKept:
            translated("The password could not be saved in the keyring. You are signed in until you quit.")
        case .notForgotten:
            translated("The keyring could not be opened. It may still contain a saved password.")
        case .notAwaited: translated("The keyring did not respond.")
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
