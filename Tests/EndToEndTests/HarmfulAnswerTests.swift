import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// Answers that would end the program, or never end themselves: there is a sentence, and the list stays as it was.
@Suite(.serialized) struct HarmfulAnswerTests {
    let folder = Folder()

    struct Harm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        var end = RawServer.End.closes
        var limits = TransferLimits()
        /// The sentence, with `@` for the server's name.
        let sentence: String
    }

    private static let notAnAnswer =
        "@ is not a class server. Check the address in Preferences."
    private static let moved =
        "The server at @ could not answer: it has moved to another address. "
        + "Try again later, or tell the person who runs the server."
    private static let tooLarge =
        "The list from @ is larger than the available space of 100 KB. Your list was not changed. "
        + "Free some space, or check the address in Preferences."
    private static let tooSlow =
        "Downloading from @ is too slow. Your list was not changed. Try again on a faster network."
    private static let list = Array(#"[{"DUID": 7, "fName": "Ana"}]"#.utf8)
    private static let open = Array("HTTP/1.1 200 OK\r\n\r\n[".utf8)

    private static func redirect(_ place: String) -> [UInt8] {
        Array("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n".utf8)
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
        (limits.window, limits.fewestBytes) = (.zero, 1_000_000_000)
        return limits
    }

    static let table: [Harm] = [
        Harm(testDescription: "000", bytes: RawServer.answer(list, status: "000 X"), sentence: notAnAnswer),
        Harm(testDescription: "001", bytes: RawServer.answer([], status: "001 X"), sentence: notAnAnswer),
        Harm(testDescription: "099", bytes: RawServer.answer(list, status: "099 X"), sentence: notAnAnswer),
        Harm(
            testDescription: "101", bytes: Array("HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\nbytes".utf8),
            sentence: notAnAnswer),
        Harm(
            testDescription: "100 for ever", bytes: [],
            end: .repeats(Array(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 50).utf8)),
            sentence: notAnAnswer),
        Harm(testDescription: "port 65536", bytes: redirect("http://127.0.0.1:65536/"), sentence: moved),
        Harm(testDescription: "port 99999", bytes: redirect("//localhost:99999/x"), sentence: moved),
        Harm(testDescription: "port 0", bytes: redirect("http://127.0.0.1:0/"), sentence: moved),
        Harm(
            testDescription: "blanks for ever", bytes: open, end: .repeats(Array(repeating: 0x20, count: 8192)),
            limits: small, sentence: tooLarge),
        Harm(
            testDescription: "people for ever", bytes: open, end: .repeats(Array(#"{"DUID": 7},"#.utf8)),
            limits: small, sentence: tooLarge),
        Harm(
            testDescription: "a string for ever", bytes: open + [0x22],
            end: .repeats(Array(repeating: 0x61, count: 8192)), limits: small, sentence: tooLarge),
        Harm(
            testDescription: "a length without end", bytes: RawServer.answer(list, length: .max), limits: small,
            sentence: tooLarge),
        Harm(
            testDescription: "a trickle", bytes: open, end: .repeats(Array(#"{"DUID": 7},"#.utf8)), limits: impatient,
            sentence: tooSlow),
    ]

    @Test(arguments: table)
    func aHarmfulAnswerIsSaidAndLeavesTheListAsItWas(harm: Harm) async throws {
        // Given a list, and a server that does this
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let before = model.list()
        try await RawServer.with(harm.bytes, harm.end) { server in
            // When it is asked
            let address = try ServerAddress("127.0.0.1:\(server.port)")
            let client = Client(
                server: address, credentials: Credentials(netid: "n1", password: "p"), limits: harm.limits)
            let download = Download(model.store[.people], client: client, strategy: .replace)
            var problem: SyncError?
            do throws(SyncError) { _ = try await download.fetch { _ in } } catch { problem = error }
            // Then
            #expect(problem?.description == harm.sentence.replacing("@", with: "\(address)"))
        }
        #expect(model.list() == before)
    }

    @Test func aFewAnnouncementsBeforeTheAnswerAreFine() async throws {
        let model = try folder.model()
        let before = Array("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8)
        try await RawServer.with(before + RawServer.answer(Self.list)) { server in
            let client = Client(server: try ServerAddress("127.0.0.1:\(server.port)"), credentials: nil)
            let download = Download(model.store[.people], client: client, strategy: .replace)
            guard let arrival = try await download.fetch(progress: { _ in }) else {
                Issue.record("Nothing arrived")
                return
            }
            #expect(arrival.count == 1)
        }
    }

    @Test(arguments: ["127.0.0.1:99999", "http://localhost:65536", "https://d.example:0", "localhost:-1"])
    func aPortThatThereIsNotIsNoAddress(text: String) {
        #expect(throws: SyncError.self) { try ServerAddress(text) }
    }

    @Test(arguments: ["127.0.0.1:65535", "http://localhost:1", "https://d.example"])
    func everyPortThatThereIsIsTaken(text: String) throws {
        _ = try ServerAddress(text)
    }
}
