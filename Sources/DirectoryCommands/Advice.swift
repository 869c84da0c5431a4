import DirectoryModel
import DirectorySync
import Language

/// An error with advice on what to do about it in this program.
struct Advice: UserFacingError {
    let problem: any UserFacingError
    let message: String
    let recovery: String

    init(problem: any UserFacingError, message: String? = nil, recovery: String) {
        (self.problem, self.message, self.recovery) = (problem, message ?? problem.message, recovery)
    }
}

/// None of the records here is owned by the person who signs in.
struct NoOwnRecord: UserFacingError {
    let netid: String
    let one: String
    /// The label of the number that identifies records.
    let label: String
    let command: String

    var message: String {
        translated("No \(one) in your list has the NetID \(netid.printable), so your record was not uploaded.")
    }
    var recovery: String {
        translated("Add it with \(command) add \(label) 'netid=\(netid.printable)', or download the list first.")
    }
}
