import DirectoryModel
import Foundation
import GRDB
import Older
import Testing
import TypedStore

@testable import DirectoryStore

/// The facts beside records that earlier versions had in several tables and settings.
struct MarkMigrationTests {
    private let sandbox = Sandboxed()

    /// What a file of version 0.3 has beside its records.
    private static let facts = """
        INSERT INTO setting VALUES ('history-days', '36500');
        INSERT INTO setting VALUES ('favourites', '[{"collection":"contacts","key":1},{"collection":"people","key":2}]');
        INSERT INTO setting VALUES ('looked-at', '[{"collection":"people","key":4}]');
        INSERT INTO setting VALUES ('card-contacts-\("Zoe".utf8.fowlerHash)', '2 1');
        INSERT INTO learned VALUES ('people', 1, 3, 1700000000, 'ana li');
        INSERT INTO not_same VALUES ('people', 1, 2);
        INSERT INTO withdrawn VALUES ('people', 77);
        INSERT INTO unseen VALUES ('people', 2);
        INSERT INTO published VALUES ('people', 4, 5, '"tag"', CAST('{"DUID":4,"fName":"Di"}' AS BLOB));
        UPDATE own_record SET is_former = 1;
        INSERT INTO own_record VALUES ('people', 4, NULL, 0);
        INSERT INTO undo_change (id, collection, label, session, time, is_undo, cause)
            VALUES (20, 'people', 'Telling apart', 's', 1795790950, 0, '');
        """

    @Test func theFactsAndTheJournalOfVersion3() throws {
        try OlderDatabase.directory.make(of: "0.3", at: sandbox.url.appending(path: "directory.sqlite"))
        try sandbox.execute(
            """
            \(Self.facts)
            INSERT INTO undo_row (change, source, key, is_after, c0) VALUES (20, 'not_same', 1, 1, 2);
            INSERT INTO undo_row (change, source, key, is_after) VALUES
                (20, 'favorite', 2, 1), (20, 'favorite', 9, 0);
            INSERT INTO undo_row (change, source, key, is_after, c0, c1, c2) VALUES
                (20, 'learned', 1, 1, 3, 1700000000, 'ana li'), (20, 'learned', 9, 0, 2, 1700000000, 'ana li'),
                (20, 'own_record', 4, 0, NULL, 0, NULL), (20, 'own_record', 2, 1, NULL, 1, NULL);
            """)
        let store = try sandbox.store(offersUndo: true)
        let people = store[.people]
        let favorites = try MarkKind.favorite.records(in: store)
        #expect(favorites.map { "\($0.collection) \($0.key)" } == ["contacts 1", "people 2"])
        #expect(try MarkKind.recent.records(in: store).map(\.key) == [4])
        let box = LeitnerBox(number: 3, due: Date(timeIntervalSince1970: 1_700_000_000))
        #expect(try people.learned()[1]?.box == box)
        #expect(try people.learned()[1]?.isName("Ana Li") == true)
        #expect(try people.unseenQuery.value() == [2])
        #expect(try people.publishedVersion(key: 4)?.tag == "\"tag\"")
        #expect(try people.publishedRecord(key: 4)?.displayName == "Di")
        #expect(try people.ownKey() == 4)
        try store.read { (db: Database) throws in
            #expect(try MarkTable(people.table, in: db).pairsApart() == [[1, 2]])
            #expect(try Int.fetchSet(db, sql: people.table.marked(.withdrawn)) == [77])
            #expect(try String.fetchAll(db, sql: "SELECT key FROM mark WHERE kind = 'formerOwn'") == [])
            #expect(try store[.contacts].table.key(ofCard: "Zoe", in: db) == 1)
            #expect(try db.tableExists("own_record") == false)
            #expect(try String.fetchAll(db, sql: "SELECT name FROM setting WHERE name GLOB 'card*'") == [])
        }
        // Records of people who were signed in before are ordinary ones
        #expect(
            try store.read {
                try String.fetchAll(
                    $0, sql: "SELECT source || before FROM image WHERE change = 20 ORDER BY source, key")
            } == [
                #"favorite{"before":{},"after":{"":""}}"#, #"favorite{"before":{"":""},"after":{}}"#,
                #"learned{"before":{},"after":{"":"3 1700000000 ana li"}}"#,
                #"learned{"before":{"":"2 1700000000 ana li"},"after":{}}"#,
                #"notSame{"before":{},"after":{"2":""}}"#, #"own{"before":{"":""},"after":{}}"#,
            ])
        // Undoing what was done before the migration: the pair goes, the star and the box of the other number are there
        #expect(try people.revert(change: 20)?.isRefused == false)
        #expect(try MarkKind.favorite.records(in: store).map(\.key).sorted() == [1, 9])
        #expect(try people.learned().mapValues(\.box.number) == [9: 2])
        #expect(try store.read { try MarkTable(people.table, in: $0).pairsApart() } == [])
        #expect(try people.ownKey() == 4)
    }

    /// A new kind is moved, journaled, and removed with its number unless it says otherwise.
    @Test func everyKindFollowsItsRecord() throws {
        let store = try sandbox.store(offersUndo: true)
        let people = store[.people]
        try store.save(DukePerson(DUID: 1, fName: "Ana"))
        try store.write { db in
            for kind in MarkKind.allCases {
                let other = kind == .notSame ? "8" : ""
                try MarkTable(people.table, in: db).put(
                    kind, key: 1, other: other, value: kind == .learned ? "1 2 ana" : "")
            }
        }
        func kinds(_ key: Int) throws -> Set<MarkKind> {
            try store.read { Set(try MarkTable(people.table, in: $0).marks(where: "key = \(key)").keys.map(\.kind)) }
        }
        #expect(try store.save(DukePerson(DUID: 5, fName: "Ana"), replacing: 1))
        let moved = Set(MarkKind.allCases).subtracting([.published, .unseen, .withdrawn])
        #expect(try kinds(5) == moved)
        #expect(try people.undoLast() != nil)
        #expect(try kinds(1).subtracting(kinds(5)) == Set(MarkKind.allCases).subtracting([.card]))
        #expect(try kinds(5).isSubset(of: [.card]))
    }
}
