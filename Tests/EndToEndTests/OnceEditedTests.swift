import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// One's own record that was edited here remains one's own, whatever was merged into it since.
@MainActor
final class OnceEditedTests: XCTestCase {
    private let folder = Folder()

    private func run(_ arguments: [String]) async throws -> RealProgram.Ran {
        try await RealProgram(
            "dukedir", ["--sandbox", folder.url.path] + arguments, environment: ["DUKE_DIRECTORY_PASSWORD": "demo"]
        ).run()
    }

    private func done(_ arguments: String...) async throws {
        let ran = try await run(arguments)
        XCTAssertEqual(ran.status, 0, "\(arguments): \(ran.complaint)")
    }

    /// Changes my entry on the server, as another computer of mine does.
    private func elsewhere(_ client: Client, _ movie: String) async throws {
        let entry = try await client.entry("demo", of: .people)
        var record = DukePerson(try XCTUnwrap(entry).record)
        record.movie = movie
        _ = try await client.replace(record.record, netid: "demo")
    }

    private func own() throws -> DukePerson? {
        try folder.model().store.records(of: DukePerson.self, ownedBy: "demo").first
    }

    func testDownloadAfterUploadPreservesEdit() async throws {
        try await withClassServer(people: 12) { server in
            let client = Client(server: server, credentials: demo)
            try await done("download", "--replace", "--server", "\(server)", "--netid", "demo")
            try await done("update", try XCTUnwrap(try own()).paddedDUID, "ho=typed")
            try await done("upload", "--update")
            try await elsewhere(client, "Elsewhere")
            try await done("download", "--update")
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
    func testWhoHasNoEntryUploadsTheirs() async throws {
        try await RawServer.with(RawServer.answer(#"[{"id":7,"firstname":"Sven"}]"#)) { raw in
            for strategy in ["--replace", "--update"] {
                try await done("download", strategy, "--server", "127.0.0.1:\(raw.port)", "--netid", "new1")
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
        try await done("add", "8", "netid=new1")
        let now = try await run(["upload", "--initial", "--netid", "new1"])
        XCTAssertEqual(now.status, 3, now.complaint)
    }
}
