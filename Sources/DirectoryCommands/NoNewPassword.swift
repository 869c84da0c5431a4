import DirectoryModel
import Language

/// The error that a new password was not given.
struct NoNewPassword: UserFacingError {
    var message: String { translated("No new password was entered.") }
    var recovery: String { translated("Set DUKE_DIRECTORY_NEW_PASSWORD, or run the command in a terminal.") }
}
