import TestingSupport
import XCTest

@testable import GtkKit

final class WallViewTests: MainActorTestCase {
    private func shownWall(_ ids: [UInt64], starts: [Int] = []) -> (WallView, ScrolledWindow, Window) {
        let wall = WallView(
            sizes: { WallGeometry.Sizes(cellWidth: 90, cellHeight: 100, heading: 30, side: 6) },
            drawHeading: { _, _, _ in }, makeCell: { TestRow() })
        wall.sectionStarts = starts
        let scrolled = ScrolledWindow(child: wall)
        let window = present(scrolled)
        wall.replace(ids)
        waitForFrame(of: window, times: 2)
        return (wall, scrolled, window)
    }

    func testAHundredThousandCellsNeedFewWidgetsInTheOrderOfTheList() {
        let (wall, scrolled, window) = shownWall(Array(0..<100_000))
        XCTAssertGreaterThan(wall.boundRows.count, 8)
        XCTAssertLessThan(wall.boundRows.count, 60)
        wall.scrollTo(id: 99_999)
        waitForFrame(of: window, times: 2)
        XCTAssertTrue(wall.rowsInView.contains { $0.id == 99_999 })
        XCTAssertLessThan(wall.boundRows.count, 60)
        XCTAssertLessThan(wall.children.count, 90, "Cells are used again.")
        let shown = wall.children.filter(\.isVisible).map { box in
            wall.cells.first { $0.value.box.isSame(as: box) }?.key ?? 0
        }
        XCTAssertEqual(shown, shown.sorted())
        XCTAssertTrue(shown.contains(99_999))
        wall.scrollToTop()
        waitForFrame(of: window, times: 2)
        XCTAssertEqual(scrolled.scrollPosition, 0)
        XCTAssertEqual(wall.rowsSeenWhole.first, 0)
    }

    func testKeysMoveInBothDirections() {
        let reported = Log<[UInt64]>()
        let (wall, _, _) = shownWall(Array(10..<60), starts: [0, 1])
        wall.onSelectionChanged { reported.entries.append($0) }
        let columns = wall.geometry.columns
        XCTAssertEqual(columns, 4)
        XCTAssertTrue(wall.focus(id: 10))
        for (key, id) in [("Right", 11), ("Down", 15), ("Right", 16), ("Up", 12), ("Left", 11), ("End", 59)] {
            XCTAssertTrue(wall.pressed(Key(key)), key)
            XCTAssertEqual(wall.focusedID, UInt64(id), key)
            XCTAssertEqual(reported.entries.last, [UInt64(id)], key)
        }
        XCTAssertTrue(wall.pressed(Key("Home")))
        XCTAssertTrue(wall.pressed(Key("Right", shift: true)))
        XCTAssertTrue(wall.pressed(Key("Right", shift: true)))
        XCTAssertEqual(wall.selectedIDs, [10, 11, 12])
        XCTAssertTrue(wall.pressed(Key("Right", control: true)))
        XCTAssertEqual(wall.selectedIDs, [10, 11, 12], "With Control only the keyboard moves.")
        XCTAssertTrue(wall.pressed(Key("space", control: true)))
        XCTAssertEqual(wall.selectedIDs, [10, 11, 12, 13])
        XCTAssertTrue(wall.pressed(Key("a", control: true)))
        XCTAssertEqual(wall.selectedIDs.count, 50)
        XCTAssertFalse(wall.pressed(Key("x")))
    }

    func testReturnAndClicksOpen() {
        let opened = Log<UInt64>()
        let (wall, _, _) = shownWall([1, 2, 3])
        wall.onActivate { opened.entries.append($0) }
        wall.focus(id: 2)
        XCTAssertTrue(wall.pressed(Key("Return")))
        wall.clicked(3, control: false, shift: false)
        wall.clicked(1, control: true, shift: false)
        XCTAssertEqual(opened.entries, [2, 3])
        XCTAssertEqual(wall.selectedIDs, [1, 3])
        wall.clicked(2, control: false, shift: true)
        XCTAssertEqual(wall.selectedIDs, [1, 2])
    }

    func testADoubleClickIsOnOneCell() {
        let (wall, _, _) = shownWall([1, 2, 3])
        @MainActor func pressed(_ id: UInt64, at time: Int, x: Double = 0) -> UInt64? {
            wall.pressed(id, PointerPress(time: time, x: x, y: 0))
            return wall.focusedID
        }
        XCTAssertEqual(pressed(1, at: 0), 1)
        XCTAssertEqual(pressed(2, at: 200), 1, "The first press moved the cells.")
        XCTAssertEqual(pressed(2, at: 1000), 2)
        XCTAssertEqual(pressed(3, at: 1200, x: 90), 3, "It is elsewhere.")
    }

    func testVisibleRowsDoNotMove() {
        let (wall, scrolled, window) = shownWall(Array(100..<500))
        scrolled.scrollPosition = 2050
        waitForFrame(of: window, times: 2)
        let before = wall.rowsInView.first { $0.top >= 0 }
        wall.replace(Array(0..<8) + Array(100..<500))
        waitForFrame(of: window, times: 2)
        let after = wall.rowsInView.first { $0.id == before?.id }
        XCTAssertEqual(after?.top ?? -1, before?.top ?? -2, accuracy: 1)
        XCTAssertEqual(scrolled.scrollPosition, 2250)
    }

    func testLinesBeginAtTheRightWhereTheScriptDoes() {
        let (wall, _, window) = shownWall(Array(0..<20))
        wall.isMirrored = true
        wall.resize()
        waitForFrame(of: window, times: 2)
        let (first, second) = (wall.cells[0]?.box.position(in: wall), wall.cells[1]?.box.position(in: wall))
        XCTAssertGreaterThan(first?.x ?? 0, second?.x ?? 0)
        wall.focus(id: 0)
        XCTAssertTrue(wall.pressed(Key("Left")))
        XCTAssertEqual(wall.focusedID, 1)
    }

    /// GTK warns of widgets that are drawn without a place, which fails the test.
    func testTheCellOfARemovedRowHasAPlaceUntilItIsRecycled() {
        let (wall, _, window) = shownWall([1])
        let box = wall.cells[1]?.box
        // As on a page that is about to be hidden
        wall.letGoOfAdjustment()
        wall.replace([])
        box?.queueResize()
        waitForFrame(of: window, times: 2)
        XCTAssertTrue(wall.cells.isEmpty)
    }
}
