import Foundation

/// Files that are written beside their place and moved there when they are whole.
enum WorkFile {
    private static let prefix = ".working-"

    /// A name in `folder` that nobody else uses; it says which process does.
    static func url(in folder: URL) -> URL {
        folder.appending(path: "\(prefix)\(Session.name())")
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
