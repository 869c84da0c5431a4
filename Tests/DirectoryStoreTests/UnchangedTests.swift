import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What changes nothing is no change: the lists keep their revisions, and Undo and Redo what they offer.
struct UnchangedTests {
    private let sandbox = Folder()
    private let ana = DukePerson(DUID: 1, netid: "demo", fName: "Ana")

    /// The revision, the history, and what Undo and Redo offer.
    private func state(_ store: Store) throws -> [Int] {
        let people = store[.people]
        return [
            Int(try people.revision()), try people.history().count, try people.undoCount(),
            try people.undoCount(areUndone: true),
        ]
    }

    /// A store with one person, and a change that was undone.
    private func store() throws -> Store {
        let store = try sandbox.store(offersUndo: true)
        try store.download([ana])
        try store.save(DukePerson(DUID: 2))
        _ = try store[.people].undoLast()
        return store
    }

    private static let unchanging: [@Sendable (Store) throws -> Void] = [
        { try $0.save(DukePerson(DUID: 1, netid: "demo", fName: "Ana")) },
        { try $0.saveAll([DukePerson]()) },
        { try $0.saveFromServer(DukePerson(DUID: 1, netid: "demo", fName: "Ana")) },
        { _ = try $0.save(DukePerson(DUID: 1, netid: "demo", fName: "Ana"), replacing: 1) },
        { _ = try $0.save(DukePerson(DUID: 1), replacing: 9) },
        { _ = try $0.insert(DukePerson(DUID: 1)) },
        { _ = try $0[.people].delete(key: 99) },
        { store in
            let absent = ListFile(store.sandbox.appending(path: "absent.json"))
            #expect(throws: StoreError.self) { try store[.people].load(absent, .replace) }
        },
        { _ = try $0[.people].revert(change: 999) },
        { for _ in 1...2 { try $0[.people].claimOwn(netid: "demo") } },
        { try $0.download([DukePerson(DUID: 1, netid: "demo", fName: "Ana")]) },
    ]

    @Test(arguments: unchanging.indices) func unchangingStepsAreNoChanges(index: Int) throws {
        let store = try store()
        let before = try state(store)
        try Self.unchanging[index](store)
        #expect(try state(store) == before)
    }

    @Test func undoOfNothingIsNoChange() throws {
        let store = try sandbox.store(offersUndo: true)
        try store.saveFromServer(ana)
        let before = try state(store)
        #expect(try store[.people].undoLast() == nil)
        #expect(try store[.people].redoLast() == nil)
        #expect(try state(store) == before)
    }

    @Test func sameRejectedElementsAreNoChange() throws {
        let store = try sandbox.store(offersUndo: true)
        try sandbox.load(#"[9, {"DUID": 3}]"#, "a.json", into: store)
        let saved = try store[.people].storedRejected()
        try sandbox.load(#"[10, {"DUID": 4}]"#, "b.json", into: store)
        try store.save(DukePerson(DUID: 5))
        _ = try store[.people].undoLast()
        let before = try state(store)
        try sandbox.load(#"[9, {"DUID": 3}]"#, "a.json", into: store)
        #expect(try state(store) == before)
        #expect(try store[.people].storedRejected().first == saved.first)
    }

    @Test func correctedElementIsGoneThoughItsListWasLoadedAgain() throws {
        let store = try sandbox.store(offersUndo: true)
        try sandbox.load(#"[9, 10, {"DUID": 1}]"#, "a.json", into: store)
        let saved = try #require(try store[.people].storedRejected().last)
        try sandbox.load(#"[8, {"DUID": 2}]"#, "b.json", into: store)
        try sandbox.load(#"[7, 9, 10, {"DUID": 1}]"#, "a.json", into: store)
        #expect(try store.accept(DukePerson(DUID: 8), from: saved))
        #expect(try store[.people].rejected().map(\.raw) == ["8", "7", "9"])
    }

    @Test func aSettingThatCannotBeEncodedLeavesTheStoredOne() throws {
        let store = try sandbox.store()
        let setting = Setting<Double>("scale")
        try setting.set(1.5, in: store)
        // JSON has no infinity
        #expect(throws: StoreError.self) { try setting.set(.infinity, in: store) }
        #expect(try setting.value(in: store) == 1.5)
    }
}
