public import Foundation
import Language
import Synchronization

/// The folder with everything of one user.
public enum Sandbox {
    /// The folder of the directory's data by the XDG specification.
    public static func standard(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
            return URL(filePath: home).appending(path: "duke-directory")
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
        return URL(filePath: home).appending(path: ".local/share/duke-directory")
    }

    /// The folder at `path`, or the standard one for nil.
    public static func folder(named path: String?) -> URL {
        path.map { URL(filePath: $0, directoryHint: .isDirectory).standardizedFileURL } ?? standard()
    }

    /// Makes a folder, and those that contain it, for this user only.
    static func make(_ folder: URL) throws(POSIXError) {
        let path = folder.path(percentEncoded: false)
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT, folder.pathComponents.count > 1 {
            try make(folder.deletingLastPathComponent())
            if mkdir(path, 0o700) == 0 { return }
        }
        let code = errno
        if code == EEXIST, folder.fileType == S_IFDIR { return }
        throw POSIXError(system: code == EEXIST ? ENOTDIR : code)
    }

    /// How many bytes are available to this user on the disk of `folder`, or nil.
    public static func freeBytes(in folder: URL) -> Int? {
        var status = statvfs()
        guard statvfs(folder.path(percentEncoded: false), &status) == 0 else { return nil }
        let (bytes, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows ? nil : Int(clamping: bytes)
    }
}

extension POSIXError {
    /// The error with a code of the system.
    init(system code: Int32) { self.init(POSIXErrorCode(rawValue: code) ?? .EIO) }
}

/// A lock on a folder, for one thread of one program at a time.
final class FolderLock: Sendable {
    private let folder: URL
    /// Some file systems have no locks.
    private let mutex = Mutex(())

    init(_ folder: URL) { self.folder = folder }

    /// Runs `body` when the lock is free.
    func locked<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
        try mutex.withLock { _ throws(E) in
            let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if descriptor >= 0 { close(descriptor) } }
            while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            return try body()
        }
    }
}

/// A file, or a folder, that is written beside its destination and moved there when it is complete.
///
/// It is locked until it is deinitialized, which removes it. Other programs remove those that are not locked: the
/// number of a process means nothing in another container.
final class WorkFile: Sendable {
    private static let prefix = ".working-"

    let url: URL
    private let descriptor: Int32

    /// Makes an empty file in `folder` that only this user can read.
    /// - Throws: the system's error.
    init(in folder: URL, isFolder: Bool = false) throws {
        var tries = 10
        while true {
            tries -= 1
            let url = folder.appending(path: Self.prefix + Session.name())
            let path = url.path(percentEncoded: false)
            if isFolder, mkdir(path, 0o700) != 0 { throw POSIXError(system: errno) }
            let descriptor = open(
                isFolder ? Self.lock(of: url) : path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor < 0 {
                let code = errno
                if isFolder { rmdir(path) }
                guard isFolder, code == ENOENT, tries > 0 else { throw POSIXError(system: code) }
                continue
            }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            var status = stat()
            if tries == 0 || fstat(descriptor, &status) != 0 || status.st_nlink > 0 {
                self.url = url
                self.descriptor = descriptor
                return
            }
            // Another program removed it before it was locked.
            close(descriptor)
        }
    }

    /// The file that is locked for a folder: network file systems lock only what is open for writing.
    private static func lock(of folder: URL) -> String { folder.appending(path: "lock").path(percentEncoded: false) }

    deinit {
        Self.remove(url)
        close(descriptor)
    }

    /// True if a program reads a list, for which it has locked a work folder, or if that is not known.
    static func isListArriving(in folder: URL) -> Bool {
        guard let names = folder.fileNames else { return true }
        return names.filter { $0.hasPrefix(prefix) }.contains { name in
            let descriptor = open(lock(of: folder.appending(path: name)), O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return errno != ENOENT && errno != ENOTDIR }
            defer { close(descriptor) }
            return flock(descriptor, LOCK_SH | LOCK_NB) != 0
        }
    }

    /// Creates a file with mode 0600, which SQLite would not use.
    static func make(_ file: URL) throws(StoreError) {
        let descriptor = open(file.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.isDiskFull(errno) ? .diskFull : .readOnly(reason: StoreError.reason(forCode: errno))
        }
        close(descriptor)
    }

    /// An unused name beside `file`: "people.kept.json", or with a number.
    static func freeName(for file: URL, _ word: String) -> URL? {
        names(for: file, word).first { !FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    }

    /// The names that `freeName` chooses from.
    static func names(for file: URL, _ word: String) -> LazyMapSequence<ClosedRange<Int>, URL> {
        let start = "\(file.deletingPathExtension().lastPathComponent).\(word)"
        let folder = file.deletingLastPathComponent()
        return (1...999).lazy.map { number in
            folder.appending(path: "\(start)\(number == 1 ? "" : "-\(number)").\(file.pathExtension)")
        }
    }

    /// Flushes a renamed entry of `folder` to disk, if the file system supports that.
    static func synchronize(_ folder: URL) {
        let descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes a work file and SQLite's files beside it.
    static func remove(_ file: URL) {
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file.path(percentEncoded: false) + suffix)
        }
    }

    /// Removes the work files of processes that were killed.
    static func removeLeftovers(in folder: URL) {
        for name in folder.fileNames ?? []
        where name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isNumber == true {
            let file = folder.appending(path: name)
            var descriptor = open(file.path(percentEncoded: false), O_RDWR | O_NONBLOCK | O_CLOEXEC)
            if descriptor < 0, errno == EISDIR {
                // A folder without a lock is removed only if it is empty.
                rmdir(file.path(percentEncoded: false))
                descriptor = open(lock(of: file), O_RDWR | O_NONBLOCK | O_CLOEXEC)
            }
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(file) }
            close(descriptor)
        }
    }
}

/// As many links to links as Linux follows.
private let maxLinks = 40

extension URL {
    /// What the system knows of the file, or of that which it links to; nil if there is none.
    var status: stat? {
        var status = stat()
        return stat(path(percentEncoded: false), &status) == 0 ? status : nil
    }

    /// The names of the files and folders in the folder; nil if it cannot be read.
    var fileNames: [String]? { try? FileManager.default.contentsOfDirectory(atPath: path(percentEncoded: false)) }

    /// The type as in `stat`; nil if there is no file.
    var fileType: mode_t? { status.map { $0.st_mode & S_IFMT } }

    /// The file that this one links to, even if it does not exist; itself if it is no link.
    var linkTarget: URL {
        var target = resolvingSymlinksInPath()
        for _ in 0..<maxLinks {
            let path = target.path(percentEncoded: false)
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            target = URL(filePath: link, relativeTo: target.deletingLastPathComponent()).absoluteURL
        }
        return target.standardizedFileURL
    }
}
