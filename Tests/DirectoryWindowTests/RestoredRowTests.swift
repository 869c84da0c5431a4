import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// What Undo brings back is selected, and is seen.
final class RestoredRowTests: WindowTestCase {
    func testDeletingAndUndoingMoveNoRowAboveTheDeletedOne() throws {
        let people = (1...300).map {
            DukePerson(DUID: $0, netid: "n\($0)", fName: "Xenia", lName: "Abel \(1000 + $0)")
        }
        let directory = try undoable(folder, people)
        let (screen, pane) = (directory.screen(of: .people), try show(directory, width: 1000))
        XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 300 })
        let list = pane.pane(of: .people).list
        // Given a list that is scrolled, and its first or fifth whole row selected
        for index in [0, 4] {
            list.scrolled.scrollPosition = 3801
            drawn(pane.window, times: 3)
            let before = list.shownIndices.filter { $0.value >= 0 }.sorted { $0.value < $1.value }
            screen.rowsSelected([before[index].key])
            XCTAssertTrue(list.focus(row: before[index].key))
            drawn(pane.window, times: 3)
            // When it is deleted, and comes back
            screen.deleteTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 299 })
            drawn(pane.window, times: 4)
            let without = list.shownIndices
            screen.undoTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 300 })
            drawn(pane.window, times: 4)
            let after = list.shownIndices
            // Then the rows above it stand still, the next one takes its position, and all are where they were
            for (row, top) in before[..<index] { XCTAssertEqual(without[row] ?? -9999, top, accuracy: 1) }
            XCTAssertEqual(without[before[index + 1].key] ?? -9999, before[index].value, accuracy: 1)
            for (row, top) in before.dropLast() { XCTAssertEqual(after[row] ?? -9999, top, accuracy: 1) }
        }
    }

    func testARestoredRowComesIntoView() throws {
        let people = (1...300).map { number in
            DukePerson(DUID: number, netid: "n\(number)", fName: "Xenia", lName: "Abel \(1000 + number)")
        }
        let directory = try undoable(folder, people)
        let (screen, pane) = (directory.screen(of: .people), try show(directory, width: 1000))
        for search in ["", "abel"] {
            screen.list.searchChanged(search)
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 300 })
            XCTAssertTrue(screen.open(key: 290))
            XCTAssertTrue(until { pane.isIdle })
            screen.deleteTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 299 })
            screen.rowsSelected([screen.list.entries.rows[0]])
            pane.pane(of: .people).list.scrolled.scrollToTop()
            drawn(pane.window, times: 3)
            XCTAssertFalse(pane.rowsInView.isEmpty)
            screen.undoTapped()
            XCTAssertTrue(until { screen.isIdle && pane.isIdle && screen.list.total == 300 })
            drawn(pane.window, times: 3)
            XCTAssertEqual(screen.selected.map(\.key), [290])
            XCTAssertTrue(pane.rowsInView.contains(screen.list.selectedRows[0]), "“\(search)”")
        }
    }
}
