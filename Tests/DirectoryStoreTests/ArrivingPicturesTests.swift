import DirectoryModel
import Foundation
import Testing
import TypedStore

@testable import DirectoryStore

/// Pictures of a list are written while it arrives. Until it is merged no record has them, and none is left of a list
/// that never is.
struct ArrivingPicturesTests {
    private let sandbox = Folder()
    private let before = DukePerson(DUID: 1, netid: "a1", fName: "Ana", picture: Data("old".utf8).base64EncodedString())
    private let people = (1...40).map {
        DukePerson(DUID: $0, netid: "a\($0)", picture: Data("picture \($0)".utf8).base64EncodedString())
    }

    private func staged(in store: Store) throws -> StagedList {
        let staging = try store[.people].beginStaging()
        try staging.add(people.map { .record($0.record) })
        try staging.finish()
        return staging
    }

    /// The work folders of lists that arrive.
    private func workFolders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path).filter { $0.hasPrefix(".working-") }
    }

    @Test func recordsGetThemByTheMerge() throws {
        let store = try sandbox.store(offersUndo: true)
        try store.save(before)
        do {
            let staging = try staged(in: store)
            // Given that they are written, but no record has them
            #expect(try store.pictureHashes().count == 41)
            #expect(try store.everybody() == [before])
            // When the list is merged, in which one number is twice
            try staging.add([.record(DukePerson(DUID: 3, netid: "x", picture: before.picture).record)])
            #expect(try store[.people].apply(staging, MergeRequest(.replace)).rejected == 1)
        }
        // Then each is there once, and that of the earlier version is the history's
        #expect(try store.everybody() == people)
        try store.expectNoPictureOfNobody()
        #expect(try !store.isDamaged())
    }

    @Test func theNextStartRemovesThoseOfAKilledProgram() throws {
        let store = try sandbox.store()
        try store.save(before)
        let staging = try staged(in: store)
        // Given another program that starts while this one is alive
        let other = try sandbox.store()
        PictureRemoval(from: other).run()
        #expect(try other.pictureHashes().count == 41)
        // When it was killed
        for folder in try workFolders() { try FileManager.default.removeItem(at: sandbox.url.appending(path: folder)) }
        let next = try sandbox.store()
        PictureRemoval(from: next).run()
        // Then they are gone, and the list is as it was
        #expect(try next.pictureHashes().count == 1)
        #expect(try next.everybody() == [before])
        // Then a list whose pictures were removed is not merged without them
        #expect(throws: (any Error).self) { try store[.people].apply(staging, MergeRequest(.replace)) }
        #expect(try store.everybody() == [before])
    }

    @Test func aRefusedListLeavesNoneButThoseOfRecords() throws {
        let store = try sandbox.store()
        try store.saveAll([before] + people[20...])
        _ = try staged(in: store)
        PictureRemoval.finish()
        #expect(try store.pictureHashes().count == 21)
        #expect(try store.everybody() == [before] + people[20...])
        #expect(try workFolders() == [])
    }

    @Test func equalPicturesAreStoredOnce() throws {
        let store = try sandbox.store()
        try store.saveAll((1...9).map { DukePerson(DUID: $0, picture: before.picture) } + [people[20]])
        #expect(try store.pictureHashes().count == 2)
        _ = try store[.people].delete(keys: Array(2...9))
        try store.clearHistory()
        PictureRemoval(from: store).run()
        #expect(try store.find(DukePerson.self, key: 1)?.picture == before.picture)
        #expect(try store.pictureHashes().count == 2)
    }
}
