public import DirectoryModel
import Foundation
import Language
import ProgramFiles

extension Store {
    /// Loads the list that ships with a collection, the first time the collection is shown.
    /// - Returns: true where it loaded it.
    /// - Throws: `StoreError`; then the next start tries again.
    @discardableResult
    public func loadBundledIfFirst<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        guard let list = R.bundled, list.occasion == .firstLaunch, whyReadOnly == nil, try revision(of: type) == 0
        else {
            return false
        }
        try load(ListFile<R>(try bundled(list), isStrict: true), .replace, keepsUndo: false)
        return true
    }

    /// Load from Disk: takes over the sandbox's file if it exists, otherwise the list that ships with the program, and
    /// keeps the user's own record.
    /// - Throws: `StoreError`, and the store is unchanged; `noRecordsInFile` where the file is an empty list.
    public func loadFromDisk<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> ChangeSummary {
        // The file must contain the latest changes, too.
        try flush()
        let kept = sandboxFile(of: type).flatMap { file in
            FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) ? file : nil
        }
        guard let list = R.bundled, list.occasion != .sample else {
            throw .cannotRead(file: R.collection.title, reason: translated("it is not included with the program"))
        }
        let source: URL
        if let kept { source = kept } else { source = try bundled(list) }
        let summary: ChangeSummary
        do throws(StoreError) {
            summary = try load(ListFile<R>(source, mayBePipe: kept == nil), .replace, mayEmpty: false)
        } catch {
            // There is no other file to choose.
            guard let kept, error.isAboutContent else { throw error }
            throw .copyUnusable(message: error.message, file: kept.lastPathComponent)
        }
        try acceptFile(of: type)
        return summary
    }

    /// The file of a list that ships with the program.
    func bundled(_ list: BundledList) throws(StoreError) -> URL {
        guard let folder = DataFolder.locate() else {
            throw .cannotRead(file: list.file, reason: translated("the file does not exist"))
        }
        return folder.appending(path: list.file)
    }
}
