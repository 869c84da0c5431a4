import DirectoryModel
import Language

/// The error that a question cannot be answered, because the program does not run in a terminal.
struct NotInteractive: UserFacingError {
    /// The step that was not done, and why.
    let message: String

    var recovery: String { translated("Use --yes, or run the command in a terminal.") }
}
