import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore

@testable import DirectoryStore

/// Pictures of a list are written while it arrives. Until it is merged no record has them, and none is left of a list
/// that never is.
struct ArrivingPicturesTests {
    private let sandbox = Sandboxed()
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

    private func pictures(in store: Store) throws -> Int {
        try store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM picture") ?? 0 }
    }

    /// The work folders of lists that arrive.
    private func workFolders() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.url.path).filter { $0.hasPrefix(".working-") }
    }

    @Test func recordsGetThemByTheMerge() throws {
        let store = try sandbox.store()
        try store.save(before)
        let staging = try staged(in: store)
        // Given that they are written, but no record has them
        #expect(try pictures(in: store) == 41)
        #expect(try store.whole(DukePerson.self) { _ in true } == [before])
        // When the list is merged
        _ = try store[.people].apply(staging, MergeRequest(.replace))
        // Then each is there once, and that of the earlier version is the history's
        #expect(try store.whole(DukePerson.self) { _ in true } == people)
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
        #expect(try pictures(in: other) == 41)
        // When it was killed
        for folder in try workFolders() { try FileManager.default.removeItem(at: sandbox.url.appending(path: folder)) }
        let next = try sandbox.store()
        PictureRemoval(from: next).run()
        // Then they are gone, and the list is as it was
        #expect(try pictures(in: next) == 1)
        #expect(try next.whole(DukePerson.self) { _ in true } == [before])
        // Then a list whose pictures were removed is not merged without them
        #expect(throws: (any Error).self) { try store[.people].apply(staging, MergeRequest(.replace)) }
        #expect(try store.whole(DukePerson.self) { _ in true } == [before])
    }

    @Test func aRefusedListLeavesNone() throws {
        let store = try sandbox.store()
        try store.save(before)
        _ = try staged(in: store)
        PictureRemoval.finish()
        #expect(try pictures(in: store) == 1)
        #expect(try workFolders() == [])
    }

    @Test func existingNumbersAreUnchanged() throws {
        let store = try sandbox.store()
        try store.saveAll(people)
        _ = try staged(in: store)
        PictureRemoval.finish()
        #expect(try store.whole(DukePerson.self) { _ in true } == people)
    }

    @Test func equalPicturesAreStoredOnce() throws {
        let store = try sandbox.store()
        try store.saveAll((1...9).map { DukePerson(DUID: $0, picture: before.picture) } + [people[20]])
        #expect(try pictures(in: store) == 2)
        _ = try store[.people].delete(keys: Array(2...9))
        try store.clearHistory()
        PictureRemoval(from: store).run()
        #expect(try store.find(DukePerson.self, key: 1)?.picture == before.picture)
        #expect(try pictures(in: store) == 2)
    }

    @Test func duplicatesOfAListLeaveNone() throws {
        let store = try sandbox.store()
        let staging = try staged(in: store)
        try staging.add([.record(DukePerson(DUID: 3, netid: "x", picture: before.picture).record)])
        _ = try store[.people].apply(staging, MergeRequest(.update))
        #expect(try store[.people].count() == 40)
    }

    @Test func undoRestoresThem() throws {
        let store = try DataModel(undoableIn: sandbox.url).store
        try store.save(before)
        _ = try store[.people].apply(try staged(in: store), MergeRequest(.replace))
        _ = try store[.people].undoLast()
        #expect(try store.whole(DukePerson.self) { _ in true } == [before])
        _ = try store[.people].redoLast()
        #expect(try store.whole(DukePerson.self) { _ in true } == people)
        #expect(try pictures(in: store) == 41)
        try store.expectNoPictureOfNobody()
    }

    /// An added record has one row in the journal, also if the same change sets it again.
    @Test func additionsAreUndoneByOneRowEach() throws {
        let store = try DataModel(undoableIn: sandbox.url).store
        var again = people[4]
        again.team = "Owls"
        try store.saveAll(people + [again])
        let rows = try store.read {
            try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM image WHERE collection = 'people' AND source = 'record'")
        }
        #expect(rows == 40)
        // Given that one was edited since
        var edited = people[7]
        edited.team = "Bats"
        try store.save(edited)
        let change = try #require(try store[.people].history().last)
        #expect(try store[.people].revert(change: change.id)?.left == 1)
        #expect(try store.whole(DukePerson.self) { _ in true } == [edited])
    }

    /// Files of earlier versions have smaller pages, and SQLite copies a file only to one with pages of the same size.
    @Test func damagedFileWithIntactPagesIsRestored() throws {
        let file = sandbox.url.appending(path: "directory.sqlite")
        try DatabaseFile(file).make(pageSize: 4096)
        let store = try sandbox.store()
        try store.saveAll(people)
        try store.write { try $0.execute(sql: "UPDATE picture SET content = zeroblob(9) WHERE row = 7") }
        #expect(try store.restore()?.people == 39)
        #expect(try store.read { try Int.fetchOne($0, sql: "PRAGMA page_size") } == 4096)
        #expect(try !store.isDamaged())
    }
}
