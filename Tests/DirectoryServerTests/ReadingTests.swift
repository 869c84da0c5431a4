import DirectoryModel
import Foundation
import NIOHTTP1
import SampleData
import Testing

@testable import DirectoryServer

/// The GET rows of the wire table.
@Suite struct ReadingTests {
    @Test(.server(.three)) func theListIsSentAsOneArrayAndAnEntryAlone() async throws {
        let answer = try await server.send(.GET, "/entries/all")
        #expect(answer.status == 200)
        #expect(try JSONDecoder().decode([DukePerson].self, from: answer.body) == .three)
        #expect(answer.headers.first(name: "Content-Length") == String(answer.body.count))
        #expect(answer.etag.hasPrefix("\""))
        let one = try await server.send(.GET, "/entries/AB12")
        #expect(try JSONDecoder().decode(DukePerson.self, from: one.body) == .sample())
        let missing = try await server.send(.GET, "/entries/zz99")
        #expect(missing.status == 404)
        #expect(missing.json["error"] == "zz99 has no entry.")
    }

    @Test(.server([.sample()]), arguments: ["/entries", "/entries/all", "/entries/ab12", "/entries/ab12/picture"])
    func readingRequiresThePassword(path: String) async throws {
        for credentials in [nil, "ab12:wrong", "nobody:wrong", "ab12", ""] as [String?] {
            let answer = try await server.send(.GET, path, credentials: .some(credentials))
            #expect(answer.status == 401)
            #expect(answer.json["error"]?.hasPrefix("Sign in") == true)
            #expect(answer.headers.first(name: "WWW-Authenticate")?.hasPrefix("Basic realm=") == true)
        }
    }

    @Test(.server([.sample()], isReadingOpen: true)) func openReadOpensReadingAndNothingElse() async throws {
        for path in ["/entries", "/entries/all", "/entries/ab12"] {
            #expect(try await server.send(.GET, path, credentials: .some(nil)).status == 200)
        }
        for (method, path, body) in [
            (.DELETE, "/entries/ab12", nil), (.PATCH, "/user", "{}"), (.GET, CardRequest.hrefs[0], nil),
            (.RAW(value: "REPORT"), CardRequest.book, CardRequest.multiget(CardRequest.hrefs)),
        ] as [(HTTPMethod, String, String?)] {
            #expect(try await server.send(method, path, body: body, credentials: .some(nil)).status == 401, "\(path)")
        }
    }

    @Test(.server([.sample()])) func anUnchangedAnswerIsNotSentAgain() async throws {
        for path in ["/entries/all", "/entries/ab12"] {
            let tag = try await server.send(.GET, path).etag
            for known in [tag, "\"x\", \(tag)", "W/\(tag)", "*"] {
                let answer = try await server.send(.GET, path, headers: ["If-None-Match": known])
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                #expect(answer.etag == tag)
            }
            #expect(try await server.send(.GET, path, headers: ["If-None-Match": "\"x\""]).status == 200)
        }
    }

    @Test(.serverOnEachDatabase([.sample("cd34", duid: 2)])) func everyChangeChangesTheListsTagForGood() async throws {
        // Given the tags before and after adding, changing, changing back and removing
        var tags = [try await server.send(.GET, "/entries/all").etag]
        let (one, other) = (try DukePerson.sample().json(), try DukePerson.sample(name: "Eve").json())
        for step in [("create", one), ("ab12", other), ("ab12", one)] {
            _ = try await server.send(step.0 == "create" ? .POST : .PUT, "/entries/\(step.0)", body: step.1)
            tags.append(try await server.send(.GET, "/entries/all").etag)
        }
        _ = try await server.send(.DELETE, "/entries/ab12")
        tags.append(try await server.send(.GET, "/entries/all").etag)
        #expect(Set(tags).count == 5)
    }

    @Test(.serverOnEachDatabase()) func aListIsSentWholeEmptyOrOfThousands() async throws {
        #expect(try await server.send(.GET, "/entries/all").text == "[]")
        let sample = try SampleClass(count: 2000, pictureBytes: 3000)
        try await server.repository.fill("people", count: 2000) { try sample.entry(at: $0) }
        let answer = try await server.send(.GET, "/entries/all")
        let people = try JSONDecoder().decode([DukePerson].self, from: answer.body)
        #expect(people.count == 2000)
        #expect(Set(people.map(\.DUID)).count == 2000)
    }

    @Test(.eachDatabase) func aListIsReadAsOfOneMoment() async throws {
        // Given a list of one entry that is being read
        try await repository.add(try Entry(DukePerson.sample().record))
        let present = try await repository.version(of: "people").tag
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let isChanged = DispatchSemaphore(value: 0)
        async let read = repository.withEntries(of: "people") { tag, each in
            begin.finish()
            isChanged.wait()
            var keys: [Int] = []
            try each { keys.append($0.key) }
            return (tag, keys)
        }
        for await _ in begun {}
        // When another is added meanwhile
        try await repository.add(try Entry(DukePerson.sample("cd34", duid: 8).record))
        isChanged.signal()
        // Then only the one is read
        let (tag, keys) = try await read
        #expect(tag == present && keys == [7])
    }
}
