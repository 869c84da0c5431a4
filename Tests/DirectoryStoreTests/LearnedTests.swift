import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Boxes of names belong to records, whatever happens to these.
struct LearnedTests {
    private let sandbox = Sandboxed()
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func person(_ DUID: Int, _ name: String = "Name") -> DukePerson {
        DukePerson(DUID: DUID, netid: "n\(DUID)", fName: name, lName: "L\(DUID)", role: .Student, picture: "/9j/")
    }

    private func load(_ people: [DukePerson], _ strategy: MergeStrategy, into store: Store) throws {
        try store[.people].load(sandbox.list(people, isStrict: false), strategy)
    }

    /// A store of three people whose names are all known.
    private func store(offersUndo: Bool = true) throws -> Store {
        let store = try sandbox.store(offersUndo: offersUndo)
        try store.saveAll([person(1), person(2), person(3)])
        for key in 1...3 {
            try store[.people].save(LeitnerBox.new.answered(isRight: true, at: now), of: "Ana \(key)", key: key)
        }
        return store
    }

    private func known(_ store: Store) throws -> [Int] { try store[.people].learned().keys.sorted() }

    @Test func aBoxIsAskedLaterAfterEveryRightAnswer() {
        var (box, time, waits) = (LeitnerBox.new, now, [Int]())
        for _ in 1...6 {
            box = box.answered(isRight: true, at: time)
            waits.append(Int((box.due.timeIntervalSince(time) / 86400).rounded(.up)))
            #expect(box.isKnown)
            #expect(box.answered(isRight: true, at: time) == box, "It was not due yet.")
            time = box.due
        }
        #expect(waits == [1, 3, 7, 21, 60, 60])
        box = box.answered(isRight: false, at: time)
        #expect(box == LeitnerBox(number: 0, due: time))
        #expect(!box.isKnown)
    }

    @Test func boxesOutliveTheStore() throws {
        let saved = try store()[.people].learned()
        #expect(saved.values.allSatisfy { $0.box == LeitnerBox(number: 1, due: now.addingTimeInterval(72000)) })
        #expect(try sandbox.store()[.people].learned() == saved)
        #expect(try sandbox.store()[.contacts].learned().isEmpty)
        #expect(saved[2]?.isName("ANÁ 2") == true)
        #expect(saved[2]?.isName("Ana 3") == false, "Somebody else has the number in another class.")
    }

    @Test func updateAndEditPreserveThem() throws {
        let store = try store()
        try load([person(1, "Other"), person(9)], .update, into: store)
        #expect(try store.save(person(2, "New"), replacing: 2))
        #expect(try known(store) == [1, 2, 3])
        #expect(try store.save(person(20), replacing: 2))
        #expect(try known(store).contains(20))
    }

    @Test func undoBringsThemBackUntilTheHistoryIsCleared() throws {
        let store = try store()
        _ = try store[.people].delete(keys: [1, 2])
        #expect(try store[.people].undoLast() != nil)
        #expect(try known(store) == [1, 2, 3])
        try load([person(1), person(9)], .replace, into: store)
        #expect(try store[.people].undoLast() != nil)
        #expect(try store[.people].count() == 3)
        try load([person(1), person(9)], .replace, into: store)
        #expect(try known(store) == [1, 2, 3])
        try store.clearHistory()
        try load([person(1), person(9)], .replace, into: store)
        #expect(try known(store) == [1])
    }
}
