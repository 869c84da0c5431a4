import Language

/// What continues once the user has signed in.
public enum SignInPurpose: Sendable {
    /// A download.
    case download
    /// Publishing one's own record.
    case publish
    /// Anything else.
    case other

    /// What the user is asked where no password is known.
    var question: String {
        switch self {
        case .download: translated("Enter your password to download.")
        case .publish: translated("Enter your password to publish.")
        case .other: translated("Enter your password to continue.")
        }
    }
}
