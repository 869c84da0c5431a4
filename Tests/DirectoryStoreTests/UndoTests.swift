import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// Undo brings back rows, pictures and order.
struct UndoTests {
    private let folder = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    /// A data model of three people, the second with a picture, whose changes can be undone.
    private func model() throws -> DataModel {
        let before = try DataModel(sandbox: folder)
        for person in [person(1), person(2, picture: "/9j/"), person(3)] { _ = before.add(person) }
        return try DataModel(undoableIn: folder)
    }

    private func person(_ DUID: Int, _ name: String = "Name", picture: String = "") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: name, lName: "L\(DUID)", role: .Student, picture: picture)
    }

    private func everybody(_ model: DataModel) throws -> [DukePerson] {
        try model.store.whole(DukePerson.self) { _ in true }
    }

    private func load(_ people: [DukePerson], _ strategy: MergeStrategy, into model: DataModel) throws {
        let file = folder.appending(path: "list.json")
        try JSONEncoder().encode(people).write(to: file)
        try model.store[.people].load(ListFile(file), strategy)
    }

    @Test func undoIsThereAfterARestart() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let before = try everybody(model())
        do { #expect(try model().delete(1)) }
        do {
            let again = try DataModel(undoableIn: folder)
            #expect(try again.store[.people].undoLast()?.label == "Deleting Name L1")
            #expect(try everybody(again) == before)
        }
        // And so is what was undone
        let last = try DataModel(undoableIn: folder)
        #expect(try last.store[.people].redoLast()?.label == "Deleting Name L1")
        #expect(last.find(1) == nil)
    }

    @Test func everyChangeIsStoredWithTimeAndRun() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = Date.now.timeIntervalSince1970.rounded(.down)
        for number in 1...2 { _ = try model().update(person(1, "Name\(number)")) }
        let end = Date.now.timeIntervalSince1970
        let rows = try DatabaseQueue(path: folder.appending(path: "directory.sqlite").path).read {
            try Row.fetchAll($0, sql: "SELECT session, time, is_offered FROM undo_change ORDER BY id")
        }
        let labels = Array(try DataModel(undoableIn: folder).store[.people].history().map(\.label).reversed())
        #expect(labels.prefix(3) == ["Adding Name L1", "Adding Name L2", "Adding Name L3"])
        #expect(zip(rows, labels).filter { $0.0["is_offered"] }.map(\.1) == ["Editing Name1 L1", "Editing Name2 L1"])
        #expect(Set(rows.map { $0["session"] as String }).count == 3)
        #expect(rows.allSatisfy { (start...end).contains($0["time"]) })
    }

    @Test func everyKindOfChangeIsUndoneInTurn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        var states = [try everybody(model)]
        let changes: [(label: String, make: () throws -> Void)] = [
            ("Adding Name L4", { _ = model.add(person(4)) }),
            ("Editing New L2", { _ = model.update(person(2, "New", picture: "iVBO")) }),
            ("Deleting Name L1", { _ = model.delete(1) }),
            ("Deleting 2 people", { _ = try model.store[.people].delete(keys: [2, 3]) }),
            (
                "Loading “list.json”",
                { try load([person(9), person(4, "Other", picture: "/9j/")], .update, into: model) }
            ),
            ("Loading “list.json”", { try load([person(5), person(9, "Nine")], .replace, into: model) }),
            ("Editing Name L77", { _ = try model.store.save(person(77), replacing: 5) }),
        ]
        for change in changes {
            try change.make()
            states.append(try everybody(model))
        }
        #expect(try model.store[.people].undoCount() == changes.count)
        for (change, state) in zip(changes, states.dropLast()).reversed() {
            #expect(try model.store[.people].undoLast()?.label == change.label)
            #expect(try everybody(model) == state)
        }
        #expect(try model.store[.people].undoLast() == nil)
    }

    @Test func whatFailedIsNoChange() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        #expect(!model.add(person(1)))
        #expect(!model.delete(99))
        #expect(try model.store.save(person(1), replacing: 2) == false)
        #expect(throws: StoreError.self) {
            try model.store[.people].load(ListFile(folder.appending(path: "none.json")), .replace)
        }
        #expect(try model.store[.people].undoCount() == 0)
    }

    @Test func everyChangeOfTheHistoryIsUndone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        for number in 1...60 { _ = model.update(person(1, "Name\(number)")) }
        #expect(try model.store[.people].undoCount() == 60)
        while try model.store[.people].undoLast() != nil {}
        #expect(model.find(1)?.fName == "Name")
        _ = model.delete(3)
        // The journal is the directory's: another run undoes the last change in it, whichever made it
        let next = try DataModel(undoableIn: folder)
        #expect(try next.store[.people].undoCount() == 1)
        #expect(try next.store[.people].undoLast() != nil)
        #expect(model.find(3) != nil)
        #expect(try model.store[.people].undoLast() == nil)
        // A program that does not keep undo does not have any
        let other = try DataModel(sandbox: folder)
        #expect(try other.store[.people].undoCount(areUndone: true) == 0)
        #expect(try other.store[.people].redoLast() == nil)
        // Nothing is left of what is forgotten
        try model.store.clearHistory()
        let database = try DatabaseQueue(path: folder.appending(path: "directory.sqlite").path)
        let stray = "SELECT COUNT(*) FROM image WHERE change NOT IN (SELECT id FROM undo_change)"
        #expect(try database.read { try Int.fetchOne($0, sql: stray) } == 0)
    }

    @Test func aRowGivenAwayMeanwhileHindersNothing() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        _ = try model.store[.people].delete(keys: [2, 3])
        _ = try DataModel(sandbox: folder).add(person(8))

        #expect(try model.store[.people].undoLast()?.label == "Deleting 2 people")
        #expect(Set(try everybody(model).map(\.DUID)) == [1, 2, 3, 8])
        #expect(model.find(2)?.picture == "/9j/")
    }

    @Test func undoOfATakeOverBringsBackWhatWasSetAsideAndPublished() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        try model.store.recordPublished(person(1), tag: "1")
        let file = folder.appending(path: "first.json")
        try Data("[{}, {\"DUID\": 1, \"fName\": \"Other\"}]".utf8).write(to: file)
        try model.store[.people].load(ListFile(file), .update)

        #expect(try model.store[.people].rejected().map(\.raw) == ["{}"])
        #expect(try model.store[.people].undoLast()?.label == "Loading “first.json”")
        #expect(try model.store[.people].rejected().isEmpty)
        #expect(try model.store[.people].publishedVersion(key: 1)?.tag == "1")
        #expect(try model.store.publishedState(of: DukePerson.self, key: 1) == .same)
    }

    @Test func aChangeOfAnotherProcessInBetweenLosesNobody() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try model()
        _ = model.delete(3)
        // Another process gives the freed row to somebody else
        _ = try DataModel(sandbox: folder).add(person(8))
        #expect(try model.store[.people].undoLast()?.label == "Deleting Name L3")
        #expect(Set(try everybody(model).map(\.DUID)) == [1, 2, 3, 8])
        #expect(model.find(2)?.picture == "/9j/")
    }
    @Test func whatAFirstLaunchMadeIsNotUndone() throws {
        let me = SystemAccount(login: "rt113", fullName: "Ric Telford")
        for holdsFile in [false, true] {
            defer { try? FileManager.default.removeItem(at: folder) }
            let model = try DataModel(undoableIn: folder)
            if holdsFile { try JSONEncoder().encode([person(4)]).write(to: model.file) }
            #expect(try model.makeOwnRecordIfFirstLaunch(me) != holdsFile)
            #expect(try model.store[.players].loadBundledIfFirst())
            #expect(try model.store[.people].undoLast() == nil)
            #expect(try model.store[.players].undoLast() == nil)
            #expect(try everybody(model).count == 1)
            #expect(try model.store[.players].count() == 32)
        }
    }
}
