import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Whatever a server does wrong, there is a sentence, and the list remains as it was.
struct BadServerTests {
    let folder = Folder()

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var end = RawServer.End.closes
        var limits = TransferLimits()
        /// The sentence, with `@` for the server's name.
        let sentence: String

        var testDescription: String { name }
    }

    private static let cut = "The list from @ is incomplete. Your list was not changed. Try again."
    private static let damaged = "The list from @ is damaged. Your list was not changed. Try again."
    private static let noList = "The answer from @ is not a list of people. Check the address in Preferences."
    private static let notAnAnswer =
        "@ is not a class server. Check the address in Preferences."
    private static let moved =
        "The server at @ could not answer: it has moved to another address. "
        + "Try again later, or tell the person who runs the server."
    private static let tooLarge =
        "The list from @ is larger than the available space of 100 KB. Your list was not changed. "
        + "Free some space, or check the address in Preferences."
    private static let closed = "The server at @ closed the connection without an answer. Try again."
    private static let silent = "The server at @ stopped sending. Try again."
    private static let tooSlow =
        "Downloading from @ is too slow. Your list was not changed. Try again on a faster network."
    private static let two = Array(#"[{"DUID": 7, "fName": "Ana"}, {"DUID": 8, "fName": "Bo"}]"#.utf8)

    private static let open = Array("HTTP/1.1 200 OK\r\n\r\n[".utf8)

    private static func redirect(_ index: String) -> [UInt8] {
        Array("HTTP/1.1 302 Found\r\nLocation: \(index)\r\nContent-Length: 0\r\n\r\n".utf8)
    }

    /// An answer without a body, and the rest of a sentence about the server.
    private static func status(_ status: String, _ sentence: String) -> Wrong {
        Wrong(name: status, bytes: RawServer.answer([], status: status), sentence: "The server at @ \(sentence)")
    }

    /// No more than 100 KB of a list.
    private static var small: TransferLimits {
        var limits = TransferLimits()
        limits.largestList = 100_000
        return limits
    }

    /// Every wait is a window in which a gigabyte has to arrive.
    private static var impatient: TransferLimits {
        var limits = TransferLimits()
        limits.window = .zero
        limits.fewestBytes = 1_000_000_000
        return limits
    }

    static let table: [Wrong] = [
        Wrong(
            name: "the answer is cut", bytes: RawServer.answer(Array(two.prefix(40)), length: two.count), sentence: cut),
        Wrong(name: "half an element", bytes: RawServer.answer(Array(two.prefix(40))), sentence: cut),
        Wrong(name: "more after the end", bytes: RawServer.answer(two + Array("...".utf8)), sentence: damaged),
        Wrong(
            name: "2 MB of nesting, never closed", bytes: RawServer.answer([UInt8](repeating: 0x5B, count: 2 << 20)),
            sentence: cut),
        Wrong(name: "a length too long", bytes: RawServer.answer(two, length: two.count + 100), sentence: cut),
        Wrong(name: "a length too short", bytes: RawServer.answer(two, length: two.count - 20), sentence: cut),
        Wrong(
            name: "a length that is no number",
            bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n".utf8) + two, sentence: closed),
        status(
            "500 Internal Server Error",
            "could not answer: there is a problem on the server (500). "
                + "Try again later, or tell the person who runs the server."),
        status("429 Too Many Requests\r\nRetry-After: 600", "is busy. Try again in 10 minutes."),
        status("503 Service Unavailable\r\nRetry-After: 30", "is busy. Try again in a minute."),
        status(
            "503 Service Unavailable",
            "could not answer: it is not available right now (503). Try again in a moment."),
        status("429 Too Many Requests", "is busy. Try again in a minute."),
        Wrong(
            name: "429 of a sign-in",
            bytes: RawServer.answer([], status: "429 Too Many Requests\r\nRetry-After: 61\r\nWWW-Authenticate: Basic"),
            sentence: "Too many sign-in attempts at @, so your password was not checked. Wait a minute and try again."),
        status(
            "404 Not Found",
            "could not answer: it does not have this list. "
                + "Check the address, or ask the person who runs the server."),
        status(
            "410 Gone",
            "could not answer: it no longer has this list. "
                + "Check the address, or ask the person who runs the server."),
        Wrong(
            name: "only nulls",
            bytes: RawServer.answer(Array("[\(Array(repeating: "null", count: 30_000).joined(separator: ","))]".utf8)),
            sentence: noList),
        Wrong(
            name: "401", bytes: RawServer.answer([], status: "401 Unauthorized"),
            sentence: "Wrong NetID or password. Check your NetID and password in Preferences."),
        status(
            "403 Forbidden", "does not allow you to do this. Sign in with the NetID of the record’s owner."),
        Wrong(name: "nothing at all", bytes: [], sentence: closed),
        Wrong(name: "something that is no HTTP", bytes: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), sentence: closed),
        Wrong(name: "silence", bytes: [], end: .fallsSilent, sentence: silent),
        Wrong(
            name: "silence in the middle", bytes: RawServer.answer(Array(two.prefix(40)), length: two.count),
            end: .fallsSilent, sentence: silent),
        Wrong(name: "a page", bytes: RawServer.answer("<html>Sign in</html>"), sentence: noList),
        Wrong(name: "an empty body", bytes: RawServer.answer([]), sentence: noList),
        Wrong(
            name: "a redirect to a host without a server", bytes: redirect("http://localhost:9/entries/all"),
            sentence: "Cannot reach the server at localhost:9. Check the address and your network, then try again."),
    ]

    /// A part of a list, or a list that is none, is not the list.
    private static let otherSuccesses = [201, 202, 203, 206, 207, 226].map { status in
        Wrong(
            name: "\(status)", bytes: RawServer.answer(two, status: "\(status) Partly"),
            sentence: "The server at @ could not answer: error \(status). "
                + "Try again later, or tell the person who runs the server.")
    }

    /// Answers that would end the program, or never end themselves.
    static let harmful: [Wrong] = [
        Wrong(name: "000", bytes: RawServer.answer(two, status: "000 X"), sentence: notAnAnswer),
        Wrong(name: "001", bytes: RawServer.answer([], status: "001 X"), sentence: notAnAnswer),
        Wrong(name: "099", bytes: RawServer.answer(two, status: "099 X"), sentence: notAnAnswer),
        Wrong(
            name: "101", bytes: Array("HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\nbytes".utf8),
            sentence: notAnAnswer),
        Wrong(
            name: "100 for ever", bytes: [],
            end: .repeats(Array(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 50).utf8)),
            sentence: notAnAnswer),
        Wrong(name: "port 65536", bytes: redirect("http://127.0.0.1:65536/"), sentence: moved),
        Wrong(name: "port 99999", bytes: redirect("//localhost:99999/x"), sentence: moved),
        Wrong(name: "port 0", bytes: redirect("http://127.0.0.1:0/"), sentence: moved),
        Wrong(
            name: "blanks for ever", bytes: open, end: .repeats(Array(repeating: 0x20, count: 8192)),
            limits: small, sentence: tooLarge),
        Wrong(
            name: "people for ever", bytes: open, end: .repeats(Array(#"{"DUID": 7},"#.utf8)),
            limits: small, sentence: tooLarge),
        Wrong(
            name: "a string for ever", bytes: open + [0x22],
            end: .repeats(Array(repeating: 0x61, count: 8192)), limits: small, sentence: tooLarge),
        Wrong(
            name: "a length without end", bytes: RawServer.answer(two, length: .max), limits: small,
            sentence: tooLarge),
        Wrong(
            name: "a trickle", bytes: open, end: .repeats(Array(#"{"DUID": 7},"#.utf8)), limits: impatient,
            sentence: tooSlow),
    ]

    @Test(arguments: table + otherSuccesses + harmful)
    func badResponseIsReportedAndListUnchanged(wrong: Wrong) async throws {
        // Given a list, and a server that does this
        let model = try folder.model(people())
        let before = model.list()

        try await RawServer.with(wrong.bytes, wrong.end) { server in
            // When it gets a request
            // Only who is silent is waited for: a busy machine may need seconds for megabytes.
            let client = try server.client("n1", timeout: wrong.end == .fallsSilent ? 1 : 120, limits: wrong.limits)
            let download = Download(model.store[.people], client: client, strategy: .replace)
            let problem = await problem { () async throws(SyncError) in _ = try await download.fetch { _ in } }

            // Then
            #expect(problem?.description == wrong.sentence.replacing("@", with: server.name))
        }
        #expect(model.list() == before)
        // The JSON file is written a moment after a change, under another name first.
        try model.store.flush()
        let strangers = try folder.strangers
        #expect(strangers == [])
    }

    @Test(arguments: [#"[{"DUID": {}}, {"DUID": [1]}, 7, null, "x", {"fName": "Ana"}]"#, "[]"])
    func aListWithoutAPersonIsNeverTakenWithoutAsking(list: String) async throws {
        let model = try folder.model()
        try await RawServer.with(RawServer.answer(list)) { server in
            let arrival = try await model.store[.people].fetched(from: server.client()).list

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
            let summary = try await model.store[.people].download(from: server.client())
            #expect(summary?.text == "1 new, 1 skipped")
            #expect(try model.store[.people].rejected().map(\.reason) == ["The entry is larger than 4 MB."])
        }
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

    @Test func aPasswordIsNeverSentInTheOpen() async throws {
        let client = Client(
            server: try ServerAddress("http://directory.example"), credentials: Credentials(netid: "a", password: "b"))
        await #expect(throws: SyncError.insecure(server: "directory.example")) {
            try await client.entry("a", of: .people)
        }
        #expect(!"\(Credentials(netid: "a", password: "secret")) \(client)".contains("secret"))
    }

    @Test func aFewAnnouncementsBeforeTheAnswerAreFine() async throws {
        let model = try folder.model()
        let before = Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8)
        try await RawServer.with(before + RawServer.answer(#"[{"DUID": 7, "fName": "Ana"}]"#)) { server in
            let arrival = try await model.store[.people].fetched(from: server.client()).list
            #expect(arrival.count == 1)
        }
    }

    @Test(arguments: ["/entries", "/entries/", "/entries/all", "/", ""])
    func theAddressOfThePageIsThatOfItsServer(path: String) throws {
        #expect(try ServerAddress("directory.example.edu/class\(path)").url.path() == "/class")
    }

    @Test(arguments: [
        ("127.0.0.1:99999", false), ("http://localhost:65536", false), ("https://d.example:0", false),
        ("localhost:-1", false), ("127.0.0.1:65535", true), ("http://localhost:1", true), ("https://d.example", true),
    ])
    func portsOutOfRangeAreRefused(address: String, isValid: Bool) {
        #expect(((try? ServerAddress(address)) != nil) == isValid)
    }
}
