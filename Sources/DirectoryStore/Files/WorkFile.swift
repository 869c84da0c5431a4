import Foundation

/// Files that are written beside their place and moved there when they are whole.
enum WorkFile {
    private static let prefix = ".working-"

    /// A name in `folder` that nobody else uses; it says which process does.
    static func url(in folder: URL) -> URL {
        folder.appending(path: "\(prefix)\(getpid())-\(UUID().uuidString)")
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
            let process = Int32(name.dropFirst(prefix.count).prefix { $0.isNumber }) ?? 0
            if process > 0, kill(process, 0) != 0, errno == ESRCH { remove(folder.appending(path: name)) }
        }
    }
}
