import DirectoryModel
import DirectoryScreens
@testable import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// What the user must see at once comes, however busy the window is with drawing.
final class BusyWindowTests: WindowTestCase {
    func testMenusMessagesQuestionsFormsAndPreferencesComeWhileTheLoopIsNeverIdle() throws {
        let people = (1...3).map { DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", role: .Student) }
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        let screen = directory.screen(of: .people)
        let busy = BusyLoop()
        defer { busy.end() }
        // A row's menu
        let list = try XCTUnwrap(pane.pane(of: .people).list.list as? ListView)
        let first = try XCTUnwrap(list.model.id(at: 0))
        XCTAssertTrue(list.focus(id: first) && list.pressShortcut("Menu|<Shift>F10"))
        XCTAssertTrue(until { list.menuHeights != nil })
        waitForFrame(of: pane.window, times: 2)
        let heights = try XCTUnwrap(list.menuHeights)
        XCTAssertGreaterThanOrEqual(heights.given, heights.wanted, "The last line is not cut off.")
        list.openMenu?.close()
        screen.deleteTapped(1)
        XCTAssertTrue(until { pane.toasts.message != nil })
        XCTAssertEqual(pane.toasts.actionLabels, ["Undo"])
        // A form, and the question that it asks
        screen.editing.addTapped()
        XCTAssertTrue(until { pane.window.isTyping || pane.pane(of: .people).form.widget.hasFocus })
        screen.editing.form?.typed("Bo", in: "fName")
        screen.editing.cancelTapped()
        XCTAssertTrue(until { pane.window.dialogs.first?.title == "Discard Changes?" })
        pane.window.dialogs.first?.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty })
        directory.perform(.preferences)
        XCTAssertTrue(until { !pane.window.dialogs.isEmpty })
    }
}
