public import DirectoryModel
public import Foundation
import Synchronization

/// The JSON file in the sandbox, a copy of the store: it is written after every change, and again where a program ended
/// before it could write it.
extension Store {
    /// The JSON file in the sandbox with the collection's records, or nil where the collection does not have one.
    public func sandboxFile<R: DirectoryRecord>(of type: R.Type) -> URL? {
        R.sandboxFile.map { sandbox.appending(path: $0) }
    }

    /// Writes the JSON file in the sandbox, where the collection has one. When it returns, the file has what the store
    /// contains, whichever program changed that.
    /// - Parameters:
    ///   - type: the collection.
    ///   - isForced: true to write it also where it is up to date, or has only what a first launch made.
    /// - Throws: `StoreError.copyNotWritten`, and the old file stays, where it cannot be written; `.damaged` and
    ///   `.damagedRecord`, where the store cannot be read completely.
    public func saveFile<R: DirectoryRecord>(of type: R.Type, isForced: Bool = false) throws(StoreError) {
        guard let url = sandboxFile(of: type) else { return }
        let file = ListFile<R>(url, mayBePipe: false)
        if !isForced, !file.exists, try !isWorthKeeping(type) { return }
        do throws(StoreError) {
            // One at a time, so that the last file written is from the last read of the store.
            try whileLocked { () throws(StoreError) in
                guard file.isFileOrMissing else {
                    throw .cannotWrite(file: file.fileName, reason: file.nameProblem)
                }
                let revision = try revision(of: type)
                let isUpToDate = try fileRevision(of: type) == revision
                if isUpToDate, !isForced, file.exists { return }
                try file.write(from: self)
                // Where this fails, the file is written once more than necessary.
                try? keep(String(revision), as: Self.fileRevisionName(of: type))
            }
        } catch {
            guard case .cannotWrite(let name, let reason) = error else { throw error }
            throw .copyNotWritten(file: name, reason: reason)
        }
    }

    /// Writes the JSON file in the sandbox where it is older than the store, because the program that changed the store
    /// ended before it wrote the file.
    /// - Throws: as `saveFile` does.
    public func saveFileIfOlder<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        guard R.sandboxFile != nil, whyReadOnly == nil, try isFileOlder(of: type) else { return }
        try saveFile(of: type)
    }

    /// False before the first edit, download or import: the records of a first launch can be made again.
    private func isWorthKeeping<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        guard try count(of: type) == 1 else { return true }
        return try !isOwnUntouched(type)
    }

    private func isFileOlder<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Bool {
        let (revision, written) = (try revision(of: type), try fileRevision(of: type))
        return revision > 0 && written != revision
    }

    /// Stores that the present content is not worth a file.
    func keepFileAsIs<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        try keep(String(try revision(of: type)), as: Self.fileRevisionName(of: type))
    }

    /// The collection's revision in the file, or an older one.
    private func fileRevision<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int64? {
        try setting(Self.fileRevisionName(of: type)).flatMap { Int64($0) }
    }

    static func fileRevisionName<R: DirectoryRecord>(of type: R.Type) -> String { "file-revision-\(R.collection.name)" }

    /// Runs `body` while no other thread or program of the sandbox runs its own.
    func whileLocked<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try writing.withLock { _ throws(StoreError) in
            let lock = FolderLock(sandbox)
            defer { lock.unlock() }
            return try body()
        }
    }
}
