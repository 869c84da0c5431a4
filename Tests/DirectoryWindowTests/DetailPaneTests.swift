import DirectoryModel
import DirectoryScreens
import DirectoryWidgets
import Foundation
import GtkKit
import ProgramFiles
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// The page about a person by keys alone.
final class DetailPaneTests: WindowTestCase {
    private static let person = DukePerson(
        DUID: 1, netid: "demo", fName: "Ana", lName: "Li", email: "ana@duke.edu", from: "Durham, NC", gender: .Female,
        role: .Student, program: "MEng", plan: "ECE", team: "Owls", movie: "Up", hobby: "chess, go, tea",
        languages: ["Swift", "C"])

    private static func openPerson(
        _ folder: URL, _ netid: String
    ) throws -> (CollectionScreen, DirectoryPane, Widget) {
        let (screen, pane) = try open(folder, [person, DukePerson(DUID: 2, lName: "Bell")], netid: netid)
        XCTAssertTrue(screen.open(key: 1))
        screen.detail.detailsTapped()
        let page = pane.pane(of: .people).detail
        XCTAssertTrue(until { page.widget.visibleName == "record" })
        waitForFrame(of: pane.window, times: 2)
        return (screen, pane, page.widget)
    }

    func testARecordThatIsOpenedAgainShowsItsPicture() throws {
        let portrait = try XCTUnwrap(DataFolder.portraits.first)
        let picture = try Data(contentsOf: portrait).base64EncodedString()
        let (screen, pane) = try open(
            folder, (1...2).map { DukePerson(DUID: $0, role: .Student, picture: $0 == 1 ? picture : "") })
        for (key, hasPicture) in [(1, true), (2, false), (1, true)] {
            XCTAssertTrue(screen.open(key: key))
            XCTAssertTrue(until { pane.isIdle && pane.showsPicture == hasPicture })
        }
    }

    func testTheOwnPageShowsYouHasAtMostEightTabStopsAndLinksThatSearch() throws {
        let (screen, pane, page) = try Self.openPerson(folder, "demo")
        let pills = page.every(Label.self).map(\.text).filter { ["You", "Student", "Owls"].contains($0) }
        XCTAssertEqual(pills, ["You", "Student", "Owls"])
        for _ in 0..<2 {
            screen.detail.detailsTapped()
            waitForFrame(of: pane.window, times: 2)
            pane.pane(of: .people).detail.focus()
            var (stops, seen) = ([Widget](), 0)
            while page.hasFocus, seen < 40 {
                if let focus = pane.window.focusWidget { stops.append(focus) }
                seen += 1
                if pane.window.focusWidget?.press(Key("Tab")) != true { pane.window.pressTab() }
            }
            XCTAssertGreaterThan(stops.count, 1)
            XCTAssertLessThanOrEqual(stops.count, 8)
        }
        page.every(Button.self).first { $0.isNamed("From: Durham, NC") }?.click()
        XCTAssertEqual(screen.list.searchText, #"from="Durham, NC""#)
        XCTAssertTrue(until { pane.shownRows == 1 })
    }

    func testArrowsMoveBetweenChipsAndCtrlCCopiesTheFocusedOne() throws {
        let (screen, pane, page) = try Self.openPerson(folder, "other")
        let chips = page.every(Button.self).filter { $0.hasClass("chip") }
        XCTAssertEqual(chips.count, 3)
        XCTAssertTrue(chips[0].grabFocus())
        XCTAssertTrue(chips[0].press(Key("Right")))
        XCTAssertTrue(chips[1].hasFocus)
        XCTAssertTrue(chips[1].press(Key("c", control: true)))
        XCTAssertEqual(screen.toast?.text, "Copied \(chips[1].every(Label.self).first?.text.dropFirst(2) ?? "")")
        XCTAssertTrue(chips[1].press(Key("Down")))
        let badges = page.every(Button.self).filter { $0.hasClass("badge") }
        XCTAssertTrue(badges[1].hasFocus)
        XCTAssertTrue(badges[1].press(Key("Home")))
        XCTAssertTrue(chips[0].hasFocus)
        // Its buttons do not retain the pane.
        pane.window.destroy()
    }

    func testThePictureIsLeftOfTheNameOnAWidePageAndAboveItOnANarrowOne() throws {
        let directory = try directory(folder, [Self.person])
        for (width, isWide) in [(1300, true), (360, false)] {
            let pane = try show(directory, width: width, height: 760)
            XCTAssertTrue(directory.screen(of: .people).open(key: 1))
            let page = pane.pane(of: .people).detail
            XCTAssertTrue(until { page.widget.visibleName == "record" })
            waitForFrame(of: pane.window, times: 2)
            let title = try XCTUnwrap(page.widget.every(Label.self).first { $0.hasClass("title-1") })
            let picture = try XCTUnwrap(page.widget.every(Box.self).first { $0.hasClass("avatar") })
            let card = try XCTUnwrap(page.widget.every(Box.self).first { $0.hasClass("field-list") })
            let (a, b) = (picture.position(in: page.widget), title.position(in: page.widget))
            XCTAssertEqual(isWide, (b?.x ?? 0) > (a?.x ?? 0) + Double(picture.width))
            XCTAssertEqual(!isWide, (b?.y ?? 0) > (a?.y ?? 0) + Double(picture.height))
            XCTAssertLessThan(card.position(in: pane.window)?.y ?? 760, 380)
            pane.window.destroy()
        }
    }
}
