import Foundation
import TemporaryPostgres
import Testing

@testable import LibpqClient

/// Statements on one connection.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresConnectionTests {
    private let connection: PostgresConnection

    init() throws {
        connection = try PostgresConnection(PostgresAddress(try PostgresCluster.shared.get().address))
    }

    @Test func valuesComeBackAsTheyWere() throws {
        for number in [0, -1, .max, .min] {
            #expect(try connection.run("SELECT $1", .integer(number)).first?.integer(0) == number)
        }
        for text in ["", "é", "a\nb'\\", "🦆", String(repeating: "x", count: 1 << 20)] {
            #expect(try connection.run("SELECT $1", .text(text)).first?.text(0) == text)
        }
        #expect(try connection.run("SELECT $1", .text("a\0b")).first?.text(0) == "a\u{FFFD}b")
        let bytes = Data((0...255).map { UInt8($0) })
        #expect(try connection.run("SELECT $1, $2", .bytes(bytes), .bytes(Data())).first?.data(0) == bytes)
        #expect(try connection.run("SELECT $1", .double(0.1)).first?.optionalDouble(0) == 0.1)
        #expect(try connection.run("SELECT 3::smallint, 4::integer, true").first?.integer(0) == 3)
        #expect(try connection.run("SELECT 3::smallint, 4::integer, true").first?.integer(1) == 4)
    }

    @Test func nullsAndOtherTypesAreErrorsWhereTheyAreNotExpected() throws {
        let row = try #require(
            try connection.run("SELECT $1, $2, $3, $4", .integer(nil), .text(nil), .bytes(nil), .double(nil)).first)
        #expect(try row.optionalInteger(0) == nil && row.optionalDouble(3) == nil)
        #expect(throws: PostgresError.mismatch(column: 0)) { try row.integer(0) }
        #expect(throws: PostgresError.mismatch(column: 1)) { try row.text(1) }
        let text = try #require(try connection.run("SELECT 'abc'").first)
        #expect(throws: PostgresError.mismatch(column: 0)) { try text.integer(0) }
        #expect(throws: PostgresError.mismatch(column: 7)) { try text.text(7) }
    }

    @Test func rowsComeOneByOne() throws {
        let statement = PostgresStatement("SELECT * FROM generate_series(1, $1)", .integer(10_000))
        var sum = 0
        try connection.forEach(statement) { sum += try $0.integer(0) }
        #expect(sum == 50_005_000)
        // Where the reader has enough, the connection serves on
        struct Enough: Error {}
        var seen = 0
        #expect(throws: Enough.self) {
            try connection.forEach(PostgresStatement("SELECT generate_series(1, 100000000)")) { _ in
                seen += 1
                if seen == 10 { throw Enough() }
            }
        }
        #expect(try connection.run("SELECT 7").first?.integer(0) == 7)
    }

    @Test func connectionWithManyPreparedStatementsIsClosed() throws {
        for number in 1..<500 { try connection.run("SELECT \(number)") }
        #expect(connection.isUsable)
        try connection.run("SELECT 500")
        #expect(!connection.isUsable)
    }

    @Test func manyStatementsGoInOneTrip() throws {
        try connection.execute("CREATE TEMP TABLE many (n BIGINT PRIMARY KEY, t TEXT)")
        let insertions = (0..<1000).map {
            PostgresStatement(
                "INSERT INTO many VALUES ($1, $2)", .integer($0), .text(String(repeating: "x", count: 900)))
        }
        let results = try connection.pipeline(insertions)
        #expect(results.count == 1000 && results.allSatisfy { $0.changes == 1 })
        // When one fails, then its batch is not done, and the connection serves on
        let error = #expect(throws: PostgresError.self) {
            try connection.pipeline([
                PostgresStatement("INSERT INTO many VALUES ($1, 'y')", .integer(5000)), insertions[3],
                PostgresStatement("INSERT INTO many VALUES ($1, 'y')", .integer(5001)),
            ])
        }
        guard case .refused(PostgresError.uniqueViolation, _) = error else { throw try #require(error) }
        #expect(try connection.run("SELECT count(*) FROM many").first?.integer(0) == 1000)
        #expect(try connection.pipeline([]).isEmpty)
    }

    @Test func aTransactionIsMadeCompletelyOrNotAtAll() throws {
        try connection.execute("CREATE TEMP TABLE kept (n BIGINT)")
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            try connection.transaction(.committed) {
                try connection.run("INSERT INTO kept VALUES (1)")
                throw Refused()
            }
        }
        try connection.transaction(.committed) { _ = try connection.run("INSERT INTO kept VALUES (2)") }
        #expect(try connection.run("SELECT n FROM kept").map { try $0.integer(0) } == [2])
        // And a transaction that only reads cannot change anything
        #expect(throws: PostgresError.self) {
            try connection.transaction(.snapshot) { _ = try connection.run("DELETE FROM pg_class") }
        }
        #expect(try connection.run("SELECT 1").count == 1)
    }

    @Test func missingServerIsReported() {
        let error = #expect(throws: PostgresError.self) {
            try PostgresConnection(PostgresAddress("host=/nowhere dbname=x"))
        }
        guard case .unavailable(let reason) = error else { return }
        #expect(reason.contains("/nowhere"))
    }
}
