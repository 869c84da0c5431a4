import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore

@testable import DirectoryStore

/// The journal names the pictures that records no longer have. A picture goes with the last of both.
struct JournaledPicturesTests {
    private let sandbox = Folder()

    private func person(_ key: Int, _ picture: String, team: String = "") -> DukePerson {
        let picture = picture.isEmpty ? "" : Data("\(picture) \(key)".utf8).base64EncodedString()
        return DukePerson(DUID: key, netid: "a\(key)", fName: "Ana", team: team, picture: picture)
    }

    private func people(_ picture: String, _ count: Int = 40) -> [DukePerson] {
        (1...count).map { person($0, picture) }
    }

    @Test func aListThatReplacesPicturesCopiesNone() throws {
        let store = try sandbox.store(people("old", 300), offersUndo: true)
        let hashes = try store.pictureHashes()
        try store.download(people("new", 300), as: nil)
        #expect(try store.pictureHashes().count == 600)
        // When it is undone and redone
        _ = try store[.people].undoLast()
        #expect(try store.everybody() == people("old", 300))
        #expect(try store.read { try Int64.fetchSet($0, sql: "SELECT picture FROM people") } == hashes)
        _ = try store[.people].redoLast()
        // Then no picture was written again
        #expect(try store.everybody() == people("new", 300))
        #expect(try store.pictureHashes().count == 600)
        try store.expectNoPictureOfNobody()
        try store.clearHistoryAndPictures()
        #expect(try store.pictureHashes().count == 300)
        #expect(try store.everybody() == people("new", 300))
    }

    @Test func anEditedPictureAndADeletedPersonComeBack() throws {
        let store = try sandbox.store([person(1, "old")], offersUndo: true)
        // An edit of another field, and its undo, leave the picture.
        try store.save(person(1, "old", team: "Owls"))
        _ = try store[.people].undoLast()
        #expect(try store.everybody() == [person(1, "old")])
        #expect(try store.pictureHashes().count == 1)
        for picture in ["new", "", "newest"] { try store.save(person(1, picture)) }
        #expect(try store[.people].delete(key: 1))
        #expect(try store.pictureHashes().count == 3)
        for picture in ["newest", "", "new", "old"] {
            _ = try store[.people].undoLast()
            #expect(try store.everybody() == [person(1, picture)])
            #expect(try sandbox.store().pictureHashes().count == 3)
        }
        for _ in 0..<4 { _ = try store[.people].redoLast() }
        #expect(try store.everybody() == [])
        let versions = try store.versions(of: DukePerson.self, key: 1).compactMap { $0 }
        #expect(versions.prefix(4) == ["newest", "", "new", "old"].map { person(1, $0) }[...])
        try store.expectNoPictureOfNobody()
        try store.clearHistoryAndPictures()
        #expect(try store.pictureHashes() == [])
    }

    @Test func theyGoWithTheOldestChanges() throws {
        let store = try sandbox.store(offersUndo: true)
        try HistoryLimits(days: 30, megabytes: 1).save(in: store)
        func large(_ number: Int) -> DukePerson {
            let bytes = Data(repeating: UInt8(number), count: 400_000)
            return DukePerson(DUID: 1, netid: "a1", picture: bytes.base64EncodedString())
        }
        for number in 1...9 { try store.save(large(number)) }
        PictureRemoval(from: store).run()
        // The limit is for what no record has.
        #expect(try store.pictureHashes().count == 3)
        try store.expectNoPictureOfNobody()
        for number in [8, 7] {
            _ = try store[.people].undoLast()
            #expect(try store.everybody() == [large(number)])
        }
        // And with those that are too old
        try store.write { try $0.execute(sql: "UPDATE undo_change SET time = time - 31 * 86400") }
        try store.save(person(1, "now"))
        PictureRemoval(from: store).run()
        #expect(try store.pictureHashes().count == 2)
        try store.expectNoPictureOfNobody()
    }

    @Test func thoseThatPeopleWithdrewGo() throws {
        let store = try sandbox.store(offersUndo: true)
        try store.download(people("old", 3))
        try store.download(people("new", 3))
        try store.download(people("new", 2))
        #expect(try store.pictureHashes().count == 6)
        // When the next list does not have the third person either
        try store[.people].forgetWithdrawn()
        try store.download(people("new", 1) + [person(9, "new")])
        #expect(try store.versions(of: DukePerson.self, key: 3).compactMap { $0 } == [])
        PictureRemoval.finish()
        #expect(try store.pictureHashes().count == 5)
        try store.expectNoPictureOfNobody()
    }

    @Test func aRestoredFileHasNoneOfNobody() throws {
        let store = try sandbox.store(people("old"), offersUndo: true)
        try store.download(people("new"), as: nil)
        try store.write { try $0.execute(sql: "UPDATE picture SET content = x'00' WHERE row = 47") }
        #expect(try store.restore()?.people == 39)
        try store.expectNoPictureOfNobody()
        // How it was read is no change of the history, which begins now.
        #expect(try store[.people].history() == [])
        // And it is used on
        try store.save(person(2, "newest"))
        #expect(try store[.people].delete(key: 3))
        try store.clearHistoryAndPictures()
        #expect(try store.pictureHashes().count == 38)
    }
}

extension Store {
    func pictureHashes() throws -> Set<Int64> {
        try read { try Int64.fetchSet($0, sql: "SELECT hash FROM picture") }
    }

    func clearHistoryAndPictures() throws {
        try clearHistory()
        PictureRemoval(from: self).run()
    }

    /// Every picture belongs to a record or to the journal, and every record has its picture, after a sweep.
    func expectNoPictureOfNobody(_ location: SourceLocation = #_sourceLocation) throws {
        PictureRemoval.finish()
        PictureRemoval(from: self).run()
        let named = try read { db in
            try Int64.fetchSet(
                db,
                sql: """
                    SELECT picture FROM people WHERE picture IS NOT NULL
                    UNION SELECT picture FROM image WHERE picture IS NOT NULL
                    """)
        }
        #expect(try pictureHashes() == named, sourceLocation: location)
    }
}
