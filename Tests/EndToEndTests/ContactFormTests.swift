import DirectoryModel
import DirectoryScreens
import DirectoryStore
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

    /// Every field with a value just inside its rule and one just outside.
    private static let bounds: [(key: String, inside: String, outside: String)] = [
        ("firstName", "Jo", "J"), ("lastName", "Li", "L"), ("street", "5th", "5t"), ("street", "12 Elm.", "12 Elm;"),
        ("apartment", "4", "#"), ("apartment", "4 B", "4B;"), ("city", "Rye", "Ry"), ("city", "New York", "New York 2"),
        ("zipcode", "27701", "2770"), ("zipcode", "00000", "277011"), ("zipcode", "12345", "1234a"),
        ("phone", "1234567", "123456"), ("phone", "9223372036854775807", "9223372036854775808"),
        ("phone", "5551234", "555123x"), ("email", "a@b", "ab"), ("email", "@", "at"),
    ]

    func testSaveCanBeUsedExactlyWhileEveryGivenValueIsValid() async throws {
        let screen = try screen()
        for (key, inside, outside) in Self.bounds {
            screen.editing.addTapped()
            let form = try XCTUnwrap(screen.editing.form)
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

    func testTheFaceHasALetterOfEachNameThatWasGiven() throws {
        let people = try window(on: Folder(), collection: "people").screen(of: .people)
        people.appeared()
        people.editing.addTapped()
        let form = try XCTUnwrap(people.editing.form)
        XCTAssertEqual(form.face.initials, "")
        form.typed("Ada", in: "fName")
        XCTAssertEqual(form.face.initials, "A")
        form.typed("Sample", in: "lName")
        XCTAssertEqual(form.face.initials, "AS")
    }

    func testANumberThatTheStoreCountedIsNotShown() throws {
        let screen = try screen()
        var contact = Contact(key: 0)
        contact.firstName = "Jo"
        let key = try screen.store.addCounted(contact).key
        XCTAssertTrue(screen.open(key: key))
        XCTAssertEqual(screen.detail.content?.lines.map(\.label), [])
    }

    func testAnEmptyContactCannotBeSavedWhateverTheSwitchSays() async throws {
        let screen = try screen()
        screen.editing.addTapped()
        let form = try XCTUnwrap(screen.editing.form)
        form.typed("yes", in: "isEmergencyContact")
        XCTAssertFalse(form.canSave)
        form.typed("   ", in: "firstName")
        XCTAssertFalse(form.canSave)
        for nothing in ["\u{202E}", "\u{200B}", "\u{2060}"] {
            form.typed(nothing, in: "firstName")
            XCTAssertFalse(form.canSave, "nothing is left of \(nothing.unicodeScalars.map(\.value))")
        }
        form.typed("", in: "firstName")
        form.typed("Missouri", in: "state")
        XCTAssertTrue(form.canSave)
    }

    func testAContactIsKeptAtOnceAndMarkedAndFound() async throws {
        let screen = try screen()
        screen.editing.addTapped()
        let form = try XCTUnwrap(screen.editing.form)
        XCTAssertNil(form.entry("id"), "nobody types its number")
        XCTAssertEqual(form.entry("state")?.options.first?.label, "--")
        XCTAssertEqual(form.entry("state")?.options.count, 52)
        for (key, text) in [
            ("firstName", "Ana"), ("lastName", "Núñez"), ("phone", "(919) 555-0134"), ("state", "North Carolina"),
            ("isEmergencyContact", "yes"),
        ] { form.typed(text, in: key) }
        let saved = await screen.editing.saveTapped()
        XCTAssertTrue(saved)
        XCTAssertEqual(screen.detail.content?.lines.first { $0.label == "Address" }?.value, .text("NC"))
        let isListed = await until { screen.list.entries.count == 1 }
        XCTAssertTrue(isListed)
        XCTAssertEqual(screen.list.entries.headers.count, 0, "a short list has no letters")
        let row = try XCTUnwrap(screen.list.entries.rows.first)
        XCTAssertEqual(screen.list.content(of: row)?.subtitle, "(919) 555-0134")
        XCTAssertEqual(screen.list.content(of: row)?.mark?.meaning, "Emergency contact")
        try screen.store.save(Contact(id: 77))
        let isShown = await until { screen.list.entries.count == 2 }
        XCTAssertTrue(isShown)
        screen.list.looks.queryChosen(1)
        XCTAssertEqual(screen.list.entries.rows, [row])
    }

    func testDeletedContactsComeBackAndNumbersAreNotGivenAgain() async throws {
        let screen = try screen()
        var contact = Contact(id: 0)
        contact.firstName = "Bo"
        let first = try screen.store.addCounted(contact)
        XCTAssertTrue(screen.open(key: first.id))
        screen.deleteTapped()
        let isGone = await until { screen.toast?.text == "Bo deleted" }
        XCTAssertTrue(isGone)
        let isIdle = await until { screen.isIdle }
        XCTAssertTrue(isIdle)
        XCTAssertEqual(try screen.store.addCounted(contact).id, first.id + 1)
        XCTAssertNotNil(try screen.store[.contacts].undoLast())
        screen.undoTapped()
        let isBack = await until { (try? screen.store.find(Contact.self, key: first.id)) != nil }
        XCTAssertTrue(isBack)
    }
}
