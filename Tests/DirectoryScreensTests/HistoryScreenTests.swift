import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// The history of a list, as its screen shows it, and its undo.
final class HistoryScreenTests: ScreenTestCase {
    func testEarlierChangesAreOfferedOnlyIfThereAreSome() async throws {
        let screen = try window(on: folder).screen(of: .people)
        var person = DukePerson(DUID: 1, netid: "n1")
        func change(_ number: Int) throws {
            person.team = "Team \(number)"
            try screen.store.save(person)
        }
        // Given as many changes as are shown at first
        for number in 1...100 { try change(number) }
        screen.historyTapped()
        guard case .history(let history) = screen.sheet else { return XCTFail("The history is not open.") }
        await eventually { history.days.flatMap(\.changes).count == 100 }
        XCTAssertFalse(history.hasMore)
        // When there is another one, then the first is an earlier one
        try change(101)
        await eventually { history.hasMore }
        XCTAssertEqual(history.days.flatMap(\.changes).count, 100)
        history.moreTapped()
        await eventually { history.days.flatMap(\.changes).count == 101 }
        XCTAssertFalse(history.hasMore)
    }

    func testLoadFromDiskIsUndone() async throws {
        let screen = try directory(in: folder, with: people(1...20))
        let before = try screen.everybody()
        try screen.store.flush()
        let path = screen.store.sandbox.appending(path: "people.json")
        try? FileManager.default.removeItem(at: path)
        await screen.loadFromDiskTapped()
        XCTAssertEqual(screen.toast?.text, "30 people imported: 30 new, 20 removed")
        screen.undoTapped()
        let message = await screen.finished()
        XCTAssertEqual(message, "Undone: Loading “ece564cohort.json”")
        XCTAssertEqual(try screen.everybody(), before)
        XCTAssertEqual(try screen.inFile(), before)
        // And now that there is a file of one's own, that is what is loaded, and undone too
        let file = try Data(contentsOf: path)
        try screen.store.save(DukePerson(DUID: 99))
        try screen.store.flush()
        try file.write(to: path)
        await screen.loadFromDiskTapped()
        XCTAssertEqual(try screen.everybody(), before)
        screen.undoTapped()
        let again = await screen.finished()
        XCTAssertEqual(again, "Undone: Loading “people.json”")
        XCTAssertEqual(try screen.everybody().count, 21)
    }

    func testChangesOfOtherProgramAreLeftAndReported() async throws {
        let screen = try directory(in: folder, with: people(1...20))
        let other = try Store(sandbox: folder.url)
        var person = try XCTUnwrap(try other.find(DukePerson.self, key: 7))
        try await screen.edit(7, ["movie": "Here"])
        person.movie = "There"
        try other.save(person)
        screen.undoTapped()
        let message = await screen.finished()
        XCTAssertEqual(
            message,
            "Not undone: Editing \(person.displayName). Changed since then, and kept: Movie.")
        XCTAssertEqual(try screen.everybody().first { $0.DUID == 7 }, person)
    }
}
