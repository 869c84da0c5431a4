import DirectoryModel
import Foundation
import GRDB
import Hostile
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What others' pages, odd clients and a full disk do.
@Suite struct StrangerTests {
    private static let ofOthers: [[String: String]] = [
        ["Origin": "https://elsewhere.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1"],
        ["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "cross-site"], ["Origin": "file://"],
    ]

    @Test(arguments: ofOthers)
    func anothersPageMakesNoEntry(headers: [String: String]) async throws {
        try await TestServer.with { (server) async throws in
            // With the password that the browser remembers
            let body = try DukePerson.sample().json()
            for type in ["text/plain", "application/json"] {
                let sent = headers.merging(["Content-Type": type]) { $1 }
                #expect(try await server.send(.POST, "/entries/create", body: body, headers: sent).status == 403)
            }
            let count = try await server.repository.version(of: "people").count
            #expect(count == 0)
        }
    }

    @Test(arguments: [
        "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
    ])
    func whatAFormCanSendIsNoEntry(type: String) async throws {
        try await TestServer.with { (server) async throws in
            let body = try DukePerson.sample().json()
            for (method, path) in [
                (HTTPMethod.POST, "/entries/create"), (.PUT, "/entries/ab12"), (.PATCH, "/user"),
            ] {
                let answer = try await server.send(method, path, body: body, headers: ["Content-Type": type])
                #expect(answer.status == 415)
            }
            let count = try await server.repository.version(of: "people").count
            #expect(count == 0)
        }
    }

    @Test func whatAPageSendsWithoutAskingChangesNothing() async throws {
        try await TestServer.with { (server) async throws in
            _ = try await server.send(.POST, "/todos", body: #"{"title":"Tea"}"#)
            let before = try await server.send(.GET, "/todos").text
            let order = #"{"CustomerName":"Garvan Keeley","NumberOfCustomers":4,"TourDate":"2017-03-29T12:00Z"}"#
            let origin = ["Origin": "https://elsewhere.example"]
            // Given what a browser sends for any page without a preflight
            let kinds = ["text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded"]
            for headers in kinds.map({ origin.merging(["Content-Type": $0]) { $1 } }) + [origin] {
                for (path, body) in [("/api/tours", order), ("/todos", "{}"), ("/", "{}")] {
                    let answer = try await server.send(
                        .POST, path, body: body, headers: headers, credentials: .some(nil))
                    // Then it is refused with a sentence that the page can read
                    #expect(answer.status == 415, "\(path) \(headers)")
                    #expect(answer.json["error"] == "The body must be sent as “Content-Type: application/json”.")
                    #expect(answer.headers["Access-Control-Allow-Origin"] == ["*"])
                }
            }
            for (method, path) in [(HTTPMethod.PUT, "/todos/1"), (.PATCH, "/1")] {
                let headers = ["Content-Type": "text/plain"]
                #expect(try await server.send(method, path, body: "{}", headers: headers).status == 415)
            }
            #expect(try await server.send(.GET, "/todos").text == before)
            let tours = try await server.repository.items(of: "tours")
            #expect(tours.isEmpty)
            // And a direct request, or one by no browser, is accepted
            for headers in [origin.merging(["Content-Type": "application/json"]) { $1 }, [:]] {
                let booked = try await server.send(
                    .POST, "/api/tours", body: order, headers: headers, credentials: .some(nil))
                #expect(booked.status == 201)
            }
        }
    }

    @Test func programsAndOurOwnPagesAreHeard() async throws {
        try await TestServer.with { (server) async throws in
            let body = try DukePerson.sample().json()
            let own = "http://127.0.0.1:\(server.port)"
            for headers in [
                [:], ["Content-Type": "application/json; charset=utf-8"],
                ["Origin": own, "Sec-Fetch-Site": "same-origin"],
                ["Content-Type": "application/merge-patch+json"],
            ] as [[String: String]] {
                #expect(try await server.send(.POST, "/entries/create", body: body, headers: headers).status == 200)
                #expect(try await server.send(.DELETE, "/entries/ab12", headers: headers).status == 200)
            }
        }
    }

    @Test(arguments: ["/entries/ab12%00", "/entries/ab12%00x", "/entries/ab12%00/picture"])
    func aNetIDEndsWhereItEnds(path: String) async throws {
        try await TestServer.with([.sample()]) { (server) async throws in
            #expect(try await server.send(.GET, path).status == 404)
            let removed = try await server.send(.DELETE, path).status
            #expect([404, 405].contains(removed))
            let count = try await server.repository.version(of: "people").count
            #expect(count == 1)
        }
    }

    /// SQLite keeps a text in a column of numbers, where somebody else's program wrote it.
    @Test func aDamagedRowIsAnErrorAndNoEnd() async throws {
        try await TestServer.withFile([.sample()]) { (server, repository) async throws in
            _ = try await server.open(.POST, "/todos", body: "{}")
            try await repository.file().pool.write { db in
                try db.execute(sql: "UPDATE entry SET key = 'x'")
                try db.execute(sql: "UPDATE item SET number = 'x'")
            }
            #expect(try await server.send(.GET, "/entries/ab12").status == 500)
            #expect(try await server.open(.GET, "/todos").status == 500)
            #expect(try await server.open(.GET, "/api/tours").status == 200)
        }
    }

    @Test func fullDiskIsReported() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "server-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Given a disk on which little more than the tables has room
        let repository = try SQLRepository(path: folder.appending(path: "server.sqlite").path, maxPages: 40)
        let long = #"{"title":"\#(String(repeating: "x", count: 900))"}"#
        try await TestServer.with(repository) { (server) async throws in
            var made = 0
            var last = try await server.open(.POST, "/todos", body: long)
            while last.status == 201, made < 1000 {
                made += 1
                last = try await server.open(.POST, "/todos", body: long)
            }
            // Then that is said, and what was kept is there
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

    @Test func aFileThatAnotherProgramLocksIsUnavailable() async throws {
        try await Backend.sqlite.withDatabase { database in
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
    }

    @Test func whatIsAnsweredIsOnTheDisk() async throws {
        try await withTemporaryFile { repository in
            let level = try await repository.file().pool.writeWithoutTransaction { db in
                try Int.fetchOne(db, sql: "PRAGMA synchronous")
            }
            #expect(level == 2)
        }
    }
}
