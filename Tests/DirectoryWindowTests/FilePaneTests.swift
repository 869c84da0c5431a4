import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import PictureKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// Files and cards in a real window: what a file would change, and a card as a QR code.
final class FilePaneTests: WindowTestCase {
    private static let ana = DukePerson(
        DUID: 1, netid: "al1", fName: "Ana", lName: "Łi", email: "ana@duke.edu", role: .Student, movie: "Up; and, away",
        picture: "/9j/")

    /// Opens a window with Ana, and reviews a table in it.
    private static func review(_ table: String, in folder: URL) throws -> (CollectionScreen, DirectoryPane, Window) {
        let (screen, pane) = try open(folder, [ana])
        XCTAssertTrue(until { pane.isIdle })
        let file = folder.appending(path: "class.csv")
        try Data(table.utf8).write(to: file)
        Task { await screen.importChosen(file) }
        let people = pane.pane(of: .people)
        XCTAssertTrue(until { people.preview != nil })
        return (screen, pane, try XCTUnwrap(people.preview))
    }

    func testAColumnIsAssignedInThePreview() throws {
        // Given a table with columns that no field takes
        let table = "DUID,Vorname,Notes about this semester's projects\n2,Bo,chess\n3,Cy,\n"
        let (screen, pane, preview) = try Self.review(table, in: folder)
        let people = pane.pane(of: .people)
        let fields = preview.every(DropDown.self)
        XCTAssertEqual(fields.map(\.selected), [0, 0])
        shoot(preview, "import-columns")
        // When a field is chosen for one, then the changes follow, and its choice remains
        fields[0].selected = 3
        let names = { preview.every(Label.self).map(\.text) }
        XCTAssertTrue(until { names().contains("Bo") && names().contains("Cy") })
        XCTAssertEqual(preview.every(DropDown.self).map(\.selected), [3, 0])
        XCTAssertTrue(names().contains("Not read: Notes about this semester's projects"))
        shoot(preview, "import-columns-assigned")
        preview.close()
        XCTAssertTrue(until { people.preview == nil && screen.canReplaceList })
    }

    func testTheKeyboardStaysWhereRecordsAreTicked() throws {
        // Given a preview of two new people, with the keyboard on the first tick
        let table = "DUID,First Name,Hat\n2,Bo,red\n3,Cy,\n"
        let (screen, pane, preview) = try Self.review(table, in: folder)
        let people = pane.pane(of: .people)
        let tick = try XCTUnwrap(preview.every(CheckButton.self).first { $0.isActive })
        XCTAssertTrue(tick.grabFocus())
        // When it is unticked and ticked, then the keyboard remains on it
        for (isTicked, message) in [(false, "1 new"), (true, "2 new")] {
            tick.isActive = isTicked
            XCTAssertTrue(until { preview.every(Label.self).contains { $0.text == message } })
            // The words and the list are drawn one after the other.
            drawn(preview)
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
        XCTAssertTrue(until { people.preview == nil && screen.canReplaceList })
    }

    func testAFileIsShownBeforeItIsTakenIn() throws {
        let (screen, pane) = try open(folder, [Self.ana, DukePerson(DUID: 2, fName: "Bo", role: .Student)])
        XCTAssertTrue(until { pane.isIdle })
        let cards = """
            BEGIN:VCARD\nX-DUKE-DUID:2\nTITLE:PhD\nEND:VCARD\nBEGIN:VCARD\nX-DUKE-DUID:3\nFN:Cy New\nEND:VCARD
            BEGIN:VCARD\nFN:Nobody Here\nEND:VCARD
            """
        let file = folder.appending(path: "friends.vcf")
        try Data(cards.utf8).write(to: file)
        let people = pane.pane(of: .people)
        Task { await screen.importChosen(file) }
        XCTAssertTrue(until { people.preview != nil })
        let preview = try XCTUnwrap(people.preview)
        XCTAssertEqual(preview.title, "Review Changes from “friends.vcf”")
        XCTAssertNotNil(preview.defaultWidget)
        shoot(preview, "import-preview")
        // Escape, which closes it, changes nothing.
        preview.close()
        XCTAssertTrue(until { people.preview == nil && screen.canReplaceList })
        XCTAssertEqual(pane.shownRows, 2)
        // What is being typed elsewhere does not answer it.
        let entry = try XCTUnwrap(pane.window.every(SearchEntry.self).first)
        XCTAssertTrue(entry.grabFocus())
        entry.text = "bo"
        Task { await screen.importChosen(file) }
        XCTAssertTrue(until { people.preview != nil })
        XCTAssertNil(people.preview?.defaultWidget)
        people.preview?.close()
        XCTAssertTrue(until { people.preview == nil && screen.canReplaceList })
    }

    func testChangesOfAnAssignedColumnCanBeImported() throws {
        // Given a table with everyone as they are, and a column that no field takes
        let table = "DUID,First Name,Hat\n1,\(Self.ana.fName),Jaws\n"
        let (screen, pane, preview) = try Self.review(table, in: folder)
        let people = pane.pane(of: .people)
        let shown = try XCTUnwrap(preview.every(Button.self).first { $0.label == "Import" })
        XCTAssertFalse(shown.isSensitive)
        // When the column is assigned to a field, then it can be imported
        let field = try XCTUnwrap(preview.every(DropDown.self).first)
        field.selected = try XCTUnwrap(
            (0..<field.count).first { index in
                field.selected = index
                return field.selectedWord == "Movie"
            })
        XCTAssertTrue(until { shown.isSensitive })
        preview.close()
        XCTAssertTrue(until { people.preview == nil && screen.canReplaceList })
    }

    func testACardIsACode() throws {
        let (screen, pane) = try open(folder, [Self.ana])
        let people = pane.pane(of: .people)
        XCTAssertTrue(until { pane.isIdle })
        screen.codeTapped()
        XCTAssertNil(people.code)
        XCTAssertTrue(screen.open(key: 1))
        XCTAssertTrue(until { pane.isIdle })
        // The action can be called once the window has drawn what is open.
        XCTAssertTrue(until { pane.window.activate(.showCode) && people.code != nil })
        let code = try XCTUnwrap(people.code)
        XCTAssertEqual(code.title, "QR Code")
        XCTAssertTrue(code.every(Label.self).contains { $0.text == "Scan with a phone to add this contact." })
        XCTAssertTrue(code.every(Box.self).contains { $0.isNamed("QR code of Ana Łi") })
        shoot(code, "qr-code")
        code.destroy()
        XCTAssertTrue(until { people.code == nil })
    }

    func testPicturesAreLeftOnlyInAnAbsoluteFolder() {
        XCTAssertEqual(["", ".", "pictures", "/tmp/pictures"].map(picturesFolder), [nil, nil, nil, "/tmp/pictures"])
    }

    func testTooLongCardIsReported() throws {
        XCTAssertNil(QRCode(String(repeating: "x", count: 4000)))
        XCTAssertNotNil(QRCode(String(repeating: "x", count: 2900)))
        XCTAssertNil(QRCode(""))
    }
}
