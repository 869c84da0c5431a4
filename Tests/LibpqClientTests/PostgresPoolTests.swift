import Foundation
import Synchronization
import TemporaryPostgres
import Testing

@testable import LibpqClient

/// Connections that several tasks share: what they do where one is lost, there are too few, or a task is canceled.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresPoolTests {
    private let schema: PostgresSchema
    private let address: PostgresAddress
    /// One with a connection for reads and one for changes.
    private let pool: PostgresPool

    init() throws {
        schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        address = try PostgresAddress(schema.address)
        pool = PostgresPool(address, reads: 1, changes: 1, timeout: 600)
        try schema.execute("CREATE TABLE account (name TEXT PRIMARY KEY, amount BIGINT)")
        try schema.execute("INSERT INTO account VALUES ('a', 0), ('b', 0)")
    }

    /// Ends a connection as the server's administrator does.
    private func end(_ pid: Int) throws {
        try PostgresConnection(address).run("SELECT pg_terminate_backend($1::integer, 5000)", .text(String(pid)))
    }

    private func amount(_ pool: PostgresPool, of name: String = "a") async throws -> Int? {
        try await pool.run { try $0.run("SELECT amount FROM account WHERE name = $1", .text(name)).first?.integer(0) }
    }

    private func add(_ connection: PostgresConnection, to name: String = "a") throws {
        try connection.run("UPDATE account SET amount = amount + 1 WHERE name = $1", .text(name))
    }

    @Test func moreTasksThanConnectionsAreAllServed() async throws {
        let pool = PostgresPool(address, reads: 3, timeout: 600)
        let seen = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await pool.read { try pid($0) } } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect((1...3).contains(seen.count))
    }

    @Test func aReadThatLosesItsConnectionAtItsEndIsRepeated() async throws {
        let connection = try PostgresConnection(address)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction(.snapshot) { try end(try pid(connection)) }
        }
        guard case .connectionLost = error else { throw try #require(error) }
        let calls = Atomic(0)
        let value = try await pool.read { connection in
            if calls.wrappingAdd(1, ordering: .relaxed).newValue == 1 { try end(try pid(connection)) }
            return try connection.run("SELECT 7").first?.integer(0)
        }
        #expect(value == 7)
    }

    @Test func timeoutIsReported() async throws {
        let pool = PostgresPool(address, reads: 1, timeout: 0.01)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let isDone = DispatchSemaphore(value: 0)
        async let first: Void = pool.run { _ in
            begin.finish()
            isDone.wait()
        }
        for await _ in begun {}
        await #expect(throws: PostgresError.unavailable("all connections are in use")) { try await pool.run { _ in } }
        isDone.signal()
        try await first
    }

    @Test func aConnectionThatDiedIsReplaced() async throws {
        let first = try await pool.run { try pid($0) }
        try end(first)
        let second = try await pool.run { try pid($0) }
        #expect(second != first)
        try end(second)
        #expect(try await pool.read { try pid($0) } != second)
    }

    @Test func aChangeThatLostItsConnectionIsMadeOnce() async throws {
        let calls = Atomic(0)
        try await pool.change { connection in
            if calls.wrappingAdd(1, ordering: .relaxed).newValue == 1 { try end(try pid(connection)) }
            try add(connection)
        }
        #expect(calls.load(ordering: .relaxed) == 2)
        #expect(try await amount(pool) == 1)
    }

    @Test func aConnectionThatIsLostAgainAndAgainIsAnError() async throws {
        let error = await #expect(throws: PostgresError.self) {
            try await pool.change { connection in
                try end(try pid(connection))
                try add(connection)
            }
        }
        guard case .connectionLost = error else { throw try #require(error) }
        #expect(try await amount(pool) == 0)
    }

    /// The first is what a database of several computers says where it lost one of them.
    @Test(
        arguments: [
            ("RAISE EXCEPTION 'result is ambiguous' USING ERRCODE = '40003'", "result is ambiguous"),
            ("PERFORM pg_terminate_backend(pg_backend_pid())", nil),
        ] as [(String, String?)])
    func aChangeWhoseCommitHasAnUnknownOutcomeIsNotMadeAgain(statement: String, reason: String?) async throws {
        try schema.atCommit(of: "account", statement)
        let calls = Atomic(0)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.change { connection in
                try add(connection)
                calls.wrappingAdd(1, ordering: .relaxed)
            }
        }
        guard case .outcomeUnknown(let message) = error else { throw try #require(error) }
        #expect(reason == nil || message == reason)
        #expect(calls.load(ordering: .relaxed) == 1)
    }

    @Test func conflictingTransactionsAreRepeated() async throws {
        let pool = PostgresPool(address, changes: 8, timeout: 600)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<16 {
                group.addTask {
                    // Half of them lock the rows in the other order, and the database ends one of two.
                    let names = index % 2 == 0 ? ["a", "b"] : ["b", "a"]
                    try await pool.change { connection in
                        for name in names { try add(connection, to: name) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await amount(pool) == 16)
        #expect(try await amount(pool, of: "b") == 16)
    }

    @Test func aTaskThatIsCanceledEndsItsStatement() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await pool.change { connection in
                try add(connection)
                beginning.finish()
                try connection.run("SELECT pg_sleep(600)")
            }
        }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await amount(pool) == 0)
    }

    /// As where the role or the database allows fewer connections than the pool may have.
    @Test func fewerConnectionsThanWantedServeAll() async throws {
        let role = "few_\(UUID().uuidString.prefix(8).lowercased())"
        try schema.execute("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2")
        let few = try PostgresAddress(schema.address.replacing("user=postgres", with: "user=\(role)"))
        do {
            let pool = PostgresPool(few, timeout: 600)
            for _ in 0..<3 {
                let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<50 {
                        group.addTask {
                            index % 3 == 0
                                ? try await pool.change { try pid($0) }
                                : try await pool.read(isLong: index % 3 == 1) { try pid($0) }
                        }
                    }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect((1...2).contains(seen.count))
            }
        }
        // Where even one is too many, then that is said at once
        try schema.execute("ALTER ROLE \(role) NOLOGIN")
        let pool = PostgresPool(few, timeout: 600)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) { try await pool.run { _ in } }
                    guard case .unavailable = error else { return #expect(Bool(false), "\(error as Any)") }
                }
            }
        }
    }

    @Test func anIdleTransactionHasALimit() async throws {
        let limit = try await PostgresPool(address, timeout: 600).run { connection in
            let row = try connection.run("SELECT current_setting('idle_in_transaction_session_timeout')").first
            return try row?.text(0)
        }
        #expect(limit == "20min")
    }

    @Test func aFailureToConnectIsAssumedToLastUntilAConnectionIsMade() throws {
        var health = PostgresHealth()
        let now = ContinuousClock.now
        let failure = PostgresError.unavailable("away")
        #expect(health.failed(failure, at: now) == .lost("away"))
        #expect(throws: failure) { try health.check(at: now) }
        #expect(health.connected() == .back)
        try health.check(at: now)
        // The same failure is said once a minute
        #expect(health.failed(failure, at: now) == nil)
        try health.check(at: now + .milliseconds(250))
        #expect(health.failed(.unavailable("full"), at: now) == .lost("full"))
        #expect(health.connected() == .back)
        #expect(health.connected() == nil)
        #expect(health.failed(.unavailable("full"), at: now + .seconds(60)) == .lost("full"))
    }

    @Test func canceledCallerLearnsOutcomeIsUnknown() async throws {
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let canceled = DispatchSemaphore(value: 0)
        let task = Task {
            try await PostgresPool(address, timeout: 600).run { _ in
                beginning.finish()
                canceled.wait()
                throw PostgresError.outcomeUnknown("lost")
            }
        }
        for await _ in begun {}
        task.cancel()
        canceled.signal()
        await #expect(throws: PostgresError.outcomeUnknown("lost")) { try await task.value }
    }
}

extension PostgresSchema {
    /// Has the commit of a change of `table` run a statement.
    func atCommit(of table: String, _ statement: String) throws {
        try execute(
            """
            CREATE FUNCTION ending() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN \(statement); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER ending AFTER INSERT OR UPDATE ON \(table) DEFERRABLE INITIALLY DEFERRED
            FOR EACH ROW EXECUTE FUNCTION ending();
            """)
    }
}

/// The number of the database's process for a connection.
func pid(_ connection: PostgresConnection) throws -> Int {
    try #require(try connection.run("SELECT pg_backend_pid()").first).integer(0)
}
