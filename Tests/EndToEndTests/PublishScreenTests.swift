import Boats
import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import TypedStore
import XCTest

/// The check before publishing and the upload, against the real class server.
@MainActor
final class PublishScreenTests: XCTestCase {
    private let folder = Folder()

    private func client(_ server: ServerAddress) -> Client { Client(server: server, credentials: demo) }

    private func published(_ server: ServerAddress) async throws -> DukePerson {
        let entry = try await client(server).entry("demo", of: .people)
        return DukePerson(try XCTUnwrap(entry?.record))
    }

    func testARoleIsAskedForBeforeAndExplainedAfter() async throws {
        try await withClassServer(people: 3) { server in
            // Given a student without an entry there, and a record here without a role
            try await client(server).remove("demo", from: .people)
            let screen = try directory(in: folder, server: server)
            try screen.store.save(DukePerson(DUID: 4711, netid: "demo", fName: "Dee"))
            // Then that is said first, and what the server accepts once it has refused it
            let publish = try await screen.openPublish(4711)
            XCTAssertTrue(publish.gaps.contains("Fill in Role. The server may require it."))
            await publish.uploadTapped()
            XCTAssertEqual(
                publish.problem,
                "\(server) rejected it: Role must match your account (Student, Other). Change the value and try again.")
        }
    }

    func testTheFirstUploadAddsAndTheSecondReplaces() async throws {
        try await withClassServer(people: 12) { server in
            // Given a server that has nothing of mine, and a record here with gaps
            try await client(server).remove("demo", from: .people)
            let screen = try directory(in: folder, server: server)
            try screen.store.save(DukePerson(DUID: 4711, netid: "demo", fName: "Dee", role: .Student, team: "Owls"))
            // When I edit it and tap Upload, then I see what others will, and what is missing
            let first = try await screen.openPublish(4711, ["email": "DEE"])
            XCTAssertEqual(first.header.title, "Dee")
            XCTAssertTrue(first.summary.hasPrefix("Dee is a Student."))
            XCTAssertNil(first.picture)
            XCTAssertEqual(
                first.gaps,
                ["Last Name", "From", "Gender", "Program", "Plan", "Movie", "Hobbies", "Languages"]
                    .map { "Fill in \($0)." } + ["Add a picture."])
            XCTAssertEqual(first.state, .checking)
            // And nothing was sent before I say so
            let before = try await client(server).entry("demo", of: .people)
            XCTAssertNil(before)
            await first.uploadTapped()
            XCTAssertEqual(first.state, .ended)
            XCTAssertEqual(first.text, "Your record was published for the first time.")
            let there = try await published(server)
            XCTAssertEqual(there.email, "dee@duke.edu")
            XCTAssertEqual(try screen.own(), there)
            XCTAssertNil(screen.publish)
            XCTAssertEqual(screen.toast?.text, first.text)
            // And a second time it is replaced, and its mark goes
            let second = try await screen.openPublish(4711, ["team": "Bulls", "lName": "Mo"])
            await eventually { screen.list.unpublishedKeys == [4711] }
            await second.uploadTapped()
            XCTAssertEqual(second.text, "Your record is published.")
            let replaced = try await published(server)
            XCTAssertEqual([replaced.team, replaced.lName], ["Bulls", "Mo"])
            await eventually { screen.list.unpublishedKeys.isEmpty }
            // And tapping once more changes nothing
            await second.uploadTapped()
            XCTAssertEqual(second.state, .ended)
            try await screen.edit(4711, [:], isSaved: false)
            await screen.editing.uploadTapped()
            XCTAssertEqual(screen.toast?.text, "There is nothing to upload. The server has the same record.")
        }
    }

    func testAConflictIsPutTogetherFieldByField() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try await downloaded(folder, server)
            // Given an edit here, and another one from elsewhere
            let mine = try screen.own()
            try await changeElsewhere(server) { ($0.movie, $0.plan) = ("Theirs", "Their plan") }
            let publish = try await screen.openPublish(mine.DUID, ["movie": "Mine", "team": "Here"])
            await publish.uploadTapped()
            // Then both are shown
            XCTAssertEqual(publish.state, .conflict)
            let merge = try XCTUnwrap(publish.merge)
            XCTAssertEqual(merge.lines.map(\.id), ["movie"], "what only one side changed is not asked for")
            XCTAssertEqual(
                merge.automaticMergeSummary, "Kept your Team. Took Plan from the server.")
            XCTAssertEqual(merge.lines.last.map { [$0.mine, $0.theirs] }, ["Mine", "Theirs"])
            // When I pick, and it is changed elsewhere once more meanwhile, then I am shown that too
            try await changeElsewhere(server) { ($0.movie, $0.from) = ("Theirs again", "Elsewhere") }
            await publish.mergeTapped()
            XCTAssertEqual(publish.state, .conflict)
            let again = try XCTUnwrap(publish.merge)
            XCTAssertEqual(again.lines.map(\.id), ["movie"])
            again.allPicked(.theirs)
            // And so when another program changes mine, and my choice remains
            try folder.store().save(screen.own().with(\.hobby, "chess"))
            await publish.mergeTapped()
            XCTAssertEqual(publish.state, .conflict)
            XCTAssertEqual(
                publish.problem, "Your record was changed here in the meantime. Review both versions again.")
            XCTAssertEqual(publish.merge?.lines.map(\.picked), [.theirs])
            await publish.mergeTapped()
            // Then what was picked is here and there
            XCTAssertEqual(publish.state, .ended)
            let end = try await published(server)
            XCTAssertEqual(
                [end.from, end.team, end.movie, end.plan, end.hobby],
                ["Elsewhere", "Here", "Theirs again", "Their plan", "chess"])
            XCTAssertEqual(try screen.own(), end)
            XCTAssertEqual(try screen.store[.people].editedQuery().value(), [])
        }
    }

    func testServersNumberMayBeUsedLocally() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder, server: server)
            let there = try await published(server)
            try screen.store.save(DukePerson(DUID: there.DUID, netid: "else1", fName: "Somebody"))
            try screen.store.save(DukePerson(DUID: 4711, netid: "demo", fName: "Dee"))
            let before = try screen.everybody()
            let publish = try await screen.openPublish(4711)
            await publish.uploadTapped()
            XCTAssertEqual(publish.state, .conflict)
            await publish.mergeTapped()
            XCTAssertEqual(publish.state, .conflict)
            XCTAssertEqual(publish.problem, "The DUID 3107907 already belongs to Somebody.")
            XCTAssertEqual(try screen.everybody(), before)
            let after = try await published(server)
            XCTAssertEqual(after, there)
        }
    }

    func testChangesAreShownWithLongTextsCutAroundThem() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try await downloaded(folder, server)
            let own = try screen.own()
            let hobbies = (1...40).map { "hobby number \($0)" }
            try await screen.edit(own.DUID, ["hobby": hobbies.joined(separator: ", ")])
            let first = try await screen.openPublish(own.DUID)
            XCTAssertLessThan(first.summary.count, 420)
            await first.uploadTapped()
            XCTAssertEqual(first.state, .ended, first.problem ?? "")
            var other = hobbies
            other[30] = "chess"
            let texts = ["hobby": other.joined(separator: ", "), "movie": "Up"]
            let publish = try await screen.openPublish(own.DUID, texts)
            XCTAssertEqual(publish.changes.count, 2)
            let sentence = publish.changes.joined(separator: "\n")
            XCTAssertTrue(sentence.contains("Movie: “\(own.movie)” → “Up”"), sentence)
            XCTAssertTrue(
                sentence.contains("chess, hobby number 32") && sentence.contains("hobby number 31, hobby"), sentence)
            XCTAssertTrue(publish.changes.allSatisfy { $0.count < 300 }, sentence)
        }
    }

    func testAWrongPasswordAsksForSignInAndTheRightOneServes() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder, server: server, password: "wrong")
            let there = try await published(server)
            try screen.store.save(there)
            let publish = try await screen.openPublish(there.DUID, ["team": "Here"])
            await publish.uploadTapped()
            XCTAssertEqual(publish.state, .checking)
            XCTAssertTrue(screen.preferences.message?.text.contains("Wrong NetID or password") == true)
            XCTAssertNotNil(publish.problem)
            await screen.preferences.pressSignIn("demo")
            // Then it goes on by itself; nobody here ever saw the server's version
            await eventually { publish.state == .conflict }
            XCTAssertNil(publish.problem)
            XCTAssertEqual(publish.merge?.lines.map(\.id), ["team"])
            await publish.mergeTapped()
            XCTAssertEqual(publish.state, .ended)
            let end = try await published(server)
            XCTAssertEqual(end.team, "Here")
        }
    }

    func testClosingCheckReportsNothingWasSent() async throws {
        let screen = try directory(in: folder, with: [DukePerson(DUID: 4711, netid: "demo", fName: "Dee")])
        let publish = try await screen.openPublish(4711, ["team": "Here"])
        await publish.uploadTapped()
        XCTAssertEqual(screen.preferences.message?.text.hasPrefix("Not connected to a class."), true)
        publish.closeTapped()
        XCTAssertEqual(screen.toast?.text, "Saved on this computer, not uploaded")
        XCTAssertEqual(try screen.inFile().map(\.team), ["Here"])
        // And the form is open again
        XCTAssertEqual(screen.editing.form?.entry("team")?.text, "Here")
    }

    func testARecordOfAnotherCollectionIsDownloadedPublishedAndMerged() async throws {
        let (home, served) = (folder.url.appending(path: "home"), folder.url.appending(path: "server"))
        func boat(_ key: Int, _ skipper: String, _ harbor: String) -> Record {
            Boat(key: key).with(\.name, "Möwe").with(\.skipper, skipper).with(\.harbor, harbor).record
        }
        try await RealProgram("boat-club", ["serve", served.path]).whileItServes { server in
            func client(_ netid: String) throws -> Client {
                let password = try String(contentsOf: served.appending(path: netid), encoding: .utf8)
                return Client(server: server, credentials: Credentials(netid: netid, password: password))
            }
            // Given a boat of Bo's, and Ana's window
            _ = try await client("bo").create(boat(8, "bo", "Rostock"))
            let password = try String(contentsOf: served.appending(path: "ana"), encoding: .utf8)
            let window = try DirectoryScreen(
                store: try Store(sandbox: home, collections: [Boat.definition]), emojis: HobbyEmojis(table: ""),
                passwords: Passwords(passwordStore: PasswordFile(sandbox: home), environment: password),
                overriding: ("\(server)", "ana"))
            window.appeared()
            let boats = window.screen(of: Boat.definition)
            boats.appeared()
            await boats.download(.replace)
            XCTAssertEqual(boats.transfer.report?.text, "1 boat downloaded")
            // When she publishes hers, and its harbor is changed both here and elsewhere
            try boats.store.save(Boat(boat(7, "ana", "Kiel")))
            let first = try await boats.openPublish(7)
            await first.uploadTapped()
            XCTAssertEqual(first.state, .ended)
            _ = try await client("ana").replace(boat(7, "ana", "Lübeck"), netid: "ana")
            let second = try await boats.openPublish(7, ["harbor": "Flensburg"])
            await second.uploadTapped()
            // Then both are offered
            XCTAssertEqual(second.merge?.lines.map { [$0.mine, $0.theirs] }, [["Flensburg", "Lübeck"]])
            second.merge?.allPicked(.theirs)
            await second.mergeTapped()
            XCTAssertEqual(try boats.store.find(Boat.self, key: 7)?.harbor, "Lübeck")
        }
    }
}
