import DirectoryModel
import Foundation
import GRDB
import GRDBSQLite

/// A database file that this process may have open.
///
/// It is read only through SQLite: closing any descriptor of a file drops all locks of the process on it.
struct DatabaseFile {
    /// The size of pages in new files. Those of earlier versions have pages of 4,096 bytes.
    static let pageSize = 8192

    let path: String

    init(_ file: URL) { path = file.path(percentEncoded: false) }

    /// Makes an empty database with pages of this size, and its folder.
    func make(pageSize: Int) throws(StoreError) {
        try mappingStoreErrors {
            let file = URL(filePath: path)
            try Store.makeFolder(file.deletingLastPathComponent())
            try WorkFile.make(file)
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

    /// The system's error code if a file beside `file` cannot be written, or 0.
    static func writingErrorCode(beside file: URL) -> Int32 {
        do {
            let folder = try WorkFile(in: file.deletingLastPathComponent(), isFolder: true)
            let scratch = Store.file(in: folder.url)
            try WorkFile.make(scratch)
            // SQLite reports the code where its rollback journal fails, not where a commit does.
            return DatabaseFile(scratch).errorCode(of: "CREATE TABLE made (id)")
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
        var configuration = Configuration()
        configuration.readonly = true
        guard !Store.isEmptyOrAbsent(path) else { return false }
        let isForeign = try? DatabaseQueue(path: path, configuration: configuration).read {
            try Bool.fetchOne(
                $0,
                sql: """
                    SELECT MAX(name NOT GLOB 'grdb_*' AND name NOT GLOB 'sqlite_*') AND NOT MAX(name = 'set_aside')
                    FROM sqlite_schema WHERE type = 'table'
                    """)
        }
        // Damage is reported when the file is opened.
        return isForeign.flatMap(\.self) ?? false
    }

    /// False if a part of the file cannot be read, whatever it contains.
    var isReadable: Bool {
        do { try eachPiece { _ in } } catch { return (error as? DatabaseError)?.resultCode != .SQLITE_IOERR }
        return true
    }

    /// True if an integrity check succeeds.
    var passesIntegrityCheck: Bool {
        var configuration = Configuration()
        configuration.readonly = true
        let result = try? DatabaseQueue(path: path, configuration: configuration).read {
            try String.fetchOne($0, sql: "PRAGMA integrity_check(1)")
        }
        return result == "ok"
    }

    private func check(_ code: CInt) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
}

extension DatabaseWriter {
    /// Replaces the content of this database with `source` after `fill` wrote it. No other program can write this
    /// database from before `fill` on.
    /// - Returns: the result of `fill`; if that is nil, the database is unchanged.
    func become<T>(_ source: URL, after fill: @escaping () throws -> T?) throws -> T? {
        var configuration = Configuration()
        configuration.readonly = true
        let source = try DatabaseQueue(path: source.path(percentEncoded: false), configuration: configuration)
        var filled: T?
        do {
            try source.inDatabase { from in
                try writeWithoutTransaction { db in
                    // Copying the first page locks this database. What was copied before `fill` is copied again.
                    try from.backup(to: db, pagesPerStep: 1) { _ in
                        if filled != nil { return }
                        filled = try fill()
                        if filled == nil { throw CancellationError() }
                    }
                }
            }
        } catch is CancellationError {}
        return filled
    }
}

/// Reads what can be read of a damaged file.
struct DamagedDatabaseReader {
    private let queue: DatabaseQueue

    /// Nil if it cannot be opened.
    init?(_ file: URL) {
        var configuration = Configuration()
        configuration.readonly = true
        guard
            let queue = try? DatabaseQueue(path: file.path(percentEncoded: false), configuration: configuration),
            (try? queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM sqlite_master") }) != nil
        else { return nil }
        self.queue = queue
    }

    /// Copies undamaged records in the order they were added; all readable ones from a file of another version, whose
    /// hashes differ.
    /// - Returns: false if any may be missing.
    func copy(_ definition: Definition, to store: Store) throws(StoreError) -> Bool {
        let table = RecordTable(definition)
        guard (try? queue.read { try Definitions.isUnknown(definition, in: $0) }) != true else { return true }
        var (found, isWhole) = ([Int64: Record](), true)
        // The unreadable part may be in the middle.
        for order in ["row", "row DESC"] where isWhole || order != "row" {
            let isRead = try? queue.read { db in
                var isRead = true
                let isCurrent = (try? Definitions.isCurrent(definition, in: db)) == true
                let selection = try table.selection(in: db)
                let rows = try Row.fetchCursor(db, sql: "SELECT \(selection) FROM \(table.name) ORDER BY \(order)")
                while let row = try rows.next() {
                    guard let number = Int64.fromDatabaseValue(row[0]), found[number] == nil else { continue }
                    let record = try? isCurrent ? table.whole(row, in: db) : table.unchecked(row, in: db)
                    if let record { found[number] = record } else { isRead = false }
                }
                return isRead
            }
            if order == "row" { isWhole = isRead == true }
        }
        let records = found.sorted { $0.key < $1.key }.map(\.value)
        if !records.isEmpty { try store[definition].saveAll(records) }
        return isWhole
    }

    /// Copies settings, marks and rejected elements. All revisions change. The history begins now.
    /// - Returns: the tables that could not be read.
    func copyTheRest(to store: Store) throws(StoreError) -> Set<String> {
        try mappingStoreErrors {
            try store.pool.write { db in
                let lost = try Self.others(than: store.stored, in: db).filter { try !copy($0, to: db) }
                try db.execute(
                    sql: "UPDATE change SET revision = revision + ?", arguments: [Int64(Date().timeIntervalSince1970)])
                try HistoryLimits.restart(in: db)
                return Set(lost)
            }
        }
    }

    /// - Returns: false if it could not be read.
    private func copy(_ name: String, to db: Database) throws -> Bool {
        // The new store may have marks and rejected elements already, so these get other numbers.
        let columns = try db.columns(in: name)
            .filter { !["mark", "set_aside"].contains(name) || $0.primaryKeyIndex == 0 }.map { "\"\($0.name)\"" }
        let rows = try? queue.read { damaged in
            // Earlier versions had several tables of marks.
            if try name == "mark" && !damaged.tableExists(name) { return try MarkMigration.rows(in: damaged) }
            return try Row.fetchAll(damaged, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(name)")
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        for row in rows ?? [] {
            try db.execute(
                sql: "INSERT OR REPLACE INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                arguments: StatementArguments(Array(row.databaseValues)))
        }
        return rows != nil
    }

    /// The tables without records and undo.
    private static func others(than collections: [Definition], in db: Database) throws -> [String] {
        let taken = Set(collections.map { $0.collection.name })
        return try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'").filter {
            !taken.contains($0) && !$0.hasPrefix("sqlite_") && !$0.hasPrefix("grdb_") && !$0.hasPrefix("undo_")
                && !["change", "definition", "image", "picture"].contains($0)
        }
    }
}
