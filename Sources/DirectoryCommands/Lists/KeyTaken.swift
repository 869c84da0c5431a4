import DirectoryModel
import DirectoryStore
import Language

/// A number that is taken.
struct KeyTaken: UserFacingError {
    let key: String

    var message: String { translated("\(key) is already in the directory.") }
    var recovery: String { translated("Use update to change it.") }
}
