import DirectoryModel
import DirectoryStore
import Language

/// A number that another record has.
struct KeyTaken: UserFacingError {
    let label: String
    let key: String
    let holder: String

    init<R: DirectoryRecord>(_ type: R.Type, key: Int, holder: String) {
        (label, self.key, self.holder) = (R.fields[0].label, R.fields[0].displayText(R(key: key)), holder)
    }

    var message: String { translated("The \(label) \(key) already belongs to \(holder.printable).") }
    var recovery: String { translated("Use update to change it.") }
}
