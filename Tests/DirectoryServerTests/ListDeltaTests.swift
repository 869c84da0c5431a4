import ClassAPI
import DirectoryModel
import Foundation
import NIOHTTP1
import SampleData
import Testing

@testable import DirectoryServer

/// What changed in a list since a tag.
@Suite struct ListDeltaTests {
    /// An answer with only what changed, taken apart.
    private struct Delta {
        let outline: ListOutline
        let people: [DukePerson]
        let tag: String

        init(_ answer: TestServer.Answer) throws {
            #expect(answer.status == 200)
            #expect(answer.headers.first(name: "Content-Type") == "\(ListOutline.mediaType); charset=utf-8")
            #expect(answer.headers.first(name: "Content-Length") == String(answer.body.count))
            let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2)
            outline = try JSONDecoder().decode(ListOutline.self, from: Data(lines[0].utf8))
            people = try JSONDecoder().decode([DukePerson].self, from: Data(lines[1].utf8))
            tag = answer.etag.filter { $0 != "\"" }
            #expect(answer.etag == "\"\(tag)\"")
        }
    }

    private static func tag(_ server: TestServer) async throws -> String {
        try await server.send(.HEAD, "/entries/all").etag.filter { $0 != "\"" }
    }

    @Test(.serverOnEachDatabase(.three)) func onlyChangedElementsAreSent() async throws {
        let first = try await Self.tag(server)
        // When nothing changed, then there is an empty answer, or none
        let empty = try Delta(try await server.send(.GET, "/entries/all?since=\(first)"))
        #expect(empty.people.isEmpty && empty.outline == ListOutline(count: 3, removed: []) && empty.tag == first)
        let known = ["If-None-Match": "\"\(first)\""]
        #expect(try await server.send(.GET, "/entries/all?since=\(first)", headers: known).status == 304)
        // When one is changed, one removed and one added
        let changed = try Entry(DukePerson.sample("cd34", duid: 8, name: "Bo").record)
        try await repository.replace(entryOf: "cd34", with: changed)
        _ = try await repository.remove(entryOf: "ef56", in: "people") { _ in }
        try await repository.add(try Entry(DukePerson.sample("gh78", duid: 10, name: "Di").record))
        // Then just that is sent, in the order of the list
        let delta = try Delta(try await server.send(.GET, "/entries/all?since=\(first)"))
        #expect(delta.outline == ListOutline(count: 3, removed: [9]))
        #expect(delta.people.map(\.fName) == ["Bo", "Di"])
        #expect(try await Self.tag(server) == delta.tag)
        // And elements listed in the request
        let more = try Delta(
            try await server.send(.GET, "/entries/all?since=\(delta.tag)&also=7,9,99&owners=GH78,x"))
        #expect(more.people.map(\.netid) == ["ab12", "gh78"] && more.outline.removed.isEmpty)
    }

    /// HEAD answers as GET does, and does not need a file.
    @Test(.eachDatabase, arguments: [10, 30_000])
    func headHasTheLengthWithoutAFile(pictureBytes: Int) async throws {
        let sample = try SampleClass(count: 160, pictureBytes: pictureBytes)
        for index in 0..<100 { try await repository.add(try sample.entry(at: index)) }
        let tag = try await repository.version(of: "people").tag
        for index in 100..<150 { try await repository.add(try sample.entry(at: index)) }
        let path = "/entries/all?since=\(tag)"
        let folder = repository.folder + "/files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try await TestServer.with(repository, folder: folder) { server in
            let whole = try await server.send(.GET, path)
            #expect(try Delta(whole).people.count == 50)
            try FileManager.default.removeItem(atPath: folder)
            let head = try await server.send(.HEAD, path)
            #expect(head.headers.first(name: "Content-Type") == "\(ListOutline.mediaType); charset=utf-8")
            #expect(head.headers.first(name: "Content-Length") == String(whole.body.count))
        }
    }

    @Test(.serverOnEachDatabase(.three)) func anElementThatCameAndWentIsRemoved() async throws {
        let first = try await Self.tag(server)
        let new: DukePerson = .sample("gh78", duid: 10)
        try await server.repository.add(try Entry(new.record))
        let second = try await Self.tag(server)
        _ = try await server.repository.remove(entryOf: "gh78", in: "people") { _ in }
        for tag in [first, second] {
            let gone = try Delta(try await server.send(.GET, "/entries/all?since=\(tag)"))
            #expect(gone.outline == ListOutline(count: 3, removed: [10]) && gone.people.isEmpty)
        }
        try await server.repository.add(try Entry(new.record))
        let back = try Delta(try await server.send(.GET, "/entries/all?since=\(second)"))
        #expect(back.outline == ListOutline(count: 4, removed: []) && back.people == [new])
    }

    @Test(.serverOnEachDatabase(.three)) func unknownTagIsReported() async throws {
        let first = try await Self.tag(server)
        for tag in ["x", "", String(first.reversed()), "%00"] {
            let answer = try await server.send(.GET, "/entries/all?since=\(tag)")
            #expect(answer.status == 410 && answer.json["error"] != nil, "\(tag)")
        }
        #expect(try await server.send(.GET, "/entries/all?since=\(first)&also=1,x").status == 400)
        // When the log is shorter than that
        try await database.execute("DELETE FROM entry_change")
        #expect(try await server.send(.GET, "/entries/all?since=\(first)").status == 410)
    }

    @Test(.server(.three)) func aListThatMostlyChangedIsSentWhole() async throws {
        let first = try await Self.tag(server)
        let sample = try SampleClass(count: 40, pictureBytes: 5000)
        for index in 0..<40 { try await server.repository.add(try sample.entry(at: index)) }
        let answer = try await server.send(.GET, "/entries/all?since=\(first)")
        #expect(answer.headers.first(name: "Content-Type") == "application/json; charset=utf-8")
        #expect(try JSONDecoder().decode([DukePerson].self, from: answer.body).count == 43)
    }

    /// A collection that changes often does not take the place of the others' changes.
    @Test(.eachDatabase) func logIsLimitedForEachCollection() async throws {
        for person in [DukePerson].three { try await repository.add(try Entry(person.record)) }
        let tag = try await repository.version(of: "people").tag
        let request = DeltaRequest(tag: tag)
        #expect(try await repository.withDelta(of: "boats", since: request) { $0.count } == nil)
        let json = try Entry(DukePerson.sample().record).json
        try await repository.add(
            Entry(key: 1, owner: "ab12", json: json, section: "", order: "", searchText: ""), to: "boats")
        try await database.execute(
            """
            WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 102000)
            INSERT INTO entry_change (list, revision, tag, key) SELECT 'boats', n, 't' || n, n FROM number;
            UPDATE list SET revision = 102000 WHERE list = 'boats'
            """)
        // A tag of another collection is not known, whether this one is empty or not
        #expect(try await repository.withDelta(of: "boats", since: request) { $0.count } == nil)
        // When it changes once more
        _ = try await repository.removeHiddenOrShown(entryOf: "ab12", in: "boats")
        let saved = try await database.texts(
            "SELECT CAST(min(revision) AS TEXT) FROM entry_change WHERE list = 'boats'")
        #expect(saved == ["2002"])
        try await repository.add(try Entry(DukePerson.sample("zz99", duid: 99).record))
        let delta = try await repository.withDelta(of: "people", since: request) { $0.count }
        #expect(delta == 4)
    }
}
