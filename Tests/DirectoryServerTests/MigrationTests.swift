import Foundation
import GRDB
import LibpqClient
import Older
import TemporaryPostgres
import Testing

@testable import DirectoryServer

/// A migration that ends at any statement leaves the database as it was before.
@Suite struct MigrationTests {
    private struct Killed: Error {}

    /// Runs each migration in a transaction of `transaction`, cut off after each of its statements in turn.
    private static func migrate(
        _ transaction: ((any SQLConnection) throws -> Bool) throws -> Bool, state: () throws -> [String]
    ) throws -> Int {
        var cuts = 0
        var before = try state()
        var count = 0
        while true {
            do {
                let isMigrated = try transaction { connection in
                    var left = count
                    let failing = WatchedConnection(base: connection) { _ in
                        left -= 1
                        if left < 0 { throw Killed() }
                    }
                    return try Migrations.runNext(failing, of: "")
                }
                guard isMigrated else { return cuts }
                before = try state()
                count = 0
            } catch is Killed {
                #expect(try state() == before)
                cuts += 1
                count += 1
            }
        }
    }

    @Test(arguments: ["", "0.2", "0.3"]) func aFileIsAsBeforeOrMigrated(version: String) async throws {
        try await withTemporaryFolder { path in
            if !version.isEmpty { try OlderDatabase.server.make(of: version, at: URL(filePath: path)) }
            let queue = try DatabaseQueue(path: path)
            let cuts = try Self.migrate { run in
                try queue.write { try run($0) }
            } state: {
                try queue.read { db in
                    let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
                    let rows = try tables.map { table in
                        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map(\.description).joined(separator: "\n")
                    }
                    return try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE sql <> ''") + rows
                }
            }
            #expect(cuts > 20)
            // As the transaction of a migration does
            try await queue.write { try $0.execute(sql: "PRAGMA application_id = 1148545893") }
            try queue.close()
            #expect(try await SQLRepository(path: path).accounts().count == (version.isEmpty ? 0 : 3))
        }
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), arguments: ["", "0.2", "0.3"])
    func aPostgreSQLDatabaseIsAsBeforeOrMigrated(version: String) async throws {
        try await Backend.withSchema { schema in
            if !version.isEmpty { try schema.execute(try OlderDatabase.postgres(of: version)) }
            let connection = try PostgresConnection(PostgresAddress(schema.address))
            let cuts = try Self.migrate { run in
                try connection.transaction(.committed) { try run(connection) }
            } state: {
                let columns = """
                    SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT) FROM information_schema.columns
                    WHERE table_schema = current_schema() ORDER BY 1, 2
                    """
                let all = try connection.run(PostgresStatement(columns)).map { (try $0.text(0), try $0.text(1)) }
                let rows = try Set(all.map(\.0)).sorted().map { table in
                    let sql =
                        "SELECT coalesce(string_agg(CAST(t AS TEXT), ' ' ORDER BY CAST(t AS TEXT)), '') FROM \(table) t"
                    // Not prepared for columns that change.
                    return try PostgresConnection(PostgresAddress(schema.address)).run(PostgresStatement(sql))
                        .map { try $0.text(0) }.joined()
                }
                return all.map { "\($0.0).\($0.1)" } + rows
            }
            #expect(cuts > 20)
            #expect(try await SQLRepository(address: schema.address).accounts().count == (version.isEmpty ? 0 : 3))
        }
    }
}
