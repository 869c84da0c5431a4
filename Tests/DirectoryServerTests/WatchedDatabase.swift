import Foundation
import LibpqClient
import Synchronization

@testable import DirectoryServer

/// A database that another one does the work for, and that knows which tables were read.
final class WatchedDatabase: SQLDatabase {
    private let base: any SQLDatabase
    private let tables = Mutex<[String]>([])
    private let longReads = Mutex(0)
    /// Called before a page or a list is read.
    private let willRead: @Sendable () async throws -> Void
    /// Called before a change begins.
    private let willChange: @Sendable () async throws -> Void

    init(
        _ base: SQLRepository, willRead: @escaping @Sendable () async throws -> Void = {},
        willChange: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.base = base.database
        self.willRead = willRead
        self.willChange = willChange
    }

    var repository: SQLRepository { SQLRepository(database: self) }

    /// The tables that single statements read since the last time.
    func takeTables() -> [String] {
        tables.withLock { tables in
            defer { tables = [] }
            return tables
        }
    }

    var longReadCount: Int { longReads.withLock { $0 } }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await willRead()
        return try await base.read(body)
    }

    func readStatement<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await base.readStatement { db in
            let connection = WatchedConnection(base: db) { sql in
                guard let table = sql.firstMatch(of: /FROM (\w+)/)?.1 else { return }
                self.tables.withLock { $0.append(String(table)) }
            }
            return try body(connection)
        }
    }

    func change<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await willChange()
        return try await base.change(body)
    }

    func fill(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
        try await base.fill(body)
    }

    func readMany<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        longReads.withLock { $0 += 1 }
        try await willRead()
        return try await base.readMany(body)
    }

    func readBlocking(_ body: (any SQLConnection) throws -> Void) throws { try base.readBlocking(body) }
    func connectionChanges() -> AsyncStream<PostgresPool.Change> { base.connectionChanges() }
    func checkpoint() async { await base.checkpoint() }
    var folder: String { base.folder }
}

/// A connection that another one does the work for.
struct WatchedConnection: SQLConnection {
    let base: any SQLConnection
    /// Called before each statement.
    let willRun: (_ sql: String) throws -> Void

    var dialect: SQLDialect { base.dialect }

    func execute(_ sql: String) throws {
        for statement in sql.split(separator: ";") where statement.contains(where: { !$0.isWhitespace }) {
            try willRun(String(statement))
            try base.execute(String(statement))
        }
    }

    func select(_ statement: SQLStatement) throws -> [any SQLRow] {
        try willRun(statement.sql)
        return try base.select(statement)
    }

    func forEachRow(_ statement: SQLStatement, _ body: (any SQLRow) throws -> Void) throws {
        try willRun(statement.sql)
        try base.forEachRow(statement, body)
    }

    func change(_ statement: SQLStatement) throws -> Int {
        try willRun(statement.sql)
        return try base.change(statement)
    }

    func changeAll(_ statements: [SQLStatement]) throws {
        for statement in statements { _ = try change(statement) }
    }
}
