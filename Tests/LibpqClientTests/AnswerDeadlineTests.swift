import Foundation
import LibpqClient
import Synchronization
import TemporaryPostgres
import Testing

/// A database that does not answer.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct AnswerDeadlineTests {
    private let never = "SELECT pg_sleep(3600)"

    /// A connection with a clock on which any waiting takes an hour.
    private func connection() throws -> PostgresConnection {
        let time = Mutex(ContinuousClock.now)
        let address = try PostgresAddress(try PostgresCluster.shared.get().address)
        return try PostgresConnection(address, limit: .seconds(600)) {
            time.withLock { time in
                defer { time += .seconds(3600) }
                return time
            }
        }
    }

    private func expectLost(_ body: () throws -> Void) {
        let error = #expect(throws: PostgresError.self, performing: body)
        guard case .connectionLost(let reason) = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(reason == "the database did not answer in time")
    }

    @Test func everyKindOfStatementEndsAtTheLimit() throws {
        expectLost { try connection().execute(never) }
        expectLost { _ = try connection().run("SELECT pg_sleep($1)", .double(3600)) }
        expectLost { try connection().forEach(PostgresStatement(never)) { _ in } }
        expectLost { _ = try connection().pipeline([PostgresStatement("SELECT 1"), PostgresStatement(never)]) }
    }

    @Test func aTransactionWithoutAnswerIsLostAndOneWithoutConfirmationIsUnknown() throws {
        let schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        defer { try? schema.remove() }
        let address = try PostgresAddress(schema.address)
        // Given a clock on which an hour passes at each look while the statement sleeps in the database
        let time = Mutex(ContinuousClock.now)
        let watch = try PostgresConnection(address)
        func now(_ process: Int) -> ContinuousClock.Instant {
            let sleeping = "SELECT 1 FROM pg_stat_activity WHERE pid = \(process) AND wait_event = 'PgSleep'"
            let isSleeping = (try? watch.run(sleeping).isEmpty) != true
            return time.withLock { time in
                time += .seconds(isSleeping ? 3600 : 0)
                return time
            }
        }
        func connect() throws -> (PostgresConnection, process: Int) {
            let process = Mutex(0)
            let connection = try PostgresConnection(address, limit: .seconds(600)) {
                now(process.withLock { $0 })
            }
            let id = try pid(connection)
            process.withLock { $0 = id }
            return (connection, id)
        }
        let (connection, _) = try connect()
        expectLost { try connection.transaction(.committed) { try connection.execute(never) } }
        // Given a commit that does not end
        try schema.execute("CREATE TABLE slow (n BIGINT)")
        try schema.atCommit(of: "slow", "PERFORM pg_sleep(3600)")
        let (other, process) = try connect()
        let error = #expect(throws: PostgresError.self) {
            try other.transaction(.committed) { try other.execute("INSERT INTO slow VALUES (1)") }
        }
        // It goes on there, and would keep the table.
        try PostgresConnection(address).execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = \(process)")
        guard case .outcomeUnknown = error else { return #expect(Bool(false), "\(error as Any)") }
    }

    @Test func waitingBetweenStatementsIsNotCut() throws {
        let time = Mutex(ContinuousClock.now)
        let address = try PostgresAddress(try PostgresCluster.shared.get().address)
        let connection = try PostgresConnection(address, limit: .seconds(10)) { time.withLock { $0 } }
        for number in 1...3 {
            #expect(try connection.run("SELECT $1 FROM pg_sleep(0.2)", .integer(number)).count == 1)
            time.withLock { $0 += .seconds(60) }
        }
    }
}
