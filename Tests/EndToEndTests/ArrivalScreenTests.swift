import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// What is reviewed before a list changes it, when, and what becomes of elements that were no person: why, to whom to
/// write, and another try.
@MainActor
final class ArrivalScreenTests: XCTestCase {
    private let folder = Folder()

    func testAReviewWaitsForTheForm() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder, server: server)
            try screen.store.saveAll([DukePerson(DUID: 990, netid: "al1", fName: "Ana", lName: "Li")])
            await finished(screen)
            // Given a form, and a file that was read
            XCTAssertTrue(screen.open(key: 990))
            screen.editing.editTapped()
            await screen.importChosen(try folder.file("x.csv", "DUID,First Name\n9,Cy\n"))
            XCTAssertNil(screen.importing)
            XCTAssertEqual(screen.toast?.text, "Review Changes from “x.csv” will open after you close the form.")
            XCTAssertFalse(screen.canReplaceList)
            // Nothing answers it meanwhile.
            XCTAssertTrue(screen.editing.form != nil)
            screen.editing.cancelTapped()
            XCTAssertEqual(screen.importing?.lines.map(\.title), ["Cy"])
            await screen.importAnswered(applies: true)
            XCTAssertEqual(try screen.store[.people].count(), 2)
            // Given a list that arrived
            await finished(screen)
            XCTAssertTrue(screen.open(key: 990))
            screen.editing.editTapped()
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .previewing)
            XCTAssertNil(screen.sheet)
            XCTAssertEqual(screen.toast?.text, "Review Changes will open after you close the form.")
            screen.editing.cancelTapped()
            XCTAssertEqual(screen.importing?.title, "Review Changes")
            screen.transfer.declined()
            XCTAssertNil(screen.sheet)
        }
    }

    func testAnOwnRecordThatWasEditedIsNotTicked() async throws {
        try folder.editAsAnother(try ServerAddress("127.0.0.1:9"))
        let screen = try directory(in: folder, netid: "old1")
        let list = #"[{"DUID": 44, "netid": "old1", "movie": "Theirs"}]"#
        await screen.importChosen(try folder.file("list.json", list))
        let preview = try XCTUnwrap(screen.importing)
        XCTAssertEqual(preview.lines.filter { preview.skipped.contains($0.id) }.map(\.word), ["Changed"])
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 44)?.movie, "Mine")
    }

    func testAnEditOfARecordThatTheListChangesIsReviewedBeforeItIsOverwritten() async throws {
        try await withClassServer(people: 12) { server in
            // Given a review of a list that changes somebody
            let screen = try await downloaded(folder, server)
            let listed = try XCTUnwrap(screen.everybody().first { $0.netid != "demo" })
            let stored = listed.with(\.movie, "Here")
            try screen.store.save(stored)
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.preview?.lines.map(\.id), [stored.DUID])
            // When another field is edited before it is applied
            let edited = stored.with(\.email, "typed@example.org")
            try Store(sandbox: folder.url).save(edited)
            await screen.applied()
            // Then the edit is shown first, and remains where it is not ticked
            let again = try XCTUnwrap(screen.importing)
            XCTAssertEqual(again.problem, "Your list was changed in the meantime. Review the changes again.")
            XCTAssertEqual(try screen.store.find(DukePerson.self, key: stored.DUID), edited)
            again.ticked(stored.DUID, isTicked: false)
            await screen.applied()
            XCTAssertEqual(screen.transfer.report?.isFailure, false)
            XCTAssertEqual(try screen.store.find(DukePerson.self, key: stored.DUID), edited)
        }
    }

    func testAnOwnRecordEditedDuringTheReviewIsAskedAbout() async throws {
        try await withClassServer(people: 12) { server in
            // Given a review of a list with another version of my own record, which I then edit
            let screen = try await downloaded(folder, server)
            try screen.store.saveAll([DukePerson(DUID: 990, netid: "al1", fName: "Ana")])
            let mine = try screen.own()
            try await changeElsewhere(server) { $0.movie = "Theirs" }
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .previewing)
            let edited = mine.with(\.movie, "Mine")
            try Store(sandbox: folder.url).save(edited)
            // When it is applied, then both versions are shown first
            await screen.applied()
            XCTAssertEqual(screen.transfer.state, .merging)
            XCTAssertEqual(try screen.own(), edited)
            screen.transfer.mergeAnswered(.mine)
            await screen.requested()
            if screen.transfer.state == .previewing { await screen.applied() }
            XCTAssertEqual(screen.transfer.report?.isFailure, false)
            XCTAssertEqual(try screen.own(), edited)
        }
    }

    func testElementsThatWereNoPersonShowReasonAndContactAndAreAddedOnceCorrected() async throws {
        let list = #"""
            [{"DUID": 5, "fName": "Whole"}, {"fName": "Ann", "email": "ann.li+x@cs.duke.edu"},
            {"DUID": "many", "netID": "bb22"}, "a text", {"DUID": 6, "fName": }]
            """#
        let screen = try await RawServer.with(RawServer.answer(list)) { raw in
            let screen = try directory(in: folder, server: try raw.address)
            await screen.download(.replace)
            return screen
        }
        XCTAssertEqual(screen.transfer.report?.text, "1 person downloaded: 1 new, 4 skipped")
        XCTAssertEqual(screen.transfer.report?.details.count, 4)
        let page = try screen.openRejected()
        XCTAssertEqual(
            page.elements.map(\.reason),
            [
                "This is not a person: it has no DUID.", "This is not a person: its DUID “many” is not a number.",
                "This is not a person: it is not an object.", "The entry is not valid JSON.",
            ])
        let letters = page.elements.map(\.letter)
        XCTAssertTrue(letters[0]?.hasPrefix("mailto:ann.li%2Bx%40cs.duke.edu?subject=Your%20directory") == true)
        XCTAssertTrue(letters[1]?.hasPrefix("mailto:bb22%40duke.edu?") == true)
        XCTAssertNil(letters[2])
        XCTAssertNil(letters[3])
        let text = letters[0]?.removingPercentEncoding ?? ""
        XCTAssertTrue(text.contains("it has no DUID.") && text.contains(#""fName": "Ann""#))
        XCTAssertEqual(page.omittedCount, 0)
        // What is still wrong, and what is said
        let ids = page.elements.map(\.id)
        let tries = [
            (#"{"DUID": 7, "email": "a b"}"#, "The Email must be an email address such as abc12@duke.edu."),
            (#"{"DUID": 5}"#, "The DUID 0000005 already belongs to Whole."),
            (#"{"DUID": "#, "The entry is not valid JSON."),
            ("[]", "This is not a person: it is not an object."), ("", "The entry is not valid JSON."),
            (#"{"DUID": -7}"#, "This is not a person: its DUID “-7” is below 0."),
        ]
        for (text, reason) in tries {
            page.typed(text, in: ids[0])
            await page.tryAgainTapped(ids[0])
            XCTAssertEqual(page.elements.first?.reason, reason)
            XCTAssertEqual(try screen.everybody().map(\.DUID), [5])
            XCTAssertNil(page.text)
        }
        // When it is right, it is taken in as the rules mend it, in store and file
        page.typed(#"{"DUID": 7, "fName": " Ann ", "email": "ANN@duke.edu"}"#, in: ids[0])
        await page.tryAgainTapped(ids[0])
        XCTAssertEqual(page.text, "Ann added")
        XCTAssertEqual(page.elements.map(\.id), Array(ids.dropFirst()))
        XCTAssertEqual(try screen.store.find(DukePerson.self, key: 7)?.email, "ann@duke.edu")
        await eventually { (try? screen.inFile().map(\.DUID)) == [5, 7] }
        // And what is forgotten remains away, also after a restart
        await page.forgetTapped(ids[1])
        let next = try directory(in: folder).openRejected()
        XCTAssertEqual(next.elements.map(\.id), Array(ids.dropFirst(2)))
        XCTAssertEqual(next.elements.first?.raw, #""a text""#)
        // And taking in is undone
        screen.undoTapped()
        await eventually { (try? screen.everybody().map(\.DUID)) == [5] }
    }
}
