import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// What is reviewed before a list changes it, and when.
@MainActor
final class WaitingReviewTests: XCTestCase {
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
            let screen = try directory(in: folder, server: server)
            await screen.download(.replace)
            let listed = try XCTUnwrap(screen.everybody().first { $0.netid != "demo" })
            var stored = listed
            stored.movie = "Here"
            try screen.store.save(stored)
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.preview?.lines.map(\.id), [stored.DUID])
            // When another field is edited before it is applied
            var edited = stored
            edited.email = "typed@example.org"
            try Store(sandbox: folder.url).save(edited)
            screen.transfer.applyTapped()
            await screen.requested()
            // Then the edit is shown first, and remains where it is not ticked
            let again = try XCTUnwrap(screen.importing)
            XCTAssertEqual(again.problem, "Your list was changed in the meantime. Review the changes again.")
            XCTAssertEqual(try screen.store.find(DukePerson.self, key: stored.DUID), edited)
            again.ticked(stored.DUID, isTicked: false)
            screen.transfer.applyTapped()
            await screen.requested()
            XCTAssertEqual(screen.transfer.report?.isFailure, false)
            XCTAssertEqual(try screen.store.find(DukePerson.self, key: stored.DUID), edited)
        }
    }

    func testAnOwnRecordEditedDuringTheReviewIsAskedAbout() async throws {
        try await withClassServer(people: 12) { server in
            // Given a review of a list with another version of my own record, which I then edit
            let screen = try directory(in: folder, server: server)
            await screen.download(.replace)
            try screen.store.saveAll([DukePerson(DUID: 990, netid: "al1", fName: "Ana")])
            let mine = try screen.own()
            try await changeElsewhere(server) { $0.movie = "Theirs" }
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .previewing)
            var edited = mine
            edited.movie = "Mine"
            try Store(sandbox: folder.url).save(edited)
            // When it is applied, then both versions are shown first
            screen.transfer.applyTapped()
            await screen.requested()
            XCTAssertEqual(screen.transfer.state, .merging)
            XCTAssertEqual(try screen.own(), edited)
            screen.transfer.mergeAnswered(.mine)
            await screen.requested()
            if screen.transfer.state == .previewing { screen.transfer.applyTapped() }
            await screen.requested()
            XCTAssertEqual(screen.transfer.report?.isFailure, false)
            XCTAssertEqual(try screen.own(), edited)
        }
    }
}
