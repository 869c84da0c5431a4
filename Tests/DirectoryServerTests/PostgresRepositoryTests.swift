import DirectoryModel
import Foundation
import LibpqClient
import NIOHTTP1
import Synchronization
import TemporaryPostgres
import Testing

@testable import DirectoryServer

/// Several servers on one PostgreSQL database, and the outage of it.
@Suite(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
struct PostgresRepositoryTests {
    @Test func serversThatStartAtOnceMakeTheTablesOnce() async throws {
        try await Backend.withSchema { schema in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask { _ = try await SQLRepository(address: schema.address).accounts() }
                }
                try await group.waitForAll()
            }
            let rows = try PostgresConnection(PostgresAddress(schema.address)).run("SELECT name FROM migration")
            #expect(try rows.map { try $0.text(0) } == [Migrations.latest])
        }
    }

    @Test(.eachDatabase) func aListIsOneParameter() async throws {
        try await database.repository.database.read { db in
            let isNumber = db.dialect.isAmong("n", "$1", as: "bigint")
            let all = "(SELECT 3 AS n UNION SELECT 1 UNION SELECT -2) v"
            let numbers = "SELECT n FROM \(all) WHERE \(isNumber) ORDER BY n"
            let found = try db.select(numbers, .list([-2, 3, 9])).map { try $0.integer(0) }
            let none = try db.select(numbers, .list([Int]()))
            #expect(found == [-2, 3] && none.isEmpty)
            let isText = "SELECT 1 WHERE \(db.dialect.isAmong("$1", "$2", as: "text"))"
            for text in ["a", "", "{,\"}", "\\u0000", "\u{FFFD}"] {
                let same = try db.select(isText, .text(text), .list(["b", text]))
                let other = try db.select(isText, .text(text), .list(["b", "\(text)b"]))
                #expect(same.count == 1 && other.isEmpty, "\(text)")
            }
            let withNUL = try db.select(isText, .text("\u{FFFD}"), .list(["\0"]))
            #expect(withNUL.count == 1)
        }
    }

    @Test(.postgres) func longTextsAreStoredAndSorted() async throws {
        for (key, name) in ["b", "a"].enumerated() {
            var person = DukePerson.sample("p\(key)", duid: key + 1)
            person.lName = String(repeating: "é🦆x", count: 3000) + name
            try await database.repository.add(try Entry(person.record))
        }
        let page = try await database.repository.page(PageQuery(terms: [], offset: 0, limit: 5), of: "people")
        #expect(page.entries.map(\.key) == [2, 1])
    }

    @Test(.eachDatabase) func anotherKeyIsARemovalAndAnAddition() async throws {
        try await repository.add(try Entry(DukePerson.sample().record))
        let request = DeltaRequest(tag: try await repository.version(of: "people").tag)
        try await repository.replace(entryOf: "ab12", with: try Entry(DukePerson.sample(duid: 8).record))
        let delta = try await repository.withDelta(of: "people", since: request) { ($0.removed, $0.byteCount) }
        #expect(delta?.0 == [7] && delta?.1 ?? 0 > 0)
    }

    @Test func serverRecoversAfterDatabaseOutage() async throws {
        let cluster = try PostgresCluster()
        // Given a clock on which each failure to connect is long ago, as others may have failed a moment before
        let time = Mutex(ContinuousClock.now)
        let repository = try SQLRepository(address: cluster.address, timeout: 600) {
            time.withLock { time in
                time += .seconds(1)
                return time
            }
        }
        try await repository.add(try Entry(DukePerson.sample().record))
        try await TestServer.with(repository) { server in
            // When all connections end, then no client notices
            try cluster.restart()
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
            try cluster.stop()
            for (method, path) in [(HTTPMethod.GET, "/entries/ab12"), (.GET, "/entries/all"), (.GET, "/todos")] {
                let answer = try await server.send(method, path)
                #expect(answer.status == 503 && answer.headers.first(name: "Retry-After") == "2", "\(path)")
                #expect(answer.json["error"]?.hasSuffix("no changes were made.") == true)
            }
            let body = #"{"title":"Tea"}"#
            #expect(try await server.open(.POST, "/todos", body: body).status == 503)
            try cluster.start()
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
            #expect(try await server.open(.POST, "/todos", body: body).status == 201)
            #expect(try await server.open(.GET, "/todos").text.matches(of: /"title"/).count == 1)
        }
    }

    @Test(.postgres) func readersDoNotWaitForChangesOfALockedList() async throws {
        try await repository.add(try Entry(DukePerson.sample().record))
        // Given changes that wait for another transaction
        let other = try PostgresConnection(try PostgresAddress(database.address))
        try other.execute("BEGIN")
        _ = try ListChange(other, of: "todos")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask { _ = try await repository.addItem(to: "todos") { _ in Data("{}".utf8) } }
            }
            try await database.execute(
                """
                DO $$ BEGIN
                    WHILE (
                        SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
                        WHERE relation = 'list'::regclass AND wait_event_type = 'Lock') < 4
                    LOOP
                        PERFORM pg_sleep(0.01);
                        PERFORM pg_stat_clear_snapshot();
                    END LOOP;
                END $$
                """)
            for _ in 0..<20 { #expect(try await repository.entry(of: "ab12", in: "people") != nil) }
            try other.execute("COMMIT")
            try await group.waitForAll()
        }
        #expect(try await repository.items(of: "todos").count == 12)
    }

    @Test(.postgres) func aLongReadHasNoTimeLimit() async throws {
        let storage = database.repository.database
        let limit = "SELECT current_setting('statement_timeout')"
        let one = try await storage.read { try $0.select(limit).map { try $0.text(0) } }
        let many = try await storage.readMany { try $0.select(limit).map { try $0.text(0) } }
        #expect(one == ["50min"] && many == ["0"])
    }

    /// Neither error contains the address, in which the password may be.
    @Test func anErrorDoesNotRepeatThePasswordOfAnInvalidAddress() {
        #expect(throws: ServerError.addressInvalid) { try SQLRepository(address: "postgresql://u:geh%zzeim@h/db") }
        #expect(throws: ServerError.passwordInAddress) {
            try SQLRepository(address: "postgresql://ada:secret@localhost/class")
        }
    }
}
