import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// Downloads through proxies that weaken tags and do not pass on long addresses.
struct ProxyTests {
    private let folder = Folder()

    private static func answer(
        _ people: [DukePerson], tag: String, outline: String? = nil
    ) throws -> [UInt8] {
        var body = try JSONEncoder().encode(people)
        if let outline { body = Data("\(outline)\n".utf8) + body }
        let type = outline == nil ? "application/json" : "application/vnd.duke-directory.changes"
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nETag: W/\"\(tag)\"\r\nConnection: close\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
    }

    private func update(_ model: DataModel, _ server: RawServer) async throws -> ChangeSummary? {
        let client = Client(server: try server.address, credentials: demo)
        let download = Download(model.store[.people], client: client, strategy: .update)
        guard let arrival = try await download.fetch(progress: { _ in }) else { return nil }
        return try download.apply(arrival)
    }

    @Test func changesAreTakenOverWhereTagsAreWeak() async throws {
        let model = try folder.model()
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"),
            try Self.answer([people[1]], tag: "two", outline: #"{"count":2,"removed":[]}"#),
            try Self.answer([people[2]], tag: "three", outline: #"{"count":3,"removed":[]}"#),
        ]
        try await RawServer.with(answers: answers) { server in
            for _ in answers {
                let summary = try await update(model, server)
                #expect(summary?.text == "1 new")
            }
            #expect(server.heard[1].contains("since=one&") || server.heard[1].contains("since=one "))
            #expect(server.heard[2].contains("since=two&") || server.heard[2].contains("since=two "))
        }
    }

    /// A count that cannot be true would otherwise be told for ever.
    @Test func theWholeListIsFetchedWhereWhatChangedLeadsToAnotherLength() async throws {
        let model = try folder.model()
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"),
            try Self.answer([], tag: "two", outline: #"{"count":999,"removed":[]}"#),
            try Self.answer(Array(people[0...1]), tag: "two"),
        ]
        try await RawServer.with(answers: answers) { server in
            for _ in 0..<2 {
                let summary = try await update(model, server)
                #expect(summary?.text == "1 new")
            }
            #expect(server.heard.map { $0.contains("since=") } == [false, true, false])
        }
    }

    @Test(arguments: ["400 Bad Request", "404 Not Found", "410 Gone", "414 URI Too Long"])
    func theWholeListIsFetchedWhereTheAddressIsRefused(status: String) async throws {
        let model = try folder.model()
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"), RawServer.answer([], status: status),
            try Self.answer(Array(people[0...1]), tag: "two"),
        ]
        try await RawServer.with(answers: answers) { server in
            for _ in 0..<2 {
                let summary = try await update(model, server)
                #expect(summary?.text == "1 new")
            }
            #expect(server.heard.map { $0.contains("since=") } == [false, true, false])
        }
    }
}
