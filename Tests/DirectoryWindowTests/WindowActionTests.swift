import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import Resources
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The table of actions is whole: keys GTK knows, each for one action, and an action behind every line.
final class WindowActionTests: WindowTestCase {
    func testEveryKeyIsKnownAndDoesOneThingOfTheWindow() throws {
        // The sidebar's groups have their own keys.
        let keys = WindowAction.all.filter { !$0.locations.contains(.group) }.flatMap(\.keys)
        XCTAssertEqual(keys.filter { KeyName.label(of: $0) == nil }, [])
        XCTAssertEqual(Set(keys).count, keys.count)
        XCTAssertEqual(Set(WindowAction.all.map(\.name)).count, WindowAction.all.count)
        XCTAssertEqual(Set(WindowAction.all.map(\.id)), Set(ActionID.allCases))
        XCTAssertEqual(WindowAction.named("win.search")?.keyLabel, "Ctrl+F")
        XCTAssertEqual(WindowAction.tip(.edit), "Edit (F2)")
        // And every line is an action of the window
        let (_, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
        let names = WindowAction.all.map(\.name).filter { $0.hasPrefix("win.") && !$0.contains("::") }
        XCTAssertGreaterThan(names.count, 20)
        XCTAssertEqual(names.filter { !pane.window.actions.contains(String($0.dropFirst(4))) }, [])
    }

    func testTheShortcutsWindowHasEveryKey() throws {
        let directory = try directory(folder, [])
        var keys: [String: Set<String>] = [:]
        for type in Collections.all {
            directory.collectionChosen(type.collection.name)
            keys[type.collection.name] = Set(WindowAction.withKeys(in: directory.open).flatMap(\.keys))
        }
        XCTAssertEqual(keys.values.reduce([]) { $0.union($1) }, Set(WindowAction.all.flatMap(\.keys)))
        for key in ["<Control>l", "<Control>g", "<Control>plus"] {
            XCTAssertEqual(keys.filter { $0.value.contains(key) }.keys.sorted(), ["people"], key)
        }
    }

    func testTheShortcutsWindowIsNoWiderThanTheOneBelow() throws {
        let screen = try directory(folder, [DukePerson(DUID: 1, lName: "Bell")]).open
        let parent = show(Label("Below"), width: 360, height: 640)
        let window = shortcutsWindow(for: screen, over: parent)
        XCTAssertTrue(until { window.width > 0 })
        XCTAssertLessThanOrEqual(window.width, 360)
        XCTAssertLessThanOrEqual(window.height, 640)
        // When something is searched, then only what has it is shown
        let texts = { DirectoryWindowTests.texts(window) }
        for action in WindowAction.withKeys(in: screen) {
            XCTAssertTrue(texts().contains(action.label), action.label)
        }
        let search = try XCTUnwrap(window.every(SearchEntry.self).first)
        XCTAssertTrue(search.hasFocus)
        search.text = "prin"
        XCTAssertTrue(until { texts().contains { $0.hasPrefix("Print") } && !texts().contains("Undo") })
        search.text = ""
    }

    func testEveryMenuFitsASmallScreen() throws {
        let directory = try directory(folder, [DukePerson(DUID: 1, fName: "Ana", lName: "Bell")])
        directory.linkChosen(RecordReference(collection: "people", key: 1))
        XCTAssertEqual(directory.recentLinks.map(\.reference.word), ["people/1"])
        XCTAssertEqual(RecordReference("people/1"), RecordReference(collection: "people", key: 1))
        XCTAssertNil(RecordReference("people"))
        for definition in Collections.all {
            let name = definition.collection.name
            directory.collectionChosen(name)
            for menu in [
                DirectoryActions.menu(of: directory.open, isNarrow: true),
                DirectoryActions.arrangements(of: directory.open),
                DirectoryActions.collectionItems(of: directory),
            ] {
                XCTAssertLessThanOrEqual(height(of: menu), 560, name)
            }
            // The main menu has at most nine items, and none with a button
            for isNarrow in [false, true] {
                let names = DirectoryActions.menu(of: directory.open, isNarrow: isNarrow).flatMap(\.names)
                XCTAssertLessThanOrEqual(names.count, 9, "\(name) \(names)")
                let buttons = [ActionID.add, .download, .search, .favorite, .edit] + (isNarrow ? [] : [.refresh])
                XCTAssertEqual(names.filter(buttons.map { $0.name() }.contains), [], name)
                let locations = (isNarrow ? DirectoryActions.collectionItems(of: directory) : []).flatMap(\.names)
                XCTAssertTrue((names + locations).contains(ActionID.myRecord.name()), name)
            }
        }
    }

    func testTheMenusFollowTheOpenGroupAndTheSelection() throws {
        let (_, pane) = try open(folder, (1...3).map { DukePerson(DUID: $0, lName: "Bell\($0)") })
        let directory = pane.screen
        let band = try directory.store[.people].makeGroup(RecordGroup("Band", of: .people, members: [1]))
        XCTAssertTrue(until { directory.groups(of: DukePerson.collection).contains { $0.key == band.key } })
        directory.groupChosen(band.key)
        XCTAssertTrue(until { directory.open.isIdle && pane.isIdle })
        XCTAssertLessThanOrEqual(height(of: DirectoryActions.menu(of: directory.open, isNarrow: true)), 560)
        let drawn = { pane.window.every(MenuButton.self).flatMap(\.menuLabels) }
        XCTAssertTrue(until { drawn().contains("Delete Group") })
        directory.open.selectAllTapped()
        XCTAssertTrue(until { drawn().contains("New Group from 1 Person…") })
        directory.collectionChosen("people")
        XCTAssertTrue(until { drawn().contains("New Group…") && !drawn().contains("Delete Group") })
    }

    func testTheGroupsOfEachListHaveAHeading() throws {
        let directory = try directory(folder, [DukePerson(DUID: 1, lName: "Bell")])
        try directory.store[.people].makeGroup(RecordGroup("Band", of: .people))
        try directory.store[.contacts].makeGroup(RecordGroup("Choir", of: .contacts))
        XCTAssertTrue(until { directory.groups(of: Contact.collection).count == 1 })
        let groups: [String?] = DirectoryActions.collectionItems(of: directory).submenu("Groups").map {
            if case .section(let title, _) = $0 { title } else { nil }
        }
        XCTAssertEqual(groups, ["People", "Contacts", nil])
    }

    func testEveryFavoriteIsInAMenuUnderItsWholeName() throws {
        let directory = try directory(folder, (1...50).map { DukePerson(DUID: $0, fName: "A_b", lName: "L\($0)") })
        for key in 1...50 {
            directory.linkChosen(RecordReference(collection: "people", key: key))
            directory.favoriteTapped()
        }
        let locations = DirectoryActions.collectionItems(of: directory)
        let labels = locations.submenu("Favorites").compactMap { part -> String? in
            if case .item(let label, _, _) = part { label } else { nil }
        }
        XCTAssertEqual(labels.count, 50)
        XCTAssertEqual(labels.first, "A__b L50")
        XCTAssertLessThanOrEqual(height(of: locations), 560)
    }

    func testTheHelpHasAPageForEveryCollectionAndNamesRealActions() throws {
        let pages = HelpText(Resources.help).pages
        XCTAssertTrue(Set(Collections.all.map { $0.collection.title }).isSubset(of: pages.map(\.title)))
        XCTAssertEqual(pages.filter(\.parts.isEmpty).map(\.title), [])
        XCTAssertFalse("\(pages)".contains("{"))
        XCTAssertTrue("\(pages)".contains("or press Ctrl+F."))
    }

    func testLinesOfAParagraphGoOnAndEmptyLinesEndThem() throws {
        let pages = HelpText("# One\n\nfirst\nline\n\nsecond\n\n- a\nb\n- c\n\n## Under\n\nlast {win.nothing}")
            .pages
        XCTAssertEqual(pages.map(\.title), ["One"])
        let parts = pages.first?.parts
        XCTAssertEqual(
            parts?.map(\.text), ["first line", "second", "a b", "c", "Under", "last {win.nothing}"])
        XCTAssertEqual(
            parts?.map(\.kind), [.paragraph, .paragraph, .point, .point, .heading, .paragraph])
    }

    func testTheListsWidthIsHandedOutAndTakenBack() throws {
        let (_, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
        var reported: [Int] = []
        pane.onListWidthChanged { reported.append($0) }
        pane.listWidth = 5000
        XCTAssertEqual(pane.listWidth, 700)
        pane.listWidth = 320
        XCTAssertEqual(reported, [])
        pane.window.afterNextFrame { pane.window.activate(.widenList) }
        XCTAssertTrue(until { reported == [360] })
        XCTAssertEqual(pane.listWidth, 360)
    }
}

extension [Menu.Part] {
    /// The items of a submenu at the beginning of a section without a title.
    fileprivate func submenu(_ name: String) -> [Menu.Part] {
        for case .section(nil, let parts) in self {
            if case .submenu(name, let items)? = parts.first { return items }
        }
        return []
    }
}

extension Menu.Part {
    /// The actions of the items, and the labels of submenus.
    fileprivate var names: [String] {
        switch self {
        case .section(_, let parts): parts.flatMap(\.names)
        case .item(_, let action, _): [action]
        case .submenu(let label, _): [label]
        }
    }
}

/// The height of a menu that has popped up, in pixels.
@MainActor
private func height(of menu: [Menu.Part]) -> Int {
    let button = MenuButton(label: "Menu", menu: menu)
    let window = show(button)
    button.popup()
    XCTAssertTrue(until { (button.menuHeight ?? 0) > 0 })
    defer { window.destroy() }
    return button.menuHeight ?? 0
}
