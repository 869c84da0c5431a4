import Foundation
import GRDB
import GRDBSQLite

/// A database file as a whole, which this program may have open.
///
/// It is read only through SQLite: when a program closes any descriptor of a file, the system drops every lock that the
/// program has on it, and other programs would remove the files next to it.
struct DatabaseFile {
    let path: String

    init(_ file: URL) { path = file.path(percentEncoded: false) }

    /// Makes an empty file that only this user can read, where there is not one; SQLite would make it readable by all
    /// users.
    func makeIfAbsent() {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Copies the file, and the files next to it, to a name that is not in use.
    func copy(to place: URL) throws {
        let copy = place.path(percentEncoded: false)
        let descriptor = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try eachPiece { try handle.write(contentsOf: $0) }
        try handle.close()
        // The copy is not locked.
        if FileManager.default.fileExists(atPath: path + "-wal") {
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
        }
    }

    /// Passes the bytes of the file to `body`, whatever they are.
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

    /// The system's error code for why the file, or those next to it, cannot be opened; nil where they can.
    var codeOfOpening: Int32? {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        let isOpen = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK
        if isOpen, sqlite3_exec(connection, "SELECT 1 FROM sqlite_schema", nil, nil, nil) == SQLITE_OK { return nil }
        let code = sqlite3_system_errno(connection)
        return code == 0 ? nil : code
    }

    /// True where all of its content can be read, and contradicts itself nowhere.
    var isSound: Bool {
        var configuration = Configuration()
        configuration.readonly = true
        let words = try? DatabaseQueue(path: path, configuration: configuration).read {
            try String.fetchOne($0, sql: "PRAGMA integrity_check(1)")
        }
        return words == "ok"
    }

    private func check(_ code: CInt) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
}

extension DatabasePool {
    /// Replaces the content of this database with `source` after `fill` wrote it there; from before `fill` on, no other
    /// program writes this database.
    /// - Returns: the result of `fill`; where that is nil, the database is unchanged.
    func become<T>(_ source: URL, after fill: () throws -> T?) throws -> T? {
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(path: source.path(percentEncoded: false), configuration: configuration)
        return try source.inDatabase { from in
            try writeWithoutTransaction { db in
                let backup = try Backup(of: from, over: db)
                defer { backup.finish() }
                // Locks this database without copying a page.
                try backup.step(pages: 0)
                guard let filled = try fill() else { return nil }
                try backup.step(pages: -1)
                return filled
            }
        }
    }
}

/// A copy in progress; where it is not complete when it is finished, it is rolled back.
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
