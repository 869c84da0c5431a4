import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// Not GRDB's.
private typealias Record = DirectoryModel.Record

/// Undo takes nothing away that was changed since, by another program or this one, in any collection.
struct UndoInEveryCollectionTests {
    /// Runs `body` for every collection whose changes can be undone, in sandboxes of their own, with a store that keeps
    /// undo and one of another program.
    private func each(_ body: (Check) throws -> Void) throws {
        let definitions = Collections.all.filter { $0.home.offersUndo }
        #expect(definitions.count >= 3)
        for definition in definitions { try body(Check(definition: definition)) }
    }

    @Test func anotherFieldChangedSinceStays() throws { try each { try $0.anotherFieldChangedSinceStays() } }
    @Test func theSameFieldChangedSinceStays() throws { try each { try $0.theSameFieldChangedSinceStays() } }
    @Test func whatWasAddedAndEditedSinceStays() throws { try each { try $0.whatWasAddedAndEditedSinceStays() } }
    @Test func whatHasTheNumberOfADeletedOneStays() throws { try each { try $0.whatHasTheNumberOfADeletedOneStays() } }
    @Test func whatWasDeletedSinceDoesNotComeBack() throws { try each { try $0.whatWasDeletedSinceDoesNotComeBack() } }
    @Test func aListIsUndoneButForWhatWasChangedSince() throws {
        try each { try $0.aListIsUndoneButForWhatWasChangedSince() }
    }
    @Test func severalChangesAreUndoneInTurn() throws { try each { try $0.severalChangesAreUndoneInTurn() } }
    @Test func whatSomebodyPutBackIsNoLoss() throws { try each { try $0.whatSomebodyPutBackIsNoLoss() } }
    @Test func oneNumberTwiceInOneChangeIsUndoneOnce() throws {
        try each { try $0.oneNumberTwiceInOneChangeIsUndoneOnce() }
    }
    @Test func aNewNumberIsUndoneWholeOrNotAtAll() throws { try each { try $0.aNewNumberIsUndoneWholeOrNotAtAll() } }
    @Test func whatIsUndoneCanBeRedone() throws { try each { try $0.whatIsUndoneCanBeRedone() } }
    @Test func nothingOfItIsLeftInTheJournal() throws { try each { try $0.nothingOfItIsLeftInTheJournal() } }
}

/// What holds of undo in one collection, beside another program.
private struct Check {
    let definition: Definition

    private func sample(_ number: Int) -> Record { definition.sample(number) }

    /// Two fields that say something else in every sample, and are no part of what it is called.
    private var twoFields: [Field] {
        let (one, two) = (sample(1), sample(2))
        let fields = definition.fields.filter { field in
            !field.isKey && field.key != definition.owner?.key
                && Set((1...5).map { sample($0)[field] }).count == 5
                && with(field, of: two, one).displayName == one.displayName
        }
        return [fields[0], fields[1]]
    }

    private func with(_ field: Field, of other: Record, _ record: Record) -> Record {
        var record = record
        record[field] = other[field]
        return record
    }

    /// The field of a record, by default sample 1, as that of another sample has it.
    private func edited(_ index: Int, _ number: Int = 2, _ record: Record? = nil) -> Record {
        with(twoFields[index], of: sample(number), record ?? sample(1))
    }

    /// A store with sample 1 whose changes can be undone, and one of another program.
    private func both(_ body: (_ store: StoredCollection, _ other: StoredCollection) throws -> Void) throws {
        let sandbox = Sandboxed()
        let other = try sandbox.store()[definition]
        try other.save(sample(1))
        try body(try sandbox.store(offersUndo: true)[definition], other)
    }

    private func all(_ store: StoredCollection) throws -> [Record] { try store.whole { _ in true } }

    private func expect(
        _ store: StoredCollection, _ records: [Record], left: Int = 0, isRefused: Bool = false, line: Int = #line
    ) throws {
        let position = Comment(rawValue: "\(definition.collection.name), line \(line)")
        let undone = try #require(try store.undoLast(), position)
        #expect((undone.left, undone.isRefused) == (left, isRefused), position)
        #expect(try all(store) == records, position)
        try store.verify()
    }

    func anotherFieldChangedSinceStays() throws {
        try both { store, other in
            try store.save(edited(0))
            try other.save(edited(1, 3, edited(0)))
            try expect(store, [edited(1, 3)])
        }
    }

    func theSameFieldChangedSinceStays() throws {
        try both { store, other in
            // Of two fields one is changed since: the other one is put back
            try store.save(edited(1, 2, edited(0)))
            try other.save(edited(1, 3, edited(0)))
            try expect(store, [edited(1, 3)], left: 1)
            // And where all are, nothing is
            try store.save(edited(0, 4, edited(1, 3)))
            try other.save(edited(0, 2, edited(1, 3)))
            try expect(store, [edited(0, 2, edited(1, 3))], left: 1, isRefused: true)
            #expect(try store.undoLast() == nil)
        }
    }

    func whatWasAddedAndEditedSinceStays() throws {
        try both { store, other in
            try store.save(sample(2))
            let later = sample(3).keyed(2)
            try other.save(later)
            try expect(store, [sample(1), later], left: 1, isRefused: true)
        }
    }

    func whatHasTheNumberOfADeletedOneStays() throws {
        try both { store, other in
            #expect(try store.delete(key: 1))
            let new = sample(3).keyed(1)
            try other.save(new)
            try expect(store, [new], left: 1, isRefused: true)
        }
    }

    func whatWasDeletedSinceDoesNotComeBack() throws {
        try both { store, other in
            try store.save(edited(0))
            #expect(try other.delete(key: 1))
            try expect(store, [], left: 1, isRefused: true)
            // What was added and is gone already is no loss
            try store.save(sample(2))
            #expect(try other.delete(key: 2))
            try expect(store, [])
        }
    }

    func aListIsUndoneButForWhatWasChangedSince() throws {
        try both { store, other in
            try other.saveAll([sample(2), sample(3)])
            let staging = try store.beginStaging()
            try staging.add([edited(0), sample(4), sample(5)].map { .record($0) })
            _ = try store.apply(staging, MergeRequest(.replace, label: "Taking over"))
            // Given that one is edited in another field, one whole, one put where one was removed, and one added
            try other.saveAll([edited(1, 3, edited(0)), sample(6).keyed(4), sample(7).keyed(2), sample(8)])
            let undone = try #require(try store.undoLast())
            #expect((undone.left, undone.isRefused) == (2, false))
            #expect(
                try all(store).sorted { $0.key < $1.key } == [
                    edited(1, 3), sample(7).keyed(2), sample(3), sample(6).keyed(4), sample(8),
                ])
        }
    }

    func severalChangesAreUndoneInTurn() throws {
        try both { store, other in
            try store.save(edited(0))
            try store.save(edited(0, 3))
            try other.save(edited(1, 4, edited(0, 3)))
            try store.save(edited(1, 4, edited(0, 5)))
            #expect(try store.delete(key: 1))
            try expect(store, [edited(1, 4, edited(0, 5))])
            try expect(store, [edited(1, 4, edited(0, 3))])
            try expect(store, [edited(1, 4, edited(0))])
            try expect(store, [edited(1, 4)])
        }
    }

    func whatSomebodyPutBackIsNoLoss() throws {
        try both { store, other in
            try store.save(edited(0))
            try other.save(sample(1))
            try expect(store, [sample(1)])
        }
    }

    func oneNumberTwiceInOneChangeIsUndoneOnce() throws {
        try both { store, _ in
            try store.saveAll([edited(0), edited(1), sample(2), sample(3).keyed(2)])
            try expect(store, [sample(1)])
        }
    }

    func aNewNumberIsUndoneWholeOrNotAtAll() throws {
        try both { store, other in
            #expect(try store.save(sample(1).keyed(9), replacing: 1))
            let later = edited(0, 3, sample(1).keyed(9))
            try other.save(later)
            try expect(store, [later], left: 1, isRefused: true)
            #expect(try store.save(later.keyed(1), replacing: 9))
            try expect(store, [later])
            // What was deleted under its new number does not come back under the earlier one
            #expect(try store.save(later.keyed(1), replacing: 9))
            #expect(try other.delete(key: 1))
            try expect(store, [], left: 1, isRefused: true)
        }
    }

    func whatIsUndoneCanBeRedone() throws {
        try both { store, _ in
            for number in 1...3 { try store.save(edited(0, 2 + number % 2)) }
            let end = try all(store)
            while try store.undoLast() != nil {}
            #expect(try store.undoCount() == 0)
            let count = try store.undoCount(areUndone: true)
            #expect(count >= (definition.home.offersUndo ? 3 : 0))
            for _ in 0..<count { #expect(try store.redoLast()?.text.hasPrefix("Redone: ") == true) }
            #expect(try store.redoLast() == nil)
            #expect(try all(store) == end)
            #expect(try store.undoCount() == count)
        }
    }

    func nothingOfItIsLeftInTheJournal() throws {
        try both { store, _ in
            for number in 1...3 { try store.save(edited(0, 2 + number % 2)) }
            while try store.undoLast() != nil {}
            // Another change leaves nothing to redo.
            try store.save(edited(0))
            #expect(try store.undoCount(areUndone: true) == 0)
            try store.store.clearHistory()
            let database = try DatabaseQueue(path: store.store.sandbox.appending(path: "directory.sqlite").path)
            for name in ["image", "undo_change"] {
                let count = try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(name)") }
                #expect(count == 0, "\(name)")
            }
        }
    }
}
