import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// Every pane that is shown has its own header.
final class HeaderTests: WindowTestCase {
    private static let people = (1...3).map { DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", role: .Student) }

    func testEveryPaneThatIsShownHasItsHeader() throws {
        for (width, count) in [(1100, 3), (700, 2), (360, 1)] {
            let (_, pane) = try openWindow(folder.appending(path: "\(width)"), Self.people, width: width)
            XCTAssertTrue(until { Self.headers(of: pane.window) == count }, "\(width)")
            let menus = { pane.window.every(MenuButton.self).filter { Self.shows("open-menu-symbolic", on: $0) } }
            XCTAssertTrue(until { menus().count == 1 }, "\(width)")
            pane.window.destroy()
        }
    }

    func testTheHeaderDeletesTheOpenRecordWithUndo() throws {
        let (directory, pane) = try openWindow(folder, Self.people, width: 1100)
        var delete: Button? {
            pane.window.every(HeaderBar.self).flatMap { $0.every(Button.self) }.first {
                Self.shows("user-trash-symbolic", on: $0)
            }
        }
        XCTAssertNil(delete)
        directory.linkChosen(RecordReference(collection: "people", key: 2))
        XCTAssertTrue(until { delete != nil })
        delete?.click()
        XCTAssertTrue(until { directory.open.list.entries.count == 2 && directory.open.toast?.offersUndo == true })
    }

    func testANarrowWindowHasTheRecordsHeaderOrTheLists() throws {
        let (directory, pane) = try openWindow(folder, Self.people, width: 360, height: 240)
        XCTAssertTrue(until { pane.isIdle && Self.shows("People", in: pane.window) })
        directory.linkChosen(RecordReference(collection: "people", key: 2))
        let page = pane.pane(of: .people).detail.scrolled
        XCTAssertTrue(until { page.isMapped && !Self.shows("People", in: pane.window) })
        waitForFrame(of: pane.window, times: 2)
        // The name is not said twice.
        XCTAssertFalse(Self.shows("Ana2 Li", in: pane.window))
        page.scrollPosition = 400
        XCTAssertTrue(until { Self.shows("Ana2 Li", in: pane.window) })
        page.scrollPosition = 0
        XCTAssertTrue(until { !Self.shows("Ana2 Li", in: pane.window) })
        XCTAssertEqual(Self.headers(of: pane.window), 1)
        directory.backTapped()
        XCTAssertTrue(until { Self.shows("People", in: pane.window) })
    }

    private static func headers(of window: Window) -> Int { window.every(HeaderBar.self).filter(\.isMapped).count }

    /// Whether a header shows the title.
    private static func shows(_ title: String, in window: Window) -> Bool {
        window.every(Label.self).contains { $0.isMapped && $0.hasClass("title") && $0.text == title }
    }

    private static func shows(_ icon: String, on button: Widget) -> Bool {
        button.isMapped && button.every(Image.self).contains { $0.iconName == icon }
    }
}
