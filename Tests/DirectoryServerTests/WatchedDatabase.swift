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
            try body(Connection(base: db) { table in self.tables.withLock { $0.append(table) } })
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

    private struct Connection: SQLConnection {
        let base: any SQLConnection
        let willSelect: (_ table: String) -> Void

        var dialect: SQLDialect { base.dialect }
        func execute(_ sql: String) throws { try base.execute(sql) }

        func select(_ statement: SQLStatement) throws -> [any SQLRow] {
            if let table = statement.sql.firstMatch(of: /FROM (\w+)/)?.1 { willSelect(String(table)) }
            return try base.select(statement)
        }

        func forEachRow(_ statement: SQLStatement, _ body: (any SQLRow) throws -> Void) throws {
            try base.forEachRow(statement, body)
        }

        func change(_ statement: SQLStatement) throws -> Int { try base.change(statement) }
        func changeAll(_ statements: [SQLStatement]) throws { try base.changeAll(statements) }
    }
}
