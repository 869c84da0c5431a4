import DirectoryModel
import Foundation
import GRDB
import Older
import Testing
import TypedStore

@testable import DirectoryStore

/// A directory that an earlier version's programs wrote holds the same afterwards, and can be used on.
struct OlderDatabaseTests {
    private let sandbox = Sandboxed()
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

    @Test func peopleOfADamagedOneAreRestoredFromTheirFile() throws {
        try OlderDatabase.directory.make(at: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.write(contentsOf: Data(repeating: 0x41, count: 90))
        try handle.close()
        try FileManager.default.copyItem(at: OlderDatabase.peopleFile(), to: sandbox.url.appending(path: "people.json"))
        #expect(throws: StoreError.damaged) { try store() }
        let restored = try #require(try Store.restore(in: sandbox.url))
        #expect(restored.people == 4 && restored.isFromFile)
        #expect(try store().whole(DukePerson.self) { _ in true } == everybody())
    }

    @Test func picturesOfADamagedOneAreReadToo() throws {
        try OlderDatabase.directory.make(at: file)
        let fresh = try Store(sandbox: sandbox.url.appending(path: "fresh"))
        let reader = try #require(DamagedDatabaseReader(file))
        #expect(try reader.copy(.people, to: fresh))
        #expect(try fresh.whole(DukePerson.self) { _ in true } == everybody())
    }

    @Test func onlyWhatWasEditedCountsAsEdited() throws {
        let store = try store()
        #expect(try store[.people].editedQuery(owner: "demo").value() == [edited])
        #expect(try store.publishedState(of: DukePerson.self, key: edited) == .edited)
        // What the server had is not known, so that a conflict is told field by field, as it was
        #expect(try store.publishedRecord(of: DukePerson.self, key: edited) == nil)
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
            let hits = try await index.search(SearchQuery(text, in: .people))
            var keys: [Int] = []
            try store.each(DukePerson.self) { if hits.contains($0.row) { keys.append($0.record.DUID) } }
            #expect(keys == [key], "\(text)")
        }
    }

    @Test func storedSearchTextsAreRemoved() throws {
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
}
