import DirectoryModel

/// The keyring did not do what it was asked.
enum KeyringProblem: Explained, Equatable {
    case notRead
    case notKept
    case notForgotten
    case notAwaited

    var message: String {
        switch self {
        case .notRead: "The keyring of this desktop did not open."
        case .notKept:
            "The keyring of this desktop did not keep the password, so it serves only until you quit."
        case .notForgotten:
            "The keyring of this desktop did not open, so a password kept there earlier may still be there."
        case .notAwaited: "The keyring of this desktop was not waited for."
        }
    }

    var recovery: String {
        switch self {
        case .notRead, .notKept: "Unlock the keyring and try again."
        case .notForgotten: "Unlock the keyring and try again, or delete “Duke Directory” from it."
        case .notAwaited: "Try again."
        }
    }
}
