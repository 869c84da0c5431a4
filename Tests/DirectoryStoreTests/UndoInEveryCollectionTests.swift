import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing

/// Undo takes nothing away that was changed since, by another program or this one, in any collection.
struct UndoInEveryCollectionTests {
    /// Runs `body` for every collection whose changes can be undone, in sandboxes of their own, with a store that keeps
    /// undo and one of another program.
    private func each(_ body: (any Check.Type) throws -> Void) throws {
        let types = Collections.all.filter { $0.home.keepsUndo }
        #expect(types.count >= 3)
        for type in types { try body(Self.check(of: type)) }
    }

    private static func check<R: DirectoryRecord>(of type: R.Type) -> any Check.Type { Checked<R>.self }

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
    @Test func theJournalOfAnEarlierVersionMakesRoom() throws {
        try each { try $0.theJournalOfAnEarlierVersionMakesRoom() }
    }
    @Test func whatIsUndoneCanBeRedone() throws { try each { try $0.whatIsUndoneCanBeRedone() } }
    @Test func nothingOfItIsLeftInTheJournal() throws { try each { try $0.nothingOfItIsLeftInTheJournal() } }
}

/// What holds of undo in one collection, beside another program.
private protocol Check {
    static func anotherFieldChangedSinceStays() throws
    static func theSameFieldChangedSinceStays() throws
    static func whatWasAddedAndEditedSinceStays() throws
    static func whatHasTheNumberOfADeletedOneStays() throws
    static func whatWasDeletedSinceDoesNotComeBack() throws
    static func aListIsUndoneButForWhatWasChangedSince() throws
    static func severalChangesAreUndoneInTurn() throws
    static func whatSomebodyPutBackIsNoLoss() throws
    static func oneNumberTwiceInOneChangeIsUndoneOnce() throws
    static func aNewNumberIsUndoneWholeOrNotAtAll() throws
    static func theJournalOfAnEarlierVersionMakesRoom() throws
    static func whatIsUndoneCanBeRedone() throws
    static func nothingOfItIsLeftInTheJournal() throws
}

private enum Checked<R: DirectoryRecord>: Check {
    /// Two fields that say something else in every sample, and are no part of what it is called.
    private static var twoFields: [Field] {
        let (one, two) = (R.sample(1), R.sample(2))
        let fields = R.fields.filter { field in
            !field.isKey && field.key != R.definition.owner?.key
                && Set((1...5).map { field.value(R.sample($0)) }).count == 5
                && with(field, of: two, one).displayName == one.displayName
        }
        return [fields[0], fields[1]]
    }

    private static func with(_ field: Field, of other: R, _ record: R) -> R {
        var record = record
        field.set(field.value(other), in: &record)
        return record
    }

    /// The field of sample 1 as that of another sample has it.
    private static func edited(_ index: Int, _ number: Int = 2, _ record: R = .sample(1)) -> R {
        with(twoFields[index], of: R.sample(number), record)
    }

    /// A store with sample 1 whose changes can be undone, and one of another program.
    private static func both(_ body: (_ store: Store, _ other: Store) throws -> Void) throws {
        let sandbox = Sandboxed()
        let other = try sandbox.store()
        try other.save(R.sample(1))
        try body(try sandbox.store(keepsUndo: true), other)
    }

    private static func all(_ store: Store) throws -> [R] { try store.whole(R.self) { _ in true } }

    private static func expect(
        _ store: Store, _ records: [R], left: Int = 0, isRefused: Bool = false, line: Int = #line
    ) throws {
        let place = Comment(rawValue: "\(R.collection.name), line \(line)")
        let undone = try #require(try store.undoLast(R.self), place)
        #expect((undone.left, undone.isRefused) == (left, isRefused), place)
        #expect(try all(store) == records, place)
        try store.verify(R.self)
    }

    static func anotherFieldChangedSinceStays() throws {
        try both { store, other in
            try store.save(edited(0))
            try other.save(edited(1, 3, edited(0)))
            try expect(store, [edited(1, 3)])
        }
    }

    static func theSameFieldChangedSinceStays() throws {
        try both { store, other in
            // Of two fields one is changed since: the other one is put back
            try store.save(edited(1, 2, edited(0)))
            try other.save(edited(1, 3, edited(0)))
            try expect(store, [edited(1, 3)], left: 1)
            // And where all are, nothing is
            try store.save(edited(0, 4, edited(1, 3)))
            try other.save(edited(0, 2, edited(1, 3)))
            try expect(store, [edited(0, 2, edited(1, 3))], left: 1, isRefused: true)
            #expect(try store.undoLast(R.self) == nil)
        }
    }

    static func whatWasAddedAndEditedSinceStays() throws {
        try both { store, other in
            try store.save(R.sample(2))
            let later = R.sample(3).keyed(2)
            try other.save(later)
            try expect(store, [R.sample(1), later], left: 1, isRefused: true)
        }
    }

    static func whatHasTheNumberOfADeletedOneStays() throws {
        try both { store, other in
            #expect(try store.delete(R.self, key: 1))
            let new = R.sample(3).keyed(1)
            try other.save(new)
            try expect(store, [new], left: 1, isRefused: true)
        }
    }

    static func whatWasDeletedSinceDoesNotComeBack() throws {
        try both { store, other in
            try store.save(edited(0))
            #expect(try other.delete(R.self, key: 1))
            try expect(store, [], left: 1, isRefused: true)
            // What was added and is gone already is no loss
            try store.save(R.sample(2))
            #expect(try other.delete(R.self, key: 2))
            try expect(store, [])
        }
    }

    static func aListIsUndoneButForWhatWasChangedSince() throws {
        try both { store, other in
            try other.saveAll([R.sample(2), R.sample(3)])
            let staging = try store.beginStaging(R.self)
            try staging.add([edited(0), R.sample(4), R.sample(5)].map { .record($0) })
            _ = try store.apply(staging, MergeRequest(.replace, label: "Taking over"))
            // Given that one is edited in another field, one whole, one put where one was removed, and one added
            try other.saveAll([edited(1, 3, edited(0)), R.sample(6).keyed(4), R.sample(7).keyed(2), R.sample(8)])
            let undone = try #require(try store.undoLast(R.self))
            #expect((undone.left, undone.isRefused) == (2, false))
            #expect(
                try all(store).sorted { $0.key < $1.key } == [
                    edited(1, 3), R.sample(7).keyed(2), R.sample(3), R.sample(6).keyed(4), R.sample(8),
                ])
        }
    }

    static func severalChangesAreUndoneInTurn() throws {
        try both { store, other in
            try store.save(edited(0))
            try store.save(edited(0, 3))
            try other.save(edited(1, 4, edited(0, 3)))
            try store.save(edited(1, 4, edited(0, 5)))
            #expect(try store.delete(R.self, key: 1))
            try expect(store, [edited(1, 4, edited(0, 5))])
            try expect(store, [edited(1, 4, edited(0, 3))])
            try expect(store, [edited(1, 4, edited(0))])
            try expect(store, [edited(1, 4)])
        }
    }

    static func whatSomebodyPutBackIsNoLoss() throws {
        try both { store, other in
            try store.save(edited(0))
            try other.save(R.sample(1))
            try expect(store, [R.sample(1)])
        }
    }

    static func oneNumberTwiceInOneChangeIsUndoneOnce() throws {
        try both { store, _ in
            try store.saveAll([edited(0), edited(1), R.sample(2), R.sample(3).keyed(2)])
            try expect(store, [R.sample(1)])
        }
    }

    static func aNewNumberIsUndoneWholeOrNotAtAll() throws {
        try both { store, other in
            #expect(try store.save(R.sample(1).keyed(9), inPlaceOf: 1))
            let later = edited(0, 3, R.sample(1).keyed(9))
            try other.save(later)
            try expect(store, [later], left: 1, isRefused: true)
            #expect(try store.save(later.keyed(1), inPlaceOf: 9))
            try expect(store, [later])
            // What was deleted under its new number does not come back under the earlier one
            #expect(try store.save(later.keyed(1), inPlaceOf: 9))
            #expect(try other.delete(R.self, key: 1))
            try expect(store, [], left: 1, isRefused: true)
        }
    }

    /// A file with the journal of 0.2 in it: its records are there as they were, and changes are undone from then on.
    static func theJournalOfAnEarlierVersionMakesRoom() throws {
        try both { store, _ in
            let file = store.sandbox.appending(path: "directory.sqlite")
            let name = R.collection.name
            try DatabaseQueue(path: file.path).write {
                try $0.execute(
                    sql: """
                        DELETE FROM grdb_migrations WHERE identifier IN ('one journal', 'history');
                        DROP TABLE undo_row; DROP TABLE undo_change; DROP TABLE unseen;
                        ALTER TABLE definition DROP COLUMN copied_columns;
                        CREATE TABLE undo_change (
                            id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT NOT NULL, collection TEXT NOT NULL,
                            label TEXT NOT NULL, has_aside INTEGER NOT NULL DEFAULT 0);
                        CREATE TABLE undo_after (
                            change INTEGER NOT NULL, key INTEGER NOT NULL, hash INTEGER, fields BLOB,
                            PRIMARY KEY (change, key)) WITHOUT ROWID;
                        CREATE TABLE \(name)_before AS SELECT 1 AS change, * FROM \(name);
                        INSERT INTO undo_change VALUES (1, '99999999-gone', '\(name)', 'Editing', 0);
                        """)
            }
            let later = try Store(sandbox: store.sandbox, keepsUndo: true)
            #expect(try all(later) == [R.sample(1)])
            #expect(try later.undoCount(of: R.self) == 0)
            try later.save(edited(0))
            try expect(later, [R.sample(1)])
            let names = "SELECT name FROM sqlite_schema WHERE name LIKE '%before' OR name LIKE 'undo%'"
            let tables = try DatabaseQueue(path: file.path).read { try String.fetchAll($0, sql: names) }
            #expect(Set(tables) == ["undo_change", "undo_row", "undo_row_change", "undo_row_key"])
        }
    }

    static func whatIsUndoneCanBeRedone() throws {
        try both { store, _ in
            for number in 1...3 { try store.save(edited(0, 2 + number % 2)) }
            let end = try store.whole(R.self) { _ in true }
            while try store.undoLast(R.self) != nil {}
            #expect(try store.undoCount(of: R.self) == 0)
            let count = try store.undoCount(of: R.self, areUndone: true)
            #expect(count >= (R.home.keepsUndo ? 3 : 0))
            for _ in 0..<count { #expect(try store.redoLast(R.self)?.words.hasPrefix("Redone: ") == true) }
            #expect(try store.redoLast(R.self) == nil)
            #expect(try store.whole(R.self) { _ in true } == end)
            #expect(try store.undoCount(of: R.self) == count)
        }
    }

    static func nothingOfItIsLeftInTheJournal() throws {
        try both { store, _ in
            for number in 1...3 { try store.save(edited(0, 2 + number % 2)) }
            while try store.undoLast(R.self) != nil {}
            // Another change leaves nothing to redo.
            try store.save(edited(0))
            #expect(try store.undoCount(of: R.self, areUndone: true) == 0)
            try store.clearHistory()
            let database = try DatabaseQueue(path: store.sandbox.appending(path: "directory.sqlite").path)
            for name in ["undo_row", "undo_change"] {
                let count = try database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(name)") }
                #expect(count == 0, "\(name)")
            }
        }
    }
}
