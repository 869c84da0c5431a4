import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Undo leaves alone what says whose a record is, and what a server has of it, where others changed it since. It never
/// gives a NetID to a second record.
struct UndoOfOthersTests {
    private let sandbox = Folder()

    private let mine = DukePerson(DUID: 55, netid: "demo", fName: "Dee", lName: "Mo")

    @Test func anOwnRecordEditedSinceStaysOnesOwn() throws {
        let (model, other) = (try sandbox.firstLaunch(), try sandbox.store())
        try Setting.netid.set("demo", in: model.store)
        try model.store[.people].claimOwn(netid: "demo")
        try model.store.download([mine, DukePerson(DUID: 7, netid: "sv7")], label: "Taking over")
        // Given that another program edits it
        let edited = mine.with(\.movie, "Mine")
        try other.save(edited)
        let undone = try #require(try model.store[.people].undoLast())
        #expect((undone.left, undone.isRefused) == (1, false))
        // Then it remains, marked as own, with what the server has of it; what the first launch made remains away
        #expect(try model.store.whole(DukePerson.self) { _ in true } == [edited])
        #expect(try model.store[.people].ownKey() == 55)
        #expect(try model.store[.people].editedOwnKey() == 55)
        #expect(try model.store.publishedRecord(of: DukePerson.self, key: 55) == mine)
    }

    @Test func anEditedOwnRecordComesBackBesideOneThatWasEditedSince() throws {
        let (model, other) = (try sandbox.firstLaunch(), try sandbox.store())
        try model.store.save(#require(model.find(0)).with(\.movie, "Mine"))
        try model.store.download([mine], releasing: [0])
        try other.save(mine.with(\.team, "Owls"))

        #expect(try model.store[.people].undoLast()?.left == 1)
        #expect(try Set(model.store.whole(DukePerson.self) { _ in true }.map(\.movie)) == ["Mine", ""])
        #expect(try model.store[.people].editedOwnKey() == 55)
    }

    @Test func laterRejectedElementsStay() throws {
        let (model, other) = (try sandbox.firstLaunch(), try sandbox.store())
        func rejected() throws -> [String] { try model.store[.people].rejected().map(\.raw) }
        try sandbox.load("[{}, 7, 8, {\"DUID\": 1}]", into: model.store)
        try sandbox.load("[{}, {\"DUID\": 2}]", into: model.store)
        #expect(try model.store[.people].undoLast()?.left == 0)
        #expect(try rejected() == ["{}", "7", "8"])
        // What somebody forgot since was of the list that is undone
        let seven = try #require(try other[.people].storedRejected().dropFirst().first)
        try other[.people].forgetRejected(seven)
        try sandbox.load("[9, {\"DUID\": 3}]", into: model.store)
        #expect(try model.store[.people].undoLast() != nil)
        #expect(try rejected() == ["{}", "8"])
        // What another list set aside remains
        try sandbox.load("[9, {\"DUID\": 3}]", into: model.store)
        try sandbox.load("[10, {\"DUID\": 4}]", into: other)
        #expect(try model.store[.people].undoLast() != nil)
        #expect(try rejected() == ["10"])
        #expect(model.find(3) == nil && model.find(4) != nil)
    }

    /// Rejected elements of all collections are numbered together.
    @Test func rejectedElementsOfTwoCollectionsAreRestored() throws {
        let model = try sandbox.firstLaunch()
        func load<R: TypedRecord>(_ text: String, _ type: R.Type) throws {
            let list = try sandbox.list("\(R.collection.name)-list.json", text, isStrict: false)
            _ = try model.store[R.definition].load(list, .update)
        }
        // Given a rejected person, who is gone from the next list, and a rejected contact, which got its number
        try load("[{}, {\"DUID\": 1}]", DukePerson.self)
        try load("[{\"DUID\": 2}]", DukePerson.self)
        try load("[7, {\"id\": 1, \"firstName\": \"Bo\"}]", Contact.self)
        // When that is undone and redone, then each collection has its own
        for (raw, isRedone) in [(["{}"], false), ([], true), (["{}"], false)] {
            let done = isRedone ? try model.store[.people].redoLast() : try model.store[.people].undoLast()
            #expect(done != nil)
            #expect(try model.store[.people].rejected().map(\.raw) == raw)
            #expect(try model.store[.contacts].rejected().map(\.raw) == ["7"])
        }
    }

    private let ada = DukePerson(DUID: 1, netid: "ab1", fName: "Ada", movie: "Up")
    private let bo = DukePerson(DUID: 2, netid: "AB1", fName: "Bo")

    /// A store whose changes can be undone, with Ada in it, and one of another program.
    private func both() throws -> (store: Store, other: Store) {
        let other = try sandbox.store()
        try other.save(ada)
        return (try sandbox.store(offersUndo: true), other)
    }

    private func all(_ store: Store) throws -> [DukePerson] {
        try store.whole(DukePerson.self) { _ in true }.sorted { $0.DUID < $1.DUID }
    }

    @Test(arguments: [("NA", "na"), ("", "")])
    func recordsWithoutNetIDAreRestoredBesideOthers(netid: String, others: String) throws {
        let (store, other) = try both()
        try other.save(ada.with(\.netid, netid))
        #expect(try store[.people].delete(key: 1))
        #expect(try other.insert(bo.with(\.netid, others), refusesSecondOwner: true))
        #expect(try store[.people].undoLast()?.isRefused == false)
        #expect(try all(store).map(\.DUID) == [1, 2])
    }

    /// Changes of Ada before another record gets her NetID; the last one is edited after that, too.
    enum AdaChange: CaseIterable { case deletion, newNumber, edit, laterEdit }

    @Test(arguments: AdaChange.allCases)
    func aNetIDThatAnotherHasNowIsNotPutBack(change: AdaChange) throws {
        let (store, other) = try both()
        let changed = ada.with(\.netid, "xy2").with(\.movie, "Heat")
        switch change {
        case .deletion: #expect(try store[.people].delete(key: 1))
        case .newNumber: #expect(try store.save(changed.keyed(9), replacing: 1))
        case .edit, .laterEdit: try store.save(changed)
        }
        #expect(try other.insert(bo, refusesSecondOwner: true))
        if change == .laterEdit { try other.save(changed.with(\.team, "Owls")) }
        let undone = try #require(try store[.people].undoLast())
        #expect((undone.left, undone.taken) == (0, 1))
        // A deletion and a new number are not undone, and of an edit the other fields are as they were
        #expect(undone.isRefused == [.deletion, .newNumber].contains(change))
        let restored = changed.with(\.movie, "Up")
        switch change {
        case .deletion:
            let reason = "The NetID of 1 record now belongs to another record, so it was not restored."
            #expect(undone.text == "Not undone: Deleting Ada. \(reason)")
            #expect(try all(store) == [bo])
        case .newNumber: #expect(try all(store) == [bo, changed.keyed(9)])
        case .edit: #expect(try all(store) == [restored, bo])
        case .laterEdit: #expect(try all(store) == [restored.with(\.team, "Owls"), bo])
        }
        try store[.people].verify()
    }

    @Test func remainingRecordPreservesReusedNetID() throws {
        let (store, other) = try both()
        try other.saveAll([DukePerson(DUID: 3, netid: "cd3"), DukePerson(DUID: 4, netid: "ef4")])
        // Given NetIDs that went from one to the next
        try store.saveAll([ada.with(\.netid, "cd3"), DukePerson(DUID: 3, netid: "gh5"), DukePerson(DUID: 4)])
        #expect(try other.insert(bo, refusesSecondOwner: true))
        let undone = try #require(try store[.people].undoLast())
        #expect((undone.left, undone.taken, undone.isRefused) == (0, 2, false))
        #expect(try all(store).map(\.netid) == ["cd3", "AB1", "gh5", "ef4"])
    }

    @Test func aListThatNamesANetIDTwiceIsPutBackWhole() throws {
        let (store, other) = try both()
        try other.save(bo)
        // One of two is deleted, or edited, and put back
        #expect(try store[.people].delete(key: 1))
        #expect(try store[.people].undoLast()?.text == "Undone: Deleting Ada")
        #expect(try all(store) == [ada, bo])
        try store.save(ada.with(\.netid, "xy2"))
        let edited = bo.with(\.team, "Owls")
        try other.save(edited)
        #expect(try store[.people].undoLast()?.taken == 0)
        // Both go with a list that replaces them
        try store.download([DukePerson(DUID: 7, netid: "gh7")], as: nil)
        #expect(try store[.people].undoLast()?.taken == 0)
        #expect(try all(store) == [ada, edited])
    }

    @Test func aListMayNameANetIDTwiceSince() throws {
        let (store, other) = try both()
        try store.save(ada.with(\.movie, "Heat"))
        try other.download([bo], .update, as: nil)

        #expect(try store[.people].undoLast()?.taken == 0)
        #expect(try all(store) == [ada, bo])
    }
}
