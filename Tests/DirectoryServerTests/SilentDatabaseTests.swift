import DirectoryModel
import Foundation
import LibpqClient
import Logging
import NIOHTTP1
import TemporaryPostgres
import Testing

@testable import DirectoryServer

/// Servers on a database that speaks PostgreSQL's language, but does not report one server what another changed.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct SilentDatabaseTests {
    /// What a database without LISTEN and one without pg_notify say.
    enum Silence: CaseIterable {
        case listening, telling
    }

    /// Runs `body` with the address of an empty database that refuses one of them.
    private func with(_ silence: Silence, _ body: (String) async throws -> Void) async throws {
        try await Backend.withSchema { schema in
            switch silence {
            case .listening:
                let cluster = try PostgresCluster.shared.get()
                let relay = try PostgresRelay(to: cluster, replacing: "LISTEN ", with: "LISTEX ")
                try await body(schema.address.replacing(cluster.address, with: relay.address))
                withExtendedLifetime(relay) {}
            case .telling:
                try schema.execute(
                    """
                    CREATE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE plpgsql
                    AS $$ BEGIN RAISE feature_not_supported USING MESSAGE = 'pg_notify is not here'; END $$
                    """)
                // Names of the schema come before those of the catalog.
                let name = try #require(schema.address.firstMatch(of: /search_path=(\w+)/)).1
                try await body(schema.address.replacing("search_path=\(name)", with: "search_path=\(name),pg_catalog"))
            }
        }
    }

    @Test(arguments: Silence.allCases) func serverContinuesAndLogsOnce(silence: Silence) async throws {
        try await with(silence) { address in
            let (lines, logged) = AsyncStream<String>.makeStream()
            let repository = try SQLRepository(address: address, timeout: 600)
            try await repository.add(try Entry(DukePerson.sample().record))
            let change: @Sendable (inout ClassServer.Options) -> Void = {
                $0.log = ServerLog(format: .line, level: .notice) { logged.yield($0) }
            }
            try await TestServer.with(repository, options: change) { server in
                // Then one line says why
                var message = lines.makeAsyncIterator()
                let line = try #require(await message.next())
                #expect(line.contains("notice: The database does not notify servers of changes"))
                #expect(line.contains(silence == .listening ? "LISTEX" : "pg_notify is not here"))
                // And what another server changes is in the next answer
                let other = try SQLRepository(address: address, timeout: 600)
                for number in 1...3 {
                    let before = try await server.send(.GET, "/entries/all")
                    try await other.add(try Entry(DukePerson.sample("x\(number)", duid: 100 + number).record))
                    let after = try await server.send(
                        .GET, "/entries/all", headers: ["If-None-Match": before.etag])
                    #expect(after.status == 200 && after.etag != before.etag && after.text.contains("\"x\(number)\""))
                }
                _ = try await repository.addItem(to: "todos") { _ in Data("{}".utf8) }
                logged.finish()
                #expect(await message.next() == nil)
            }
        }
    }
}
