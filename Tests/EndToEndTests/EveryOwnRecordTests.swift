import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import TypedStore
import Waiting
import XCTest

/// An own record that was edited here is not written over unasked, by whatever way a list arrives, and remains one's own,
/// whatever was merged into it since. Which kinds of own record stay, `OwnStaysTests` of the store test.
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

    private func run(_ arguments: [String]) async throws -> RealProgram.Ran {
        try await RealProgram(
            "dukedir", ["--sandbox", folder.url.path] + arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"]
        ).run()
    }

    private func dukedir(_ arguments: String...) async throws -> RealProgram.Ran {
        let ran = try await run(arguments)
        XCTAssertEqual(ran.status, 0, "\(arguments): \(ran.complaint)")
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
        let deleting = try await run(["delete", "55"])
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

    // MARK: Uploaded, or not on the server

    private func own() throws -> DukePerson? {
        try folder.model().store.records(of: DukePerson.self, ownedBy: "demo").first
    }

    func testDownloadAfterUploadPreservesEdit() async throws {
        try await withClassServer(people: 12) { server in
            let client = Client(server: server, credentials: demo)
            _ = try await dukedir("download", "--replace", "--server", "\(server)", "--netid", "demo")
            _ = try await dukedir("update", try XCTUnwrap(try own()).paddedDUID, "ho=typed")
            _ = try await dukedir("upload", "--update")
            try await changeElsewhere(server) { $0.movie = "Elsewhere" }
            _ = try await dukedir("download", "--update")
            try await client.remove("demo", from: .people)
            let ran = try await run(["download", "--replace"])
            XCTAssertTrue(ran.complaint.contains("was kept. Use dukedir upload --initial."), ran.complaint)
            XCTAssertEqual(try own()?.hobby, "typed")
            XCTAssertEqual(try own()?.movie, "Elsewhere")
            // And there is no version of the server's to take instead
            let yes = try await run(["download", "--replace", "--discard-mine"])
            XCTAssertEqual(yes.status, 0, yes.complaint)
            XCTAssertTrue(yes.complaint.contains("was kept. Use dukedir upload --initial."), yes.complaint)
            XCTAssertEqual(try own()?.hobby, "typed")
        }
    }

    /// An account without an entry has its record, and hears what it still needs.
    func testAnAccountWithoutAnEntryHasARecordToUpload() async throws {
        try await RawServer.with(RawServer.answer(#"[{"id":7,"firstname":"Sven"}]"#)) { raw in
            for strategy in ["--replace", "--update"] {
                _ = try await dukedir("download", strategy, "--server", "127.0.0.1:\(raw.port)", "--netid", "new1")
                XCTAssertEqual(try folder.model().find(0)?.netid, "new1")
            }
            let upload = try await run(["upload", "--initial"])
            XCTAssertTrue(upload.complaint.hasPrefix("Your own record has no DUID yet"), upload.complaint)
        }
    }

    /// Without a record the command that adds it is named, and works.
    func testUserWithoutRecordSeesHint() async throws {
        let store = try folder.model().store
        try store.save(DukePerson(DUID: 7, fName: "Sven"))
        let none = try await run(["upload", "--initial", "--server", "127.0.0.1:9", "--netid", "new1"])
        XCTAssertEqual(none.status, 1)
        XCTAssertTrue(none.complaint.contains("Add it with dukedir add DUID 'netid=new1'"), none.complaint)
        _ = try await dukedir("add", "8", "netid=new1")
        let now = try await run(["upload", "--initial", "--netid", "new1"])
        XCTAssertEqual(now.status, 3, now.complaint)
    }
}
