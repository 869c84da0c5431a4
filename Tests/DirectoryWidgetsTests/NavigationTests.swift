import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

final class NavigationTests: MainActorTestCase {
    private static let indices: [NavigationList<Int>.Item] = [
        .init(0, icon: "system-users-symbolic", "People", count: 150),
        .init(1, icon: "x-office-address-book-symbolic", "Contacts", count: 12),
        .init(2, icon: "mark-location-symbolic", "Tours"),
    ]

    private static func rows(_ list: Widget) -> [Widget] { list.children }

    private static func message(_ list: Widget) -> [[String]] { list.children.map { $0.every(Label.self).map(\.text) } }

    func testRowsAreReusedWhenCountsChange() {
        let list = NavigationList<Int>()
        list.update(Self.indices)
        present(list)
        let before = Self.rows(list)
        XCTAssertEqual(Self.message(list), [["People", "150"], ["Contacts", "12"], ["Tours", ""]])
        XCTAssertTrue(before[1].isNamed("Contacts, 12"))
        var indices = Self.indices
        indices[1].count = 13
        indices.append(.init(3, icon: "edit-find-symbolic", "Courses", count: 4))
        list.update(indices)
        let after = Self.rows(list)
        XCTAssertTrue(zip(before, after).allSatisfy { $0.isSame(as: $1) })
        XCTAssertEqual(Self.message(list).map(\.last), ["150", "13", "", "4"])
        XCTAssertTrue(after[1].isNamed("Contacts, 13"))
        list.update(Array(Self.indices.dropFirst()))
        XCTAssertEqual(Self.message(list), [["Contacts", "12"], ["Tours", ""]])
    }

    func testATitleHasTheRoomOfACountThatIsNotThere() throws {
        let list = NavigationList<Int>()
        list.update([.init(0, "People", count: 150), .init(1, "Ana Li")])
        let window = present(list)
        waitForFrame(of: window)
        let (counted, plain) = (list.children[0].every(Label.self), list.children[1].every(Label.self))
        let end = { (label: Label) in try XCTUnwrap(label.position(in: list)?.x) + Double(label.width) }
        XCTAssertEqual(try end(plain[0]), try end(counted[1]), accuracy: 1)
        // And gives it back
        list.update([.init(0, "People", count: 150), .init(1, "Contacts", count: 12)])
        XCTAssertTrue(plain[1].isVisible)
    }

    func testOpenItemIsMarkedUntilProgramChangesIt() {
        let list = NavigationList<Int>()
        let reported = Log<Int>()
        list.onActivated { reported.entries.append($0) }
        list.update(Self.indices)
        list.selected = 0
        let entry = Entry()
        present(Box(.vertical, [list, entry]))
        let marked = { ListBox(root: list).selectedIndex }
        XCTAssertEqual(marked(), 0)
        ListBoxRow(root: Self.rows(list)[2]).userActivates()
        // As assistive programs do
        XCTAssertTrue(Self.rows(list)[1].activateAction("row.open"))
        XCTAssertEqual(reported.entries, [2, 1])
        XCTAssertEqual(marked(), 0)
        list.selected = 2
        XCTAssertEqual(marked(), 2)
        // The arrow keys go on, and nothing was opened
        XCTAssertTrue(list.grabFocus())
        ListBox(root: list).selectedIndex = 1
        XCTAssertEqual(marked(), 1)
        entry.grabFocus()
        XCTAssertEqual(marked(), 2)
        XCTAssertEqual(reported.entries, [2, 1])
        list.selected = nil
        XCTAssertNil(marked())
    }

    func testTheFocusIsOnARow() {
        let list = NavigationList<Int>()
        list.update(Self.indices)
        present(list)
        list.focus(1)
        XCTAssertEqual(list.focused, 1)
        list.focus(5)
        XCTAssertEqual(list.focused, 1)
        // And follows it
        list.update([Self.indices[1], Self.indices[0], Self.indices[2]])
        XCTAssertEqual(list.focused, 1)
        XCTAssertTrue(Self.rows(list)[0].hasFocus)
    }
}
