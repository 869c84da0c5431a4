import DirectoryModel
import Foundation
import GRDB
import GRDBSQLite
import Language

/// The database file of a sandbox, which this process may have open.
///
/// It is read only through SQLite: closing any descriptor of a file drops all locks of the process on it.
struct DatabaseFile {
    static let name = "directory.sqlite"
    /// The size of pages in new files. Those of earlier versions have pages of 4,096 bytes.
    static let pageSize = 8192

    let url: URL

    init(in folder: URL) { url = folder.appending(path: Self.name) }

    init(_ url: URL) { self.url = url }

    var path: String { url.path(percentEncoded: false) }
    var folder: URL { url.deletingLastPathComponent() }
    private var wal: String { path + "-wal" }

    /// Makes an empty database with pages of this size, and its folder.
    func make(pageSize: Int) throws(StoreError) {
        try mappingStoreErrors {
            try Sandbox.make(folder)
            try WorkFile.make(url)
            try DatabaseQueue(path: path).writeWithoutTransaction {
                try $0.execute(
                    sql: """
                        PRAGMA page_size = \(pageSize);
                        PRAGMA auto_vacuum = INCREMENTAL;
                        CREATE TABLE made (id);
                        DROP TABLE made
                        """)
            }
        }
    }

    /// Copies the file, with its WAL, to an unused name.
    func copy(to destination: URL) throws {
        let copy = destination.path(percentEncoded: false)
        let descriptor = Foundation.open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(system: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try eachPiece { try handle.write(contentsOf: $0) }
        try handle.close()
        // No program locks the WAL, so opening and closing it here drops no locks.
        if FileManager.default.fileExists(atPath: wal) {
            try FileManager.default.copyItem(atPath: wal, toPath: copy + "-wal")
        }
    }

    /// Replaces `other`, which cannot be opened, with this file, which is closed.
    func move(to other: DatabaseFile) throws {
        for suffix in ["-wal", "-shm"] { unlink(other.path + suffix) }
        guard rename(path, other.path) == 0 else {
            throw StoreError.cannotWrite(file: Self.name, reason: StoreError.reason(forCode: errno))
        }
    }

    /// Passes the raw bytes of the file to `body`.
    func eachPiece(_ body: (Data) throws -> Void) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        try check(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil))
        var opened: UnsafeMutablePointer<sqlite3_file>?
        try check(sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &opened))
        guard let methods = opened?.pointee.pMethods?.pointee, let size = methods.xFileSize, let read = methods.xRead
        else { throw DatabaseError(resultCode: .SQLITE_CANTOPEN) }
        var length: sqlite3_int64 = 0
        try check(size(opened, &length))
        var (piece, offset) = (Data(count: 1 << 20), sqlite3_int64(0))
        while offset < length {
            let count = min(sqlite3_int64(piece.count), length - offset)
            try check(piece.withUnsafeMutableBytes { read(opened, $0.baseAddress, CInt(count), offset) })
            try body(piece.prefix(Int(count)))
            offset += count
        }
    }

    /// The system's error code if the file cannot be opened, or 0.
    var openingErrorCode: Int32 { errorCode(of: "SELECT 1 FROM sqlite_schema") }

    /// The system's error code if a file beside this one cannot be written, or 0.
    var writingErrorCode: Int32 {
        do {
            let work = try WorkFile(in: folder, isFolder: true)
            let scratch = DatabaseFile(in: work.url)
            try WorkFile.make(scratch.url)
            // SQLite reports the code where its rollback journal fails, not where a commit does.
            return scratch.errorCode(of: "CREATE TABLE made (id)")
        } catch { return StoreError.code(of: error) ?? 0 }
    }

    private func errorCode(of sql: String) -> Int32 {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        var result = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil)
        if result == SQLITE_OK { result = sqlite3_exec(connection, sql, nil, nil, nil) }
        switch result {
        case SQLITE_OK: return 0
        case SQLITE_FULL: return ENOSPC
        default: return sqlite3_system_errno(connection)
        }
    }

    /// True if the file has tables, but not those of the first version. It is not changed.
    var isForeign: Bool {
        guard !isEmptyOrAbsent else { return false }
        // Damage is reported when the file is opened.
        return ifReadable {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT MAX(name NOT GLOB 'grdb_*' AND name NOT GLOB 'sqlite_*') AND NOT MAX(name = 'set_aside')
                    FROM sqlite_schema WHERE type = 'table'
                    """)
        } ?? false
    }

    /// False if a part of the file cannot be read, whatever it contains.
    var isReadable: Bool {
        do { try eachPiece { _ in } } catch { return (error as? DatabaseError)?.resultCode != .SQLITE_IOERR }
        return true
    }

    var isEmptyOrAbsent: Bool { Self.isEmptyOrAbsent(url) }

    /// True if the log is.
    var isLogEmptyOrAbsent: Bool { Self.isEmptyOrAbsent(URL(filePath: wal)) }

    /// SQLite takes a file of one byte for an empty one.
    private static func isEmptyOrAbsent(_ file: URL) -> Bool { file.status.map { $0.st_size <= 1 } ?? true }

    /// Reports an empty database, as after a crash of the file system, and the JSON files that are not; or nil.
    func lossWarning(_ collections: [Definition]) -> String? {
        guard FileManager.default.fileExists(atPath: path), ListFile(url).isFileOrMissing, isEmptyOrAbsent,
            isLogEmptyOrAbsent,
            // Another program may be making it.
            FolderLock(folder).locked({ isEmptyOrAbsent })
        else { return nil }
        let files = collections.compactMap(\.sandboxFile).filter {
            !Self.isEmptyOrAbsent(folder.appending(path: $0))
        }
        guard !files.isEmpty else {
            return translated("“\(Self.name)” was empty. What was in it is lost, unless you have a copy of the file.")
        }
        let names = files.joined(separator: translated(", "))
        return translated("“\(Self.name)” was empty. What was not in \(names) is lost.")
    }

    /// Throws `StoreError.diskFull` unless `bytes` of pictures can be stored and, which takes space first, removed
    /// again: a checkpoint copies the write-ahead log.
    func requireSpace(for bytes: Int) throws(StoreError) {
        let logSize = Int(URL(filePath: wal).status?.st_size ?? 0)
        if let free = Sandbox.freeBytes(in: folder), free < bytes + logSize + 256 << 10 { throw .diskFull }
    }

    /// True if an integrity check succeeds.
    var passesIntegrityCheck: Bool {
        ifReadable { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") } == "ok"
    }

    /// What `read` returns; nil if the file cannot be opened, or that part of it is damaged.
    func ifReadable<T>(_ read: (Database) throws -> T?) -> T? { try? openToRead().read(read) }

    func openToRead() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private func check(_ code: CInt) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
}

/// The identity of a file, whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    init?(_ file: URL) {
        guard let status = file.status else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}
