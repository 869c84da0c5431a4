import DirectoryModel
import Foundation
import Synchronization

/// A lock on a folder that one program at a time holds.
struct FolderLock {
    private let folder: Int32

    /// Waits until no other program holds it.
    init(_ url: URL) {
        folder = open(url.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A file system without locks has one program at a time.
        while folder >= 0, flock(folder, LOCK_EX) != 0, errno == EINTR {}
    }

    func unlock() {
        if folder >= 0 { close(folder) }
    }
}
