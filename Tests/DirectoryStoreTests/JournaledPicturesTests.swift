import DirectoryModel
import Foundation
import GRDB
import Testing

@testable import DirectoryStore

/// The journal has the rows of pictures that records no longer have. A picture goes with the last of both.
struct JournaledPicturesTests {
    private let sandbox = Sandboxed()

    private func person(_ key: Int, _ picture: String, team: String = "") -> DukePerson {
        let picture = picture.isEmpty ? "" : Data("\(picture) \(key)".utf8).base64EncodedString()
        return DukePerson(DUID: key, netid: "a\(key)", fName: "Ana", team: team, picture: picture)
    }

    private func people(_ picture: String, _ count: Int = 40) -> [DukePerson] {
        (1...count).map { person($0, picture) }
    }

    private func everybody(_ store: Store) throws -> [DukePerson] { try store.whole(DukePerson.self) { _ in true } }

    private func arrive(
        _ people: [DukePerson], in store: Store, _ how: MergeStrategy = .replace, owner: String? = nil
    ) throws {
        let staging = try store.beginStaging(DukePerson.self, owner: owner)
        try staging.add(people.map { .record($0) })
        _ = try store.apply(staging, MergeRequest(how, label: "List", owner: owner))
    }

    @Test func aListThatReplacesPicturesCopiesNone() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.saveAll(people("old", 300))
        let rows = try store.pictureRows()
        try arrive(people("new", 300), in: store)
        // Given that the journal has the rows that records had
        #expect(try store.copiedPictures() == 0)
        #expect(try store.pictureRows().count == 600)
        // When it is undone and redone
        _ = try store.undoLast(DukePerson.self)
        #expect(try everybody(store) == people("old", 300))
        #expect(try store.read { try Int64.fetchSet($0, sql: "SELECT picture FROM people") } == rows)
        _ = try store.redoLast(DukePerson.self)
        // Then no picture was written again
        #expect(try everybody(store) == people("new", 300))
        #expect(try store.pictureRows().count == 600)
        try store.expectNoPictureOfNobody()
        try store.clearHistory()
        #expect(try store.pictureRows().count == 300)
        #expect(try everybody(store) == people("new", 300))
    }

    @Test func anEditOfAnotherFieldWritesNoPicture() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.save(person(1, "old"))
        let rows = try store.pictureRows()
        try store.save(person(1, "old", team: "Owls"))
        _ = try store.undoLast(DukePerson.self)
        #expect(try everybody(store) == [person(1, "old")])
        #expect(try store.pictureRows() == rows)
        try store.clearHistory()
        #expect(try store.pictureRows() == rows)
    }

    @Test func anEditedPictureAndADeletedPersonComeBack() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.save(person(1, "old"))
        for picture in ["new", "", "newest"] { try store.save(person(1, picture)) }
        #expect(try store.delete(DukePerson.self, key: 1))
        #expect(try store.pictureRows().count == 3)
        for picture in ["newest", "", "new", "old"] {
            _ = try store.undoLast(DukePerson.self)
            #expect(try everybody(store) == [person(1, picture)])
            #expect(try sandbox.store().pictureRows().count == 3)
        }
        for _ in 0..<4 { _ = try store.redoLast(DukePerson.self) }
        #expect(try everybody(store) == [])
        let versions = try store.versions(of: DukePerson.self, key: 1).compactMap(\.record)
        #expect(versions.prefix(4) == ["newest", "", "new", "old"].map { person(1, $0) }[...])
        try store.expectNoPictureOfNobody()
        try store.clearHistory()
        #expect(try store.pictureRows() == [])
    }

    @Test func theyGoWithTheOldestChanges() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.keep(HistoryLimits(days: 30, megabytes: 1))
        func large(_ number: Int) -> DukePerson {
            let bytes = Data(repeating: UInt8(number), count: 400_000)
            return DukePerson(DUID: 1, netid: "a1", picture: bytes.base64EncodedString())
        }
        for number in 1...9 { try store.save(large(number)) }
        // The limit is for what no record has.
        #expect(try store.pictureRows().count == 3)
        try store.expectNoPictureOfNobody()
        for number in [8, 7] {
            _ = try store.undoLast(DukePerson.self)
            #expect(try everybody(store) == [large(number)])
        }
        // And with those that are too old
        try store.write { try $0.execute(sql: "UPDATE undo_change SET time = time - 31 * 86400") }
        try store.save(person(1, "now"))
        #expect(try store.pictureRows().count == 2)
        try store.expectNoPictureOfNobody()
    }

    @Test func thoseThatPeopleWithdrewGo() throws {
        let store = try sandbox.store(keepsUndo: true)
        try arrive(people("old", 3), in: store, owner: "demo")
        try arrive(people("new", 3), in: store, owner: "demo")
        try arrive(people("new", 2), in: store, owner: "demo")
        #expect(try store.pictureRows().count == 6)
        // When the next list does not have the third person either
        try store.forgetWithdrawn(DukePerson.self)
        try arrive(people("new", 1) + [person(9, "new")], in: store, owner: "demo")
        #expect(try store.versions(of: DukePerson.self, key: 3).compactMap(\.record) == [])
        #expect(try store.pictureRows().count == 5)
        try store.expectNoPictureOfNobody()
    }

    /// Earlier versions copied pictures into the journal.
    @Test(arguments: [false, true])
    func copiesOfEarlierVersionsAreReadAndUndone(isConverted: Bool) throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.saveAll(people("old"))
        let time = Date.now
        try arrive(people("new"), in: store)
        try store.save(person(7, "newest"))
        // Given such a file, which may have been written by another definition
        let place = JournalTable.records(of: DukePerson.self).place(of: "picture")
        try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write {
            try $0.execute(
                sql: """
                    UPDATE undo_row SET \(place) = (SELECT content FROM people_picture c WHERE c.row = \(place))
                    WHERE source = 'people' AND typeof(\(place)) = 'integer';
                    DELETE FROM people_picture WHERE row NOT IN (SELECT picture FROM people);
                    """)
            if isConverted { try $0.execute(sql: "UPDATE definition SET fingerprint = 'earlier'") }
        }
        let later = try sandbox.store(keepsUndo: true)
        #expect(try later.copiedPictures() == 82)
        #expect(try later.asOf(time).whole(DukePerson.self) { _ in true } == people("old"))
        let change = try #require(try later.history(of: DukePerson.self).first).id
        #expect(try later.items(of: DukePerson.self, in: change).map(\.kind) == [.changed])
        _ = try later.undoLast(DukePerson.self)
        #expect(try everybody(later) == people("new"))
        _ = try later.undoLast(DukePerson.self)
        #expect(try everybody(later) == people("old"))
        _ = try later.redoLast(DukePerson.self)
        #expect(try everybody(later) == people("new"))
        try later.expectNoPictureOfNobody()
        try later.clearHistory()
        #expect(try later.pictureRows().count == 40)
        try later.verifyAll()
    }

    /// The places of the journal's columns change with the definition.
    @Test func anotherDefinitionLosesNone() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.saveAll(people("old"))
        try arrive(people("new"), in: store)
        let columns = JournalTable.records(of: DukePerson.self).columns
        try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write { db in
            // One column fewer, so that the picture was where a number is now
            let places = (2..<columns.count - 1).map { "c\($0) = c\($0 + 1)" }.joined(separator: ", ")
            try db.execute(
                sql: """
                    UPDATE undo_row SET \(places), c\(columns.count - 1) = NULL WHERE source = 'people';
                    UPDATE definition SET fingerprint = 'earlier', copied_columns = ? WHERE collection = 'people'
                    """, arguments: [(columns[..<2] + columns[3...]).joined(separator: "\n")])
        }
        let later = try sandbox.store(keepsUndo: true)
        #expect(try later.pictureRows().count == 80)
        try later.expectNoPictureOfNobody()
        _ = try later.undoLast(DukePerson.self)
        #expect(try later.whole(DukePerson.self) { _ in true }.map(\.picture) == people("old").map(\.picture))
    }

    @Test func aRestoredFileHasNoneOfNobody() throws {
        let store = try sandbox.store(keepsUndo: true)
        try store.saveAll(people("old"))
        try arrive(people("new"), in: store)
        try store.write { try $0.execute(sql: "UPDATE people_picture SET content = x'00' WHERE row = 47") }
        #expect(try store.restore()?.people == 39)
        try store.expectNoPictureOfNobody()
        // How it was read is no change of the history, which begins now.
        #expect(try store.history(of: DukePerson.self) == [])
        // And it is used on
        try store.save(person(2, "newest"))
        #expect(try store.delete(DukePerson.self, key: 3))
        try store.clearHistory()
        #expect(try store.pictureRows().count == 38)
    }
}

extension Store {
    private static var place: String { JournalTable.records(of: DukePerson.self).place(of: "picture") }

    func pictureRows() throws -> Set<Int64> {
        try read { try Int64.fetchSet($0, sql: "SELECT row FROM people_picture") }
    }

    /// How many copies in the journal have the picture itself.
    func copiedPictures() throws -> Int {
        let copies = "undo_row WHERE source = 'people' AND typeof(\(Self.place)) IN ('blob', 'text')"
        return try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(copies)") ?? 0 }
    }

    /// Every picture belongs to a record, to the journal, or to a list that arrives, and every record has its picture.
    func expectNoPictureOfNobody(_ location: SourceLocation = #_sourceLocation) throws {
        let used = try read { db in
            try Int64.fetchSet(
                db,
                sql: """
                    SELECT picture FROM people WHERE picture IS NOT NULL UNION SELECT picture FROM arriving_picture
                    UNION SELECT \(Self.place) FROM undo_row WHERE source = 'people' AND typeof(\(Self.place)) = 'integer'
                    """)
        }
        #expect(try pictureRows() == used, sourceLocation: location)
    }
}
