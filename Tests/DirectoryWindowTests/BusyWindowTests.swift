import DirectoryModel
import DirectoryScreens
@testable import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// What the user must see at once comes, however busy the window is with drawing.
final class BusyWindowTests: WindowTestCase {
    private static let people = (1...3).map { DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", role: .Student) }

    func testAMessageWithUndoComesWhileTheLoopIsNeverIdle() throws {
        let (screen, pane) = try Self.finished(undoable(folder, Self.people))
        let busy = BusyLoop()
        defer { busy.end() }
        screen.deleteTapped(1)
        XCTAssertTrue(until { pane.toasts.message != nil })
        XCTAssertEqual(pane.toasts.actionLabels, ["Undo"])
    }

    func testARowsMenuOpensWhileTheLoopIsNeverIdle() throws {
        let (_, pane) = try Self.finished(directory(folder, Self.people))
        let busy = BusyLoop()
        defer { busy.end() }
        let list = try XCTUnwrap(pane.pane(of: .people).list.list as? ListView)
        let first = try XCTUnwrap(list.model.id(at: 0))
        XCTAssertTrue(list.focus(id: first) && list.pressShortcut("Menu|<Shift>F10"))
        XCTAssertTrue(until { list.menuHeights != nil })
        drawn(pane.window, times: 2)
        let heights = try XCTUnwrap(list.menuHeights)
        XCTAssertGreaterThanOrEqual(heights.given, heights.wanted, "The last line is not cut off.")
        list.closeMenu()
    }

    func testQuestionsFormsAndPreferencesOpenWhileTheLoopIsNeverIdle() throws {
        let directory = try directory(folder, Self.people)
        let (screen, pane) = try Self.finished(directory)
        let busy = BusyLoop()
        defer { busy.end() }
        screen.editing.addTapped()
        XCTAssertTrue(until { pane.window.isTyping || pane.pane(of: .people).form.widget.hasFocus })
        screen.editing.form?.typed("Bo", in: "fName")
        screen.editing.cancelTapped()
        XCTAssertTrue(until { pane.window.dialogs.first?.title == "Discard Changes?" })
        pane.window.dialogs.first?.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty })
        directory.perform(.preferences)
        XCTAssertTrue(until { !pane.window.dialogs.isEmpty })
        pane.window.dialogs.first?.close()
    }

    /// A window in which nothing more is to come.
    private static func finished(
        _ directory: DirectoryScreen
    ) throws -> (CollectionScreen, DirectoryPane) {
        let pane = try show(directory, width: 1000)
        return (directory.screen(of: .people), pane)
    }
}
