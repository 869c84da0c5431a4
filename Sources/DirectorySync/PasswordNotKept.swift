import DirectoryModel
import Foundation
import Language

/// The password could not be stored; it is still used for this session.
struct PasswordNotKept: UserFacingError {
    var message: String {
        translated("The password could not be saved on this computer. You are signed in until you quit.")
    }
    var recovery: String { "" }
}
