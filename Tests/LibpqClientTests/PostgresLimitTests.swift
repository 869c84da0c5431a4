import Foundation
import Synchronization
import TemporaryPostgres
import Testing

@testable import LibpqClient

/// What tasks get where connections are few, and what ends them.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresLimitTests {
    private let schema: PostgresSchema
    private let address: PostgresAddress

    init() throws {
        schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        address = try PostgresAddress(schema.address)
    }

    private func pid(_ connection: PostgresConnection) throws -> Int {
        try #require(try connection.run("SELECT pg_backend_pid()").first).integer(0)
    }

    /// As where the role or the database allows fewer connections than the pool may have.
    @Test func fewerConnectionsThanWantedServeAll() async throws {
        let role = "few_\(UUID().uuidString.prefix(8).lowercased())"
        try schema.execute("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 2")
        let few = try PostgresAddress(schema.address.replacing("user=postgres", with: "user=\(role)"))
        do {
            let pool = PostgresPool(few, size: 8, timeout: 600)
            for _ in 0..<3 {
                let seen = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<50 { group.addTask { try await pool.read { try pid($0) } } }
                    return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
                }
                #expect((1...2).contains(seen.count))
            }
            // A lease is one of them.
            let (lease, one) = try await pool.lease { try pid($0) }
            let other = try await pool.read { try pid($0) }
            #expect(one != other)
            withExtendedLifetime(lease) {}
        }
        // Where even one is too many, then that is said at once
        try schema.execute("ALTER ROLE \(role) NOLOGIN")
        let pool = PostgresPool(few, size: 3, timeout: 600)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) { try await pool.run { _ in } }
                    guard case .unavailable = error else {
                        Issue.record("\(String(describing: error))")
                        return
                    }
                }
            }
        }
    }

    @Test func transactionsThatDoNothingEndSoonButNotSnapshots() async throws {
        for limit in [10.0, 120] {
            let set = try await PostgresPool(address, size: 1, timeout: 600, idleLimit: limit).run { connection in
                let row = try connection.run("SELECT current_setting('idle_in_transaction_session_timeout')").first
                return try row?.text(0)
            }
            #expect(set == (limit == 10 ? "10s" : "2min"))
        }
    }

    @Test func aFailureToConnectIsAssumedToLastUntilAConnectionIsMade() throws {
        let time = Mutex(ContinuousClock.now)
        let monitor = PostgresMonitor { time.withLock { $0 } }
        let failure = PostgresError.unavailable("away")
        monitor.failed(failure)
        #expect(throws: failure) { try monitor.check() }
        monitor.connected()
        try monitor.check()
        monitor.failed(failure)
        time.withLock { $0 += .milliseconds(250) }
        try monitor.check()
    }

    @Test func whoCanceledIsToldThatTheOutcomeIsUnknown() throws {
        let call = CancelableCall(timeout: .seconds(600))
        let session = PostgresSession(address, timeout: 600, idleLimit: 1200, monitor: PostgresMonitor())
        #expect(throws: PostgresError.outcomeUnknown("lost")) {
            try session.retrying(call) { _ in
                call.cancel()
                throw PostgresError.outcomeUnknown("lost")
            }
        }
    }
}
