import TestingSupport
import XCTest

@testable import GtkKit

final class DropDownTests: MainActorTestCase {
    private static let states = [
        ("--", "--"), ("Alabama", "AL"), ("Arizona", "AZ"), ("Iowa", "IA"), ("Maine", "ME"), ("Michigan", "MI"),
        ("Mississippi", "MS"), ("Missouri", "MO"), ("Montana", "MT"), ("North Carolina", "NC"), ("Ohio", "OH"),
        ("Texas", "TX"),
    ].map { (label: $0.0, shortLabel: $0.1) }

    /// The words shown in the open list.
    private static func shown(_ list: DropDown) -> [String] {
        list.children[1].every(Label.self).filter { $0.isMapped && $0.hasClass("placeholder") == false }.map(\.text)
            .filter { word in states.contains { $0.label == word } }
    }

    private static func onButton(_ list: DropDown) -> String? {
        list.children[0].every(Label.self).first { $0.isMapped }?.text
    }

    /// An open list of states in a window, and its search entry.
    private func opened(chosen: Int) throws -> (DropDown, SearchEntry) {
        let list = DropDown(Self.states)
        list.accessibleName = "State"
        list.selected = chosen
        present(list)
        list.popup()
        waitUntil("the list") { list.children[1].isMapped && Self.shown(list).count == Self.states.count }
        return (list, try XCTUnwrap(list.children[1].every(SearchEntry.self).first))
    }

    func testTypingFiltersAndReturnChoosesFirst() throws {
        let (list, search) = try opened(chosen: 2)
        let reported = Log<Int>()
        list.onSelected { reported.entries.append($0) }
        waitUntil("the keyboard in the search entry") { search.hasFocus }
        for (typed, found) in [
            ("MIS", ["Mississippi", "Missouri"]), ("carol", ["North Carolina"]),
            ("miss", ["Mississippi", "Missouri"]),
            ("misso", ["Missouri"]),
        ] {
            search.text = typed
            waitUntil("\(found)") { Self.shown(list) == found }
        }
        // Opening does not select.
        XCTAssertEqual(reported.entries, [])
        XCTAssertEqual(list.selected, 2)
        search.pressReturn()
        XCTAssertEqual(list.selected, 7)
        XCTAssertEqual(reported.entries, [7])
        XCTAssertEqual(Self.onButton(list), "MO")
        waitUntil("the list closed") { !list.children[1].isMapped }
    }

    func testOnlyALongListIsSearchedAndAClosedOneReturnsTheFocusToItsButton() {
        Desktop.setAnimations(enabled: true)
        for (choices, isSearched) in [(["One", "Two"], false), ((0..<12).map(String.init), true)] {
            let list = DropDown(choices)
            let window = show(Box { [Button(label: "Before"), list, Button(label: "After")] })
            let popover = list.children[1]
            list.grabFocus()
            list.popup()
            waitUntil("the list") { popover.isMapped && popover.hasFocus }
            XCTAssertEqual(popover.every(SearchEntry.self).contains { $0.isMapped }, isSearched)
            XCTAssertEqual(Self.onButton(list), choices[0])
            // As Escape does
            list.popup()
            waitUntil("the focus on the button") { !popover.isMapped && list.children[0].hasFocus }
            waitForFrame(of: window)
            close(window)
        }
    }

    func testReturnRightAfterTheLastLetterTakesWhatFitsIt() throws {
        let (list, search) = try opened(chosen: 2)
        search.text = "misso"
        search.pressReturn()
        XCTAssertEqual(list.selectedWord, "Missouri")
    }

    func testASearchThatEndsWithoutAChoiceLeavesWhatWasChosen() throws {
        let (list, search) = try opened(chosen: 2)
        search.text = "zzz"
        waitUntil("nothing") { Self.shown(list).isEmpty }
        search.pressReturn()
        XCTAssertEqual(list.selected, 2)
        list.popup()
        waitUntil("the list closed") { !list.children[1].isMapped }
        XCTAssertEqual([list.selected, Self.onButton(list).map { $0 == "AZ" ? 1 : 0 }], [2, 1])
    }

    func testTheButtonShowsTheShortLabelAndAssistiveProgramsHearTheWholeWord() throws {
        let (list, _) = try opened(chosen: 0)
        XCTAssertEqual(Self.onButton(list), "--")
        XCTAssertEqual(Self.shown(list), Self.states.map(\.label))
        list.selected = 7
        XCTAssertEqual(Self.onButton(list), "MO")
        XCTAssertEqual(list.selectedWord, "Missouri")
        for widget in [list, list.children[0]] { XCTAssertTrue(widget.isDescribed(as: "Missouri")) }
        list.setAccessibleNote("State is far.")
        XCTAssertTrue(list.isDescribed(as: "Missouri. State is far."))
        list.selected = 6
        XCTAssertTrue(list.children[0].isDescribed(as: "Mississippi. State is far."))
        list.setAccessibleNote("")
        XCTAssertTrue(list.isDescribed(as: "Mississippi"))
    }

    /// A list that moved between the press and the release of a click would choose another word.
    func testTheViewStandsStillUnderAnOpenList() throws {
        let list = DropDown(["Professor", "TA", "Student", "Other", "Not Set"])
        let filler = { Label(String(repeating: "…\n", count: 12)) }
        let view = ScrolledWindow(child: Box(.vertical, [filler(), list, filler()]))
        let window = present(view, width: 300, height: 260)
        waitUntil("the list in view") {
            view.scroll(toSee: list.position(in: view.child ?? view)?.y ?? 0, height: Double(list.height))
            return (list.position(in: view)?.y ?? 1000) + Double(list.height) <= 261
        }
        let before = try XCTUnwrap(list.position(in: view)?.y)
        list.popup()
        waitUntil("the list") { list.children[1].isMapped }
        @MainActor func all(in widget: Widget) -> [Widget] { [widget] + widget.children.flatMap(all) }
        let rows = all(in: list.children[1]).filter { $0.isMapped && $0.grabFocus() }
        XCTAssertGreaterThanOrEqual(rows.count, 5)
        for row in rows.reversed() {
            row.grabFocus()
            waitForFrame(of: window, times: 3)
            XCTAssertEqual(list.position(in: view)?.y, before)
        }
    }
}
