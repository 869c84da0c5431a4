import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// A field that another program changes while a form of the same record is open, in every collection kept here.
final class SameFieldTests: ScreenTestCase {
    /// Three values of every kind of field: as it was, as the form has it, as the other program has it.
    private func texts(_ definition: Definition, _ field: Field) -> [String]? {
        if field.key == definition.owner?.key { return ["aa1", "bb2", "cc3"] }
        switch field.editor {
        case .text(.email): return ["a@duke.edu", "b@duke.edu", "c@duke.edu"]
        case .text(.netid): return ["aa1", "bb2", "cc3"]
        case .text(.phone): return ["5550101", "5550102", "5550103"]
        case .text(.digits): return ["27701", "27702", "27703"]
        case .text: return ["Ann", "Bella", "Carla"]
        case .list: return ["Swift", "C", "Ada"]
        case .number, .decimal: return ["11", "12", "13"]
        case .choice(let options):
            let given = options.map(\.value).filter { !field.isUnset($0) }
            return given.count > 2 ? Array(given.prefix(3)) : nil
        // A switch that both turned says the same; pictures are reviewed in another test.
        case .flag, .picture, .steps, .day, .readOnly: return nil
        }
    }

    func testBothVersionsAreShownInEveryLocalCollection() async throws {
        var names: [String] = []
        for definition in Collections.all where definition.home.canEdit && !definition.home.isHosted {
            names.append(definition.collection.name)
            try await check(definition)
        }
        XCTAssertEqual(names, ["people", "contacts", "players"])
    }

    private func check(_ definition: Definition) async throws {
        let folder = Folder()
        let screen = try directory(in: folder, of: definition)
        let elsewhere = try Store(sandbox: folder.url)
        let fields = definition.fields.filter { !$0.isKey && $0.isInForm && texts(definition, $0) != nil }
        XCTAssertGreaterThan(fields.count, 5)
        for (index, field) in fields.enumerated() {
            let values = try XCTUnwrap(texts(definition, field))
            let (mineOnly, theirsOnly) = (fields[(index + 1) % fields.count], fields[(index + 2) % fields.count])
            for side in [MergeScreen.Side.mine, .theirs] {
                // Given a form in which a field was changed that was changed elsewhere too
                var record = Record(definition, key: 7)
                for field in fields { record[field] = .text(try XCTUnwrap(texts(definition, field))[0]) }
                try elsewhere[definition].save(record)
                let form = try screen.editForm(of: 7)
                form.typed(values[1], in: field.key)
                form.typed(try XCTUnwrap(texts(definition, mineOnly))[1], in: mineOnly.key)
                let (theirs, other) = (values[2], try XCTUnwrap(texts(definition, theirsOnly))[2])
                _ = try elsewhere[definition].change(key: 7) { now in
                    var changed = now
                    changed[field] = .text(theirs)
                    changed[theirsOnly] = .text(other)
                    return changed
                }
                try await answer(definition, side, of: field, values, in: screen)
                // Then the picked one is here, and beside it what each side alone changed
                let saved = try XCTUnwrap(screen.store[definition].find(key: 7))
                XCTAssertEqual(saved[field].text, side == .mine ? values[1] : values[2], field.key)
                XCTAssertEqual(saved[mineOnly].text, try XCTUnwrap(texts(definition, mineOnly))[1], mineOnly.key)
                XCTAssertEqual(saved[theirsOnly].text, other, theirsOnly.key)
            }
        }
    }

    /// Saves, leaves the question once, and then picks `side`.
    private func answer(
        _ definition: Definition, _ side: MergeScreen.Side, of field: Field, _ values: [String],
        in screen: CollectionScreen
    ) async throws {
        let form = try XCTUnwrap(screen.editing.form)
        await screen.save(succeeds: false)
        XCTAssertEqual(form.merge?.lines.map(\.id), [field.key], form.problem ?? "\(form.entries.compactMap(\.note))")
        XCTAssertEqual(form.merge?.isOnServer, false)
        var isSaved = await screen.editing.mergeAnswered(isPicked: false)
        XCTAssertFalse(isSaved)
        XCTAssertEqual(screen.editing.form?.entry(field.key)?.text, values[1])
        let now = try XCTUnwrap(screen.store[definition].find(key: 7))
        XCTAssertEqual(now[field].text, values[2], "nothing is saved unasked")
        _ = await screen.editing.saveTapped()
        try XCTUnwrap(form.merge).picked(side, for: field.key)
        isSaved = await screen.editing.mergeAnswered(isPicked: true)
        XCTAssertTrue(isSaved, form.problem ?? field.key)
        XCTAssertNil(screen.editing.form)
    }

    func testAssignedNumberIsSavedWithPickedValues() async throws {
        let screen = try directory(in: folder, netid: "n1")
        try screen.store.save(DukePerson(DUID: 0, netid: "n1", fName: "Ana", lName: "Li"))
        let form = try screen.editForm(of: 0)
        form.typed("77", in: "DUID")
        form.typed("Durham", in: "from")
        _ = try folder.store().change(DukePerson.self, key: 0) { $0.with(\.from, "Pittsboro") }
        await screen.save(succeeds: false)
        XCTAssertNotNil(form.merge)
        let isSaved = await screen.editing.mergeAnswered(isPicked: true)
        XCTAssertTrue(isSaved, form.problem ?? "")
        XCTAssertEqual(try screen.everybody().map(\.DUID), [77])
        XCTAssertEqual(try screen.own("n1").from, "Durham")
    }

    func testADraftIsHeldAgainstWhatItWasTypedOver() async throws {
        let first = try directory(in: folder, of: .contacts)
        var contact = try Contact("fn=Ann, ci=Durham, st=12 Elm St", key: 7)
        try first.store.save(contact)
        // Given a form that never came to its end, and a field of it that was changed elsewhere since
        try first.editForm(of: 7).typed("Cary", in: "city")
        await eventually { (try? first.storedDraft())?.contains("Cary") == true }
        contact.city = "Apex"
        contact.street = "14 Oak St"
        try Store(sandbox: folder.url).save(contact)
        // When it is gone on with and saved, then both versions are shown
        let next = try directory(in: folder, of: .contacts)
        next.editing.askAboutDraft()
        next.answer(false)
        await eventually { next.editing.form != nil }
        XCTAssertEqual(next.editing.form?.entry("city")?.text, "Cary")
        XCTAssertEqual(next.editing.form?.entry("street")?.text, "14 Oak St")
        await next.save(succeeds: false)
        XCTAssertEqual(next.editing.form?.merge?.lines.map { [$0.mine, $0.theirs] }, [["Cary", "Apex"]])
    }

    func testAFormFollowsTheOwnRecordToAnotherNumber() async throws {
        for isDownload in [false, true] {
            for isRestarted in [false, true] {
                for field in ["from", "fName"] {
                    // Given the form of one's own record, in which a field was changed
                    let folder = Folder()
                    let mine = try XCTUnwrap(folder.firstLaunch(netid: "demo").find(0))
                    let screen = try directory(in: folder)
                    try screen.editForm(of: 0).typed("Durham", in: field)
                    await eventually { (try? screen.storedDraft())?.contains("Durham") == true }
                    // When another program gives it another number and name, or a download replaces it
                    let theirs = mine.keyed(777).with(\.fName, "Rooty")
                    let elsewhere = try Store(sandbox: folder.url)
                    if isDownload {
                        try elsewhere.download([theirs])
                    } else {
                        try elsewhere.save(theirs, replacing: 0)
                    }
                    // Then Save saves it, also in the form that is gone on with after the program died
                    try await saveOwn(isRestarted ? continued(in: folder) : screen, field)
                }
            }
        }
    }

    private func continued(in folder: Folder) async throws -> CollectionScreen {
        let next = try directory(in: folder)
        XCTAssertEqual(next.draftQuestion, "You were editing Rooty Mo when the app was closed.")
        next.answer(false)
        await eventually { next.editing.form != nil }
        return next
    }

    /// Saves the form of one's own record, of which another program changed the first name.
    private func saveOwn(_ screen: CollectionScreen, _ field: String) async throws {
        let form = try XCTUnwrap(screen.editing.form)
        if field == "fName" {
            await screen.save(succeeds: false)
            XCTAssertEqual(form.merge?.lines.map { [$0.mine, $0.theirs] }, [["Durham", "Rooty"]])
            let isSaved = await screen.editing.mergeAnswered(isPicked: true)
            XCTAssertTrue(isSaved, form.problem ?? "")
        } else {
            await screen.save()
        }
        XCTAssertEqual(form.entry("DUID")?.text, "0000777")
        let all = try screen.everybody()
        XCTAssertEqual(all.map(\.DUID), [777])
        XCTAssertEqual(
            all.map { [$0.fName, $0.from] }, [field == "fName" ? ["Durham", "unknown"] : ["Rooty", "Durham"]])
        XCTAssertEqual(try screen.store[.people].ownKey(), 777)
    }

    func testAnOpenFormShowsTheNewNumberOfTheOwnRecord() async throws {
        // Given the form of one's own record, in which a number was typed
        let mine = try XCTUnwrap(folder.firstLaunch(netid: "demo").find(0))
        let screen = try directory(in: folder)
        let form = try screen.editForm(of: 0)
        form.typed("5", in: "DUID")
        // When a download brings another one, which a server has
        try screen.store.download([mine.keyed(777)])
        // Then that is shown, and cannot be typed over
        await eventually { form.editedKey == 777 }
        XCTAssertEqual(form.entry("DUID")?.text, "0000777")
        XCTAssertEqual(form.entry("DUID")?.isLocked, true)
        XCTAssertFalse(form.hasChanges)
        XCTAssertEqual(screen.detail.content?.header.key, 777)
    }

    func testADraftBringsBackARecordThatWasDeletedElsewhere() async throws {
        for isKnown in [true, false] {
            let folder = Folder()
            let first = try directory(in: folder, of: .contacts)
            var contact = try Contact("fn=Ana, ln=Li, ci=Durham", key: 7)
            try first.store.save(contact)
            // Given a form that never came to its end, and a record that another program deleted since
            try first.editForm(of: 7).typed("Apex", in: "city")
            await eventually { (try? first.storedDraft())?.contains("Apex") == true }
            let elsewhere = try Store(sandbox: folder.url)
            _ = try elsewhere[.contacts].delete(keys: [7])
            if !isKnown { try elsewhere.clearHistory() }
            // When it is gone on with, then it is named, and all of it is stored again, if the history has it
            let next = try directory(in: folder, of: .contacts)
            let name = "Ana Li when the app was closed. It was deleted elsewhere. Saving will bring it back."
            let text = "You were editing \(isKnown ? name : "a contact that has been deleted since.")"
            XCTAssertEqual(next.draftQuestion, text)
            next.answer(false)
            await eventually { next.editing.form != nil }
            XCTAssertEqual(next.editing.form?.entry("city")?.text, "Apex")
            guard isKnown else { continue }
            await next.save()
            XCTAssertEqual(next.toast?.text, "Ana Li was deleted elsewhere. Saving brought it back.")
            await eventually("the draft goes") { (try? next.storedDraft()) == .some(nil) }
            contact.city = "Apex"
            XCTAssertEqual(try next.store.find(Contact.self, key: 7), contact)
        }
    }

    func testASavedFormBringsBackARecordThatWasDeletedElsewhere() async throws {
        let screen = try directory(in: folder, of: .contacts)
        var contact = try Contact("fn=Ana, ln=Li, ci=Durham", key: 7)
        try screen.store.save(contact)
        // Given a form of a record that another program deletes, and later one that nobody deletes
        for (city, message) in [
            ("Apex", "Ana Li was deleted elsewhere. Saving brought it back."), ("Cary", "Ana Li saved"),
        ] {
            try screen.editForm(of: 7).typed(city, in: "city")
            if city == "Apex" { _ = try Store(sandbox: folder.url)[.contacts].delete(keys: [7]) }
            // When it is saved, then all of it is stored again, and that is reported where it had been deleted
            await screen.save()
            XCTAssertEqual(screen.toast?.text, message)
            XCTAssertEqual(screen.toast?.offersUndo, true)
            contact.city = city
            XCTAssertEqual(try screen.store.find(Contact.self, key: 7), contact)
        }
    }
}
