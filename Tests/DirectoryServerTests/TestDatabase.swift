import Foundation
import GRDB
import Hostile
import LibpqClient
import TemporaryPostgres

@testable import DirectoryServer

/// A database of a test, as several programs may use it.
struct TestDatabase {
    /// That of the running test.
    @TaskLocal static var current: TestDatabase?

    let backend: Backend
    /// The path of the file, or the address as libpq reads it.
    let address: String
    /// The one that the test's server uses.
    let repository: SQLRepository

    init(_ backend: Backend, at address: String) throws {
        self.backend = backend
        self.address = address
        repository = try Self.open(backend, address)
    }

    /// The same database, opened by another program.
    func open() throws -> SQLRepository { try Self.open(backend, address) }

    private static func open(_ backend: Backend, _ address: String) throws -> SQLRepository {
        switch backend {
        // Tests that run at the same time keep each other waiting.
        case .sqlite: try SQLRepository(path: address, timeout: 600)
        case .postgres: try SQLRepository(address: address, timeout: 600)
        }
    }

    /// Runs statements, as somebody with the database's own program does.
    func execute(_ sql: String) async throws {
        switch backend {
        case .sqlite: try await queue().write { try $0.execute(sql: sql) }
        case .postgres: try await connected { try $0.execute(sql) }
        }
    }

    private func connected<T: Sendable>(
        _ body: @escaping @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        try await onThread { try body(PostgresConnection(PostgresAddress(address))) }
    }

    private func queue() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(600)
        return try DatabaseQueue(path: address, configuration: configuration)
    }

    /// The texts in the first column of what `sql` selects.
    func texts(_ sql: String) async throws -> [String] {
        switch backend {
        case .sqlite: try await queue().read { try String.fetchAll($0, sql: sql) }
        case .postgres: try await connected { try $0.run(sql).map { try $0.text(0) } }
        }
    }
}

extension TestDatabase {
    /// Every row of every table as a text, in order, but for what each database counts for itself: the numbers of rows
    /// and of changes.
    func contents() async throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for table in try await texts(backend == .sqlite ? Self.sqliteTables : Self.postgresTables)
        where !["grdb_migrations", "migration"].contains(table) {
            contents[table] = try await rows(of: table)
        }
        return contents
    }

    private static let sqliteTables =
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    private static let postgresTables = """
        SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()
        """

    private func rows(of table: String) async throws -> [String] {
        let all = try await texts(
            backend == .sqlite
                ? "SELECT name FROM pragma_table_info('\(table)')"
                : """
                SELECT CAST(column_name AS TEXT) FROM information_schema.columns
                WHERE table_schema = current_schema() AND table_name = '\(table)' ORDER BY ordinal_position
                """)
        let counted = all.filter { ["id", "revision"].contains($0) }
        let columns = all.filter { !counted.contains($0) }
        let order = table.hasPrefix("entry") && !counted.isEmpty ? ["list"] + counted : columns
        let row = columns.map { backend == .sqlite ? "quote(\($0))" : "quote_nullable(CAST(\($0) AS TEXT))" }
        return try await texts(
            "SELECT \(row.joined(separator: " || ', ' || ")) FROM \(table) ORDER BY \(order.joined(separator: ", "))")
    }
}
