public import Foundation
import GRDBSQLite
import Synchronization

/// Stands between SQLite and the system calls that read and write files: they fail, or are counted, in one folder.
public enum FailingDisk {
    public enum Operation: Sendable { case read, write }

    private struct Watch {
        let operation: Operation
        /// The error that the calls end with; nil if they succeed.
        let code: Int32?
        var mainThreadCalls = 0
    }

    private typealias Transfer = @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int) -> Int

    private static let watches = Mutex<[String: Watch]>([:])

    /// Runs `body` while the operation fails in `folder` with the system's error `code`.
    public static func fail(
        _ operation: Operation, in folder: URL, with code: Int32, _ body: () throws -> Void
    ) rethrows {
        try watch(folder, Watch(operation: operation, code: code), body)
    }

    /// Runs `body`, and returns how often it writes a file in `folder` on the main thread.
    public static func mainThreadWrites(in folder: URL, _ body: () throws -> Void) rethrows -> Int {
        try watch(folder, Watch(operation: .write, code: nil), body)
    }

    @discardableResult
    private static func watch(_ folder: URL, _ watch: Watch, _ body: () throws -> Void) rethrows -> Int {
        _ = isInstalled
        let path = folder.resolvingSymlinksInPath().path
        watches.withLock { $0[path] = watch }
        defer { watches.withLock { $0[path] = nil } }
        try body()
        return watches.withLock { $0[path]?.mainThreadCalls ?? 0 }
    }

    private static let isInstalled: Bool = {
        let read: Transfer = { fail(.read, $0) ?? pread($0, $1, $2, $3) }
        let write: Transfer = { fail(.write, $0) ?? pwrite($0, $1, $2, $3) }
        let vfs = sqlite3_vfs_find(nil)
        for (name, call) in [("pread", read), ("pread64", read), ("pwrite", write), ("pwrite64", write)]
        where vfs?.pointee.xGetSystemCall(vfs, name) != nil {
            _ = vfs?.pointee.xSetSystemCall(vfs, name, unsafeBitCast(call, to: sqlite3_syscall_ptr.self))
        }
        return true
    }()

    /// -1, and the system's error is set, if the operation fails on this file, or nil.
    private static func fail(_ operation: Operation, _ descriptor: Int32) -> Int? {
        let code: Int32? = watches.withLock { watches in
            guard !watches.isEmpty else { return nil }
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            guard let (path, watch) = watches.first(where: { file?.hasPrefix("\($0.key)/") == true }),
                watch.operation == operation
            else { return nil }
            if Thread.isMainThread { watches[path]?.mainThreadCalls += 1 }
            return watch.code
        }
        guard let code else { return nil }
        errno = code
        return -1
    }
}
