import DirectoryModel
import Foundation
import GRDB
import Older
import Testing
import TypedStore

@testable import DirectoryStore

/// A directory that an earlier version's programs wrote holds the same afterwards, its changes can be undone, and it can
/// be used on.
struct OlderDatabaseTests {
    private let sandbox = Folder()
    private var file: URL { sandbox.url.appending(path: "directory.sqlite") }
    /// Who was edited after the download.
    private let edited = 2_866_552

    private func store(_ older: OlderDatabase = .directory, offersUndo: Bool = false) throws -> Store {
        if !FileManager.default.fileExists(atPath: file.path) { try older.make(at: file) }
        return try sandbox.store(offersUndo: offersUndo)
    }

    private func everybody() throws -> [DukePerson] {
        try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: OlderDatabase.peopleFile()))
    }

    @Test func peopleAreReadAsTheyWereWritten() throws {
        let store = try store()
        let people = try everybody()
        #expect(people.count == 4)
        #expect(people.count { !$0.picture.isEmpty } == 2)
        #expect(try store.whole(DukePerson.self) { _ in true } == people)
        #expect(try store[.people].rejected().map(\.raw) == [#"{"name": "nobody"}"#, "7"])
        // Only what was edited counts as edited
        #expect(try store[.people].editedQuery(owner: "demo").value() == [edited])
        #expect(try store[.people].publishedState(key: edited) == .edited)
        // What the server had is not known, so that a conflict is told field by field, as it was
        #expect(try store.publishedRecord(of: DukePerson.self, key: edited) == nil)
        // And the file that is written is the one that was
        try store[.people].saveFile()
        let file = try #require(store[.people].sandboxFile())
        #expect(try JSONDecoder().decode([DukePerson].self, from: Data(contentsOf: file)) == people)
        // And the list that it was made from changes nothing
        let list = ListFile(try sandbox.file("again.json", JSONEncoder().encode(people)))
        let summary = try store[.people].load(list, .update)
        #expect((summary.new, summary.changed, summary.removed) == (0, 0, 0))
        try store[.people].verify()
    }

    @Test func theOtherCollectionsAreThereAsTheyWere() throws {
        let store = try store()
        let contacts = try store.whole(Contact.self) { _ in true }
        #expect(contacts.map(\.lastName) == ["Larkspur", "Appleyard"])
        #expect(contacts.map(\.isEmergencyContact) == [true, false])
        let todos = try store.whole(ToDo.self) { _ in true }
        #expect(todos.map(\.title) == ["Water the ferns", "Grade lab 2"])
        #expect(todos.map(\.completed) == [true, false])
        #expect(try store.whole(TourReservation.self) { _ in true }.map(\.reservationCode) == ["UHM6-MFWP"])
        #expect(try store[.players].count() == 32)
        #expect(try store.find(Player.self, key: 1)?.rating == 118.5)
        #expect(try store[.courses].count() == 41)
        #expect(try Setting<String>("netid").value(in: store) == "demo")
        // Numbers go on where they were
        #expect(try store[.contacts].delete(key: 2))
        #expect(try store.addCounted(Contact(id: 0)).key == 3)
    }

    @Test func picturesOfADamagedOneAreReadToo() throws {
        try OlderDatabase.directory.make(at: file)
        let fresh = try Store(sandbox: sandbox.url.appending(path: "fresh"))
        let reader = try #require(DamagedDatabaseReader(file))
        #expect(try reader.copy(.people, to: fresh))
        #expect(try fresh.whole(DukePerson.self) { _ in true } == everybody())
    }

    /// What is derived from a record is derived alike for one that was stored before and one that is stored now.
    @Test func storingSomebodyAgainAsTheyAreChangesNothing() throws {
        let published = try store()[.people].publishedHashes()
        let store = try store(offersUndo: true)
        let mine = try #require(try store.find(DukePerson.self, key: edited))
        try store.save(mine.with(\.team, "Hawks"))
        #expect(try store[.people].undoLast() != nil)
        #expect(try store.whole(DukePerson.self) { _ in true } == everybody())
        #expect(try store[.people].publishedHashes() == published)
        let arrangement = ListArrangement()
        let before = try store[.people].listing(arrangement)
        for person in try everybody() { try store.save(person) }
        let after = try store[.people].listing(arrangement)
        #expect((after.rows, after.sections) == (before.rows, before.sections))
    }

    @Test func peopleAreFound() async throws {
        let store = try store()
        let index = SearchIndex(store[.people])
        for (text, key) in [("zoe", 4711), ("łódź", 4711), ("te=owls", edited), ("odd n", 9001)] {
            #expect(try await store[.people].found(text, index) == [key], "\(text)")
        }
    }

    @Test func tablesOfSearchTextsAreRemoved() throws {
        try OlderDatabase.directory.make(of: "0.3", at: file)
        let copy = sandbox.url.appending(path: "people.search")
        try Data("ada".utf8).write(to: copy)
        try sandbox.execute("INSERT INTO setting VALUES ('search-file-people', '1 2 3')")
        let store = try store()
        #expect(try store.read { try $0.tableExists("people_text") } == false)
        #expect(try Setting<String>("search-file-people").value(in: store) == nil)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    /// Versions before the history removed their journal at exit.
    @Test func theJournalOfVersion2MakesRoom() throws {
        try OlderDatabase.directory.make(at: file)
        try sandbox.execute(
            """
            CREATE TABLE undo_after (
                change INTEGER NOT NULL, key INTEGER NOT NULL, hash INTEGER, fields BLOB,
                PRIMARY KEY (change, key)) WITHOUT ROWID;
            INSERT INTO undo_change VALUES (1, '99999999-gone', 'people', 'Editing', 0);
            """)
        let store = try store(offersUndo: true)
        #expect(try store.whole(DukePerson.self) { _ in true } == everybody())
        #expect(try store[.people].undoCount() == 0)
        let names = "SELECT name FROM sqlite_schema WHERE name LIKE '%before' OR name LIKE 'undo%'"
        #expect(try store.read { try String.fetchAll($0, sql: names) } == ["undo_change"])
    }

    @Test func theOwnRecordOfAFirstStartIsStillThereAndStillOnesOwn() throws {
        let model = try DataModel(sandbox: store(.firstLaunch).sandbox)
        #expect(try !model.makeOwnRecordIfFirstLaunch(SystemAccount(login: "root", fullName: "")))
        let mine = try #require(model.find(0))
        #expect((mine.fName, mine.team, mine.netid) == ("Nia", "Owls", "root"))
        #expect(try model.store.records(of: DukePerson.self, ownedBy: "root").map(\.DUID) == [0])
    }

    /// A directory of version 0.3, whose history goes back 100 years instead of 90 days.
    private func storeWithHistory(_ facts: String = "") throws -> Store {
        try OlderDatabase.directory.make(of: "0.3", at: file)
        try sandbox.execute("INSERT INTO setting VALUES ('history-days', '36500'); \(facts)")
        return try sandbox.store(offersUndo: true)
    }

    private func revert(_ label: String, _ collection: StoredCollection) throws -> Undone? {
        let change = try #require(try collection.history().first { $0.label.contains(label) && !$0.isReverted })
        return try collection.revert(change: change.id)
    }

    @Test func everyChangeIsThereWithItsRecords() throws {
        let store = try storeWithHistory()
        let people = store[.people]
        #expect(
            try people.history().map(\.label) == [
                "Deleting Cy Ray", "Editing Bob Ek", "Loading “next.json”", "Editing Ana Li",
                "Adding 2 people to “Chess”", "Making the group “Chess”", "Adding Di Moe", "Loading “class.json”",
                "Creating your record",
            ])
        let labels = try store.read { try String.fetchAll($0, sql: "SELECT label FROM undo_change") }
        for name in ["Cy Ray", "Bob Ek", "Ana Li", "Di Moe", "Zoe Poe"] {
            #expect(!labels.contains { $0.contains(name) }, "\(name) is only in versions.")
        }
        #expect(try people.history().map(\.count) == [1, 1, 1, 1, 0, 0, 1, 3, 1])
        let imported = try #require(try people.history().first { $0.label.contains("class") }).id
        #expect(try people.items(in: imported).map(\.title) == ["Ana Li", "Bo Ek", "Cy Ray"])
        let versions = try store.versions(of: DukePerson.self, key: 1)
        #expect(versions.map { $0?.picture } == ["/9j/BwgJ", "/9j/AQID", "/9j/AQID"])
        #expect(versions.map { $0?.movie } == ["Alien", "Alien", ""])
        #expect(try store.versions(of: DukePerson.self, key: 3).map { $0?.hobby } == [nil, "chess, swimming"])
        #expect(try store.read { try $0.tableExists("undo_row") } == false)
        try store.expectNoPictureOfNobody()
    }

    @Test func everyChangeCanBeReverted() throws {
        let store = try storeWithHistory()
        let people = store[.people]
        #expect(try revert("Cy Ray", people)?.isRefused == false)
        #expect(try store.find(DukePerson.self, key: 3)?.hobby == "chess, swimming")
        #expect(try revert("next.json", people)?.isRefused == false)
        #expect(try store.find(DukePerson.self, key: 1)?.picture == "/9j/AQID")
        #expect(try store.find(DukePerson.self, key: 1)?.movie == "Alien")
        #expect(try people.group("Chess")?.memberKeys == [1, 3])
        #expect(try revert("Adding 2 people", people)?.isRefused == false)
        #expect(try people.group("Chess")?.memberKeys == [])
        for label in ["Bob Ek", "Editing Ana Li", "Di Moe"] {
            #expect(try revert(label, people)?.isRefused == false, "\(label)")
        }
        #expect(try people.rejectedCount() == 1)
        #expect(try revert("class.json", people)?.isRefused == false)
        #expect(try people.rejectedCount() == 0)
        #expect(try store.whole(DukePerson.self) { _ in true }.map(\.DUID) == [0])
        #expect(try store[.contacts].count() == 1)
        #expect(try revert("Merging", store[.contacts])?.isRefused == false)
        #expect(try store.whole(Contact.self) { _ in true }.map(\.phone) == ["", "5550100"])
    }

    /// What a file of version 0.3 has beside its records.
    @Test func theFactsAndTheJournalOfVersion3() throws {
        let store = try storeWithHistory(
            """
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
            INSERT INTO undo_row (change, source, key, is_after, c0) VALUES (20, 'not_same', 1, 1, 2);
            INSERT INTO undo_row (change, source, key, is_after) VALUES
                (20, 'favorite', 2, 1), (20, 'favorite', 9, 0);
            INSERT INTO undo_row (change, source, key, is_after, c0, c1, c2) VALUES
                (20, 'learned', 1, 1, 3, 1700000000, 'ana li'), (20, 'learned', 9, 0, 2, 1700000000, 'ana li'),
                (20, 'own_record', 4, 0, NULL, 0, NULL), (20, 'own_record', 2, 1, NULL, 1, NULL);
            """)
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
}
