import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// What took the place of the whole list is undone whole.
@MainActor
final class UndoScreenTests: XCTestCase {
    private let folder = Folder()

    private func filled(_ server: ServerAddress? = nil) throws -> CollectionScreen {
        let screen = try directory(in: folder, server: server)
        try screen.store.saveAll(people(1...20))
        return screen
    }

    /// Undoes, waits until the file is written too, and returns what the toast said.
    private func undone(_ screen: CollectionScreen) async throws -> String? {
        screen.toast = nil
        screen.undoTapped()
        await eventually { screen.toast != nil }
        let message = screen.toast?.text
        await eventually { screen.isIdle }
        return message
    }

    func testAReplaceIsUndoneAndRedone() async throws {
        try await withClassServer { server in
            let screen = try filled(server)
            let before = try screen.everybody()
            let rows = try screen.store[.people].rows(keys: before.map(\.DUID))
            XCTAssertTrue(screen.open(key: 7))
            await screen.download(.replace)
            screen.transfer.applyTapped()
            await screen.requested()
            XCTAssertEqual(screen.toast?.text, "150 people downloaded: 150 new, 20 removed")
            await eventually { screen.list.total == 150 }
            let message = try await undone(screen)
            XCTAssertEqual(message, "Undone: Download and Replace")
            XCTAssertEqual(try screen.everybody(), before)
            XCTAssertEqual(try screen.store[.people].rows(keys: before.map(\.DUID)), rows)
            XCTAssertEqual(try screen.inFile(), before)
            await eventually { screen.list.total == 20 }
            // And redone, and undone again
            await eventually { screen.canRedo }
            screen.toast = nil
            screen.redoTapped()
            await eventually { screen.list.total == 150 }
            await finished(screen)
            XCTAssertEqual(screen.toast?.text, "Redone: Download and Replace")
            XCTAssertTrue(screen.canUndo && !screen.canRedo)
            let again = try await undone(screen)
            XCTAssertEqual(again, "Undone: Download and Replace")
            XCTAssertEqual(try screen.everybody(), before)
            // Another change leaves nothing to redo
            try await screen.edit(7, ["movie": "Up"])
            await eventually { screen.canUndo && !screen.canRedo }
            // And downloading again is not taken for up to date
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.preview?.text, "150 new, 20 removed")
        }
    }

    func testLoadFromDiskIsUndone() async throws {
        let screen = try filled()
        let before = try screen.everybody()
        try screen.removeFile()
        await screen.loadFromDiskTapped()
        XCTAssertEqual(screen.toast?.text, "30 people imported: 30 new, 20 removed")
        let message = try await undone(screen)
        XCTAssertEqual(message, "Undone: Loading “ece564cohort.json”")
        XCTAssertEqual(try screen.everybody(), before)
        XCTAssertEqual(try screen.inFile(), before)
        // And now that there is a file of one's own, that is what is loaded, and undone too
        let file = try Data(contentsOf: screen.store.sandbox.appending(path: "people.json"))
        try screen.store.save(DukePerson(DUID: 99))
        try screen.store.flush()
        try file.write(to: screen.store.sandbox.appending(path: "people.json"))
        await screen.loadFromDiskTapped()
        XCTAssertEqual(try screen.everybody(), before)
        let again = try await undone(screen)
        XCTAssertEqual(again, "Undone: Loading “people.json”")
        XCTAssertEqual(try screen.everybody().count, 21)
    }

    func testChangesOfOtherProgramAreLeftAndReported() async throws {
        let screen = try filled()
        let other = try Store(sandbox: folder.url)
        var person = try XCTUnwrap(try other.find(DukePerson.self, key: 7))
        try await screen.edit(7, ["movie": "Here"])
        person.movie = "There"
        try other.save(person)

        let message = try await undone(screen)

        XCTAssertEqual(
            message,
            "Not undone: Editing \(person.displayName). Changed since then, and kept: Movie.")
        XCTAssertEqual(try screen.everybody().first { $0.DUID == 7 }, person)
    }
}
