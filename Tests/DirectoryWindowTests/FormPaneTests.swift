import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectoryWidgets
import GtkKit
import TestingSupport
import TypedStore
import XCTest

@testable import DirectoryWindow

/// The form in a real window: who may upload, and what is drawn while somebody types.
final class FormPaneTests: WindowTestCase {
    /// Every word on a button of the window.
    private static func buttons(_ pane: DirectoryPane) -> [String] {
        pane.window.every(Button.self).flatMap { $0.every(Label.self).map(\.text) }
    }

    func testAPictureReplacesOneOfTheSameLengthAndBeginning() throws {
        // Given two pictures that differ only after their first rows
        func bitmap(_ last: UInt8) -> Data {
            let header: [UInt8] = [
                0x42, 0x4D, 0x36, 0x30, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 40, 0, 0, 0, 64, 0, 0, 0, 64, 0, 0, 0, 1,
                0,
                24, 0, 0, 0, 0, 0, 0, 0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ]
            return Data(
                header + Array(repeating: 255, count: 1024) + Array(repeating: last, count: 64 * 64 * 3 - 1024))
        }
        let (_, pane, form) = try Self.form(in: folder)
        let shown = pane.pane(of: .people).form
        let drawnPictures = try [bitmap(0), bitmap(128)].map { chosen in
            // When one after the other is chosen
            form.pictureChosen(chosen)
            waitForFrame(of: pane.window)
            XCTAssertTrue(until { !shown.isLoading })
            waitForFrame(of: pane.window, times: 2)
            return try picture(of: pane.window, in: folder)
        }
        // Then each is drawn
        XCTAssertNotEqual(drawnPictures[0], drawnPictures[1])
    }

    func testUploadExistsForNobodyElsesRecord() throws {
        // Given a list of mine and somebody else's
        let people = ["me1", "you2"].enumerated().map {
            DukePerson(DUID: $0 + 1, netid: $1, fName: $1, role: .Student)
        }
        let (screen, pane) = try open(folder, people, netid: "ME1")
        XCTAssertFalse(Self.buttons(pane).contains { $0.hasPrefix("Upload") })
        // When I edit one after the other, then the control is there for mine alone, and goes with it
        for (key, isMine) in [(2, false), (1, true), (2, false)] {
            XCTAssertTrue(screen.open(key: key))
            screen.editing.editTapped()
            XCTAssertTrue(
                until { Self.rows(pane)["NetID"]?.every(Entry.self).first?.text == people[key - 1].netid })
            XCTAssertEqual(Self.buttons(pane).filter { $0 == "Upload…" }.count, isMine ? 1 : 0)
            XCTAssertEqual(Self.buttons(pane).contains("Save"), true)
            XCTAssertEqual(pane.window.actions.isEnabled("upload"), isMine)
            screen.editing.cancelTapped()
        }
        // And a new person is nobody's yet
        screen.editing.addTapped()
        XCTAssertTrue(until { pane.window.every(Label.self).contains { $0.text == "New Person" } })
        XCTAssertFalse(Self.buttons(pane).contains { $0.hasPrefix("Upload") })
    }

    private static let ana = DukePerson(
        DUID: 1, netid: "al1", fName: "Ana", lName: "Li", email: "al1@duke.edu", role: .Student, team: "Owls")

    /// The form of one person, and its window.
    private static func form(
        in folder: URL, of person: DukePerson = ana
    ) throws -> (CollectionScreen, DirectoryPane, FormScreen) {
        let (screen, pane) = try open(folder, [person])
        XCTAssertTrue(screen.open(key: 1))
        screen.editing.editTapped()
        let form = try XCTUnwrap(screen.editing.form)
        XCTAssertTrue(until { !rows(pane).isEmpty })
        return (screen, pane, form)
    }

    /// The rows of the form, by their labels.
    private static func rows(_ pane: DirectoryPane) -> [String: Box] {
        let rows = pane.window.every(Box.self).filter { $0.hasClass("form-row") }
        return Dictionary(rows.map { ($0.every(Label.self).first?.text ?? "", $0) }) { first, _ in first }
    }

    /// The sentence under a row's value, or nil where none is shown.
    private static func note(_ row: Box) -> String? {
        row.every(Label.self).first { $0.hasClass("form-note") && $0.isVisible }?.text
    }

    func testTypingReplacesWhatIsFilledInUnderTheCursor() throws {
        // Given somebody without an address, whose NetID was typed
        let person = DukePerson(DUID: 1, fName: "Ana", lName: "Li", role: .Student)
        let (_, pane, _) = try Self.form(in: folder, of: person)
        let netid = try XCTUnwrap(Self.rows(pane)["NetID"]?.every(Entry.self).first)
        let email = try XCTUnwrap(Self.rows(pane)["Email"]?.every(Entry.self).first)
        XCTAssertTrue(netid.grabFocus())
        netid.userTypes("stu1")
        // When the keyboard goes on, the address is filled in, and is typed over
        XCTAssertTrue(email.grabFocus())
        XCTAssertTrue(until { email.text == "stu1@duke.edu" })
        email.userTypes("maria@gmail.com")
        XCTAssertEqual(email.text, "maria@gmail.com")
    }

    func testAFreeNumberIsTypedOver() throws {
        let (screen, pane) = try open(folder, [DukePerson(DUID: 150, fName: "Ana", lName: "Li")])
        screen.editing.addTapped()
        XCTAssertTrue(until { Self.rows(pane)["DUID"] != nil })
        let first = try XCTUnwrap(Self.rows(pane)["Last Name"]?.every(Entry.self).first)
        let number = try XCTUnwrap(Self.rows(pane)["DUID"]?.every(Entry.self).first)
        XCTAssertEqual(number.text, "0000151")
        // Return goes on to it
        XCTAssertTrue(first.grabFocus())
        first.pressReturn()
        XCTAssertTrue(until { number.hasFocus })
        number.userTypes("77")
        XCTAssertEqual(number.text, "77")
    }

    func testEveryFieldHasARow() throws {
        let (_, pane, form) = try Self.form(in: folder)
        let rows = Self.rows(pane)
        XCTAssertEqual(Set(rows.keys), Set(DukePerson.fields.filter { !$0.isPicture }.map(\.label)))
        for entry in form.entries where entry.editor != .picture {
            let row = try XCTUnwrap(rows[entry.label])
            switch entry.editor {
            case .choice(let message):
                let list = try XCTUnwrap(row.every(DropDown.self).first, entry.label)
                XCTAssertEqual(
                    list.selected, message.firstIndex { $0.value == (entry.text.isEmpty ? "Unknown" : entry.text) })
            case .number where entry.isLocked:
                XCTAssertTrue(row.every(Entry.self).isEmpty)
                XCTAssertTrue(row.every(Label.self).contains { $0.text == "0000001" })
            default: XCTAssertEqual(row.every(Entry.self).map(\.text), [entry.text], entry.label)
            }
            XCTAssertFalse(row.hasClass("wrong") || row.hasClass("corrected"), entry.label)
            XCTAssertNil(Self.note(row), entry.label)
        }
    }

    func testProblemIsShownBelowFieldAndFocused() throws {
        let (screen, pane, form) = try Self.form(in: folder)
        let rows = Self.rows(pane)
        let (email, team) = (try XCTUnwrap(rows["Email"]), try XCTUnwrap(rows["Team"]))
        let line = try XCTUnwrap(email.every(Entry.self).first)
        // Given the keyboard elsewhere
        XCTAssertTrue(try XCTUnwrap(team.every(Entry.self).first).grabFocus())
        line.text = "a b"
        pane.window.actions.activate("save")
        // Then Save is refused, the sentence is seen, and the keyboard goes there
        let sentence = "Enter an email address such as abc12@duke.edu."
        XCTAssertTrue(until { Self.note(email) == sentence })
        XCTAssertTrue(email.hasClass("wrong"))
        XCTAssertFalse(team.hasClass("wrong"))
        XCTAssertTrue(until { line.hasFocus })
        XCTAssertTrue(screen.editing.form === form)
        XCTAssertEqual(line.text, "a b")
        XCTAssertEqual(screen.detail.content?.email, "al1@duke.edu")
        // And it goes as soon as what is typed is right
        line.text = "A.B@duke.edu"
        XCTAssertTrue(until { Self.note(email) == nil && !email.hasClass("wrong") })
        pane.window.actions.activate("save")
        XCTAssertTrue(until { screen.editing.form == nil })
        XCTAssertTrue(until { screen.detail.content?.email == "a.b@duke.edu" })
    }

    func testNormalizedValueIsShownAndReportedAndChipsAppearAsTheyAreTyped() throws {
        let (_, pane, form) = try Self.form(in: folder)
        let row = try XCTUnwrap(Self.rows(pane)["NetID"])
        let line = try XCTUnwrap(row.every(Entry.self).first)
        XCTAssertTrue(line.grabFocus())
        line.text = " AL2 "
        line.pressReturn()
        XCTAssertTrue(until { line.text == "al2" })
        XCTAssertTrue(until { Self.note(row) == "Changed from “ AL2 ”." })
        XCTAssertTrue(row.hasClass("corrected"))
        // And it remains until something else is typed
        waitForFrame(of: pane.window)
        XCTAssertEqual(form.entry("netid")?.note, .normalized("Changed from “ AL2 ”."))
        XCTAssertEqual(Self.note(row), "Changed from “ AL2 ”.")
        line.text = "al3"
        XCTAssertTrue(until { Self.note(row) == nil && !row.hasClass("corrected") })
        // Chips appear as they are typed
        for (label, look, typed) in [
            ("Hobbies", "chip", [("ch", ["⭐ ch"]), ("chess", ["♟️ chess"]), ("chess, tea", ["♟️ chess", "⭐ tea"])]),
            ("Languages", "badge", [("Swift", ["Swift"]), ("Swift, C", ["Swift", "C"])]),
        ] {
            let row = try XCTUnwrap(Self.rows(pane)[label])
            let chips = { row.every(Label.self).filter { $0.hasClass(look) && $0.isMapped }.map(\.text) }
            for (text, wanted) in typed {
                try XCTUnwrap(row.every(Entry.self).first).text = text
                XCTAssertTrue(until { chips() == wanted }, "\(text): \(chips())")
            }
            try XCTUnwrap(row.every(Entry.self).first).text = ""
            XCTAssertTrue(until { chips().isEmpty })
        }
    }

    func testReturnGoesOnAndSavesAtTheEnd() throws {
        let (screen, pane, _) = try Self.form(in: folder)
        let rows = Self.rows(pane)
        let order = [
            "First Name", "Last Name", "NetID", "Email", "From", "Gender", "Role", "Program", "Plan", "Team",
            "Movie",
            "Hobbies", "Languages",
        ]
        // The first has the keyboard when the form opens
        XCTAssertTrue(until { rows["First Name"]?.hasFocus == true })
        for (label, next) in zip(order, order.dropFirst()) {
            let row = try XCTUnwrap(rows[label])
            XCTAssertTrue(until { row.hasFocus }, label)
            guard let line = row.every(Entry.self).first else {
                // Return opens what drops down
                XCTAssertTrue(try XCTUnwrap(rows[next]).every(DropDown.self).first?.grabFocus() ?? true)
                if let line = rows[next]?.every(Entry.self).first { XCTAssertTrue(line.grabFocus()) }
                continue
            }
            line.pressReturn()
            XCTAssertTrue(until { rows[next]?.hasFocus == true }, "\(label) → \(next)")
        }
        let role = try XCTUnwrap(rows["Role"]?.every(DropDown.self).first)
        role.selected = try XCTUnwrap(Role.allCases.firstIndex(of: .TA))
        let last = try XCTUnwrap(rows["Languages"]?.every(Entry.self).first)
        last.text = "Swift"
        last.pressReturn()
        XCTAssertTrue(until { screen.editing.form == nil })
        let saved = try screen.store.find(DukePerson.self, key: 1)
        XCTAssertEqual(saved?.languages, ["Swift"])
        XCTAssertEqual(saved?.role, .TA)
        // The keyboard goes to the row of what was saved
        let list = pane.pane(of: .people).list
        XCTAssertTrue(until { list.focusedRow != nil && list.focusedRow == screen.list.selectedRow })
    }
}
