import DirectoryModel
import DirectoryStore
import Language

/// A number that another record has.
struct KeyTaken: UserFacingError {
    let message: String
    let recovery: String

    /// - Parameter adds: true where a record was to be added, perhaps in the place of a change.
    init<R: DirectoryRecord>(_ record: R, holder: String, adds: Bool = false) {
        message = record.keyTaken(by: holder)
        recovery = adds ? translated("Use update to change it.") : ""
    }
}
