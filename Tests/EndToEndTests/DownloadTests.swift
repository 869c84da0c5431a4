import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Server to store: the real server or one with a fault, the real file.
struct DownloadTests {
    let folder = Folder()

    private func download(
        _ model: DataModel, _ server: ServerAddress, _ strategy: MergeStrategy
    ) async throws -> ChangeSummary? {
        try await model.store[.people].download(from: Client(server: server, credentials: demo), strategy)
    }

    @Test(.eachDatabase) func replaceRemovesLocalRecordsAndUpdatePreservesThem() async throws {
        try await withClassServer { server in
            for strategy in MergeStrategy.allCases {
                let folder = Folder()
                let model = try folder.model(people())
                let client = Client(server: server, credentials: demo)
                let download = Download(model.store[.people], client: client, strategy: strategy)
                let (steps, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
                let list = try #require(try await download.fetch { continuation.yield($0) })
                continuation.finish()
                let summary = try download.apply(list)
                #expect(summary.text == (strategy == .replace ? "150 new, 3 removed" : "150 new"))
                let found = try #require(model.find(lastName: "*"))
                #expect(found.count == (strategy == .replace ? 150 : 153))
                #expect(found.count { $0.picture.utf8.count > 1000 } > 140)
                // And the progress grew to the whole
                var seen: [TransferProgress] = []
                for await step in steps { seen.append(step) }
                #expect(seen.first?.fraction == 0 && seen.last?.fraction == 1 && seen.last?.records == 150)
                #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.received <= $1.received } && seen.count > 3)
            }
        }
    }

    @Test func anUnchangedListIsNotSentAgainUntilTheLocalListChanges() async throws {
        let model = try folder.model()
        // Given somebody from a list, who is in the history
        let (store, withdrawn) = (model.store, people()[0])
        try store.download([withdrawn])
        func isKnown() throws -> Bool {
            try store.versions(of: DukePerson.self, key: withdrawn.DUID).contains { $0 != nil }
        }
        try await withClassServer { server in
            #expect(try await download(model, server, .replace)?.new == 150)
            #expect(try isKnown())
            for strategy in MergeStrategy.allCases {
                #expect(try await download(model, server, strategy) == nil)
                // Then who withdrew is forgotten, though the list is unchanged
                #expect(try !isKnown() || strategy == .update)
            }

            let someone = try #require(model.find(lastName: "*")?.last)
            #expect(model.delete(someone.DUID))
            #expect(try await download(model, server, .replace)?.text == "1 new")
            #expect(model.find(someone.DUID) == someone)

            _ = model.update(someone.with(\.email, "other@duke.example"))
            #expect(try await download(model, server, .replace)?.text == "1 changed")
            #expect(model.find(someone.DUID) == someone)
        }
    }

    @Test func aDownloadFailsIfRecordsItLeftOutAsUnchangedHaveChanged() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            _ = try await download(model, server, .replace)
            var someone = try #require(model.find(lastName: "*")?.first)
            _ = model.delete(try #require(model.find(lastName: "*")?.last).DUID)
            let (download, list) = try await model.store[.people].fetched(
                from: Client(server: server, credentials: demo))
            someone.team = "Changed meanwhile"
            _ = model.update(someone)
            let before = model.list()

            #expect(throws: SyncError.store(.changedMeanwhile)) { try download.apply(list) }
            #expect(model.list() == before)
            #expect(model.find(someone.DUID) == someone)
        }
    }

    @Test func cancellingChangesNothing() async throws {
        let model = try folder.model(people())
        let before = model.list()
        // A server that promises more than it sends, so that the download is surely under way
        let part = RawServer.answer(#"[{"DUID": 9}, "#, length: 1_000_000)
        try await RawServer.with(part, .fallsSilent) { server in
            let client = try server.client()
            let download = Download(model.store[.people], client: client, strategy: .replace)
            let (steps, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
            let work = Task { try await download.fetch { continuation.yield($0) } }
            for await step in steps where step.records > 0 { break }
            work.cancel()
            // Not `stalled`, which it would be where cancelling waited for the silent server.
            let result = await work.result
            #expect(throws: SyncError.cancelled) { try result.get() }
        }
        #expect(model.list() == before)
    }

    // MARK: Through proxies that weaken tags and do not pass on long addresses

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

    @Test(arguments: [nil, "400 Bad Request", "404 Not Found", "410 Gone", "414 URI Too Long"] as [String?])
    func theWholeListIsFetchedWhereTheAddressIsRefusedOrTheCountIsWrong(status: String?) async throws {
        // A count that cannot be true would otherwise be told for ever
        let wrong = try Self.answer([], tag: "two", outline: #"{"count":999,"removed":[]}"#)
        let useless = status.map { RawServer.answer([], status: $0) } ?? wrong
        let people = people()
        let answers = [
            try Self.answer([people[0]], tag: "one"), useless, try Self.answer(Array(people[0...1]), tag: "two"),
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

    // MARK: Fields whose JSON is broken remain as they were here

    private func download(_ list: [UInt8], into model: DataModel, _ strategy: MergeStrategy = .replace) async throws
        -> String?
    {
        try await RawServer.with(RawServer.answer(list)) { server in
            try await model.store[.people].download(from: server.client(), strategy)?.text
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func brokenElementsLeaveStoredRecordsUnchanged(strategy: MergeStrategy) async throws {
        // Given somebody here, with a picture
        let model = try folder.model()
        let picture = "iVBORw0KGgo="
        _ = model.add(DukePerson(DUID: 7, fName: "José", from: "Lima", team: "Owls", picture: picture))
        // When a list of UTF-8 arrives in which the first name and the picture are broken, and the place is another
        let list = Array(#"[{"DUID":8,"fName":"Zoë"},{"DUID":7,"from":"Cusco","picture":"\q","fName":"Jos"#.utf8)
        let message = try await download(list + [0xE9] + Array(#"","lName":"Li"}]"#.utf8), into: model, strategy)
        // Then the rest is taken over, and it is listed
        #expect(message == "1 new, 1 changed, 1 with a value not imported")
        let stored = try #require(model.find(7))
        #expect([stored.fName, stored.lName, stored.from, stored.team] == ["José", "Li", "Cusco", ""])
        #expect(stored.picture == picture)
        #expect(
            try model.store[.people].rejected().map(\.reason) == [
                "Li: First Name contains text that is not valid JSON, so it was not imported. "
                    + "Li: Picture contains text that is not valid JSON, so it was not imported."
            ])
    }

    @Test(arguments: [[0xE9], Array(#"\q"#.utf8)])
    func correctedElementReplacesAcceptedOne(broken: [UInt8]) async throws {
        // Given two people, one of whom arrived with a broken name
        let model = try folder.model()
        let list = Array(#"[{"DUID":8,"netid":"zoe1","fName":"Zoë"},{"DUID":7,"lName":"Li","fName":"Jos"#.utf8)
        _ = try await download(list + broken + Array(#""}]"#.utf8), into: model)
        let saved = try #require(try model.store[.people].storedRejected().first)
        // When that is mended, it takes the place of what was taken in, and of nobody else
        for other in [DukePerson(DUID: 8, fName: "José"), DukePerson(DUID: 9, netid: "ZOE1", fName: "José")] {
            #expect(try !model.store.accept(other, from: saved))
        }
        #expect(try model.store.accept(DukePerson(DUID: 7, fName: "José", lName: "Li"), from: saved))
        #expect(model.find(7)?.fName == "José" && model.find(8)?.fName == "Zoë")
        #expect(try model.store[.people].rejectedCount() == 0)
    }
}
