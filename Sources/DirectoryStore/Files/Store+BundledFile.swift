public import DirectoryModel
import Foundation
import Language
import ProgramFiles

extension Store {
    /// Loads the list that ships with a collection, the first time the collection is looked at.
    /// - Returns: true where it loaded it.
    /// - Throws: `StoreError`; then the next start tries again.
    @discardableResult
    public func loadBundledIfFirst<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        guard let list = R.bundled, list.isLoadedAtFirst, whyReadOnly == nil, try revision(of: type) == 0 else {
            return false
        }
        try load(ListFile<R>(try bundled(list), isStrict: true), .replace, keepsUndo: false)
        return true
    }

    /// Load from Disk: takes over the sandbox's file if it exists, otherwise the list that ships with the program and keeps
    /// one's own record.
    public func loadFromDisk<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> ChangeSummary {
        // The file says what was changed a moment ago, too.
        try flush()
        let kept = sandboxFile(of: type).flatMap { file in
            FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) ? file : nil
        }
        guard let list = R.bundled else {
            throw .cannotRead(file: R.collection.title, reason: translated("nothing of it ships with the program"))
        }
        let source: URL
        if let kept { source = kept } else { source = try bundled(list) }
        let rule = OwnRule(keepsUntouched: true)
        return try load(ListFile<R>(source, mayBePipe: kept == nil), .replace, rule: rule)
    }

    private func bundled(_ list: BundledList) throws(StoreError) -> URL {
        guard let folder = DataFolder.locate() else {
            throw .cannotRead(file: list.file, reason: translated("there is no such file"))
        }
        return folder.appending(path: list.file)
    }
}
