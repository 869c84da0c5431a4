import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// What Undo brings back is selected, and is seen.
final class RestoredRowTests: FolderTestCase {
    override func setUp() { MainActor.assumeIsolated { Desktop.setAnimations(enabled: false) } }

    func testARestoredRowComesIntoView() throws {
        let folder = self.folder
        try onDisplay {
            let people = (1...300).map { number in
                DukePerson(DUID: number, netid: "n\(number)", fName: "Xenia", lName: "Abel \(1000 + number)")
            }
            let directory = try undoable(folder, people)
            let (screen, pane) = (directory.screen(of: DukePerson.self), try show(directory, width: 1000))
            for search in ["", "abel"] {
                screen.list.searchChanged(search)
                XCTAssertTrue(until { pane.isSettled && pane.shownRows >= 300 })
                XCTAssertTrue(screen.open(key: 290))
                XCTAssertTrue(until { pane.isSettled })
                screen.deleting.deleteTapped()
                XCTAssertTrue(until { screen.isSettled && pane.isSettled && screen.list.total == 299 })
                screen.rowsSelected([screen.list.entries.rows[0]])
                pane.pane(of: DukePerson.self).list.scrolled.scrollToTop()
                drawn(pane.window, times: 3)
                XCTAssertFalse(pane.rowsInView.isEmpty)
                screen.deleting.undoTapped()
                XCTAssertTrue(until { screen.isSettled && pane.isSettled && screen.list.total == 300 })
                drawn(pane.window, times: 3)
                XCTAssertEqual(screen.selected.map(\.key), [290])
                XCTAssertTrue(pane.rowsInView.contains(screen.list.selectedRows[0]), "“\(search)”")
            }
            pane.window.destroy()
        }
    }
}
