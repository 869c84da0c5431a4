import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// The history in the window: its changes, one undone, and the list as it was.
final class HistoryPaneTests: WindowTestCase {
    private let people = (1...4).map { DukePerson(DUID: $0, fName: "Person\($0)", lName: "Tester", role: .Student) }

    func testShowingEarlierChangesMovesTheFocusToTheFirstOfThem() throws {
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        // Given more changes than are shown at first, with one of them open
        for number in 1...204 { try directory.store.save(people[1].with(\.team, "Team \(number)")) }
        let shown = try history(pane)
        XCTAssertTrue(until { changes(shown).count == 100 })
        changes(shown)[0].click()
        XCTAssertTrue(until { button("Undo This", in: shown) != nil })
        XCTAssertEqual(changes(shown).prefix(2).map(\.isAccessibleExpanded), [true, false])
        let scrolled = try XCTUnwrap(shown.every(ScrolledWindow.self).first)
        // When the earlier ones are shown by the keyboard, page by page
        let more = try XCTUnwrap(button("Show Earlier Changes", in: shown))
        for count in [100, 200] {
            XCTAssertTrue(more.grabFocus())
            waitForFrame(of: shown, times: 2)
            let position = scrolled.scrollPosition
            more.click()
            XCTAssertTrue(until { changes(shown).count > count && changes(shown)[count].hasFocus })
            // Then the focus is on the first of them, which is where the button was
            XCTAssertTrue(until { changes(shown).count == min(count + 100, 205) })
            waitForFrame(of: shown, times: 2)
            XCTAssertTrue(changes(shown)[count].hasFocus)
            XCTAssertGreaterThanOrEqual(scrolled.scrollPosition, position)
        }
        XCTAssertFalse(more.isVisible)
    }

    func testAnOpenChangeStaysWhereItIsWhenOthersComeOrItIsUndone() throws {
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        _ = try directory.store[.people].delete(keys: [3, 4])
        let shown = try history(pane)
        XCTAssertTrue(until { changes(shown).count == 2 })
        XCTAssertTrue(texts(shown).contains("Deleting 2 people") && texts(shown).contains("Today"))
        XCTAssertTrue(texts(shown).contains { $0.contains(" · 2 people · edited here") })
        XCTAssertNil(button("Undo This", in: shown))
        // When one is opened, then it shows what it changed
        let row = changes(shown)[0]
        row.click()
        XCTAssertTrue(until { button("Undo This", in: shown) != nil })
        waitForFrame(of: shown, times: 20)
        XCTAssertEqual(texts(shown).filter { $0 == "Removed" }.count, 2)
        let undo = try XCTUnwrap(button("Undo This", in: shown))
        XCTAssertTrue(undo.grabFocus())
        // When another change comes, then the rows are the same, and the focus is where it was
        try directory.store.save(people[1].with(\.team, "Owls"))
        XCTAssertTrue(until { changes(shown).count == 3 })
        waitForFrame(of: shown, times: 2)
        XCTAssertTrue(changes(shown)[1].isSame(as: row) && row.isAccessibleExpanded && undo.hasFocus)
        // When it is undone, then it is still open, and the focus is beside the button
        undo.click()
        XCTAssertTrue(until { !undo.isVisible && changes(shown).count == 4 })
        waitForFrame(of: shown, times: 2)
        XCTAssertTrue(changes(shown)[2].isSame(as: row) && row.isAccessibleExpanded)
        XCTAssertEqual(button("Show the List as It Was", in: shown)?.hasFocus, true)
        XCTAssertTrue(until { texts(shown).contains("Undoing “Deleting 2 people”") })
        XCTAssertTrue(until { texts(shown).contains("Deleting 2 people (undone)") })
        XCTAssertEqual(try directory.store[.people].count(), 4)
        shown.close()
        XCTAssertTrue(until { directory.open.sheet == nil })
    }

    func testGroupChangeIsDescribed() throws {
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        let store = directory.store
        try store[.people].makeGroup(RecordGroup("Band", of: .people, members: [1, 4]))
        try store[.people].makeGroup(RecordGroup("Fans", of: .people, search: "-gr=Band"))
        try store[.people].changeGroup("Band", as: "All at Once") { group in
            group.name = "Choir"
            group.memberKeys = [4, 2, 3]
            group.color = 9
        }
        let shown = try history(pane)
        XCTAssertTrue(until { texts(shown).contains("All at Once") })
        changes(shown).first?.click()
        XCTAssertTrue(until { button("Undo This", in: shown) != nil })
        XCTAssertEqual(texts(shown).filter { $0 == "Changed" }.count, 2)
        for message in [
            "Choir", "Name: “Band” → “Choir”", "Added: Person2 Tester, Person3 Tester", "Removed: Person1 Tester",
            "Color changed.", "Fans", "Search: “-gr=Band” → “-group=\"Choir\"”",
        ] {
            XCTAssertTrue(texts(shown).contains { $0.contains(message) }, message)
        }
    }

    func testAnEarlierVersionIsBroughtBack() throws {
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        for team in ["Owls", "Bears"] { try directory.store.save(people[1].with(\.team, team)) }
        XCTAssertTrue(directory.open.open(key: 2))
        XCTAssertTrue(until { directory.open.openKey == 2 })
        let shown = try history(pane, .versions)
        XCTAssertEqual(shown.title, "Earlier Versions of Person2 Tester")
        XCTAssertTrue(until { changes(shown).count == 3 })
        changes(shown)[0].click()
        XCTAssertTrue(until { button("Show the List as It Was", in: shown) != nil })
        XCTAssertNil(button("Restore This Version", in: shown), "It is the version of now.")
        changes(shown)[1].click()
        XCTAssertTrue(until { button("Restore This Version", in: shown) != nil })
        button("Restore This Version", in: shown)?.click()
        XCTAssertTrue(until { (try? directory.store.find(DukePerson.self, key: 2))??.team == "Owls" })
    }

    func testTheListIsShownAsItWas() throws {
        let (directory, pane) = try openWindow(folder, people, offersUndo: true)
        // The list is empty now, and would be the first page
        _ = try directory.store[.people].delete(keys: [1, 2, 3, 4])
        let shown = try history(pane)
        XCTAssertTrue(until { changes(shown).count == 2 })
        changes(shown)[1].click()
        XCTAssertTrue(until { button("Show the List as It Was", in: shown) != nil })
        button("Show the List as It Was", in: shown)?.click()
        XCTAssertTrue(until { directory.open.isPast && directory.open.list.entries.count == 4 })
        XCTAssertTrue(until { button("Return to Now", in: pane.window) != nil && pane.isIdle })
        XCTAssertTrue(directory.open.open(key: 3))
        XCTAssertTrue(until { directory.open.openKey == 3 })
        XCTAssertFalse(directory.isWelcoming)
        let refused: [ActionID] = [.favorite, .learn, .loadFromDisk, .newGroup, .duplicates, .edit, .delete, .add]
        for action in refused { XCTAssertFalse(directory.perform(action), action.rawValue) }
        XCTAssertEqual(directory.recentLinks.count, 0)
        button("Return to Now", in: pane.window)?.click()
        XCTAssertTrue(until { !directory.open.isPast && pane.isIdle })
        XCTAssertEqual(directory.open.list.entries.count, 0)
    }
}

@MainActor
private func history(_ pane: DirectoryPane, _ action: ActionID = .history) throws -> Window {
    waitForFrame(of: pane.window, times: 2)
    XCTAssertTrue(pane.window.activate(action))
    let shown = pane.pane(of: .people)
    XCTAssertTrue(until { shown.opened != nil })
    return try XCTUnwrap(shown.opened?.window)
}

@MainActor
private func changes(_ shown: Window) -> [Button] { shown.every(Button.self).filter { $0.hasClass("change") } }
