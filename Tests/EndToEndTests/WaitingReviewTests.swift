import DirectoryModel
import DirectoryScreens
import DirectoryStore
import XCTest

/// What arrives while a form is open is asked about once it is closed.
@MainActor
final class WaitingReviewTests: XCTestCase {
    private let folder = Folder()

    func testAFileThatWasReadWaitsForTheForm() async throws {
        let screen = try directory(in: folder)
        try screen.store.saveAll([DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li")])
        await settled(screen)
        XCTAssertTrue(screen.open(key: 1))
        screen.editing.editTapped()
        let file = folder.url.appending(path: "x.csv")
        try Data("DUID,First Name\n9,Cy\n".utf8).write(to: file)
        await screen.files.importChosen(file)
        XCTAssertNil(screen.importing)
        XCTAssertEqual(screen.toast?.text, "Review Changes from “x.csv” will open after you close the form.")
        XCTAssertFalse(screen.canTakeOver)
        // Nothing answers it meanwhile.
        XCTAssertTrue(screen.editing.form != nil)
        screen.editing.cancelTapped()
        XCTAssertEqual(screen.importing?.lines.map(\.title), ["Cy"])
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try screen.store.count(of: DukePerson.self), 2)
    }

    func testAReviewOfADownloadWaitsForTheForm() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder, server: server)
            try screen.store.saveAll([DukePerson(DUID: 990, netid: "al1", fName: "Ana", lName: "Li")])
            await settled(screen)
            XCTAssertTrue(screen.open(key: 990))
            screen.editing.editTapped()
            await screen.download(.replace)
            XCTAssertEqual(screen.transfer.state, .previewing)
            XCTAssertNil(screen.destination)
            XCTAssertEqual(screen.toast?.text, "Review Changes will open after you close the form.")
            screen.editing.cancelTapped()
            XCTAssertEqual(screen.importing?.title, "Review Changes")
            screen.transfer.declined()
            XCTAssertNil(screen.destination)
        }
    }
}
