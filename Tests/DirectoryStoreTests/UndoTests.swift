import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore

@testable import DirectoryStore

/// Undo restores what was there before, exactly, with pictures and order, and nothing that was changed since.
struct UndoTests {
    private let sandbox = Folder()

    /// A data model of three people, the second with a picture, whose changes can be undone.
    private func model() throws -> DataModel {
        let before = try DataModel(sandbox: sandbox.url)
        for person in [person(1), person(2, picture: "/9j/"), person(3)] { _ = before.add(person) }
        return try DataModel(undoableIn: sandbox.url)
    }

    private func person(_ DUID: Int, _ name: String = "Name", picture: String = "") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: name, lName: "L\(DUID)", role: .Student, picture: picture)
    }

    @Test func everyKindOfChangeIsUndoneInTurn() throws {
        let model = try model()
        var states = [try model.store.everybody()]
        func load(_ people: [DukePerson], _ strategy: MergeStrategy) throws {
            try model.store[.people].load(sandbox.list(people, isStrict: false), strategy)
        }
        let changes: [(label: String, make: () throws -> Void)] = [
            ("Adding Name L4", { _ = model.add(person(4)) }),
            ("Editing New L2", { _ = model.update(person(2, "New", picture: "iVBO")) }),
            ("Deleting Name L1", { _ = model.delete(1) }),
            ("Deleting 2 people", { _ = try model.store[.people].delete(keys: [2, 3]) }),
            ("Loading “list.json”", { try load([person(9), person(4, "Other", picture: "/9j/")], .update) }),
            ("Loading “list.json”", { try load([person(5), person(9, "Nine")], .replace) }),
            ("Editing Name L77", { _ = try model.store.save(person(77), replacing: 5) }),
        ]
        for change in changes {
            try change.make()
            states.append(try model.store.everybody())
        }
        #expect(try model.store[.people].undoCount() == changes.count)
        for (change, state) in zip(changes, states.dropLast()).reversed() {
            #expect(try model.store[.people].undoLast()?.label == change.label)
            #expect(try model.store.everybody() == state)
        }
        #expect(try model.store[.people].undoLast() == nil)
    }

    @Test func everyChangeOfTheHistoryIsUndoneWhicheverRunMadeIt() throws {
        let model = try model()
        let before = try model.store.everybody()
        for number in 1...60 { _ = model.update(person(1, "Name\(number)")) }
        #expect(try model.store[.people].undoCount() == 60)
        while try model.store[.people].undoLast() != nil {}
        #expect(try model.store.everybody() == before)
        _ = model.delete(1)
        // The journal is the directory's: another run undoes the last change in it, whichever made it
        let next = try DataModel(undoableIn: sandbox.url)
        #expect(try next.store[.people].undoCount() == 1)
        #expect(try next.store[.people].undoLast()?.label == "Deleting Name L1")
        #expect(try model.store.everybody() == before)
        #expect(try model.store[.people].undoLast() == nil)
        // A program that does not keep undo does not have any
        #expect(try DataModel(sandbox: sandbox.url).store[.people].redoLast() == nil)
        let last = try DataModel(undoableIn: sandbox.url)
        #expect(try last.store[.people].redoLast()?.label == "Deleting Name L1")
        #expect(last.find(1) == nil)
    }

    @Test func firstLaunchIsNotUndone() throws {
        let me = SystemAccount(login: "rt113", fullName: "Ric Telford")
        for holdsFile in [false, true] {
            let sandbox = Folder()
            let model = try DataModel(undoableIn: sandbox.url)
            if holdsFile { try JSONEncoder().encode([person(4)]).write(to: model.file) }
            #expect(try model.makeOwnRecordIfFirstLaunch(me) != holdsFile)
            #expect(try model.store[.players].loadBundledIfFirst())
            #expect(try model.store[.people].undoLast() == nil)
            #expect(try model.store[.players].undoLast() == nil)
            #expect(try model.store.everybody().count == 1)
            #expect(try model.store[.players].count() == 32)
        }
    }

    @Test func largeNumbersAndOddListsComeBackAsTheyWere() throws {
        let store = try sandbox.store(offersUndo: true)
        let person = DukePerson(
            DUID: .max, fName: "\"Zoë\"\\\n\u{1}", languages: [" Swift", "", "C", "\u{200B} D"], picture: "/9j/AQID")
        let player = Player(key: 1).with(\.name, "Ada").with(\.rating, 1e16)
        let task = ToDo(title: "Milk", order: .max, url: "/todos/1")
        try store.save(person)
        try store.save(player)
        for order in [Int.max, 1] { try store.save(task.with(\.order, order)) }
        for definition in [Definition.people, .players] {
            #expect(try store[definition].delete(keys: [definition === Definition.people ? .max : 1]).count == 1)
            _ = try store[definition].undoLast()
        }
        let change = try #require(try store[.toDos].history().first).id
        #expect(try store[.toDos].revert(change: change)?.isRefused == false)
        #expect(try store.find(DukePerson.self, key: .max) == person)
        #expect(try store.find(Player.self, key: 1) == player)
        #expect(try store.find(ToDo.self, key: 1)?.order == .max)
    }

    @Test func reusedNumberPreservesGroups() throws {
        let store = try sandbox.store(
            [
                DukePerson(DUID: 7, netid: "bo", fName: "Bo"), DukePerson(DUID: 5, netid: "ana", fName: "Ana"),
                DukePerson(DUID: 6, netid: "cy", fName: "Cy"),
            ], offersUndo: true)
        _ = try store[.people].delete(key: 7)
        try store[.people].makeGroup(RecordGroup("Chess", of: .people, members: [5]))
        try store[.people].markDistinct(groups: [[5, 6]])
        #expect(try store.save(DukePerson(DUID: 7, netid: "ana", fName: "Ana"), replacing: 5))
        #expect(try store[.people].group("Chess")?.memberKeys == [7])
        #expect(try store.read { try MarkTable(RecordTable(.people), in: $0).pairsApart() }.contains([6, 7]))
    }

    @Test func rejectedElementsOfOtherFilesAndThoseThatWereDismissedStaySo() throws {
        let store = try sandbox.store(offersUndo: true)
        func raw() throws -> [String] { try store[.people].rejected().map(\.raw) }
        try sandbox.load(#"[9, {"DUID": 3}]"#, "a.json", into: store)
        try sandbox.load(#"[10, {"DUID": 3}]"#, "b.json", into: store)
        #expect(try raw() == ["9", "10"])
        _ = try store[.people].undoLast()
        #expect(try raw() == ["10"])
        // And one is accepted, another dismissed
        try sandbox.load(#"[{"fName": "Ana"}, 11, {"DUID": 4}]"#, "c.json", into: store)
        let saved = try store[.people].storedRejected()
        #expect(try store.accept(DukePerson(DUID: 8, fName: "Ana"), from: saved[1]))
        try store[.people].forgetRejected(saved[2])
        _ = try store[.people].undoLast()
        #expect(try raw().sorted() == ["10", #"{"fName": "Ana"}"#])
    }

    @Test func noTwoRecordsGetOneOwnerThoughBothWereEditedSince() throws {
        let store = try sandbox.store(offersUndo: true)
        let ana = DukePerson(DUID: 1, netid: "ab1", fName: "Ana")
        try store.save(ana)
        try store.saveAll([
            DukePerson(DUID: 1, netid: "other", fName: "Ana"), DukePerson(DUID: 2, netid: "AB1", fName: "Bo"),
        ])
        let change = try #require(try store[.people].history().first).id
        try store.save(DukePerson(DUID: 1, netid: "other", fName: "Ana", movie: "Up"))
        try store.save(DukePerson(DUID: 2, netid: "AB1", fName: "Bo", movie: "Up"))
        _ = try store[.people].revert(change: change)
        #expect(try store.find(DukePerson.self, key: 1)?.netid == "other")
        #expect(try store.find(DukePerson.self, key: 2)?.netid == "AB1")
    }

    @Test func anEarlierPairIsTheSameAgainWithoutTheLaterOne() throws {
        let store = try sandbox.store((1...3).map { DukePerson(DUID: $0, fName: "Ana") }, offersUndo: true)
        try store[.people].markDistinct(groups: [[1, 2]])
        let change = try #require(try store[.people].history().first).id
        try store[.people].markDistinct(groups: [[1, 3]])
        #expect(try store[.people].revert(change: change)?.isRefused == false)
        #expect(try store.read { try MarkTable(RecordTable(.people), in: $0).pairsApart() } == [[1, 3]])
    }

    @Test(arguments: [false, true]) func theVersionPublishedSinceIsTheBaseOfTheNextUpload(isEdited: Bool) throws {
        let store = try sandbox.store(offersUndo: true)
        let mine = DukePerson(DUID: 1, netid: "demo", fName: "Ana")
        try store.save(mine)
        try store.download([DukePerson(DUID: 1, netid: "demo", fName: "Ana", movie: "Up")], .update)
        let change = try #require(try store[.people].history().first).id
        var published = DukePerson(DUID: 1, netid: "demo", fName: "Ana", movie: "Up")
        if isEdited {
            published.team = "Owls"
            try store.save(published)
        }
        try store.recordPublished(published, tag: "\"2\"")
        _ = try store[.people].revert(change: change)
        #expect(try store[.people].publishedVersion(key: 1)?.tag == "\"2\"")
        #expect(try store.publishedRecord(of: DukePerson.self, key: 1) == published)
    }

    @Test func rowsThatOthersTookMeanwhileComeLast() throws {
        let (store, other) = (try sandbox.store(offersUndo: true), try sandbox.store())
        try store.saveAll((1...3).map { DukePerson(DUID: $0, fName: "Ana", picture: "/9j/") })
        _ = try store[.people].delete(keys: [2, 3])
        try other.save(DukePerson(DUID: 9, fName: "Bo"))
        _ = try store[.people].undoLast()
        #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [1, 9, 3, 2])
        #expect(try store.find(DukePerson.self, key: 2)?.picture == "/9j/")
    }
}

extension StoredCollection {
    /// How many changes can be undone or redone.
    func undoCount(areUndone: Bool = false) throws -> Int {
        guard store.author.offersUndo else { return 0 }
        return try read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(offered(areUndone: areUndone))") ?? 0
        }
    }
}
