import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

final class NavigationTests: GtkTestCase {
    private static let places: [NavigationList.Item] = [
        .init("system-users-symbolic", "People", 150), .init("x-office-address-book-symbolic", "Contacts", 12),
        .init("mark-location-symbolic", "Tours", 0),
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
            places.append(.init("edit-find-symbolic", "Courses", 4))
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
            list.update([.init("starred-symbolic", "People", 150), .init("starred-symbolic", "Ana Li", nil)])
            let window = show(list)
            waitForFrame(of: window)
            let (counted, plain) = (list.children[0].every(Label.self), list.children[1].every(Label.self))
            let end = { (label: Label) in try XCTUnwrap(label.place(in: list)?.x) + Double(label.width) }
            XCTAssertEqual(try end(plain[0]), try end(counted[1]), accuracy: 1)
            // And gives it back
            list.update([.init("starred-symbolic", "People", 150), .init("starred-symbolic", "Contacts", 12)])
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
            ListBox(root: list).selectedIndex = 1
            XCTAssertEqual(marked(), 1)
            entry.grabFocus()
            XCTAssertEqual(marked(), 2)
            XCTAssertEqual(told.entries, [2])
            list.selected = nil
            XCTAssertNil(marked())
            close(window)
        }
    }

    func testTheFocusIsOnARow() {
        MainActor.assumeIsolated {
            let list = NavigationList()
            list.update(Self.places)
            let window = show(list)
            list.focus(1)
            XCTAssertEqual(list.focused, 1)
            list.focus(5)
            XCTAssertEqual(list.focused, 1)
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
}
