import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// Server to store: the real server, the real file.
struct DownloadTests {
    let folder = Folder()

    private func download(
        _ model: DataModel, _ server: ServerAddress, _ strategy: MergeStrategy
    ) async throws -> ChangeSummary? {
        try await model.store[.people].download(from: Client(server: server, credentials: demo), strategy)
    }

    @Test(.eachDatabase, arguments: MergeStrategy.allCases)
    func replaceRemovesLocalRecordsAndUpdatePreservesThem(strategy: MergeStrategy) async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        try await withClassServer { server in
            let summary = try await download(model, server, strategy)
            #expect(summary?.text == (strategy == .replace ? "150 new, 3 removed" : "150 new"))
            let found = try #require(model.find(lastName: "*"))
            #expect(found.count == (strategy == .replace ? 150 : 153))
            #expect(found.count { $0.picture.utf8.count > 1000 } > 140)
        }
    }

    @Test func withdrawnRecordIsForgottenThoughTheListIsUnchanged() async throws {
        let model = try folder.model()
        let (store, withdrawn) = (model.store, people()[0])
        let staging = try store[.people].beginStaging(owner: "demo")
        try staging.add([.record(withdrawn.record)])
        _ = try store[.people].apply(staging, MergeRequest(.replace, owner: "demo"))
        func isKnown() throws -> Bool {
            try store.versions(of: DukePerson.self, key: withdrawn.DUID).contains { $0 != nil }
        }
        try await withClassServer { server in
            _ = try await download(model, server, .replace)
            #expect(try isKnown())
            #expect(try await download(model, server, .replace) == nil)
            #expect(try !isKnown())
        }
    }

    @Test func anUnchangedListIsNotSentAgainUntilTheLocalListChanges() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            #expect(try await download(model, server, .replace)?.new == 150)
            for strategy in MergeStrategy.allCases { #expect(try await download(model, server, strategy) == nil) }

            let someone = try #require(model.find(lastName: "*")?.last)
            #expect(model.delete(someone.DUID))
            #expect(try await download(model, server, .replace)?.text == "1 new")
            #expect(model.find(someone.DUID) == someone)

            var changed = someone
            changed.email = "other@duke.example"
            _ = model.update(changed)
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
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
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

    @Test func progressGrowsToTheWhole() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            let client = Client(server: server, credentials: demo)
            let (steps, continuation) = AsyncStream.makeStream(of: TransferProgress.self)
            _ = try await Download(model.store[.people], client: client, strategy: .replace)
                .fetch { continuation.yield($0) }
            continuation.finish()
            var seen: [TransferProgress] = []
            for await step in steps { seen.append(step) }

            #expect(seen.first?.fraction == 0)
            #expect(seen.last?.fraction == 1)
            #expect(seen.last?.records == 150)
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.received <= $1.received })
            #expect(seen.count > 3)
        }
    }
}
