import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Whatever a server does wrong, there is a sentence, and the list stays as it was.
struct BadServerTests {
    let folder = Folder()

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var end = RawServer.End.closes
        /// The sentence, with `@` for the server's name.
        let sentence: String

        var testDescription: String { name }
    }

    private static let cut = "The list from @ is incomplete. Your list was not changed. Try again."
    private static let damaged = "The list from @ is damaged. Your list was not changed. Try again."
    private static let noList = "The answer from @ is not a list of people. Check the address in Preferences."
    private static let two = Array(#"[{"DUID": 7, "fName": "Ana"}, {"DUID": 8, "fName": "Bo"}]"#.utf8)

    static let table: [Wrong] = [
        Wrong(
            name: "the answer is cut", bytes: RawServer.answer(Array(two.prefix(40)), length: two.count), sentence: cut),
        Wrong(name: "half an element", bytes: RawServer.answer(Array(two.prefix(40))), sentence: cut),
        Wrong(
            name: "half an element in a closed list",
            bytes: RawServer.answer(Array(#"[{"DUID": 7}, {"DUID": 8, "f]"#.utf8)),
            sentence: cut),
        Wrong(name: "no comma", bytes: RawServer.answer(Array(#"[{"DUID": 7} {"DUID": 8}]"#.utf8)), sentence: damaged),
        Wrong(name: "more after the end", bytes: RawServer.answer(two + Array("...".utf8)), sentence: damaged),
        Wrong(
            name: "2 MB of nesting, never closed", bytes: RawServer.answer([UInt8](repeating: 0x5B, count: 2 << 20)),
            sentence: cut),
        Wrong(name: "a length too long", bytes: RawServer.answer(two, length: two.count + 100), sentence: cut),
        Wrong(name: "a length too short", bytes: RawServer.answer(two, length: two.count - 20), sentence: cut),
        Wrong(
            name: "a length that is no number",
            bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n".utf8) + two,
            sentence: "The server at @ closed the connection without an answer. Try again."),
        Wrong(
            name: "500", bytes: RawServer.answer(Array("oops".utf8), status: "500 Internal Server Error"),
            sentence: "The server at @ could not answer: there is a problem on the server (500). "
                + "Try again later, or tell the person who runs the server."),
        Wrong(
            name: "429 for a while",
            bytes: RawServer.answer([], status: "429 Too Many Requests\r\nRetry-After: 600"),
            sentence: "The server at @ is busy. Try again in 10 minutes."),
        Wrong(
            name: "503 for a while", bytes: RawServer.answer([], status: "503 Service Unavailable\r\nRetry-After: 30"),
            sentence: "The server at @ is busy. Try again in a minute."),
        Wrong(
            name: "503", bytes: RawServer.answer([], status: "503 Service Unavailable"),
            sentence: "The server at @ could not answer: it is not available right now (503). "
                + "Try again in a moment."),
        Wrong(
            name: "429", bytes: RawServer.answer([], status: "429 Too Many Requests"),
            sentence: "The server at @ is busy. Try again in a minute."),
        Wrong(
            name: "429 of a sign-in",
            bytes: RawServer.answer([], status: "429 Too Many Requests\r\nRetry-After: 61\r\nWWW-Authenticate: Basic"),
            sentence: "Too many sign-in attempts at @, so your password was not checked. Wait a minute and try again."),
        Wrong(
            name: "404", bytes: RawServer.answer([], status: "404 Not Found"),
            sentence: "The server at @ could not answer: it does not have this list. "
                + "Check the address, or ask the person who runs the server."),
        Wrong(
            name: "410", bytes: RawServer.answer([], status: "410 Gone"),
            sentence: "The server at @ could not answer: it no longer has this list. "
                + "Check the address, or ask the person who runs the server."),
        Wrong(
            name: "only nulls",
            bytes: RawServer.answer(Array("[\(Array(repeating: "null", count: 30_000).joined(separator: ","))]".utf8)),
            sentence: noList),
        Wrong(
            name: "401", bytes: RawServer.answer([], status: "401 Unauthorized"),
            sentence: "Wrong NetID or password. Check your NetID and password in Preferences."),
        Wrong(
            name: "403", bytes: RawServer.answer([], status: "403 Forbidden"),
            sentence: "The server at @ does not allow you to do this. Sign in with the NetID of the record’s owner."),
        Wrong(
            name: "nothing at all", bytes: [],
            sentence: "The server at @ closed the connection without an answer. Try again."),
        Wrong(
            name: "something that is no HTTP", bytes: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
            sentence: "The server at @ closed the connection without an answer. Try again."),
        Wrong(
            name: "silence", bytes: [], end: .fallsSilent,
            sentence: "The server at @ stopped sending. Try again."),
        Wrong(
            name: "silence in the middle", bytes: RawServer.answer(Array(two.prefix(40)), length: two.count),
            end: .fallsSilent, sentence: "The server at @ stopped sending. Try again."),
        Wrong(name: "a page", bytes: RawServer.answer(Array("<html>Sign in</html>".utf8)), sentence: noList),
        Wrong(name: "an object", bytes: RawServer.answer(Array(#"{"error": "no"}"#.utf8)), sentence: noList),
        Wrong(name: "an empty body", bytes: RawServer.answer([]), sentence: noList),
    ]

    /// A part of a list, or a list that is none, is not the list.
    @Test(arguments: [201, 202, 203, 206, 207, 226])
    func anotherSuccessThan200IsNoList(status: Int) async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let before = model.list()
        try await RawServer.with(RawServer.answer(Self.two, status: "\(status) Partly")) { server in
            let address = try ServerAddress("127.0.0.1:\(server.port)")
            let client = Client(server: address, credentials: Credentials(netid: "n1", password: "p"))
            let problem = await problem(of: Download(model.store[.people], client: client, strategy: .replace))
            #expect(problem == .failed(server: "\(address)", status: status))
            #expect(model.list() == before)
        }
    }

    @Test func aRedirectToADeadHostNamesThatHost() async throws {
        let model = try folder.model()
        let answer = "HTTP/1.1 302 Found\r\nLocation: http://localhost:9/entries/all\r\nContent-Length: 0\r\n\r\n"
        try await RawServer.with(Array(answer.utf8)) { server in
            let client = Client(server: try ServerAddress("127.0.0.1:\(server.port)"), credentials: nil)
            let problem = await problem(of: Download(model.store[.people], client: client, strategy: .replace))
            #expect(problem == .unreachable(server: "localhost:9"))
        }
    }

    @Test(arguments: table)
    func aBadAnswerIsSaidAndLeavesTheListAsItWas(wrong: Wrong) async throws {
        // Given a list, and a server that does this
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let before = model.list()

        try await RawServer.with(wrong.bytes, wrong.end) { server in
            // When it is asked
            let address = try ServerAddress("127.0.0.1:\(server.port)")
            // Only who is silent is waited for: a busy machine may need seconds for megabytes.
            let client = Client(
                server: address, credentials: Credentials(netid: "n1", password: "p"),
                timeout: wrong.end == .fallsSilent ? 1 : 120)
            let problem = await problem(of: Download(model.store[.people], client: client, strategy: .replace))

            // Then
            #expect(problem?.description == wrong.sentence.replacing("@", with: "\(address)"))
        }
        #expect(model.list() == before)
        // The JSON file is written a moment after a change, under another name first.
        try model.store.flush()
        let strangers = try folder.strangers
        #expect(strangers == [])
    }

    private func problem(of download: Download) async -> SyncError? {
        do throws(SyncError) {
            _ = try await download.fetch { _ in }
            return nil
        } catch { return error }
    }

    @Test(arguments: [#"[{"DUID": {}}, {"DUID": [1]}, 7, null, "x", {"fName": "Ana"}]"#, "[]"])
    func aListWithoutAPersonIsNeverTakenWithoutAsking(list: String) async throws {
        let model = try folder.model()
        try await RawServer.with(RawServer.answer(Array(list.utf8))) { server in
            let client = Client(server: try ServerAddress("127.0.0.1:\(server.port)"), credentials: nil)
            let fetched = try await Download(model.store[.people], client: client, strategy: .replace)
                .fetch { _ in }
            guard let arrival = fetched else {
                Issue.record("Nothing arrived")
                return
            }

            #expect(arrival.isWithoutRecords)
            #expect(arrival.rejectedCount == (list == "[]" ? 0 : 6))
        }
    }

    @Test func tenMegabytesOfClosedNestingCostOneElement() async throws {
        let model = try folder.model()
        let half = 5 << 20
        let nest = [UInt8](repeating: 0x5B, count: half) + [UInt8](repeating: 0x5D, count: half)
        let list = Array("[".utf8) + nest + Array(#", {"DUID": 9}]"#.utf8)
        try await RawServer.with(RawServer.answer(list)) { server in
            let client = Client(server: try ServerAddress("127.0.0.1:\(server.port)"), credentials: nil)
            let download = Download(model.store[.people], client: client, strategy: .replace)
            guard let arrival = try await download.fetch(progress: { _ in }) else {
                Issue.record("Nothing arrived")
                return
            }

            #expect(try download.apply(arrival).words == "1 new, 1 skipped")
            #expect(try model.store[.people].rejected().map(\.reason) == ["The entry is larger than 4 MB."])
        }
    }

    @Test func aServerThatIsNotThereIsSaid() async throws {
        let client = Client(server: try ServerAddress("127.0.0.1:9"), credentials: nil)
        let model = try folder.model()
        let problem = await problem(of: Download(model.store[.people], client: client, strategy: .replace))
        #expect(problem == .unreachable(server: "127.0.0.1:9"))
    }

    @Test func aServerWithoutTLSIsNotBlamedForItsCertificate() async throws {
        try await withClassServer(people: 3) { server in
            let port = try #require(server.url.port)
            let encrypted = try ServerAddress("https://127.0.0.1:\(port)")
            await #expect(throws: SyncError.withoutTLS(server: "\(encrypted)")) {
                try await Client(server: encrypted, credentials: demo).entry("demo", of: .people)
            }
        }
    }

    @Test(arguments: ["/entries", "/entries/", "/entries/all", "/", ""])
    func theAddressOfThePageIsThatOfItsServer(path: String) throws {
        #expect(try ServerAddress("directory.example.edu/class\(path)").url.path() == "/class")
    }

    @Test func aPasswordIsNeverSentInTheOpen() async throws {
        let client = Client(
            server: try ServerAddress("http://directory.example"), credentials: Credentials(netid: "a", password: "b"))
        let model = try folder.model()
        let problem = await problem(of: Download(model.store[.people], client: client, strategy: .replace))
        #expect(problem == .insecure(server: "directory.example"))
        #expect(!"\(Credentials(netid: "a", password: "secret")) \(client)".contains("secret"))
    }
}
