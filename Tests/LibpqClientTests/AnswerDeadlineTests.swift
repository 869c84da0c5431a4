import Foundation
import LibpqClient
import TemporaryPostgres
import Testing

/// A database that does not answer.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"), .timeLimit(.minutes(10)))
struct AnswerDeadlineTests {
    /// Longer than any test takes
    private let never = "SELECT pg_sleep(3600)"

    private func connection(limit: Duration = .milliseconds(200)) throws -> PostgresConnection {
        try PostgresConnection(PostgresAddress(try PostgresCluster.shared.get().address), limit: limit)
    }

    private func expectLost(_ body: () throws -> Void) {
        let error = #expect(throws: PostgresError.self, performing: body)
        guard case .connectionLost(let reason) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(reason == "the database did not answer in time")
    }

    @Test func everyWayToWaitEnds() throws {
        expectLost { try connection().execute(never) }
        expectLost { _ = try connection().run("SELECT pg_sleep($1)", .double(3600)) }
        expectLost { try connection().forEach(PostgresStatement(never)) { _ in } }
        expectLost { _ = try connection().pipeline([PostgresStatement("SELECT 1"), PostgresStatement(never)]) }
    }

    @Test func aTransactionWithoutAnswerIsLostAndOneWithoutConfirmationIsUnknown() throws {
        try Self.withTable { address, cutShort in
            let connection = try PostgresConnection(address, limit: .milliseconds(200))
            expectLost { try connection.transaction(.committed) { try connection.execute(never) } }
            // Given a commit that does not end
            try cutShort()
            let other = try PostgresConnection(address, limit: .milliseconds(200))
            let process = try #require(try other.run("SELECT pg_backend_pid()").first).integer(0)
            let error = #expect(throws: PostgresError.self) {
                try other.transaction(.committed) { try other.execute("INSERT INTO slow VALUES (1)") }
            }
            // It goes on there, and would keep the table.
            try PostgresConnection(address).execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = \(process)")
            guard case .outcomeUnknown = error else { return #expect(Bool(false), "\(error as Any)") }
        }
    }

    @Test func waitingBetweenStatementsIsNotCut() throws {
        let connection = try connection(limit: .seconds(10))
        for number in 1...2000 { #expect(try connection.run("SELECT $1", .integer(number)).count == 1) }
        try connection.execute("SELECT pg_sleep(0.01)")
        #expect(try connection.run("SELECT 7").first?.integer(0) == 7)
    }

    /// Makes a table in a schema of its own; the second argument makes its commits last.
    private static func withTable(_ body: (PostgresAddress, () throws -> Void) throws -> Void) throws {
        let schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        defer { try? schema.remove() }
        try schema.execute("CREATE TABLE slow (n BIGINT)")
        try body(try PostgresAddress(schema.address)) {
            try schema.execute(
                """
                CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
                AS $$ BEGIN PERFORM pg_sleep(3600); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER waiting AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION wait()
                """)
        }
    }
}
