import DirectoryModel
import DirectoryStore
import DirectorySync
import Language

extension FieldDifference {
    /// My value and the server's, next to each other.
    func words<R: DirectoryRecord>(of type: R.Type) -> String {
        let words =
            R.field(named: key)?.isPicture == true
            ? translated("\(label) differs")
            : translated("\(label): you have “\(beforeText)”, the server has “\(afterText)”")
        return words.printable
    }
}
