import DirectoryModel
import Language

/// The error that the user's own record does not have a number yet, so that a server does not accept it.
struct NoNumber: UserFacingError {
    /// The label of the number.
    let label: String
    let token: String
    let command: String

    var message: String { translated("Your own record has no \(label) yet, so it was not uploaded.") }
    var recovery: String { translated("Set it with \(command) update 0 '\(token)=…' and upload again.") }
}
