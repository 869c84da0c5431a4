import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// How a form helps: what it corrects, what it marks, what it leaves as it was typed, and when it can be saved.
final class FormScreenTests: ScreenTestCase {
    private func newPerson() throws -> (CollectionScreen, FormScreen) {
        let screen = try directory(in: folder)
        let form = try screen.newForm()
        form.typed("44", in: "DUID")
        form.typed("Ada", in: "fName")
        form.typed("Okafor", in: "lName")
        return (screen, form)
    }

    func testACorrectedNetIDCorrectsTheAddressItSuggestedUntilAnotherIsTyped() async throws {
        let (screen, form) = try newPerson()
        // The form remarks on nothing before somebody types
        XCTAssertTrue(form.entries.allSatisfy { $0.note == nil })
        form.entered(" AB12@duke.edu ", in: "netid")
        XCTAssertEqual(form.entry("netid")?.note, .normalized("Changed from “ AB12@duke.edu ”."))
        XCTAssertEqual(form.entry("email")?.text, "ab12@duke.edu")
        XCTAssertEqual(form.entry("email")?.isFilledIn, true)
        form.entered("not a netid", in: "netid")
        XCTAssertEqual(form.entry("email")?.text, "ab12@duke.edu")
        form.entered("zz77", in: "netid")
        XCTAssertEqual(form.entry("email")?.text, "zz77@duke.edu")
        // Saved without leaving the field
        form.typed("yy66", in: "netid")
        await screen.save()
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 44)?.email, "yy66@duke.edu")
        // What is typed is not corrected
        let other = try screen.newForm()
        other.entered("ab12", in: "netid")
        other.typed("a", in: "email")
        XCTAssertEqual(other.entry("email")?.isFilledIn, false)
        other.entered("ada@x.org", in: "email")
        other.entered("zz77", in: "netid")
        XCTAssertEqual(other.entry("email")?.text, "ada@x.org")
    }

    func testSaveIsOfferedOnceSomethingIsGivenInEveryCollection() async throws {
        func check(_ definition: Definition) throws {
            let screen = try directory(in: folder, of: definition)
            let form = try screen.newForm()
            // A tour has its day and its size from the beginning.
            XCTAssertEqual(form.canSave, definition.home.isBooked, definition.collection.name)
            let first = try XCTUnwrap(form.entries.first { $0.editor.isWritten })
            form.typed("Ada", in: first.key)
            XCTAssertTrue(form.canSave, definition.collection.name)
        }
        for definition in Collections.all where definition.home.canAdd { try check(definition) }
    }

    func testTextInAngleBracketsStaysAndPastedHTMLIsOffered() async throws {
        let (screen, form) = try newPerson()
        for text in ["Fix List<Int> bug", "use <stdio.h>", "Tom <tom@x.y>"] {
            form.entered(text, in: "movie")
            XCTAssertEqual(form.entry("movie")?.text, text)
            XCTAssertNil(form.entry("movie")?.note)
        }
        form.entered("<b>Up</b>", in: "movie")
        XCTAssertEqual(form.entry("movie")?.text, "Up")
        XCTAssertEqual(form.entry("movie")?.note, .normalized("HTML formatting was removed."))
        XCTAssertEqual(form.entry("movie")?.replaced, "<b>Up</b>")
        // When it is kept, then it remains, also when it is saved
        form.keepHTMLTapped("movie")
        XCTAssertEqual(form.entry("movie")?.text, "<b>Up</b>")
        XCTAssertNil(form.entry("movie")?.replaced)
        // What goes is shown before it is saved
        form.typed("<i>Owls</i>", in: "team")
        await screen.save(succeeds: false)
        XCTAssertEqual(form.focusWanted, "team")
        await screen.save()
        let saved = try XCTUnwrap(screen.store.find(DukePerson.self, key: 44))
        XCTAssertEqual([saved.movie, saved.team], ["<b>Up</b>", "Owls"])
    }

    func testSaveClickedWithTheMouseStopsOnceAtEachFieldThatLostItsHTML() async throws {
        let (screen, form) = try newPerson()
        // Given fields that were left for Save, which took the HTML out
        form.entered("<b>Up</b>", in: "movie")
        form.entered("<i>Owls</i>", in: "team")
        // Then Save stops at each once, and saves after that
        for key in ["team", "movie"] {
            await screen.save(succeeds: false)
            XCTAssertEqual(form.focusWanted, key)
            XCTAssertEqual(form.problem?.hasPrefix("HTML formatting was removed from"), true, form.problem ?? "")
        }
        // And again where other HTML was pasted
        form.entered("<b>Brazil</b>", in: "movie")
        await screen.save(succeeds: false)
        await screen.save()
        let saved = try XCTUnwrap(screen.store.find(DukePerson.self, key: 44))
        XCTAssertEqual([saved.movie, saved.team], ["Brazil", "Owls"])
    }

    /// Untouched fields are neither checked nor changed: they remain as they were sent.
    func testSentStateIsPreservedThroughEdit() async throws {
        let screen = try directory(in: folder)
        let sent = DukePerson(
            DUID: 7, fName: "Cher", lName: "", email: "N/A", from: "Anywhere", program: "NA", hobby: "a;b",
            languages: ["ß;x", "C"])
        try screen.store.save(sent)
        try await screen.edit(7, ["movie": "Up"])
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 7), sent.with(\.movie, "Up"))
        // And it is neither shown nor read out
        let header = try XCTUnwrap(screen.detail.content?.header)
        XCTAssertEqual(header.spoken, "Cher, 0000007")
    }

    // MARK: Contacts

    func testARestoredFormSaysWhatToCorrect() async throws {
        let draft = #"{"purpose":{"add":{}},"texts":{"firstName":"Jo","phone":"12"}}"#
        try Setting<String>("draft-contacts").set(draft, in: Store(sandbox: folder.url))
        let screen = try await ScreenFixtures.opened(Contact.self, folder)
        XCTAssertNotNil(screen.draftQuestion)
        screen.answer(false)
        await eventually { screen.editing.form != nil }
        let form = try XCTUnwrap(screen.editing.form)
        XCTAssertFalse(form.canSave)
        XCTAssertEqual(form.entries.filter(\.isWrong).map(\.key), ["phone"])
        screen.editing.cancelTapped()
        screen.answer(true)
    }

    func testSaveCanBeUsedExactlyWhileEveryGivenValueIsValid() async throws {
        let screen = try await ScreenFixtures.opened(Contact.self, folder)
        let form = try screen.newForm()
        XCTAssertFalse(form.canSave, "nothing was given yet")
        form.typed("123456", in: "phone")
        XCTAssertFalse(form.canSave)
        XCTAssertNotNil(form.saveHint)
        form.fieldDidLoseFocus("phone")
        XCTAssertEqual(form.entry("phone")?.isWrong, true)
        form.typed("1234567", in: "phone")
        XCTAssertTrue(form.canSave, form.saveHint ?? "")
        form.fieldDidLoseFocus("phone")
        XCTAssertEqual(form.entry("phone")?.isWrong, false)
    }

    func testContactIsSavedMarkedAndFound() async throws {
        let screen = try await ScreenFixtures.opened(Contact.self, folder)
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
