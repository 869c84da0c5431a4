internal import Foundation
internal import GRDB
private import GRDBSQLite
private import Glibc
private import Language
internal import LibpqClient
private import NIOCore

public struct SQLiteDatabase: SQLDatabase {
    let pool: DatabasePool

    /// Opens or creates the file at `path`. A file of another program, or of a newer version, is left alone.
    /// - Throws: `ServerError.databaseUnusable`, `.databaseDamaged`, or `.databaseForbidden`.
    init(path: String, maxPages: Int? = nil, timeout: Double = 5) throws(ServerError) {
        try Self.requirePermission(path)
        guard FileManager.default.fileExists(atPath: URL(filePath: path).deletingLastPathComponent().path) else {
            throw Self.noFolder(of: path)
        }
        if Self.size(of: path) > 0 { try Self.requireUsable(path) }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(timeout)
            configuration.maximumReaderCount = 8
            pool = try DatabasePool(path: path, configuration: configuration)
            try Self.migrate(pool)
            try pool.writeWithoutTransaction { db in
                // Confirmed changes survive a power failure.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                if let maxPages { try db.execute(sql: "PRAGMA max_page_count = \(maxPages)") }
            }
        } catch let error as ServerError { throw error } catch {
            throw Self.problem(error, with: path)
        }
    }

    static func noFolder(of path: String) -> ServerError {
        .databaseUnusable(path: path, reason: translated("its folder does not exist"))
    }

    static func problem(_ error: any Error, with path: String) -> ServerError {
        isDamage(error) ? .databaseDamaged(path: path) : .databaseUnusable(path: path, reason: reason(error))
    }

    /// Opens an existing database.
    /// - Throws: `ServerError.databaseMissing`, `.databaseUnusable`, `.databaseDamaged`, or `.databaseForbidden`.
    init(existing path: String) throws(ServerError) {
        try Self.requirePermission(path)
        guard FileManager.default.fileExists(atPath: path) else { throw .databaseMissing(path: path) }
        guard Self.size(of: path) > 0 else { throw .databaseDamaged(path: path) }
        try Self.requireUsable(path, orEmpty: false)
        try self.init(path: path)
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.read { try body($0) } }
    }

    /// Reads on this thread, without a transaction: one statement with few rows takes less time than either.
    func readStatement<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try readSynchronously(body) }
    }

    private func readSynchronously<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        try pool.unsafeRead { try body($0) }
    }

    func change<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await Self.explained { try await pool.write { try body($0) } }
    }

    /// Maps errors of the database to those that the server explains.
    private static func explained<T>(_ work: () async throws -> T) async throws -> T {
        do { return try await work() } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_FULL: throw StorageError.diskFull
            case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: throw StorageError.diskFull
            // Another program uses the file.
            case .SQLITE_BUSY: throw StorageError.unavailable
            default: throw error
            }
        }
    }

    func fill(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
        try await change(body)
        // Such a transaction leaves a log as large as the database.
        await checkpoint()
    }

    func readMany<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await read(body)
    }

    func readBlocking(_ body: (any SQLConnection) throws -> Void) throws {
        try pool.read { try body($0) }
    }

    func connectionChanges() -> AsyncStream<PostgresPool.Change> { AsyncStream { $0.finish() } }

    func checkpoint() async { _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) } }

    var folder: String { URL(filePath: pool.path).deletingLastPathComponent().path }

    /// Checks before SQLite does, whose messages name neither the permission nor the owner.
    /// - Throws: `ServerError.databaseForbidden`, `.databaseUnusable` if the disk is read-only, or `.addressInvalid` if the
    ///   path is empty, which SQLite takes for a temporary file.
    static func requirePermission(_ path: String) throws(ServerError) {
        guard !path.isEmpty else { throw .addressInvalid }
        // SQLite writes its log next to the file, not to a link to it.
        let file = URL(filePath: path).absoluteURL.resolvingSymlinksInPath()
        let needed = [(file.deletingLastPathComponent(), R_OK | W_OK | X_OK), (file, R_OK | W_OK)]
        for (url, mode) in needed where access(url.path, mode) != 0 {
            switch errno {
            case EACCES: throw .databaseForbidden(path: path, owner: otherOwner(of: file))
            case EROFS: throw .databaseUnusable(path: path, reason: translated("its disk is read-only"))
            default: break
            }
        }
    }

    /// The owner of the file, or of the nearest folder that can be seen, if that is another user, and not root.
    private static func otherOwner(of file: URL) -> String? {
        var url = file
        while access(url.path, F_OK) != 0, url.path != "/" { url.deleteLastPathComponent() }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let owner = (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value
        let isOther = owner.map { ![0, geteuid()].contains($0) } ?? false
        return isOther ? attributes?[.ownerAccountName] as? String : nil
    }

    static func reason(_ error: any Error) -> String {
        if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
        guard let error = error as? DatabaseError else { return "\(error)" }
        // If a backup fails, the message may be that of the intact database.
        if let message = error.message, message != "not an error" { return message }
        return String(cString: sqlite3_errstr(error.resultCode.rawValue))
    }
}

extension Database: SQLConnection {
    var dialect: SQLDialect { .sqlite }

    func execute(_ sql: String) throws { try execute(sql: sql) }

    func select(_ statement: SQLStatement) throws -> [any SQLRow] {
        try Row.fetchAll(try cachedStatement(sql: statement.sql), arguments: statement.arguments)
    }

    func forEachRow(_ statement: SQLStatement, _ body: (any SQLRow) throws -> Void) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: statement.sql), arguments: statement.arguments)
        while let row = try rows.next() { try body(row) }
    }

    func change(_ statement: SQLStatement) throws -> Int {
        try cachedStatement(sql: statement.sql).execute(arguments: statement.arguments)
        return changesCount
    }

    func changeAll(_ statements: [SQLStatement]) throws { for statement in statements { _ = try change(statement) } }
}

extension SQLStatement {
    /// For SQLite, `$1` is a parameter named “1”.
    fileprivate var arguments: StatementArguments {
        var values: [String: (any DatabaseValueConvertible)?] = [:]
        for (index, value) in parameters.enumerated() { values["\(index + 1)"] = value.databaseValue }
        return StatementArguments(values)
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .integer(let number): number?.databaseValue ?? .null
        case .double(let number): number?.databaseValue ?? .null
        case .text(let text): text.map(Self.withoutNUL)?.databaseValue ?? .null
        case .bytes(let data): data?.databaseValue ?? .null
        }
    }

    /// SQLite ends a text at its first NUL.
    private static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }
}

extension Row: SQLRow {
    func integer(_ column: Int) throws -> Int { try decode(atIndex: column) }
    func optionalInteger(_ column: Int) throws -> Int? { try decode(atIndex: column) }
    func optionalDouble(_ column: Int) throws -> Double? { try decode(atIndex: column) }
    func text(_ column: Int) throws -> String { try decode(atIndex: column) }
    func data(_ column: Int) throws -> Data { try decode(atIndex: column) }
}
