import DirectoryModel
import DirectorySync
import Language

/// The error that the two entries of the new password differ.
struct PasswordsDiffer: UserFacingError {
    var message: String { translated("The two passwords differ, so no changes were made.") }
    var recovery: String { translated("Try again.") }
}
