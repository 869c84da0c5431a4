import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// The rules of contacts through their form: Save can be used exactly when it should be.
@MainActor
final class ContactFormTests: XCTestCase {
    private let folder = Folder()

    private func screen() throws -> CollectionScreen {
        let screen = try window(on: folder, collection: "contacts").screen(of: .contacts)
        screen.appeared()
        return screen
    }

    func testARestoredFormSaysWhatToCorrect() async throws {
        let draft = #"{"purpose":{"add":{}},"texts":{"firstName":"Jo","phone":"12"}}"#
        try Setting<String>("draft-contacts").set(draft, in: Store(sandbox: folder.url))
        let screen = try screen()
        XCTAssertNotNil(screen.draftQuestion)
        screen.answer(false)
        await eventually { screen.editing.form != nil }
        let form = try XCTUnwrap(screen.editing.form)
        XCTAssertFalse(form.canSave)
        XCTAssertEqual(form.entries.filter(\.isWrong).map(\.key), ["phone"])
        screen.editing.cancelTapped()
        screen.answer(true)
    }

    /// A value just inside the rule of a field, and one just outside.
    private static let bounds: [(key: String, inside: String, outside: String)] = [
        ("firstName", "Jo", "J"), ("lastName", "Li", "L"), ("street", "5th", "5t"), ("apartment", "4", "#"),
        ("city", "Rye", "Ry"), ("zipcode", "27701", "2770"), ("phone", "1234567", "123456"), ("email", "a@b", "ab"),
    ]

    func testSaveCanBeUsedExactlyWhileEveryGivenValueIsValid() async throws {
        let screen = try screen()
        for (key, inside, outside) in Self.bounds {
            let form = try screen.newForm()
            XCTAssertFalse(form.canSave, "nothing was given yet")
            form.typed(outside, in: key)
            XCTAssertFalse(form.canSave, "\(key) \(outside)")
            XCTAssertNotNil(form.saveHint)
            form.fieldDidLoseFocus(key)
            XCTAssertEqual(form.entry(key)?.isWrong, true, "\(key) \(outside)")
            form.typed(inside, in: key)
            XCTAssertTrue(form.canSave, "\(key) \(inside): \(form.saveHint ?? "")")
            form.fieldDidLoseFocus(key)
            XCTAssertEqual(form.entry(key)?.isWrong, false)
            screen.editing.cancelTapped()
            screen.answer(true)
        }
    }

    func testTheFaceHasALetterOfEachNameThatWasGiven() async throws {
        let people = try window(on: Folder(), collection: "people").screen(of: .people)
        people.appeared()
        let form = try people.newForm()
        XCTAssertEqual(form.face.initials, "")
        form.typed("Ada", in: "fName")
        XCTAssertEqual(form.face.initials, "A")
        form.typed("Sample", in: "lName")
        XCTAssertEqual(form.face.initials, "AS")
    }

    func testContactIsSavedMarkedAndFound() async throws {
        let screen = try screen()
        let form = try screen.newForm()
        XCTAssertNil(form.entry("id"), "nobody types its number")
        XCTAssertEqual(form.entry("state")?.options.first?.label, "--")
        XCTAssertEqual(form.entry("state")?.options.count, 52)
        for (key, text) in [
            ("firstName", "Ana"), ("lastName", "Núñez"), ("phone", "(919) 555-0134"), ("state", "North Carolina"),
            ("isEmergencyContact", "yes"),
        ] { form.typed(text, in: key) }
        await screen.save()
        XCTAssertEqual(screen.detail.content?.lines.first { $0.label == "Address" }?.value, .text("NC"))
        await eventually { screen.list.entries.count == 1 }
        XCTAssertEqual(screen.list.entries.headers.count, 0, "a short list has no letters")
        let row = try XCTUnwrap(screen.list.entries.rows.first)
        XCTAssertEqual(screen.list.content(of: row)?.subtitle, "(919) 555-0134")
        XCTAssertEqual(screen.list.content(of: row)?.mark?.meaning, "Emergency contact")
        try screen.store.save(Contact(id: 77))
        await eventually { screen.list.entries.count == 2 }
        screen.list.looks.queryChosen(1)
        XCTAssertEqual(screen.list.entries.rows, [row])
    }
}
