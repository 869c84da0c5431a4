import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// One's own record, edited and not uploaded, through a download.
struct OwnRecordTests {
    let folder = Folder()

    private func arrival(
        _ model: DataModel, _ server: ServerAddress, _ strategy: MergeStrategy
    ) async throws -> (download: Download, list: Download.FetchedList) {
        try await model.store[.people].fetched(from: Client(server: server, credentials: demo), strategy)
    }

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
    func editsWhileTheQuestionIsOpenAreNotOverwritten(strategy: MergeStrategy) async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            var mine = try await edited(model, server)
            let client = Client(server: server, credentials: demo)
            var elsewhere = DukePerson(try #require(try await client.entry("demo", of: .people)?.record))
            elsewhere.movie = "Elsewhere"
            _ = try await client.replace(elsewhere.record, netid: "demo")
            // Given both versions as they were shown
            let (download, list) = try await arrival(model, server, strategy)
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
            // And mine remains, whenever it was edited
            _ = try download.apply(list, own: .mine, of: shown)
            #expect(try own(model) == mine)
        }
    }

    @Test func aListThatLeftMyRecordAsItIsArrivesAgain() async throws {
        // Given a record that was uploaded, and a list that gives its number to somebody else
        let model = try folder.model()
        let mine = DukePerson(DUID: 55, netid: "demo", movie: "Mine")
        try model.store.save(mine)
        try model.store[.people].claimOwn(netid: "demo")
        try model.store.recordPublished(mine, tag: nil)
        let list = Array(try JSONEncoder().encode([DukePerson(DUID: 55, netid: "eve1")]))
        try await RawServer.with(RawServer.answer(list, tag: "\"1\"")) { server in
            let (download, arrived) = try await arrival(model, try server.address, .update)
            #expect(try download.apply(arrived).preservesOwn)
            #expect(try own(model) == mine)
            // Then the next download does not take it for unchanged
            _ = try await arrival(model, try server.address, .update)
            #expect(server.heard.count > 1)
            #expect(server.heard.allSatisfy { !$0.lowercased().contains("if-none-match") })
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
}
