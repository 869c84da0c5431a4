import DirectoryModel
import DirectoryStore
import Testing
import TypedStore

/// Undo never gives a NetID to a second record.
struct UndoOfOwnersTests {
    private let sandbox = Sandboxed()
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

    @Test func aDeletedRecordStaysAwayWhileAnotherHasItsNetID() throws {
        let (store, other) = try both()
        #expect(try store[.people].delete(key: 1))
        #expect(try other.insert(bo, refusesSecondOwner: true))
        let undone = try #require(try store[.people].undoLast())
        #expect(undone.taken == 1 && undone.isRefused)
        #expect(
            undone.text
                == "Not undone: Deleting Ada. The NetID of 1 record now belongs to another record, so it was not restored."
        )
        #expect(try all(store) == [bo])
    }

    @Test(arguments: [("NA", "na"), ("", "")])
    func whoHasNoNetIDIsPutBackBesideAnother(netid: String, others: String) throws {
        let (store, other) = try both()
        try other.save(ada.with(\.netid, netid))
        #expect(try store[.people].delete(key: 1))
        #expect(try other.insert(bo.with(\.netid, others), refusesSecondOwner: true))
        #expect(try store[.people].undoLast()?.isRefused == false)
        #expect(try all(store).map(\.DUID) == [1, 2])
    }

    @Test(arguments: [false, true])
    func aNetIDThatAnotherHasNowIsNotPutBack(isEditedSince: Bool) throws {
        let (store, other) = try both()
        var changed = ada.with(\.netid, "xy2").with(\.movie, "Heat")
        try store.save(changed)
        #expect(try other.insert(bo, refusesSecondOwner: true))
        if isEditedSince {
            changed.team = "Owls"
            try other.save(changed)
        }
        let undone = try #require(try store[.people].undoLast())
        #expect((undone.left, undone.taken, undone.isRefused) == (0, 1, false))
        // Then the other fields are as they were
        #expect(try all(store) == [changed.with(\.movie, "Up"), bo])
        try store[.people].verify()
    }

    @Test func aNewNumberStaysWhereTheNetIDIsTaken() throws {
        let (store, other) = try both()
        #expect(try store.save(ada.with(\.netid, "xy2").keyed(9), replacing: 1))
        #expect(try other.insert(bo, refusesSecondOwner: true))
        let undone = try #require(try store[.people].undoLast())
        #expect((undone.left, undone.taken, undone.isRefused) == (0, 1, true))
        #expect(try all(store) == [bo, ada.with(\.netid, "xy2").keyed(9)])
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
