import DirectoryModel
import DirectorySync
import Language

/// What went wrong on the way, with what to do about it in this program.
struct Advice: UserFacingError {
    let problem: any UserFacingError
    let message: String
    let recovery: String

    init(problem: any UserFacingError, message: String? = nil, recovery: String) {
        (self.problem, self.message, self.recovery) = (problem, message ?? problem.message, recovery)
    }
}

/// None of the people here is whoever signs in.
struct NoOwnRecord: UserFacingError {
    let netid: String

    var message: String { translated("Nobody here has the NetID \(netid.printable), so there is nothing to upload.") }
    var recovery: String { translated("Add yourself with dukedir add, or download first.") }
}

/// One's own record has no DUID yet, which no server takes.
struct NoDUID: UserFacingError {
    var message: String { translated("Your own record has no DUID yet, so nothing was uploaded.") }
    var recovery: String { translated("Give it with dukedir update 0 'id=…', then upload again.") }
}

/// A question that nobody can answer.
struct NobodyToAsk: UserFacingError {
    /// What was not done, and why.
    let message: String

    var recovery: String { translated("Give --yes, or run the command in a terminal.") }
}

/// No new password came from anywhere.
struct NoNewPassword: UserFacingError {
    var message: String { translated("No new password was given.") }
    var recovery: String { translated("Put it into DUKE_DIRECTORY_NEW_PASSWORD, or run the command in a terminal.") }
}

/// The new password was typed in two ways.
struct PasswordsDiffer: UserFacingError {
    var message: String { translated("The two passwords differ, so nothing was changed.") }
    var recovery: String { translated("Try again.") }
}
