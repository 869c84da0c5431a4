import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// Long work shows how far it is, and leaves everything as it was where it is stopped.
final class LongWorkTests: ScreenTestCase {
    private let count = 4_000

    private func many() async throws -> CollectionScreen {
        let screen = try directory(in: folder)
        try screen.store.saveAll((1...count).map { DukePerson(DUID: $0, fName: "A\($0)") })
        await eventually { screen.list.total == self.count && screen.isIdle }
        return screen
    }

    private func stop(
        _ screen: CollectionScreen, showing message: String, line: UInt = #line
    ) async {
        await eventually(screen.work.progress?.text ?? "", line: line) {
            screen.work.progress?.text.hasPrefix(message) == true
        }
        XCTAssertEqual(screen.work.progress?.canCancel, true, line: line)
        XCTAssertFalse(screen.canReplaceList, line: line)
        screen.work.cancelTapped()
        await eventually(line: line) { screen.isIdle && screen.toast != nil }
        XCTAssertNil(screen.work.progress, line: line)
    }

    func testDeletingAndUndoAreStopped() async throws {
        let screen = try await many()
        screen.selectAllTapped()
        screen.deleteTapped()
        await stop(screen, showing: "Deleting 4000 people…")
        XCTAssertEqual(screen.toast?.text, "Canceled. No changes were made.")
        XCTAssertEqual(try screen.store[.people].count(), count)
        XCTAssertEqual(screen.selectedWords, "4000 selected", "the selection stays too")
        // When they are deleted after all, and the undo is stopped
        screen.toast = nil
        screen.deleteTapped()
        await eventually { screen.list.total == 0 && screen.isIdle }
        XCTAssertEqual(screen.toast?.offersUndo, true)
        screen.toast = nil
        screen.undoTapped()
        await stop(screen, showing: "Undoing…")
        XCTAssertEqual(try screen.store[.people].count(), 0)
        // Then it can be undone again.
        screen.toast = nil
        screen.undoTapped()
        await eventually { screen.list.total == self.count && screen.isIdle }
    }

    func testAnExportIsStoppedAndLeavesTheOldFile() async throws {
        let screen = try await many()
        for name in ["all.csv", "all.json", "all.vcf"] {
            let file = folder.url.appending(path: name)
            try Data("old".utf8).write(to: file)
            screen.toast = nil
            let exporting = Task { await screen.exportChosen(file) }
            await stop(screen, showing: "0 of 4000 people exported")
            await exporting.value
            XCTAssertEqual(screen.toast?.text, "The export was canceled, and “\(name)” was not changed.")
            XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "old")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        XCTAssertEqual(left.filter { $0.hasPrefix("all.") }.count, 3, "\(left)")
    }

    func testAnImportIsStoppedWhileItIsApplied() async throws {
        let screen = try directory(in: folder)
        let file = folder.url.appending(path: "many.json")
        let people = (1...count).map { DukePerson(DUID: $0, fName: "A\($0)") }
        try JSONEncoder().encode(people).write(to: file)
        await screen.importChosen(file)
        XCTAssertNotNil(screen.importing)
        let before = screen.list.total
        let applying = Task { await screen.importAnswered(applies: true) }
        await stop(screen, showing: "Importing…")
        await applying.value
        XCTAssertEqual(screen.toast?.text, "The import was canceled. Your list was not changed.")
        XCTAssertEqual(try screen.store[.people].count(), before)
    }
}
