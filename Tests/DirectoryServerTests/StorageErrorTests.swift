import DirectoryModel
import Foundation
import GRDB
import Hostile
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// A full disk, a locked file, a damaged row.
@Suite struct StorageErrorTests {
    /// SQLite keeps a text in a column of numbers, where somebody else's program wrote it.
    @Test func aDamagedRowIsAnErrorThatIsLoggedWithoutIt() async throws {
        let lines = LoggedLines()
        let options = lines.logging(as: .line, level: .error)
        try await TestServer.withDatabase([.sample()], of: [.sqlite], options: options) {
            (server, database) async throws in
            _ = try await server.open(.POST, "/todos", body: "{}")
            _ = try await server.send(.GET, "/entries/ab12")
            _ = try await server.send(.GET, "/entries/none")
            #expect(lines.all.isEmpty)
            try await database.execute("UPDATE entry SET key = 'x'; UPDATE item SET number = 'x'")
            #expect(try await server.send(.GET, "/entries/ab12").status == 500)
            #expect(try await server.open(.GET, "/todos").status == 500)
            #expect(try await server.open(.GET, "/api/tours").status == 200)
        }
        #expect(lines.all.count == 4)
        #expect(lines.all.count { $0.contains("A request failed; ") && !$0.contains("byrne") } == 2)
        for path in ["/entries/ab12", "/todos"] { #expect(lines.all.contains { $0.contains(" 500 GET \(path) ") }) }
    }

    @Test func fullDiskIsReportedAndLogged() async throws {
        let lines = LoggedLines()
        try await withTemporaryFolder { path in
            // Given a disk on which little more than the tables has room
            let repository = try SQLRepository(path: path, maxPages: 40)
            let long = #"{"title":"\#(String(repeating: "x", count: 900))"}"#
            try await TestServer.with(repository, options: lines.logging(as: .line)) { (server) async throws in
                var made = 0
                var last = try await server.open(.POST, "/todos", body: long)
                while last.status == 201, made < 1000 {
                    made += 1
                    last = try await server.open(.POST, "/todos", body: long)
                }
                #expect(made > 0 && last.status == 507)
                #expect(last.json["error"] == "The server’s disk is full, so no changes were made.")
                #expect(try await server.open(.GET, "/todos").text.matches(of: /"title"/).count == made)
                let picture = HeaderOnlyPicture.png(filler: [UInt8](repeating: 7, count: 40_000)).base64EncodedString()
                let person = try DukePerson.sample().json(["picture": picture])
                #expect(try await server.send(.POST, "/entries/create", body: person).status == 507)
                #expect(try await server.open(.DELETE, "/todos").status == 204)
                #expect(try await server.open(.POST, "/todos", body: long).status == 201)
            }
        }
        let failure = "error: A request failed; path: /todos; reason: The server’s disk is full"
        #expect(lines.all.contains { $0.contains(failure) })
    }

    @Test(.sqlite) func fullDiskIsReportedInPlainText() async throws {
        let reason = SQLiteDatabase.reason(DatabaseError(resultCode: .SQLITE_FULL, message: "not an error"))
        #expect(reason == "database or disk is full")
        // And an account that was not stored has no password that is shown
        let full = try SQLRepository(path: repository.folder + "/full.sqlite", maxPages: 40)
        let accounts = Accounts(repository: full)
        while (try? await full.addItem(to: "x") { _ in Data(count: 3000) }) != nil {}
        let shown = Mutex(0)
        await #expect(throws: StorageError.diskFull) {
            for number in 0..<100 {
                _ = try await accounts.add("x\(number)", role: .student) { _ in shown.withLock { $0 += 1 } }
            }
        }
        #expect(try await full.accounts().count == shown.withLock { $0 })
    }

    @Test(.sqlite) func aFileThatAnotherProgramLocksIsUnavailable() async throws {
        let repository = try SQLRepository(path: database.address, timeout: 0)
        try await TestServer.with(repository) { server in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: database.address, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            let refused = try await server.open(.POST, "/todos", body: "{}")
            #expect(refused.status == 503 && refused.headers.first(name: "Retry-After") == "2")
            #expect(refused.json["error"] == StorageError.unavailable.message)
            // Reading goes on, and so does the rest once it is free again
            #expect(try await server.open(.GET, "/todos").text == "[]")
            try await other.writeWithoutTransaction { try $0.rollback() }
            #expect(try await server.open(.POST, "/todos", body: "{}").status == 201)
        }
    }

    @Test(.sqlite) func changesAreOnTheDiskBeforeTheirAnswersAndCheckpointsInTheFile() async throws {
        let level = try await repository.file().pool.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
        _ = try await repository.add(Account(netid: "ab12", passwordHash: "one"))
        await repository.checkpoint()
        let log = try Data(contentsOf: URL(filePath: repository.folder + "/server.sqlite-wal"))
        #expect(log.isEmpty)
    }
}
