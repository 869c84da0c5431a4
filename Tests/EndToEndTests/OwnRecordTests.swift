import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// One's own record, edited and not uploaded, through a download.
struct OwnRecordTests {
    let folder = Folder()

    private func arrival(
        _ model: DataModel, _ server: ServerAddress, _ how: MergeStrategy
    ) async throws -> (Download, Download.FetchedList) {
        let download = Download(model.store[.people], client: Client(server: server, credentials: demo), strategy: how)
        guard let arrival = try await download.fetch(progress: { _ in }) else { throw NotModified() }
        return (download, arrival)
    }

    private struct NotModified: Error {}

    /// A list as the server has it, but for my record, which was edited here.
    private func edited(_ model: DataModel, _ server: ServerAddress) async throws -> DukePerson {
        let (download, arrival) = try await arrival(model, server, .replace)
        #expect(try arrival.unpublished() == nil)
        _ = try download.apply(arrival)
        var mine = try own(model)
        mine.team = "Edited here"
        _ = model.update(mine)
        return mine
    }

    private func own(_ model: DataModel) throws -> DukePerson {
        let own = try model.store.records(of: DukePerson.self, ownedBy: "demo")
        #expect(own.count == 1)
        return try #require(own.first)
    }

    @Test(arguments: MergeStrategy.allCases)
    func anEditedOwnRecordIsKeptAndEverybodyElseArrives(how: MergeStrategy) async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            // Given my edit, and somebody else changed here
            let mine = try await edited(model, server)
            let other = try #require(model.find(lastName: "*")?.first { $0.netid != "demo" })
            _ = model.update(DukePerson(DUID: other.DUID, netid: other.netid))
            // When the list arrives, then both versions can be seen
            let (download, arrival) = try await arrival(model, server, how)
            let unpublished = try #require(try arrival.unpublished())
            #expect(unpublished.mine == mine.record && unpublished.base == unpublished.theirs)
            #expect(unpublished.differences.map(\.key) == ["team"])
            // And taking it over keeps mine
            #expect(try download.apply(arrival).words == "1 changed")
            #expect(try own(model) == mine)
            #expect(model.find(other.DUID) == other)
            #expect(try model.store[.people].editedKeys() == [mine.DUID])
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func theirsAndAMergedOneCanBeChosen(how: MergeStrategy) async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            let mine = try await edited(model, server)
            var elsewhere = DukePerson(
                try #require(
                    try await Client(server: server, credentials: demo).entry("demo", of: .people)?.record))
            elsewhere.movie = "Elsewhere"
            _ = try await Client(server: server, credentials: demo).replace(elsewhere.record, netid: "demo")

            var (download, list) = try await arrival(model, server, how)
            let unpublished = try #require(try list.unpublished())
            #expect(unpublished.theirs == elsewhere.record && unpublished.base != unpublished.theirs)
            var merged = mine
            merged.movie = "Elsewhere"
            #expect(try download.apply(list, own: .merged(merged.record)).words == "1 changed")
            #expect(try own(model) == merged)
            // What was merged goes up without another question
            #expect(try model.store[.people].publishedState(key: mine.DUID) == .edited)
            // And the list is sent again, for it is not the one here
            (download, list) = try await arrival(model, server, how)
            #expect(try download.apply(list, own: .theirs).words == "1 changed")
            #expect(try own(model) == elsewhere)
            await #expect(throws: NotModified.self) { try await arrival(model, server, how) }
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func whatWasEditedWhileTheQuestionWasOpenIsNotWrittenOver(how: MergeStrategy) async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            var mine = try await edited(model, server)
            let client = Client(server: server, credentials: demo)
            var elsewhere = DukePerson(try #require(try await client.entry("demo", of: .people)?.record))
            elsewhere.movie = "Elsewhere"
            _ = try await client.replace(elsewhere.record, netid: "demo")
            // Given both versions as they were shown
            let (download, list) = try await arrival(model, server, how)
            let shown = try #require(try list.unpublished())
            let merged = try #require(shown.merge?.merged())
            // When mine is edited before there was an answer
            mine.hobby = "Edited later"
            _ = model.update(mine)
            // Then the answer is about another record
            for own in [OwnRecord.merged(merged), .undecided(merged), .theirs] {
                #expect(throws: SyncError.store(.changedMeanwhile)) {
                    try download.apply(list, own: own, of: shown)
                }
                #expect(try self.own(model) == mine)
            }
            // And mine stays, whenever it was edited
            _ = try download.apply(list, own: .mine, of: shown)
            #expect(try own(model) == mine)
        }
    }

    @Test func ownRecordsTheServerDoesNotHaveStay() async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            let mine = try await edited(model, server)
            try await Client(server: server, credentials: demo).remove("demo", from: .people)
            let (_, update) = try await arrival(model, server, .update)
            #expect(try update.unpublished() == nil)
            let (download, replace) = try await arrival(model, server, .replace)
            let unpublished = try #require(try replace.unpublished())
            #expect(unpublished.theirs == nil && unpublished.mine == mine.record)
            _ = try download.apply(replace)
            #expect(try own(model) == mine)
            #expect(try model.store[.people].publishedState(key: mine.DUID) == .never)
            // What arrived before something else was taken over is no longer fit for it
            #expect(throws: SyncError.store(.changedMeanwhile)) { try download.apply(replace, own: .theirs) }
            let (again, newer) = try await arrival(model, server, .replace)
            _ = try again.apply(newer, own: .theirs)
            #expect(try own(model) == mine, "no answer leaves me without a record")
        }
    }

    @Test(arguments: MergeStrategy.allCases)
    func whatWasWrittenIntoTheFirstLaunchsRecordMovesToItsDUID(how: MergeStrategy) async throws {
        let model = try folder.model()
        try model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "demo", fullName: "Demo"))
        try await withClassServer(people: 12) { server in
            var mine = try own(model)
            mine.movie = "Mine"
            _ = model.update(mine)
            let (download, arrival) = try await arrival(model, server, how)
            let theirs = try #require(try arrival.unpublished()?.theirs)

            _ = try download.apply(arrival)

            #expect(try own(model) == mine.keyed(theirs.key))
            #expect(model.find(lastName: "*")?.count == 12)
        }
    }
}
