import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Whatever a server does wrong with an upload, there is a sentence, and nothing here is changed.
struct BadUploadTests {
    let folder = Folder()

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        /// One after the other; the last one goes on.
        let answers: [[UInt8]]
        /// The sentence, with `@` for the server's name.
        let sentence: String

        var testDescription: String { name }
    }

    private static func status(_ status: String, _ body: String = "") -> [UInt8] {
        RawServer.answer(body, status: status)
    }

    private static let theirs = Array(#"{"DUID": 1, "netid": "n1", "fName": "First1"}"#.utf8)
    private static let nothing = status("404 Not Found")
    private static let again = "The server at @ could not answer"
    private static let later = "Try again later, or tell the person who runs the server."
    private static let noAnswer = "@ is not a class server. Check the address in Preferences."

    static let table: [Wrong] = [
        Wrong(
            name: "403", answers: [nothing, status("403 Forbidden")],
            sentence: "The server at @ does not allow you to do this. Sign in with the NetID of the record’s owner."),
        Wrong(
            name: "cut when it was sent",
            answers: [nothing, RawServer.answer(Array(theirs.prefix(20)), length: theirs.count)],
            sentence: "The answer from @ is incomplete, so the result is not known. Try again."),
        Wrong(
            name: "2 MB", answers: [RawServer.answer([UInt8](repeating: 0x20, count: 2 << 20))],
            sentence: "The answer from @ is too large for a record, so it was not read. "
                + "Check the address in Preferences."),
        Wrong(
            name: "2 MB of refusal",
            answers: [
                nothing,
                RawServer.answer([UInt8](repeating: 0x20, count: 2 << 20), status: "422 Unprocessable Content"),
            ],
            sentence: "\(again): error 422. \(later)"),
        Wrong(name: "a page when it was sent", answers: [nothing, status("200 OK", "<html>")], sentence: noAnswer),
        Wrong(
            name: "somebody else", answers: [status("200 OK", #"{"DUID": 9, "netid": "n9"}"#)], sentence: noAnswer),
        Wrong(
            name: "somebody else when it was sent",
            answers: [nothing, status("200 OK", #"{"DUID": 1, "netid": "n9"}"#)], sentence: noAnswer),
        Wrong(
            name: "it moved, and what is sent is for nobody else",
            answers: [nothing, status("307 Temporary Redirect\r\nLocation: /elsewhere"), RawServer.answer(theirs)],
            sentence: "\(again): it has moved to another address. \(later)"),
        Wrong(
            name: "422 without a field", answers: [nothing, status("422 Unprocessable Content", "{}")],
            sentence: "\(again): error 422. \(later)"),
        Wrong(
            name: "422 of a field nobody knows",
            answers: [
                nothing,
                status("422 Unprocessable Content", #"{"field": "shoe\u001b", "reason": "is\u202e too small"}"#),
            ],
            sentence: "@ rejected it: shoe  is too small. Change the value and try again."),
        Wrong(
            name: "422 of the owner",
            answers: [nothing, status("422 Unprocessable Content", #"{"field": "netid", "reason": "is hidden"}"#)],
            sentence: "@ rejected it: NetID is hidden. Ask the person who runs the server."),
    ]

    @Test(arguments: table)
    func badResponseIsReportedAndStoreUnchanged(wrong: Wrong) async throws {
        // Given my record, edited, and a server that does this
        let model = try folder.model(people())
        let before = (model.list(), try model.store[.people].revision())
        try await RawServer.with(answers: wrong.answers) { server in
            let client = try server.client("n1")
            // When I publish
            let problem = await problem { () async throws(SyncError) in
                _ = try await Upload(model.store[.people], client: client).publish(key: 1)
            }
            // Then
            #expect(problem?.description == wrong.sentence.replacing("@", with: server.name))
            #expect(problem.map { "\($0)".contains("hush") } == false)
        }
        #expect(before == (model.list(), try model.store[.people].revision()))
        #expect(try model.store[.people].publishedState(key: 1) == .never)
    }

    @Test func missingSignInIsReported() async throws {
        let model = try folder.model(people())
        let address = try ServerAddress("127.0.0.1:9")
        let unsigned = Upload(model.store[.people], client: Client(server: address, credentials: nil))
        await #expect(throws: SyncError.passwordNeeded(server: "\(address)")) { try await unsigned.publish(key: 1) }
    }

    /// The server answers a GET as if there were no entry.
    @Test(arguments: [nothing, status("422 Unprocessable Content", #"{"field": "netid", "reason": "is hidden"}"#)])
    func anUpdateOrRemovalOfAHiddenEntryReportsThatItIsHidden(answer: [UInt8]) async throws {
        let model = try folder.model(people())
        try await RawServer.with(answers: [Self.nothing, answer]) { server in
            let upload = Upload(model.store[.people], client: try server.client("n1"))
            let problem: SyncError =
                answer == Self.nothing
                ? .notPublished(server: server.name)
                : .ownerRefused(server: server.name, label: "NetID", reason: "is hidden")
            await #expect(throws: problem) { try await upload.publish(key: 1, .later) }
            await #expect(throws: problem) { try await upload.withdraw() }
        }
    }

    @Test func aChangeBetweenTheQuestionAndTheAnswerIsAConflict() async throws {
        // Given a server whose record is changed right after it was looked at
        let model = try folder.model(people())
        let known = try JSONDecoder().decode(DukePerson.self, from: Data(Self.theirs))
        try model.store.recordPublished(known, tag: nil)
        _ = model.update(DukePerson(DUID: 1, netid: "n1", fName: "Mine", team: "Mine"))
        let newer = #"{"DUID": 1, "netid": "n1", "fName": "Newer"}"#
        let answers = [
            RawServer.answer(Self.theirs), Self.status("412 Precondition Failed"), Self.status("200 OK", newer),
        ]
        try await RawServer.with(answers: answers) { server in
            let outcome = try await Upload(model.store[.people], client: server.client("n1")).publish(key: 1)
            // Then both are shown, and the version has a name though the server gives none
            guard case .conflict(let both, let tag) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(DukePerson(both.theirs).fName == "Newer" && both.conflicts.map(\.key) == ["fName"])
            #expect(tag == Published(record: both.theirs, tag: nil).version)
        }
    }
}
