import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWidgets
import GtkKit
import PictureKit
import ProgramFiles
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// The panes draw what the screens say, in a real window.
final class PaneTests: WindowTestCase {
    func testARowIsDraggedByAnyPartUnlessItIsSwiped() throws {
        let (_, pane) = try open(folder, (1...3).map { DukePerson(DUID: $0, fName: "Ana", role: .Student) })
        XCTAssertTrue(until { pane.isIdle && !pane.rowsInView.isEmpty })
        drawn(pane.window, times: 2)
        let row = try XCTUnwrap(pane.listedRows.first { $0.widget.isMapped })
        let text = (x: Double(row.widget.width) / 2, y: Double(row.widget.height) / 2)
        for (to, isDrag) in [
            ((-3.0, text.y), true), ((text.x + 10, text.y + 40), true), ((text.x - 60, text.y + 4), false),
            ((text.x, text.y + 3), false),
        ] {
            XCTAssertEqual(row.isDrag((text, to)), isDrag, "\(to)")
        }
    }

    func testTryAgainOpensDirectoryOrReportsProblem() throws {
        let application = Application(id: "io.github.dukedirectory.Failure", instance: .separate)
        application.register()
        // Given a directory that is locked twice
        var problems = ["Still locked"]
        let window = FailureWindow.present(application: application, sentence: "Locked", isDamaged: false) {
            problems.popLast()
        }
        let button = { window.every(Button.self).first { $0.label == "Try Again" && $0.isMapped } }
        for sentence in ["Locked", "Still locked"] {
            XCTAssertTrue(until { button() != nil && window.every(Label.self).contains { $0.text == sentence } })
            button()?.click()
        }
        // Then the window closes once it is open
        XCTAssertTrue(until { !window.isMapped })
    }

    func testARecordThatIsOpenedAgainShowsItsPicture() throws {
        let portrait = try XCTUnwrap(DataFolder.portraits.first)
        let picture = try Data(contentsOf: portrait).base64EncodedString()
        let (screen, pane) = try open(
            folder, (1...2).map { DukePerson(DUID: $0, role: .Student, picture: $0 == 1 ? picture : "") })
        for (key, hasPicture) in [(1, true), (2, false), (1, true)] {
            XCTAssertTrue(screen.open(key: key))
            XCTAssertTrue(until { pane.isIdle && pane.showsPicture == hasPicture })
        }
    }
}
