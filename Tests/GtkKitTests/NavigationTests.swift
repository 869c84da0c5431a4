import TestingSupport
import XCTest

@testable import GtkKit

final class NavigationTests: GtkTestCase {
    private static let places: [NavigationList.Item] = [
        ("system-users-symbolic", "People", 150), ("x-office-address-book-symbolic", "Contacts", 12),
        ("mark-location-symbolic", "Tours", 0),
    ]

    @MainActor
    private static func rows(_ list: Widget) -> [Widget] { list.children }

    @MainActor
    private static func words(_ list: Widget) -> [[String]] { list.children.map { $0.every(Label.self).map(\.text) } }

    func testRowsAreKeptWhereCountsChange() {
        MainActor.assumeIsolated {
            let list = NavigationList()
            list.update(Self.places)
            let window = show(list)
            let before = Self.rows(list)
            XCTAssertEqual(Self.words(list), [["People", "150"], ["Contacts", "12"], ["Tours", "0"]])
            XCTAssertTrue(before[1].isNamed("Contacts, 12"))
            var places = Self.places
            places[1].count = 13
            places.append(("edit-find-symbolic", "Courses", 4))
            list.update(places)
            let after = Self.rows(list)
            XCTAssertTrue(zip(before, after).allSatisfy { $0.isSame(as: $1) })
            XCTAssertEqual(Self.words(list).map(\.last), ["150", "13", "0", "4"])
            XCTAssertTrue(after[1].isNamed("Contacts, 13"))
            list.update(Array(Self.places.dropFirst()))
            XCTAssertEqual(Self.words(list), [["Contacts", "12"], ["Tours", "0"]])
            close(window)
        }
    }

    func testATitleHasTheRoomOfACountThatIsNotThere() throws {
        try MainActor.assumeIsolated {
            let list = NavigationList()
            list.update([("starred-symbolic", "People", 150), ("starred-symbolic", "Ana Li", nil)])
            let window = show(list)
            waitForFrame(of: window)
            let (counted, plain) = (list.children[0].every(Label.self), list.children[1].every(Label.self))
            let end = { (label: Label) in try XCTUnwrap(label.place(in: list)?.x) + Double(label.width) }
            XCTAssertEqual(try end(plain[0]), try end(counted[1]), accuracy: 1)
            // And gives it back
            list.update([("starred-symbolic", "People", 150), ("starred-symbolic", "Contacts", 12)])
            XCTAssertTrue(plain[1].isVisible)
            close(window)
        }
    }

    func testTheOpenPlaceStaysMarkedUntilTheProgramSaysOtherwise() {
        MainActor.assumeIsolated {
            let list = NavigationList()
            let told = Log<Int>()
            list.onActivated { told.entries.append($0) }
            list.update(Self.places)
            list.selected = 0
            let entry = Entry()
            let window = show(Box(.vertical, [list, entry]))
            let marked = { ListBox(root: list).selectedIndex }
            XCTAssertEqual(marked(), 0)
            ListBoxRow(root: Self.rows(list)[2]).userActivates()
            XCTAssertEqual(told.entries, [2])
            XCTAssertEqual(marked(), 0)
            list.selected = 2
            XCTAssertEqual(marked(), 2)
            // The arrow keys go on, and nothing was opened
            XCTAssertTrue(list.grabFocus())
            ListBox.select(1, in: list.pointer)
            XCTAssertEqual(marked(), 1)
            entry.grabFocus()
            XCTAssertEqual(marked(), 2)
            XCTAssertEqual(told.entries, [2])
            list.selected = nil
            XCTAssertNil(marked())
            close(window)
        }
    }

    func testAssistiveProgramsCanOpenARow() {
        MainActor.assumeIsolated {
            let list = NavigationList()
            let told = Log<Int>()
            list.onActivated { told.entries.append($0) }
            list.update(Self.places)
            XCTAssertTrue(Self.rows(list)[1].activateAction("row.open"))
            XCTAssertEqual(told.entries, [1])
        }
    }

    func testAMenuIsChangedOnlyWhereItDiffers() {
        MainActor.assumeIsolated {
            func parts(_ recent: String) -> [Menu.Part] {
                [
                    .section(
                        nil, [.item("Add", action: "win.add"), .submenu("More", [.item("Help", action: "win.help")])]),
                    .section("Recent", [.item(recent, action: "win.recent")]),
                ]
            }
            let menu = Menu(parts("Ana"))
            let before = menu.sections
            XCTAssertEqual(before.map { $0.labels }, [["Add", "More"], ["Ana"]])
            menu.update(parts("Bo"))
            XCTAssertEqual(menu.sections.map { $0.labels }, [["Add", "More"], ["Bo"]])
            XCTAssertTrue(zip(menu.sections, before).allSatisfy { $0.isSame(as: $1) })
            // Other sections are others, and those that are gone hold nothing.
            menu.update([.section(nil, [.item("Add", action: "win.add")])])
            XCTAssertEqual(menu.sections.map { $0.labels }, [["Add"]])
            XCTAssertEqual(before.map { $0.labels }, [[], []])
        }
    }

    func testAMenuButtonHasATitleThatGivesWay() {
        MainActor.assumeIsolated {
            let button = MenuButton(title: "Contacts", menu: [.item("People", action: "win.people")])
            let bar = HeaderBar()
            bar.titleWidget = button
            let window = show(bar, width: 300)
            XCTAssertEqual(button.every(Label.self).filter(\.isMapped).map(\.text), ["Contacts"])
            button.title = "A title that is much too long for a window as narrow as this one"
            waitForFrame(of: window)
            XCTAssertLessThanOrEqual(bar.width, 360)
            XCTAssertEqual(button.title, "A title that is much too long for a window as narrow as this one")
            XCTAssertTrue(button.isNamed(button.title))
            close(window)
        }
    }
}
