import DirectoryModel
import DirectoryScreens
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The look of a list changes wherever the list is scrolled to.
final class LookChangeTests: WindowTestCase {
    /// GTK must not printError, which ends the tests.
    func testFacesBecomeRowsAndBackFarFromTheBeginning() throws {
        let people = (1...3000).map { number in
            DukePerson(DUID: number, netid: "n\(number)", fName: "Xenia", lName: "Abel \(number)")
        }
        let (screen, pane) = try open(folder, people)
        XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 3000 })
        screen.list.looks.facesTapped()
        for _ in 0..<2 {
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 3000 })
            drawn(pane.window, times: 3)
            let last = try XCTUnwrap(screen.list.entries.rows.last)
            let key = try XCTUnwrap(screen.list.content(of: last)?.key)
            XCTAssertTrue(screen.open(key: key))
            XCTAssertTrue(until { pane.isIdle && pane.rowsInView.contains(last) })
            drawn(pane.window, times: 2)
            screen.list.looks.facesTapped()
            XCTAssertTrue(until { pane.isIdle && pane.shownRows >= 3000 })
            drawn(pane.window, times: 4)
            XCTAssertTrue(pane.rowsInView.contains(last), "What is selected is in view again.")
        }
    }
}
