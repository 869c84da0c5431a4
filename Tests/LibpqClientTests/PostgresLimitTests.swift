import Foundation
import Synchronization
import TemporaryPostgres
import Testing

@testable import LibpqClient

/// A pool with few connections or none, and canceled tasks.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresLimitTests {
    private let schema: PostgresSchema
    private let address: PostgresAddress

    init() throws {
        schema = try PostgresSchema(in: try PostgresCluster.shared.get())
        address = try PostgresAddress(schema.address)
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
