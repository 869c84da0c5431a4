public import DirectoryModel
public import Foundation
import Language
import Synchronization

extension Store {
    /// Loads the list that ships with a collection, the first time the collection is looked at (REQUIREMENTS 5).
    /// - Returns: true where it loaded it.
    /// - Throws: `StoreProblem`; then the next start tries again.
    @discardableResult
    public func loadBundledIfFirst<R: Record>(_ type: R.Type) throws(StoreProblem) -> Bool {
        guard let list = R.bundled, list.isLoadedAtFirst, try revision(of: type) == 0 else { return false }
        try load(ListFile<R>(try bundled(list), isStrict: true), .replace, keepsUndo: false)
        return true
    }

    /// Load from Disk: takes over the sandbox's file if it exists, otherwise the list that ships with the program, and
    /// saves at once (REQUIREMENTS 1.5).
    public func loadFromDisk<R: Record>(_ type: R.Type) throws(StoreProblem) -> ChangeSummary {
        let kept = sandboxFile(of: type).flatMap { file in
            FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) ? file : nil
        }
        guard let list = R.bundled else {
            throw .cannotRead(file: R.collection.title, reason: translated("nothing of it ships with the program"))
        }
        let source: URL
        if let kept { source = kept } else { source = try bundled(list) }
        let summary = try load(ListFile<R>(source), .replace)
        try saveFile(of: type)
        return summary
    }

    private func bundled(_ list: BundledList) throws(StoreProblem) -> URL {
        guard let folder = DataFolder.locate() else {
            throw .cannotRead(file: list.file, reason: translated("there is no such file"))
        }
        return folder.appending(path: list.file)
    }

    /// The JSON file in the sandbox that says what the store holds, or nil where the collection has none.
    public func sandboxFile<R: Record>(of type: R.Type) -> URL? { R.sandboxFile.map { sandbox.appending(path: $0) } }

    /// Writes the JSON file of the sandbox, where the collection has one.
    /// - Throws: `StoreProblem`, and the file that was there stays, where it cannot be written.
    public func saveFile<R: Record>(of type: R.Type) throws(StoreProblem) {
        guard let file = sandboxFile(of: type) else { return }
        // One at a time, so that the last one written is the last one read from the store.
        try writing.withLock { _ throws(StoreProblem) in _ = try ListFile<R>(file).write(from: self) }
    }
}
