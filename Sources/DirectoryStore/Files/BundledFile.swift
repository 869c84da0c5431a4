public import DirectoryModel
import Foundation

extension Store {
    /// Loads the file that ships with a collection, the first time the collection is looked at (REQUIREMENTS 5).
    /// - Returns: true where it loaded it.
    /// - Throws: `StoreProblem`; then the next start tries again.
    @discardableResult
    public func loadBundledIfFirst<R: Record>(_ type: R.Type) throws(StoreProblem) -> Bool {
        guard let name = R.bundledFile, try revision(of: type) == 0 else { return false }
        guard let file = DataFolder.locate()?.appending(path: name) else {
            throw .cannotRead(file: name, reason: "there is no such file")
        }
        try load(ListFile<R>(file, isStrict: true), .replace)
        return true
    }
}
