import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

/// As many panes as fit, and an edge that can be dragged.
final class FoldBoxTests: MainActorTestCase {
    func testAsManyPanesAreShownAsFitWithLettersOfAnySize() {
        for (width, scale, mode) in [
            (360, 1, FoldBox.Mode.folded), (700, 1, .twoPanes), (1100, 1, .threePanes), (700, 1.5, .folded),
            (1100, 1.5, .threePanes), (1100, 2, .twoPanes), (1250, 1.75, .threePanes),
        ] as [(Int, Double, FoldBox.Mode)] {
            let panes = [Label("sidebar"), Label("list"), Label("detail")]
            let fold = FoldBox(sidebar: panes[0], list: panes[1], detail: panes[2])
            fold.sizes = .usual(forTextScale: scale)
            let reported = Log<FoldBox.Mode>()
            fold.onFoldChanged { reported.entries.append($0) }
            let window = show(fold, width: width)
            if width == 360 { waitUntil("the handler") { reported.entries == [.folded] } }
            XCTAssertEqual(fold.mode, mode, "\(width) px, \(scale)")
            XCTAssertEqual(
                panes.map(\.isMapped), [mode == .threePanes, true, mode != .folded], "\(width) px, \(scale)")
            XCTAssertEqual(panes.map(\.isVisible), [true, true, true])
            fold.showsDetail = true
            waitForFrame(of: window)
            XCTAssertEqual([panes[1].isMapped, panes[2].isMapped], [mode != .folded, true], "\(width) px, \(scale)")
            close(window)
        }
    }

    func testAListAloneTakesTheRoomOfTheDetailButNotOfTheSidebar() {
        for (width, mapped) in [
            (360, [false, false, true]), (700, [false, true, false]), (1100, [true, true, false]),
        ] {
            let panes = [Label("sidebar"), Label("list"), Label("detail")]
            let fold = FoldBox(sidebar: panes[0], list: panes[1], detail: panes[2])
            fold.isListAlone = true
            // Where there is room for one only, it is what was opened.
            fold.showsDetail = true
            let window = show(fold, width: width)
            XCTAssertEqual(panes.map(\.isMapped), mapped, "at \(width)")
            if width > 360 { XCTAssertEqual(panes[0].isMapped ? 217 : 0, fold.width - panes[1].width) }
            fold.isListAlone = false
            waitForFrame(of: window)
            XCTAssertTrue(panes[2].isMapped)
            close(window)
        }
    }

    func testTheSidebarIsAtTheRightWhereScriptsBeginThere() {
        let panes = [Label("sidebar"), Label("list"), Label("detail")]
        let fold = FoldBox(sidebar: panes[0], list: panes[1], detail: panes[2])
        fold.isMirrored = true
        present(fold, width: 1100)
        let indices = panes.compactMap { $0.position(in: fold)?.x }
        XCTAssertEqual(indices, indices.sorted(by: >))
        XCTAssertEqual(indices.last, 0)
        XCTAssertEqual(indices.first.map { Int($0) + panes[0].width }, fold.width)
    }

    func testFoldBoxRequestsLittleWidth() {
        let wide = Label("wide")
        wide.setSize(width: 900, height: 900)
        let fold = FoldBox(sidebar: Label(), list: wide, detail: Label())
        present(fold, width: 360, height: 200)

        XCTAssertLessThanOrEqual(fold.width, 360)
        XCTAssertEqual(fold.mode, .folded)
        XCTAssertEqual(wide.width, 900)
    }

    func testTheListsEdgeIsTakenHoldOfWhereItIs() {
        let list = Label("list")
        let fold = FoldBox(sidebar: Label(), list: list, detail: Label())
        let reported = Log<Int>()
        fold.onListWidthChanged { reported.entries.append($0) }
        let window = present(fold, width: 1100)
        fold.widenList(by: 40)
        XCTAssertEqual(reported.entries, [], "nothing to take hold of")
        fold.sizes.listRange = 300...700
        waitForFrame(of: window)
        fold.widenList(by: 40)
        waitForFrame(of: window)
        XCTAssertEqual(list.width, 420)
        fold.widenList(by: -1000)
        waitForFrame(of: window)
        fold.widenList(by: 1000)
        waitForFrame(of: window)
        // The detail keeps what it needs: 1100 less the sidebar, two lines and 360.
        XCTAssertEqual(reported.entries, [420, 300, 522])
        XCTAssertEqual(list.width, 522)
    }
}
