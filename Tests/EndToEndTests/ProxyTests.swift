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

    /// Downloads twice, which is for the whole list where the server's answer to the request for changes is no use.
    private func checkWholeListIsFetched(where answer: [UInt8]) async throws {
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"), answer, try Self.answer(Array(people[0...1]), tag: "two"),
        ]
        let store = try folder.model().store
        try await RawServer.with(answers: answers) { server in
            for _ in 0..<2 {
                let summary = try await store[.people].download(from: server.client("demo"), .update)
                #expect(summary?.text == "1 new")
            }
            #expect(server.heard.map { $0.contains("since=") } == [false, true, false])
        }
    }

    @Test func changesAreTakenOverWhereTagsAreWeak() async throws {
        let store = try folder.model().store
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"),
            try Self.answer([people[1]], tag: "two", outline: #"{"count":2,"removed":[]}"#),
            try Self.answer([people[2]], tag: "three", outline: #"{"count":3,"removed":[]}"#),
        ]
        try await RawServer.with(answers: answers) { server in
            for _ in answers {
                let summary = try await store[.people].download(from: server.client("demo"), .update)
                #expect(summary?.text == "1 new")
            }
            #expect(server.heard[1].contains("since=one&") || server.heard[1].contains("since=one "))
            #expect(server.heard[2].contains("since=two&") || server.heard[2].contains("since=two "))
        }
    }

    /// A count that cannot be true would otherwise be told for ever.
    @Test func theWholeListIsFetchedWhereWhatChangedLeadsToAnotherLength() async throws {
        try await checkWholeListIsFetched(
            where: try Self.answer([], tag: "two", outline: #"{"count":999,"removed":[]}"#))
    }

    @Test(arguments: ["400 Bad Request", "404 Not Found", "410 Gone", "414 URI Too Long"])
    func theWholeListIsFetchedWhereTheAddressIsRefused(status: String) async throws {
        try await checkWholeListIsFetched(where: RawServer.answer([], status: status))
    }
}
