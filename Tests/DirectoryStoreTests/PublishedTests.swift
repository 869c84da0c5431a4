import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What the server is known to have, and what a list that arrives leaves alone.
struct PublishedTests {
    private let sandbox = Folder()

    private let ana = DukePerson(DUID: 7, netid: "ana1", fName: "Ana", picture: "aGk=")
    private let bo = DukePerson(DUID: 8, netid: "bo2", fName: "Bo")

    private func edited(_ person: DukePerson) -> DukePerson { person.with(\.team, "Edited") }

    private func arrive(
        _ people: [DukePerson], in store: Store, _ strategy: MergeStrategy, owner: String? = "ANA1",
        preserving: Set<Int> = []
    ) throws -> ChangeSummary {
        // Somebody agreed to lose what was edited here.
        try store.download(
            people, strategy, as: owner, label: "Taking over", releasing: [0, 7], preserving: preserving)
    }

    @Test(arguments: [false, true])
    func changeOfAnotherProgramDuringDownloadIsNoticedInTheTransaction(isUpload: Bool) throws {
        // Given a list that arrived before another program uploaded a record, or downloaded another list
        let store = try sandbox.store([ana, bo], offersUndo: true)
        let staging = try store[.people].beginStaging(owner: "ana1")
        try staging.add([.record(bo.record)])
        var request = MergeRequest(.replace, owner: "ana1", releasing: [7])
        request.published = try store[.people].publishedHashes()
        request.setting = try Setting<String>("last-download").with(nil)
        if isUpload {
            try store.recordPublished(ana, tag: nil)
        } else {
            try Setting<String>("last-download").set("newer", in: store)
        }
        // When it is merged, then it is refused, and nothing is changed
        #expect(throws: StoreError.changedMeanwhile) { try store[.people].apply(staging, request) }
        #expect(try store[.people].count() == 2)
    }

    @Test func editIsDistinguishedFromPublishedState() throws {
        // Given a record the server is not known to have
        let store = try sandbox.store([ana, bo], offersUndo: true)
        #expect(try store[.people].publishedState(key: 7) == .never)
        // When it is published, edited and edited back
        try store.recordPublished(ana, tag: "\"1\"")
        #expect(try store[.people].publishedState(key: 7) == .same)
        try store.save(edited(ana))
        #expect(try store[.people].publishedState(key: 7) == .edited)
        #expect(try store[.people].editedQuery().value() == [7])
        try store.save(ana)
        // Then it is as the server has it
        #expect(try store[.people].publishedState(key: 7) == .same)
        #expect(try store[.people].editedQuery().value().isEmpty)
        // And when a file has another version, then that is an edit
        _ = try arrive([edited(ana)], in: store, .replace, owner: nil)
        #expect(try store[.people].publishedState(key: 7) == .edited)
        try store[.people].forgetPublished(key: 7)
        #expect(try store[.people].publishedState(key: 7) == .never)
    }

    @Test func serverCorrectionsReplaceSentValuesButNotLaterEdits() throws {
        let store = try sandbox.store([ana], offersUndo: true)
        let normalized = DukePerson(DUID: 7, netid: "ana1", fName: "Ana", email: "ana1@duke.edu", picture: "aGk=")
        let revision = try store[.people].revision()
        try store.recordPublished(ana, tag: nil, replacing: ana)
        #expect(try store[.people].revision() == revision)
        try store.recordPublished(normalized, tag: nil, replacing: ana)
        #expect(try store.find(DukePerson.self, key: 7) == normalized)
        try store.save(edited(normalized))
        try store.recordPublished(ana, tag: nil, replacing: normalized)
        #expect(try store.find(DukePerson.self, key: 7) == edited(normalized))
        #expect(try store[.people].publishedState(key: 7) == .edited)
    }

    @Test func publishedStateIsStoredComplete() throws {
        let store = try sandbox.store([ana], offersUndo: true)
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == nil)
        // When it is uploaded, then edited here
        try store.recordPublished(ana, tag: "\"1\"")
        try store.save(edited(ana))
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == ana)
        // And when another version is downloaded and this one kept, then that is what the server has
        let theirs = ana.with(\.movie, "Theirs")
        _ = try arrive([theirs], in: store, .update, preserving: [7])
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == theirs)
        try store[.people].forgetPublished(key: 7)
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == nil)
        // And undo brings back what it had
        try store.recordPublished(edited(ana), tag: nil)
        _ = try arrive([ana], in: store, .update)
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == ana)
        #expect(try store[.people].undoLast()?.label == "Taking over")
        #expect(try store.publishedRecord(of: DukePerson.self, key: 7) == edited(ana))
    }

    @Test func aTagStaysAsLongAsItsContent() throws {
        let store = try sandbox.store([ana], offersUndo: true)
        try store.recordPublished(ana, tag: "\"1\"")
        _ = try arrive([ana], in: store, .update)
        #expect(try store[.people].publishedVersion(key: 7)?.tag == "\"1\"")
        _ = try arrive([edited(ana)], in: store, .update)
        let version = try #require(try store[.people].publishedVersion(key: 7))
        #expect(version.hash == edited(ana).contentHash && version.tag == nil)
    }

    @Test(arguments: MergeStrategy.allCases)
    func aDownloadRemembersOnlyWhatIsTheOwners(strategy: MergeStrategy) throws {
        let store = try sandbox.store([ana, bo], offersUndo: true)
        _ = try arrive([edited(ana), edited(bo)], in: store, strategy)
        #expect(try store[.people].publishedState(key: 7) == .same)
        #expect(try store[.people].publishedState(key: 8) == .never)
        // And what the server no longer has is not published any more
        _ = try arrive([bo], in: store, strategy, preserving: [7])
        #expect(try store[.people].publishedState(key: 7) == .never)
        #expect(try store.find(DukePerson.self, key: 7) == edited(ana))
    }

    @Test(arguments: MergeStrategy.allCases)
    func preservedKeysAreUnchanged(strategy: MergeStrategy) throws {
        // Given one edited, one to be removed and one that is only there
        let cy = DukePerson(DUID: 9, netid: "cy3")
        let store = try sandbox.store([ana, bo], offersUndo: true)
        let summary = try arrive([edited(ana), cy], in: store, strategy, preserving: [7, 8, 9])
        #expect(summary.text == "no changes")
        #expect(try store.whole(DukePerson.self) { _ in true } == [ana, bo])
    }

    @Test func theFirstLaunchsPictureLeavesWithIt() throws {
        let store = try sandbox.store([DukePerson(DUID: 0, netid: "ana1", picture: "aGk=")], offersUndo: true)
        _ = try arrive([ana], in: store, .update)
        #expect(try store.whole(DukePerson.self) { _ in true } == [ana])
    }

    @Test func ownRecordsAreFoundInWhateverCase() throws {
        let store = try sandbox.store([ana, bo], offersUndo: true)
        #expect(try store.records(of: DukePerson.self, ownedBy: "aNa1") == [ana])
        #expect(try store.records(of: DukePerson.self, ownedBy: "").isEmpty)
        #expect(edited(ana).keyed(9).record.differences(from: edited(ana).record).map(\.key) == ["DUID"])
    }
}
