import GtkKit
import TestingSupport
import XCTest

final class MenuTests: MainActorTestCase {
    func testAMenuIsChangedOnlyWhereItDiffers() {
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
        // Sections are replaced, and removed ones are released.
        menu.update([.section(nil, [.item("Add", action: "win.add")])])
        XCTAssertEqual(menu.sections.map { $0.labels }, [["Add"]])
        XCTAssertEqual(before.map { $0.labels }, [[], []])
    }

    /// GTK leaves the focus in the submenu that slides away, and the window gets no keys.
    func testTheFocusIsReturnedWhenAMenuClosesWithAnOpenSubmenu() {
        for hasAnimations in [true, false] {
            Desktop.setAnimations(enabled: hasAnimations)
            // Given a menu of a button, and one at a position in a widget with the focus or without it
            let parts = [Menu.Part.submenu("More", [.item("Help", action: "win.help")])]
            let (button, other) = (MenuButton(label: "Menu", menu: parts), Button(label: "Other"))
            let window = show(Box(.vertical, [button, other]))
            window.actions.add("help") {}
            let context = ContextMenu()
            for (widget, open, menu) in [
                (button, { button.popup() }, { button.openMenu }),
                (other, { context.show(parts, in: other, at: 1, 1) }, { context.openMenu }),
                (button, { context.show(parts, in: other, at: 1, 1) }, { context.openMenu }),
            ] as [(Widget, () -> Void, () -> OpenMenu?)] {
                // When it is closed while a submenu is open
                widget.grabFocus()
                open()
                waitUntil("the menu") { menu()?.hasFocus == true }
                menu()?.open(submenu: "More")
                waitUntil("the submenu") { menu()?.hasFocus == true }
                menu()?.close()
                // Then the focus is where it was opened
                waitUntil("the focus") { widget.hasFocus && window.focusWidget?.isMapped == true }
            }
            close(window)
        }
    }

    func testAMenuButtonHasATitleThatGivesWay() {
        let button = MenuButton(title: "Contacts", menu: [.item("People", action: "win.people")])
        let bar = HeaderBar()
        bar[property: "title-widget"] = button.reference
        let window = present(bar, width: 300)
        XCTAssertEqual(button.every(Label.self).filter(\.isMapped).map(\.text), ["Contacts"])
        button.title = "A title that is much too long for a window as narrow as this one"
        waitForFrame(of: window)
        XCTAssertLessThanOrEqual(bar.width, 360)
        XCTAssertEqual(button.title, "A title that is much too long for a window as narrow as this one")
        XCTAssertTrue(button.isNamed(button.title))
    }
}
