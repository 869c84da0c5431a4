import TestingSupport
import XCTest

@testable import GtkKit

final class CheckTests: MainActorTestCase {
    func testProgrammaticToggleIsNotReported() {
        let reported = Log<Bool>()
        let check = CheckButton(label: "Done")
        check.onToggled { reported.entries.append($0) }
        let flag = Switch()
        flag.onToggled { reported.entries.append($0) }
        check.setActive(true)
        flag.setActive(true)
        XCTAssertEqual([check.isActive, flag.isActive], [true, true])
        XCTAssertEqual(reported.entries, [])
        check.isActive = false
        flag.isActive = false
        XCTAssertEqual(reported.entries, [false, false])
    }

    func testTabGoesIntoAListOfBoxesAndOutAgain() {
        let (before, after) = (Entry(), Entry())
        let list = ListView(model: RowModel([5, 6, 7])) { CheckRow() }
        let scrolled = ScrolledWindow(child: list)
        scrolled.vexpand = true
        let window = present(Box(.vertical, [before, scrolled, after]))
        before.grabFocus()
        window.pressTab()

        XCTAssertEqual(list.focusedID, 5)
        XCTAssertTrue(list.press(Key("Tab")))
        XCTAssertTrue(after.hasFocus)
        XCTAssertTrue(list.focus(id: 6))
        XCTAssertTrue(list.press(Key("ISO_Left_Tab", shift: true)))
        XCTAssertTrue(before.hasFocus)
        XCTAssertTrue(list.focus(id: 7))
    }

    func testSpaceOnARowIsAskedFor() {
        let requested = Log<UInt64>()
        let list = ListView(model: RowModel([5, 6])) { CheckRow() }
        list.onSpace { id in
            requested.entries.append(id)
            return id == 6
        }
        present(ScrolledWindow(child: list))

        XCTAssertTrue(list.focus(id: 6))
        XCTAssertTrue(list.press(Key("space")))
        XCTAssertFalse(list.press(Key("space", control: true)))
        XCTAssertTrue(list.focus(id: 5))
        XCTAssertFalse(list.press(Key("space")))
        XCTAssertEqual(requested.entries, [6, 5])
    }
}

/// A row with a check button.
final class CheckRow: ListRow {
    let check = CheckButton.inRow(accessibleName: "Done")

    init() {
        super.init(widget: Box(.horizontal, [check, Label("task")]))
    }
}
