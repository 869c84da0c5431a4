import DirectoryModel
import Foundation
import Hostile
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What the server makes of the heads of requests, and of the way in which bodies come.
@Suite struct HeadTests {
    private static func status(_ answer: String) -> String { String(answer.dropFirst(9).prefix(3)) }

    private static let head = "POST /todos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
    private static let chunks = "2\r\n{}\r\n0\r\n\r\n"

    private static func post(_ headers: String) -> String { "POST /todos HTTP/1.1\r\nHost: a\r\n\(headers)\r\n" }

    private static let heads = [
        ("GET /api/tours HTTP/1.1\r\n", "", "400"), ("GET /api/tours HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "", "400"),
        ("GET /api/tours HTTP/1.0\r\n", "", "200"), ("GET /api/tours HTTP/1.0\r\nHost: a\r\nHost: a\r\n", "", "400"),
        (post("Content-Encoding: gzip\r\nContent-Length: 2"), "{}", "415"),
        (post("Content-Encoding: identity\r\nContent-Length: 2"), "{}", "201"),
        (post("Transfer-Encoding: gzip"), chunks, "501"), (post("Transfer-Encoding: identity"), chunks, "501"),
        (post("Transfer-Encoding: x"), chunks, "501"), (post("Transfer-Encoding: gzip, chunked"), chunks, "501"),
        (head, chunks, "201"), (head, "zz\r\n{}\r\n0\r\n\r\n", "400"), ("\(head)Expect: a miracle\r\n", chunks, "417"),
    ]

    @Test(.server(), arguments: heads)
    func aHeadIsChecked(head: String, body: String, status: String) async throws {
        let answer = try await server.rawAnswer(to: "\(head)Connection: close\r\n\r\n\(body)")
        #expect(Self.status(answer) == status)
        // One answer and no more
        #expect(answer.matches(of: /HTTP\/1\.[01]/).count == 1 && answer.hasSuffix("}"))
    }

    @Test(.server()) func http10ClosesTheConnectionUnlessItIsKeptAlive() async throws {
        // Without a word about it, the connection ends with the answer
        let answer = try await server.rawAnswer(to: "GET /api/tours HTTP/1.0\r\n\r\n")
        #expect(answer.contains(" 200 ") && answer.hasSuffix("}"))
        // With one, it remains
        let saved = try await Wire.talk(to: server.port) { wire in
            wire.send("GET /api/tours HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            let first = wire.receive(until: "again.\"}")
            wire.send("GET /health HTTP/1.0\r\n\r\n")
            return first + wire.receive()
        }
        #expect(saved.matches(of: /HTTP\/1\.[01] 200/).count == 2)
    }

    @Test(.server([.sample()])) func anAddressMayBeEscaped() async throws {
        #expect(try await server.send(.GET, "/entries/%61b12").status == 200)
        for path in ["ab12%00", "ab12%00x", "ab12%00/picture", "%00", "ab12%2F"] {
            #expect(try await server.send(.GET, "/entries/\(path)").status == 404, "\(path)")
            #expect(try await [404, 405].contains(server.send(.DELETE, "/entries/\(path)").status), "\(path)")
        }
        // A search for what no text contains is a search for the rest
        let page = try await server.send(.GET, "/entries?q=%00Ada%00")
        #expect(page.status == 200 && page.text.contains("Ada Byrne"))
    }

    // MARK: Bodies in pieces

    @Test(.server()) func aBodyInOneByteChunksIsReadAndOneInTooManyIsNot() async throws {
        let title = String(repeating: "Tea ", count: 50)
        let chunks = #"{"title":"\#(title)"}"#.map { "1\r\n\($0)\r\n" }.joined()
        let read = try await server.rawAnswer(to: "\(Self.head)Connection: close\r\n\r\n\(chunks)0\r\n\r\n")
        #expect(Self.status(read) == "201" && read.contains("Tea Tea"))
        // When somebody sends blanks in chunks of one byte, then the answer does not wait for the end of that
        let answer = try await server.rawAnswer(
            to: Self.head + "\r\n" + String(repeating: "1\r\n \r\n", count: 5000))
        #expect(Self.status(answer) == "413" && answer.contains("too many chunks"))
        #expect(answer.matches(of: /HTTP\/1\.1/).count == 1)
        #expect(try await server.repository.items(of: "todos").count == 1)
        // And the next one is answered
        #expect(try await server.open(.POST, "/todos", body: "{}").status == 201)
    }

    /// An answer that is under way is not answered a second time.
    @Test(.server()) func tooManyChunksAfterAnAnswerEndTheConnection() async throws {
        let answer = try await Wire.talk(to: server.port) { wire in
            wire.send("POST /none HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            let first = wire.receive(until: "address.\"}")
            wire.send(String(repeating: "1\r\n \r\n", count: 5000))
            return first + wire.receive()
        }
        #expect(Self.status(answer) == "404" && answer.matches(of: /HTTP\/1\.1/).count == 1)
    }

    // MARK: Names of the server

    @Test(.server()) func everyHostNameGetsItsOwnAddresses() async throws {
        for (title, order) in [("Tea", 2), ("http://x/todos/1", 1)] {
            _ = try await server.open(.POST, "/todos", body: #"{"title":"\#(title)","order":\#(order)}"#)
        }
        // When clients invent names, each is answered under its name, in the order of numbers, with the same tag
        var tags: Set<String> = []
        for number in 0..<40 {
            // Only a proxy tells the scheme
            let headers = ["Host": "h\(number).example", "X-Forwarded-Proto": "https"]
            let answer = try await server.open(.GET, "/todos", headers: headers)
            let todos = try JSONDecoder().decode([ToDo].self, from: answer.body)
            #expect(todos.map(\.url) == (1...2).map { "http://h\(number).example/todos/\($0)" })
            #expect(todos.map(\.title) == ["Tea", "http://x/todos/1"])
            #expect(answer.headers.first(name: "Access-Control-Expose-Headers")?.contains("ETag") == true)
            tags.insert(answer.etag)
        }
        #expect(tags.count == 1)
        // And a change is seen under a name that was used before
        _ = try await server.open(.DELETE, "/todos/1")
        let rest = try await server.open(.GET, "/todos", headers: ["Host": "h39.example"])
        #expect(rest.text.contains("h39.example/todos/2") && !rest.text.contains("h39.example/todos/1"))
    }
}
