import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Undo brings back rows, pictures and order.
struct UndoTests {
    private let sandbox = Sandboxed()

    /// A data model of three people, the second with a picture, whose changes can be undone.
    private func model() throws -> DataModel {
        let before = try DataModel(sandbox: sandbox.url)
        for person in [person(1), person(2, picture: "/9j/"), person(3)] { _ = before.add(person) }
        return try DataModel(undoableIn: sandbox.url)
    }

    private func person(_ DUID: Int, _ name: String = "Name", picture: String = "") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: name, lName: "L\(DUID)", role: .Student, picture: picture)
    }

    private func everybody(_ model: DataModel) throws -> [DukePerson] {
        try model.store.whole(DukePerson.self) { _ in true }
    }

    private func load(_ people: [DukePerson], _ strategy: MergeStrategy, into model: DataModel) throws {
        try model.store[.people].load(sandbox.list(people, isStrict: false), strategy)
    }

    @Test func undoIsThereAfterARestart() throws {
        let before = try everybody(model())
        do { #expect(try model().delete(1)) }
        do {
            let again = try DataModel(undoableIn: sandbox.url)
            #expect(try again.store[.people].undoLast()?.label == "Deleting Name L1")
            #expect(try everybody(again) == before)
        }
        // And so is what was undone
        let last = try DataModel(undoableIn: sandbox.url)
        #expect(try last.store[.people].redoLast()?.label == "Deleting Name L1")
        #expect(last.find(1) == nil)
    }

    @Test func everyKindOfChangeIsUndoneInTurn() throws {
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

    @Test func everyChangeOfTheHistoryIsUndone() throws {
        let model = try model()
        for number in 1...60 { _ = model.update(person(1, "Name\(number)")) }
        #expect(try model.store[.people].undoCount() == 60)
        while try model.store[.people].undoLast() != nil {}
        #expect(model.find(1)?.fName == "Name")
        _ = model.delete(3)
        // The journal is the directory's: another run undoes the last change in it, whichever made it
        let next = try DataModel(undoableIn: sandbox.url)
        #expect(try next.store[.people].undoCount() == 1)
        #expect(try next.store[.people].undoLast() != nil)
        #expect(model.find(3) != nil)
        #expect(try model.store[.people].undoLast() == nil)
        // A program that does not keep undo does not have any
        let other = try DataModel(sandbox: sandbox.url)
        #expect(try other.store[.people].undoCount(areUndone: true) == 0)
        #expect(try other.store[.people].redoLast() == nil)
    }

    @Test func firstLaunchIsNotUndone() throws {
        let me = SystemAccount(login: "rt113", fullName: "Ric Telford")
        for holdsFile in [false, true] {
            let sandbox = Sandboxed()
            let model = try DataModel(undoableIn: sandbox.url)
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
