import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Testing
import TypedStore

/// One's own record to the real server and back.
struct UploadTests {
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
        return try #require(try model.store.records(of: DukePerson.self, ownedBy: "demo").first)
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
            var elsewhere = mine
            elsewhere.movie = "There"
            elsewhere.plan = "There"
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
            // And an edit here while I choose is not written over
            _ = try edit(model, mine.DUID) { $0.hobby = "Later" }
            #expect(throws: StoreError.changedMeanwhile) {
                _ = try model.store[.people].saveMerged(picked, of: both.mine, and: both.theirs, tag: tag)
            }
            #expect(model.find(mine.DUID)?.hobby == "Later")
            _ = model.update(edited)
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
            var elsewhere = mine
            elsewhere.hobby = "There"
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

    @Test func foreignRecordIsRefusedLocallyAndOnServer() async throws {
        try await uploading { model, upload, client in
            let mine = try await downloaded(model, client)
            let another = try #require(model.find(lastName: "*")?.first { $0.netid != "demo" })
            // Here, before any question
            await #expect(throws: SyncError.notYours(owner: another.netid, netid: "Demo")) {
                try await upload.publish(key: another.DUID)
            }
            await #expect(throws: SyncError.notInStore(one: "person")) { try await upload.publish(key: 1) }
            _ = model.add(DukePerson(DUID: 4711, netid: "demo", fName: "Twin"))
            await #expect(throws: SyncError.notOwn(one: "person")) { try await upload.publish(key: 4711) }
            // And there, by hand: another's record, one's own in another's place, another's in one's own, a removal
            let refused = SyncError.notAllowed(server: "\(client.server)")
            for (record, netid) in [(another, another.netid), (mine, another.netid), (another, "demo")] {
                await #expect(throws: refused) { try await client.replace(record.record, netid: netid) }
            }
            await #expect(throws: refused) { try await client.remove(another.netid, from: .people) }
            #expect(try await client.entry(another.netid, of: .people)?.record == another.record)
            #expect(try await client.entry("demo", of: .people)?.record == mine.record)
        }
    }
}
