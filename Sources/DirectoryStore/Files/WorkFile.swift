import Foundation
import Language

/// Files that are written beside their place and moved there when they are whole.
enum WorkFile {
    private static let prefix = ".working-"

    /// A name in `folder` that nobody else uses; it says which process does.
    static func url(in folder: URL) -> URL {
        folder.appending(path: "\(prefix)\(Session.name())")
    }

    /// Makes a work file that nobody else can read, for SQLite would let everybody.
    static func make(_ file: URL) throws(StoreError) {
        let descriptor = open(file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.isDiskFull(errno)
                ? .diskFull : .readOnly(reason: translated("its folder may not be written"))
        }
        close(descriptor)
    }

    /// Brings the names of `folder` to disk, after one was moved; a file system that cannot does without.
    static func synchronize(_ folder: URL) {
        let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes a work file, and what SQLite puts beside it.
    static func remove(_ file: URL) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
        }
    }

    /// Removes what processes that were killed left in `folder`.
    static func removeLeftovers(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        for name in names where name.hasPrefix(prefix) {
            let session = String(name.dropFirst(prefix.count))
            if session.first?.isNumber == true, !Session.isAlive(session) { remove(folder.appending(path: name)) }
        }
    }
}
