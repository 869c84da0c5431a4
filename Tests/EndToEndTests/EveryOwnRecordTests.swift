import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// An own record that was edited here is not written over unasked, by whatever way a list arrives. Which kinds of own
/// record stay, `OwnStaysTests` of the store test.
@MainActor
final class EveryOwnRecordTests: XCTestCase {
    private let folder = Folder()
    private static let theirs = DukePerson(DUID: 55, netid: "demo", fName: "Dee", lName: "Mo", movie: "Theirs")

    /// A sandbox of demo, whose record was published, and edited here and there since.
    private func prepared() throws -> Store {
        let model = try folder.model()
        var mine = Self.theirs
        mine.movie = "Before"
        try model.store.saveFromServer(mine)
        try model.store.recordPublished(mine, tag: nil)
        try SignIn(server: "", netid: "demo").save(in: model.store)
        mine.movie = "Mine"
        _ = model.update(mine)
        return model.store
    }

    private func movie(_ store: Store) throws -> String? { try store.find(DukePerson.self, key: 55)?.movie }

    private func file() throws -> URL {
        try folder.file("list.json", String(decoding: try JSONEncoder().encode([Self.theirs]), as: UTF8.self))
    }

    private func dukedir(_ arguments: String...) async throws -> RealProgram.Ran {
        let ran = try await RealProgram("dukedir", ["--sandbox", folder.url.path] + arguments).run()
        XCTAssertEqual(ran.status, 0, ran.complaint)
        return ran
    }

    func testAnImportInTheWindowIsNotTicked() async throws {
        let store = try prepared()
        let screen = try directory(in: folder)
        await screen.importChosen(try file())
        let preview = try XCTUnwrap(screen.importing)
        XCTAssertEqual(preview.lines.filter { preview.skipped.contains($0.id) }.map(\.word), ["Changed"])
        await screen.importAnswered(applies: true)
        XCTAssertEqual(try movie(store), "Mine")
    }

    func testTheCommandLineNeitherDeletesItNorOverwritesItWithoutAFlag() async throws {
        let store = try prepared()
        let deleting = try await RealProgram("dukedir", ["--sandbox", folder.url.path, "delete", "55"]).run()
        XCTAssertEqual(deleting.status, 4)
        XCTAssertTrue(
            deleting.complaint.hasPrefix("This is your own record, so it was not deleted."), deleting.complaint)
        let ran = try await dukedir("import", try file().path, "--replace")
        XCTAssertTrue(ran.complaint.contains("Use --discard-mine"), ran.complaint)
        XCTAssertEqual(try movie(store), "Mine")
        _ = try await dukedir("import", try file().path, "--discard-mine")
        XCTAssertEqual(try movie(store), "Theirs")
    }

    func testASkippedElementDoesNotTakeItsPosition() async throws {
        let store = try prepared()
        let saved = StoredRejectedElement(id: 1, element: RejectedElement(reason: "", raw: ""))
        for person in [DukePerson(DUID: 55, netid: "new1"), DukePerson(DUID: 99, netid: "DEMO")] {
            XCTAssertFalse(try store.accept(person, from: saved))
        }
        XCTAssertEqual(try movie(store), "Mine")
    }
}
