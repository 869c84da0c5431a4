import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// Undo takes nothing away that was changed since, by another program or this one, in any collection.
struct UndoInEveryCollectionTests {
    @Test(arguments: UndoableList.all) func anotherFieldChangedSinceStays(list: UndoableList) throws {
        try list.both { store, other in
            try store.save(list.edited(0))
            try other.save(list.edited(1, 3, list.edited(0)))
            try list.expect(store, [list.edited(1, 3)])
            // And a value that was restored is no loss
            try store.save(list.edited(0, 2, list.edited(1, 3)))
            try other.save(list.edited(1, 3))
            try list.expect(store, [list.edited(1, 3)])
        }
    }

    @Test(arguments: UndoableList.all) func theSameFieldChangedSinceStays(list: UndoableList) throws {
        try list.both { store, other in
            // Of two fields one is changed since: the other one is put back
            try store.save(list.edited(1, 2, list.edited(0)))
            try other.save(list.edited(1, 3, list.edited(0)))
            let undone = try list.expect(store, [list.edited(1, 3)], left: 1)
            let field = list.twoFields[1].label
            #expect(undone.text.hasPrefix("Undone: "))
            #expect(undone.text.hasSuffix(". Changed since then, and kept: \(field)."), "\(undone.text)")
            // And where all are, nothing is
            try store.save(list.edited(0, 4, list.edited(1, 3)))
            try other.save(list.edited(0, 2, list.edited(1, 3)))
            try list.expect(store, [list.edited(0, 2, list.edited(1, 3))], left: 1, isRefused: true)
            #expect(try store.undoLast() == nil)
        }
    }

    @Test(arguments: UndoableList.all) func addedRecordEditedSinceStays(list: UndoableList) throws {
        try list.both { store, other in
            try store.save(list.sample(2))
            let later = list.sample(3).keyed(2)
            try other.save(later)
            try list.expect(store, [list.sample(1), later], left: 1, isRefused: true)
        }
    }

    @Test(arguments: UndoableList.all) func recordWithTheNumberOfADeletedOneStays(list: UndoableList) throws {
        try list.both { store, other in
            #expect(try store.delete(key: 1))
            let new = list.sample(3).keyed(1)
            try other.save(new)
            try list.expect(store, [new], left: 1, isRefused: true)
        }
    }

    @Test(arguments: UndoableList.all) func recordDeletedSinceIsNotRestored(list: UndoableList) throws {
        try list.both { store, other in
            try store.save(list.edited(0))
            #expect(try other.delete(key: 1))
            try list.expect(store, [], left: 1, isRefused: true)
            // What was added and is gone already is no loss
            try store.save(list.sample(2))
            #expect(try other.delete(key: 2))
            try list.expect(store, [])
        }
    }

    @Test(arguments: UndoableList.all) func aListIsUndoneButForWhatWasChangedSince(list: UndoableList) throws {
        try list.both { store, other in
            try other.saveAll([list.sample(2), list.sample(3)])
            let staging = try store.beginStaging()
            let arriving = [list.edited(0), list.edited(0, 2, list.sample(3)), list.sample(4), list.sample(5)]
            try staging.add(arriving.map { .record($0) })
            _ = try store.apply(staging, MergeRequest(.replace, label: "Taking over"))
            // Given that one is edited in another field, one whole, one put where one was removed, one added, and one
            // deleted
            try other.saveAll([
                list.edited(1, 3, list.edited(0)), list.sample(6).keyed(4), list.sample(7).keyed(2), list.sample(8),
            ])
            #expect(try other.delete(key: 3))
            let undone = try #require(try store.undoLast())
            #expect((undone.left, undone.isRefused) == (3, false))
            #expect(
                try list.records(store).sorted { $0.key < $1.key } == [
                    list.edited(1, 3), list.sample(7).keyed(2), list.sample(6).keyed(4), list.sample(8),
                ])
        }
    }

    @Test(arguments: UndoableList.all) func severalChangesAreUndoneInTurn(list: UndoableList) throws {
        try list.both { store, other in
            try store.save(list.edited(0))
            try store.save(list.edited(0, 3))
            try other.save(list.edited(1, 4, list.edited(0, 3)))
            try store.save(list.edited(1, 4, list.edited(0, 5)))
            #expect(try store.delete(key: 1))
            try list.expect(store, [list.edited(1, 4, list.edited(0, 5))])
            try list.expect(store, [list.edited(1, 4, list.edited(0, 3))])
            try list.expect(store, [list.edited(1, 4, list.edited(0))])
            try list.expect(store, [list.edited(1, 4)])
        }
    }

    @Test(arguments: UndoableList.all) func oneNumberTwiceInOneChangeIsUndoneOnce(list: UndoableList) throws {
        try list.both { store, _ in
            try store.saveAll([list.edited(0), list.edited(1), list.sample(2), list.sample(3).keyed(2)])
            try list.expect(store, [list.sample(1)])
        }
    }

    @Test(arguments: UndoableList.all) func aNewNumberIsUndoneWholeOrNotAtAll(list: UndoableList) throws {
        try list.both { store, other in
            #expect(try store.save(list.sample(1).keyed(9), replacing: 1))
            let later = list.edited(0, 3, list.sample(1).keyed(9))
            try other.save(later)
            try list.expect(store, [later], left: 1, isRefused: true)
            #expect(try store.save(later.keyed(1), replacing: 9))
            try list.expect(store, [later])
            // What was deleted under its new number does not come back under the earlier one
            #expect(try store.save(later.keyed(1), replacing: 9))
            #expect(try other.delete(key: 1))
            try list.expect(store, [], left: 1, isRefused: true)
        }
    }

    @Test(arguments: UndoableList.all) func undoneChangesCanBeRedoneAndLeaveNothing(list: UndoableList) throws {
        try list.both { store, _ in
            for number in 1...3 { try store.save(list.edited(0, 2 + number % 2)) }
            let end = try list.records(store)
            while try store.undoLast() != nil {}
            #expect(try store.undoCount() == 0)
            let count = try store.undoCount(areUndone: true)
            #expect(count >= 3)
            for _ in 0..<count { #expect(try store.redoLast()?.text.hasPrefix("Redone: ") == true) }
            #expect(try store.redoLast() == nil)
            #expect(try list.records(store) == end)
            #expect(try store.undoCount() == count)
            while try store.undoLast() != nil {}
            // Another change leaves nothing to redo.
            try store.save(list.edited(0))
            #expect(try store.undoCount(areUndone: true) == 0)
            // And the journal can be cleared
            try store.store.clearHistory()
            let database = try DatabaseQueue(path: store.store.sandbox.appending(path: "directory.sqlite").path)
            for name in ["image", "undo_change"] {
                let count = try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(name)") }
                #expect(count == 0, "\(name)")
            }
        }
    }
}

/// A collection whose changes can be undone.
struct UndoableList: CustomTestStringConvertible {
    static let all = Collections.all.filter { $0.home.offersUndo }.map(UndoableList.init)

    let definition: Definition

    var testDescription: String { definition.collection.name }

    func sample(_ number: Int) -> DirectoryModel.Record { definition.sample(number) }

    /// Two fields that say something else in every sample, and are no part of what it is called.
    fileprivate var twoFields: [Field] {
        let (one, two) = (sample(1), sample(2))
        let fields = definition.fields.filter { field in
            !field.isKey && field.key != definition.owner?.key
                && Set((1...5).map { sample($0)[field] }).count == 5
                && with(field, of: two, one).displayName == one.displayName
        }
        return [fields[0], fields[1]]
    }

    private func with(_ field: Field, of other: DirectoryModel.Record, _ record: DirectoryModel.Record)
        -> DirectoryModel.Record
    {
        var record = record
        record[field] = other[field]
        return record
    }

    /// The field of a record, by default sample 1, as that of another sample has it.
    func edited(_ index: Int, _ number: Int = 2, _ record: DirectoryModel.Record? = nil) -> DirectoryModel.Record {
        with(twoFields[index], of: sample(number), record ?? sample(1))
    }

    /// A store with sample 1 whose changes can be undone, and one of another program.
    func both(_ body: (_ store: StoredCollection, _ other: StoredCollection) throws -> Void) throws {
        let sandbox = Folder()
        let other = try sandbox.store()[definition]
        try other.save(sample(1))
        try body(try sandbox.store(offersUndo: true)[definition], other)
    }

    func records(_ store: StoredCollection) throws -> [DirectoryModel.Record] { try store.whole { _ in true } }

    @discardableResult
    func expect(
        _ store: StoredCollection, _ records: [DirectoryModel.Record], left: Int = 0, isRefused: Bool = false,
        line: Int = #line
    ) throws -> Undone {
        let undone = try #require(try store.undoLast(), "line \(line)")
        #expect((undone.left, undone.isRefused) == (left, isRefused), "line \(line)")
        #expect(try self.records(store) == records, "line \(line)")
        try store.verify()
        return undone
    }
}
