import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// One's own record, to the real server and back.
struct OwnRecordTests {
    let folder = Folder()

    private func uploading(
        _ body: (DataModel, Upload, Client) async throws -> Void
    ) async throws {
        let model = try folder.model()
        try await withClassServer(people: 12) { server in
            let client = Client(server: server, credentials: Credentials(netid: "Demo", password: "demo"))
            try await body(model, Upload(model.store[.people], client: client), client)
        }
    }

    private func edit(_ model: DataModel, _ key: Int, _ change: (inout DukePerson) -> Void) throws -> DukePerson {
        var person = try #require(model.find(key))
        change(&person)
        _ = model.update(person)
        return person
    }

    /// The server's own record of `demo`, as a download leaves it here.
    private func downloaded(_ model: DataModel, _ client: Client) async throws -> DukePerson {
        _ = try await model.store[.people].download(from: client)
        return try own(model)
    }

    private struct Nothing: Error {}

    private func state(_ model: DataModel, _ key: Int) throws -> PublishedState {
        try model.store[.people].publishedState(key: key)
    }

    @Test(.eachDatabase) func firstUploadAddsTheRecordAndLaterOnesReplaceIt() async throws {
        try await uploading { model, upload, client in
            // Given a server that has nothing of mine
            try await client.remove("DEMO", from: .people)
            #expect(try await client.entry("demo", of: .people) == nil)
            let mine = DukePerson(DUID: 4711, netid: "DEMO", fName: "Dee", email: "DEE@duke.edu", role: .Student)
            _ = model.add(mine)
            // When I publish, then it is there as the server mended it, and so it is here
            #expect(try await upload.publish(key: 4711) == .created)
            let there = try #require(try await client.entry("Demo", of: .people))
            let saved = DukePerson(there.record)
            #expect(saved.email == "dee@duke.edu" && saved.netid == "demo")
            #expect(model.find(4711) == saved)
            #expect(try state(model, 4711) == .same)
            #expect(try await upload.publish(key: 4711) == .upToDate)
            // And when I edit and publish again, it is replaced
            let edited = try edit(model, 4711) { $0.team = "Blue" }
            #expect(try state(model, 4711) == .edited)
            #expect(try await upload.publish(key: 4711) == .replaced)
            #expect(try await client.entry("demo", of: .people)?.record == edited.record)
            #expect(try state(model, 4711) == .same)
            // And it is not added a second time
            let name = "\(client.server)"
            await #expect(throws: SyncError.existsAlready(server: name)) {
                try await upload.publish(key: 4711, .firstTime)
            }
            // And after I withdraw it, it is here and not there, and is added again
            try await upload.withdraw()
            #expect(try state(model, 4711) == .never)
            #expect(try await client.entry("demo", of: .people) == nil)
            await #expect(throws: SyncError.notPublished(server: name)) { try await upload.publish(key: 4711, .later) }
            await #expect(throws: SyncError.notPublished(server: name)) { try await upload.withdraw() }
            #expect(try await upload.publish(key: 4711, .firstTime) == .created)
        }
    }

    @Test func anEditOnBothSidesShowsBothAndTheChosenOneIsPublished() async throws {
        try await uploading { model, upload, client in
            // Given my record edited here, and there by another computer of mine
            let mine = try await downloaded(model, client)
            let edited = try edit(model, mine.DUID) { ($0.team, $0.movie) = ("Here", "Here") }
            var elsewhere = mine.with(\.movie, "There").with(\.plan, "There")
            let there = try await client.replace(elsewhere.record, netid: "demo")
            // When I publish, then nothing is sent and I see theirs
            guard case .conflict(let both, let tag) = try await upload.publish(key: mine.DUID) else {
                throw Nothing()
            }
            let expected = ThreeWayMerge(mine: edited.record, theirs: elsewhere.record, base: mine.record)
            #expect(both == expected && tag == there.tag)
            #expect(both.conflicts.map(\.key) == ["movie"])
            #expect(try await client.entry("demo", of: .people) == there)
            #expect(model.find(mine.DUID) == edited)
            // And another change of that while I choose is a conflict again
            elsewhere.movie = "There again"
            let later = try await client.replace(elsewhere.record, netid: "demo", ifMatch: tag)
            let picked = both.merged()
            #expect(try model.store[.people].saveMerged(picked, of: both.mine, and: both.theirs, tag: tag))
            let again = try await upload.publish(key: mine.DUID, expecting: tag)
            #expect(
                again
                    == .conflict(
                        ThreeWayMerge(mine: picked, theirs: elsewhere.record, base: both.theirs),
                        tag: try #require(later.tag)))
            // And the choice is published
            #expect(try await upload.publish(key: mine.DUID, expecting: later.version) == .replaced)
            let now = try await client.entry("demo", of: .people).map { DukePerson($0.record) }
            #expect(now?.movie == "Here" && now?.team == "Here" && now?.plan == "There")
            #expect(try state(model, mine.DUID) == .same)
        }
    }

    @Test func editsOfOtherFieldsAreBothPublishedWithoutAQuestion() async throws {
        try await uploading { model, upload, client in
            // Given another hobby there, then it is taken and nothing is sent
            let mine = try await downloaded(model, client)
            var elsewhere = mine.with(\.hobby, "There")
            let there = try await client.replace(elsewhere.record, netid: "demo")
            #expect(try await upload.publish(key: mine.DUID) == .merged(["Hobbies"]))
            #expect(model.find(mine.DUID) == elsewhere)
            #expect(try await client.entry("demo", of: .people) == there)
            // Given another movie here, and another team there, then both have both
            _ = try edit(model, mine.DUID) { $0.movie = "Here" }
            elsewhere.team = "There"
            _ = try await client.replace(elsewhere.record, netid: "demo")
            #expect(try await upload.publish(key: mine.DUID) == .merged(["Team"]))
            let now = DukePerson(try #require(try await client.entry("demo", of: .people)).record)
            #expect(now.movie == "Here" && now.hobby == "There" && now.team == "There")
            #expect(model.find(mine.DUID) == now)
            #expect(try state(model, mine.DUID) == .same)
            #expect(try model.store.publishedRecord(of: DukePerson.self, key: mine.DUID) == now)
        }
    }

    @Test func unseenServerRecordIsNotReplaced() async throws {
        try await uploading { model, upload, client in
            let theirs = try #require(try await client.entry("demo", of: .people))
            let mine = DukePerson(DUID: theirs.record.key, netid: "demo", fName: "New")
            _ = model.add(mine)
            let outcome = try await upload.publish(key: theirs.record.key)
            let both = ThreeWayMerge(mine: mine.record, theirs: theirs.record, base: nil)
            #expect(outcome == .conflict(both, tag: theirs.version))
        }
    }

    @Test func foreignRecordIsRefused() async throws {
        try await uploading { model, upload, client in
            _ = try await downloaded(model, client)
            let another = try #require(model.find(lastName: "*")?.first { $0.netid != "demo" })
            // Before any question
            await #expect(throws: SyncError.notYours(owner: another.netid, netid: "Demo")) {
                try await upload.publish(key: another.DUID)
            }
            await #expect(throws: SyncError.notInStore(one: "person")) { try await upload.publish(key: 1) }
            _ = model.add(DukePerson(DUID: 4711, netid: "demo", fName: "Twin"))
            await #expect(throws: SyncError.notOwn(one: "person")) { try await upload.publish(key: 4711) }
        }
    }

    // MARK: Edited and not uploaded, through a download

    /// A list as the server has it, but for my record, which was edited here.
    private func edited(_ model: DataModel, _ client: Client) async throws -> DukePerson {
        let (download, arrival) = try await model.store[.people].fetched(from: client)
        #expect(try arrival.unpublished() == nil)
        _ = try download.apply(arrival)
        return try edit(model, own(model).DUID) { $0.team = "Edited here" }
    }

    private func own(_ model: DataModel) throws -> DukePerson {
        let own = try model.store.records(of: DukePerson.self, ownedBy: "demo")
        #expect(own.count == 1)
        return try #require(own.first)
    }

    @Test(arguments: MergeStrategy.allCases)
    func editsWhileTheQuestionIsOpenAreNotOverwritten(strategy: MergeStrategy) async throws {
        try await uploading { model, _, client in
            var mine = try await edited(model, client)
            try await changeElsewhere(client.server) { $0.movie = "Elsewhere" }
            // Given both versions as they were shown
            let (download, list) = try await model.store[.people].fetched(from: client, strategy)
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
            let people = model.store[.people]
            let (download, arrived) = try await people.fetched(from: server.client("demo"), .update)
            #expect(try download.apply(arrived).preservesOwn)
            #expect(try own(model) == mine)
            // Then the next download does not take it for unchanged
            _ = try await people.fetched(from: server.client("demo"), .update)
            #expect(server.heard.count > 1)
            #expect(server.heard.allSatisfy { !$0.lowercased().contains("if-none-match") })
        }
    }

    @Test func ownRecordsTheServerDoesNotHaveStay() async throws {
        try await uploading { model, _, client in
            let mine = try await edited(model, client)
            try await client.remove("demo", from: .people)
            let (_, update) = try await model.store[.people].fetched(from: client, .update)
            #expect(try update.unpublished() == nil)
            let (download, replace) = try await model.store[.people].fetched(from: client)
            let unpublished = try #require(try replace.unpublished())
            #expect(unpublished.theirs == nil && unpublished.mine == mine.record)
            _ = try download.apply(replace)
            #expect(try own(model) == mine)
            #expect(try model.store[.people].publishedState(key: mine.DUID) == .never)
            // What arrived before something else was taken over is no longer fit for it
            #expect(throws: SyncError.store(.changedMeanwhile)) { try download.apply(replace, own: .theirs) }
            let (again, newer) = try await model.store[.people].fetched(from: client)
            _ = try again.apply(newer, own: .theirs)
            #expect(try own(model) == mine, "no answer leaves me without a record")
        }
    }
}
