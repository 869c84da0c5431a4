public import DirectoryModel
public import Foundation
import Language
import Synchronization

/// The JSON file of the sandbox, which says what the store holds: it is written after every change, and again where a
/// program died before it could.
extension Store {
    /// The JSON file in the sandbox that says what the store holds, or nil where the collection has none.
    public func sandboxFile<R: DirectoryRecord>(of type: R.Type) -> URL? {
        R.sandboxFile.map { sandbox.appending(path: $0) }
    }

    /// Writes the JSON file of the sandbox, where the collection has one: when it returns the file says what the store
    /// holds, whichever program changed that.
    /// - Parameters:
    ///   - type: the collection.
    ///   - isForced: true to write it where it is up to date, or says only what a first launch made, too.
    /// - Throws: `StoreError.copyNotWritten`, and the file that was there stays, where it cannot be written;
    ///   `.damaged` and `.damagedRecord`, where the store cannot be read whole.
    public func saveFile<R: DirectoryRecord>(of type: R.Type, isForced: Bool = false) throws(StoreError) {
        guard let url = sandboxFile(of: type) else { return }
        let file = ListFile<R>(url, mayBePipe: false)
        if !isForced, !file.exists, try !isWorthKeeping(type) { return }
        do throws(StoreError) {
            // One at a time, so that the last one written is the last one read from the store.
            try whileLocked { () throws(StoreError) in
                guard file.isFileOrNothing else {
                    throw .cannotWrite(file: file.fileName, reason: translated("something else has its name"))
                }
                let revision = try revision(of: type)
                let isUpToDate = try fileRevision(of: type) == revision
                if isUpToDate, !isForced, file.exists { return }
                try file.write(from: self)
                // Where this fails, the file is written once more than it need be.
                try? keep(String(revision), as: Self.fileRevisionName(of: type))
            }
        } catch {
            guard case .cannotWrite(let name, let reason) = error else { throw error }
            throw .copyNotWritten(file: name, reason: reason)
        }
    }

    /// Writes the JSON file of the sandbox where it is older than the store, because the program that changed the store
    /// ended before it wrote the file.
    /// - Throws: as `saveFile` does.
    public func saveFileIfOlder<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        guard R.sandboxFile != nil, whyReadOnly == nil, try isFileOlder(of: type) else { return }
        try saveFile(of: type)
    }

    /// False before the first edit, download or import: what a first launch made is made again.
    private func isWorthKeeping<R: DirectoryRecord>(_ type: R.Type) throws(StoreError) -> Bool {
        guard try count(of: type) == 1 else { return true }
        return try !isOwnUntouched(type)
    }

    private func isFileOlder<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Bool {
        let (revision, written) = (try revision(of: type), try fileRevision(of: type))
        return revision > 0 && written != revision
    }

    /// Remembers that what the store holds now is not worth a file.
    func keepFileAsIs<R: DirectoryRecord>(of type: R.Type) throws(StoreError) {
        try keep(String(try revision(of: type)), as: Self.fileRevisionName(of: type))
    }

    /// The collection's revision that the file says, or an older one.
    private func fileRevision<R: DirectoryRecord>(of type: R.Type) throws(StoreError) -> Int64? {
        try setting(Self.fileRevisionName(of: type)).flatMap { Int64($0) }
    }

    static func fileRevisionName<R: DirectoryRecord>(of type: R.Type) -> String { "file-revision-\(R.collection.name)" }

    /// Runs `body` while no other thread or program of the sandbox does.
    func whileLocked<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try writing.withLock { _ throws(StoreError) in
            let lock = FolderLock(sandbox)
            defer { lock.unlock() }
            return try body()
        }
    }
}

/// A lock that one program at a time has on a folder.
struct FolderLock {
    private let folder: Int32

    /// Waits until no other has it.
    init(_ url: URL) {
        folder = open(url.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A file system without locks has one program at a time.
        while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    }

    func unlock() {
        if folder >= 0 { close(folder) }
    }
}
