import Boats
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import DirectoryWidgets
import Foundation
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The sidebar: rows that stay where they are, the heading of the groups, and their menu.
final class SidebarTests: WindowTestCase {
    private static let people = [
        DukePerson(DUID: 1, netid: "n1", fName: "Ana", lName: "Li"),
        DukePerson(DUID: 2, netid: "n2", fName: "Bo", lName: "Li"),
    ]

    /// A window with the group *Band*, once its member is counted.
    private static func opened(_ folder: URL) throws -> (DirectoryScreen, DirectoryPane) {
        let directory = try directory(folder, people)
        try directory.store[.people].makeGroup(RecordGroup("Band", of: .people, members: [1]))
        let pane = try show(directory, width: 1000)
        directory.firstFrameDrawn()
        XCTAssertTrue(until { pane.isIdle && directory.groups(of: DukePerson.collection).last?.count == 1 })
        waitForFrame(of: pane.window, times: 2)
        return (directory, pane)
    }

    private static func list(_ name: String, _ pane: DirectoryPane) throws -> ListBox {
        try XCTUnwrap(pane.window.every(ListBox.self).first { $0.isNamed(name) }, name)
    }

    private static func indices(_ list: ListBox, _ pane: DirectoryPane) -> [Double?] {
        list.children.map { $0.position(in: pane.window)?.y }
    }

    func testRowsStayWhereTheyAre() throws {
        let (directory, pane) = try Self.opened(folder)
        directory.linkChosen(RecordReference(collection: "people", key: 1))
        directory.linkChosen(RecordReference(collection: "people", key: 2))
        waitForFrame(of: pane.window, times: 2)
        let (collections, recent) = (try Self.list("Collections", pane), try Self.list("Recent", pane))
        let before = [Self.indices(collections, pane), Self.indices(recent, pane)]
        XCTAssertEqual(before.map(\.count), [6, 2])
        // When others are opened, which have fewer groups or none
        for definition in Collections.all {
            directory.collectionChosen(definition.collection.name)
            XCTAssertTrue(until { pane.isIdle })
            waitForFrame(of: pane.window, times: 2)
            XCTAssertEqual(
                [Self.indices(collections, pane), Self.indices(recent, pane)], before, definition.collection.name)
        }
        // And a recent record again
        let links = directory.recentLinks
        directory.linkChosen(RecordReference(collection: "people", key: 1))
        waitForFrame(of: pane.window, times: 2)
        XCTAssertEqual(directory.recentLinks, links)
        XCTAssertEqual([Self.indices(collections, pane), Self.indices(recent, pane)], before)
    }

    func testHeadingReportsWhetherGroupsAreShownAndTheMenuKeyOpensTheirMenu() throws {
        let (directory, pane) = try Self.opened(folder)
        let heading = try XCTUnwrap(pane.window.every(Button.self).first { $0.isNamed("Groups") })
        let groups = try Self.list("Groups", pane)
        XCTAssertTrue(heading.isAccessibleExpanded && groups.isMapped)
        heading.click()
        waitForFrame(of: pane.window)
        XCTAssertFalse(heading.isAccessibleExpanded || groups.isMapped)
        heading.click()
        waitForFrame(of: pane.window)
        XCTAssertTrue(heading.isAccessibleExpanded && groups.isMapped)
        let band = try XCTUnwrap(groups.children.first { $0.isMapped && $0.isNamed("Band, 1") })
        XCTAssertTrue(band.press(Key("Menu")))
        XCTAssertTrue(until { band.openContextMenu != nil })
        band.openContextMenu?.close()
        XCTAssertTrue(until { band.openContextMenu == nil })
        directory.collectionChosen("todos")
        waitForFrame(of: pane.window)
        XCTAssertFalse(heading.isMapped, "To-dos have no groups.")
    }

    func testACollectionThatTheProgramDoesNotHaveIsShownAndFilled() throws {
        let directory = try DirectoryScreen(
            store: try Store(sandbox: folder, collections: [Boat.definition]), emojis: HobbyEmojis(table: ""),
            passwords: Passwords(passwordStore: PasswordFile(sandbox: folder), environment: nil),
            overriding: (nil, "ana"))
        directory.appeared()
        let (boats, pane) = (directory.screen(of: Boat.definition), try show(directory, width: 1000))
        XCTAssertTrue(directory.perform(.add))
        for (key, text) in [("number", "7"), ("name", "Möwe"), ("skipper", "ana"), ("harbor", "Kiel")] {
            boats.editing.form?.typed(text, in: key)
        }
        XCTAssertTrue(directory.perform(.save))
        let list = pane.pane(of: Boat.definition).list
        XCTAssertTrue(until { list.shownCount == 1 && directory.sidebar.map(\.count) == [1] })
    }

    func testTheListIsBusyUntilAllRowsAreRead() throws {
        let people = (1...10_001).map { DukePerson(DUID: $0, netid: "n\($0)", lName: "Li") }
        let screen = try screen(folder, people)
        let window = Window()
        let list = ListPane(screen: screen, window: window)
        XCTAssertEqual(list.list?.isAccessibleBusy, true)
        window.child = list.widget
        window.present()
        XCTAssertTrue(until { screen.isIdle && list.shownCount == 10_001 })
        waitForFrame(of: window, times: 2)
        XCTAssertEqual(list.list?.isAccessibleBusy, false)
    }
}
