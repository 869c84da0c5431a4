import Foundation
import GRDB
import GRDBSQLite

/// A database file as a whole, which this program may have open.
///
/// It is read through SQLite alone: when a program closes any descriptor of a file, the system drops every lock that the
/// program has on it, and other programs would remove what is written beside the file.
struct DatabaseFile {
    let path: String

    init(_ file: URL) { path = file.path(percentEncoded: false) }

    /// Makes an empty file that nobody else can read, where there is none; SQLite would let everybody.
    func makeIfAbsent() {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Copies the file, and what is written beside it, to a name that nothing has.
    func copy(to place: URL) throws {
        let copy = place.path(percentEncoded: false)
        let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try eachPiece { try handle.write(contentsOf: $0) }
        try handle.close()
        // Nobody locks this one.
        if FileManager.default.fileExists(atPath: path + "-wal") {
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
        }
    }

    /// Hands the bytes of the file to `body`, whatever they are.
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

    private func check(_ code: CInt) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
}

extension DatabasePool {
    /// Makes what is in `source` the content of this database after `fill` wrote it there; from before `fill` on no
    /// other program writes this database.
    /// - Returns: what `fill` does; where that is nil, nothing is changed.
    func become<T>(_ source: URL, after fill: () throws -> T?) throws -> T? {
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(path: source.path(percentEncoded: false), configuration: configuration)
        return try source.inDatabase { from in
            try writeWithoutTransaction { db in
                let backup = try Backup(of: from, over: db)
                defer { backup.finish() }
                // Locks this database and copies nothing.
                try backup.step(pages: 0)
                guard let filled = try fill() else { return nil }
                try backup.step(pages: -1)
                return filled
            }
        }
    }
}

/// A copy in the making; what is not done when it is finished is rolled back.
private struct Backup {
    private let handle: OpaquePointer
    private let destination: Database

    init(of source: Database, over destination: Database) throws {
        self.destination = destination
        guard
            let handle = sqlite3_backup_init(
                destination.sqliteConnection, "main", source.sqliteConnection, "main")
        else { throw Self.problem(sqlite3_errcode(destination.sqliteConnection), destination) }
        self.handle = handle
    }

    func step(pages: CInt) throws {
        let code = sqlite3_backup_step(handle, pages)
        guard code == (pages < 0 ? SQLITE_DONE : SQLITE_OK) else { throw Self.problem(code, destination) }
    }

    func finish() { sqlite3_backup_finish(handle) }

    private static func problem(_ code: CInt, _ db: Database) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
}
