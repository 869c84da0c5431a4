import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import XCTest

@testable import DirectoryWindow

/// Files and cards in a real window: what a file would change, and a card as a QR code.
final class FilePaneTests: WindowTestCase {
    private static let ana = DukePerson(
        DUID: 1, netid: "al1", fName: "Ana", lName: "Łi", email: "ana@duke.edu", role: .Student, movie: "Up; and, away",
        picture: "/9j/")

    /// Opens a window with Ana and others, and reviews a file in it.
    private static func review(
        _ text: String, as name: String = "class.csv", in folder: URL, others: [DukePerson] = []
    ) throws -> (CollectionScreen, DirectoryPane, Window) {
        let (screen, pane) = try open(folder, [ana] + others)
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        Task { await screen.importChosen(file) }
        let people = pane.pane(of: .people)
        XCTAssertTrue(until { people.openedWindow != nil })
        return (screen, pane, try XCTUnwrap(people.openedWindow))
    }

    func testAColumnIsAssignedInThePreview() throws {
        // Given a table with everyone as they are, and columns that no field takes
        let table = "DUID,First Name,Hat,Notes about this semester's projects\n1,Ana,Jaws,late\n"
        let (screen, pane, preview) = try Self.review(table, in: folder)
        let button = try XCTUnwrap(preview.every(Button.self).first { $0.label == "Import" })
        XCTAssertFalse(button.isSensitive)
        let fields = preview.every(DropDown.self)
        XCTAssertEqual(fields.map(\.selected), [0, 0])
        // When a field is chosen for one, then the change can be imported, and the choice remains
        let movie = try XCTUnwrap(
            (0..<fields[0].count).first { index in
                fields[0].selected = index
                return fields[0].selectedWord == "Movie"
            })
        let unread = "Not read: Notes about this semester's projects"
        XCTAssertTrue(until { button.isSensitive && preview.every(Label.self).contains { $0.text == unread } })
        XCTAssertEqual(preview.every(DropDown.self).map(\.selected), [movie, 0])
        // What it changes is shown
        XCTAssertTrue(until { preview.every(Label.self).contains { $0.text.contains("Ana") } })
        preview.close()
        XCTAssertTrue(until { pane.pane(of: .people).openedWindow == nil && screen.canReplaceList })
    }

    func testTheKeyboardStaysWhereRecordsAreTicked() throws {
        // Given a preview of two new people, with the keyboard on the first tick
        let table = "DUID,First Name,Hat\n2,Bo,red\n3,Cy,\n"
        let (screen, pane, preview) = try Self.review(table, in: folder)
        let tick = try XCTUnwrap(preview.every(CheckButton.self).first { $0.isActive })
        XCTAssertTrue(tick.grabFocus())
        // When it is unticked and ticked, then the keyboard remains on it
        for (isTicked, message) in [(false, "1 new"), (true, "2 new")] {
            tick.isActive = isTicked
            XCTAssertTrue(until { preview.every(Label.self).contains { $0.text == message } })
            // The words and the list are drawn one after the other.
            waitForFrame(of: preview)
            XCTAssertTrue(tick.hasFocus, message)
        }
        // And a column that cannot be read has its old field again
        try FileManager.default.removeItem(at: folder.appending(path: "class.csv"))
        let field = try XCTUnwrap(preview.every(DropDown.self).first)
        field.selected = 3
        XCTAssertTrue(until { field.selected == 0 })
        XCTAssertTrue(preview.every(Label.self).contains { $0.text.contains("“class.csv”") })
        XCTAssertTrue(tick.hasFocus)
        preview.close()
        XCTAssertTrue(until { pane.pane(of: .people).openedWindow == nil && screen.canReplaceList })
    }

    func testAFileIsShownBeforeItIsTakenIn() throws {
        let cards = """
            BEGIN:VCARD\nX-DUKE-DUID:2\nTITLE:PhD\nEND:VCARD\nBEGIN:VCARD\nX-DUKE-DUID:3\nFN:Cy New\nEND:VCARD
            BEGIN:VCARD\nFN:Nobody Here\nEND:VCARD
            """
        let bo = DukePerson(DUID: 2, fName: "Bo", role: .Student)
        let (screen, pane, preview) = try Self.review(cards, as: "friends.vcf", in: folder, others: [bo])
        let people = pane.pane(of: .people)
        XCTAssertEqual(preview.title, "Review Changes from “friends.vcf”")
        XCTAssertNotNil(preview.defaultWidget)
        // Escape, which closes it, changes nothing.
        preview.close()
        XCTAssertTrue(until { people.openedWindow == nil && screen.canReplaceList })
        XCTAssertEqual(pane.shownRows, 2)
        // What is being typed elsewhere does not answer it.
        let entry = try XCTUnwrap(pane.window.every(SearchEntry.self).first)
        XCTAssertTrue(entry.grabFocus())
        entry.text = "bo"
        Task { await screen.importChosen(folder.appending(path: "friends.vcf")) }
        XCTAssertTrue(until { people.openedWindow != nil })
        XCTAssertNil(people.openedWindow?.defaultWidget)
        people.openedWindow?.close()
        XCTAssertTrue(until { people.openedWindow == nil && screen.canReplaceList })
    }

    func testACardIsACode() throws {
        let (screen, pane) = try open(folder, [Self.ana])
        let people = pane.pane(of: .people)
        screen.codeTapped()
        XCTAssertNil(people.openedWindow)
        XCTAssertTrue(screen.open(key: 1))
        XCTAssertTrue(until { pane.isIdle })
        // The action can be called once the window has drawn what is open.
        XCTAssertTrue(until { pane.window.activate(.showCode) && people.openedWindow != nil })
        let code = try XCTUnwrap(people.openedWindow)
        XCTAssertEqual(code.title, "QR Code")
        XCTAssertTrue(code.every(Label.self).contains { $0.text == "Scan with a phone to add this contact." })
        XCTAssertTrue(code.every(Box.self).contains { $0.isNamed("QR code of Ana Łi") })
        code.destroy()
        XCTAssertTrue(until { people.openedWindow == nil })
        // Of another length
        XCTAssertNil(QRCode(String(repeating: "x", count: 4000)))
        XCTAssertNotNil(QRCode(String(repeating: "x", count: 2900)))
        XCTAssertNil(QRCode(""))
    }
}
