import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWidgets

final class ResultListTests: MainActorTestCase {
    private static func section(_ title: String, _ rows: [String]) -> ResultList.Section {
        .init(title: title, rows: rows.map { "\($0) of \(title)" })
    }

    private static let found = [
        section("People", ["Ana", "Bo"]), section("Nothing", []), section("Commands", ["Add"]),
    ]

    private static func message(_ list: ResultList) -> [String] {
        list.every(Label.self).filter(\.isMapped).map(\.text)
    }

    func testSectionsHaveHeadings() {
        let list = ResultList()
        list.update(Self.found)
        let window = present(list)
        XCTAssertEqual(
            Self.message(list).sorted(), ["Add of Commands", "Ana of People", "Bo of People", "Commands", "People"])
        list.update([Self.section("", ["Zoe"])])
        waitForFrame(of: window)
        XCTAssertEqual(Self.message(list), ["Zoe of "])
        list.update([])
        XCTAssertNil(list.selected)
        XCTAssertFalse(list.activateSelected())
    }

    func testReturnWaitsForResultsThatAreOnTheirWay() {
        let (list, entry, opened) = (ResultList(), SearchEntry(), Log<ResultList.Position>())
        list.onActivated { opened.entries.append($0) }
        list.drive(from: entry)
        present(Box(.vertical, [entry, list]))
        list.update([Self.section("Old", ["Ana"])])
        list.awaitsUpdate = true
        XCTAssertTrue(entry.press(Key("Return")))
        XCTAssertEqual(opened.entries, [])
        list.update(Self.found)
        list.awaitsUpdate = false
        XCTAssertEqual(opened.entries, [ResultList.Position(section: 0, row: 0)])
        // Another key takes it back.
        list.awaitsUpdate = true
        entry.press(Key("Return"))
        entry.press(Key("Down"))
        list.awaitsUpdate = false
        XCTAssertEqual(opened.entries.count, 1)
    }

    func testTheSelectionGoesOverSectionsAndStopsAtTheEnds() {
        let list = ResultList()
        let opened = Log<ResultList.Position>()
        list.onActivated { opened.entries.append($0) }
        list.moveSelection(by: 1)
        XCTAssertNil(list.selected)
        list.update(Self.found)
        present(list)
        for (step, section, row) in [(0, 0, 0), (-1, 0, 0), (1, 0, 1), (1, 2, 0), (5, 2, 0), (-2, 0, 0), (2, 2, 0)] {
            list.moveSelection(by: step)
            XCTAssertEqual(list.selected, .init(section: section, row: row))
        }
        // Repeat Password changes nothing
        list.update(Self.found)
        XCTAssertEqual(list.selected, .init(section: 2, row: 0))
        XCTAssertTrue(list.activateSelected())
        XCTAssertEqual(opened.entries, [.init(section: 2, row: 0)])
    }

    func testEntryControlsListAndHoldsFocus() {
        let entry = SearchEntry()
        let opened = Log<ResultList.Position>()
        do {
            let list = ResultList()
            list.vexpand = true
            list.onActivated { opened.entries.append($0) }
            list.drive(from: entry)
            present(Box(.vertical, [entry, list]))
            list.update(Self.found)
        }
        XCTAssertTrue(entry.grabFocus())
        XCTAssertTrue(entry.isDescribed(as: "Ana of People"))
        for (key, message) in [
            ("Down", "Bo of People"), ("Page_Down", "Add of Commands"), ("Up", "Bo of People"),
            ("Page_Up", "Ana of People"), ("Down", "Bo of People"),
        ] {
            XCTAssertTrue(entry.press(Key(key)), key)
            XCTAssertTrue(entry.isDescribed(as: message), key)
        }
        XCTAssertTrue(entry.press(Key("Return")))
        XCTAssertEqual(opened.entries, [.init(section: 0, row: 1)])
        XCTAssertFalse(entry.press(Key("a")))
        XCTAssertTrue(entry.hasFocus)
    }

    func testTheSelectedRowIsSeenWithItsHeading() {
        let list = ResultList()
        list.update((0..<10).map { Self.section("Section \($0)", ["a", "b", "c"]) })
        present(list, height: 200)
        let scrolled = ScrolledWindow(root: list)
        XCTAssertEqual(scrolled.scrollPosition, 0)
        list.moveSelection(by: 29)
        XCTAssertGreaterThan(scrolled.scrollPosition, 500)
        list.moveSelection(by: -29)
        XCTAssertEqual(scrolled.scrollPosition, 0)
    }
}
