import DirectoryModel
import Foundation
import Hostile
import NIOCore
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Requests and answers as bytes, in an order that clients of HTTP seldom use.
@Suite struct ConnectionTests {
    private static func head(_ request: String, _ headers: String...) -> String {
        ([request, "Host: localhost"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// The answer to an earlier request is not interrupted.
    @Test(.server(), arguments: [0, 1]) func aClientThatWaitsGets100Continue(earlier: Int) async throws {
        let answer = try await Wire.talk(to: server.port) { wire in
            wire.send(
                String(repeating: Self.head("GET /api/tours HTTP/1.1"), count: earlier)
                    + Self.head(
                        "POST /todos HTTP/1.1", "Content-Length: 15", "Expect: 100-continue", "Connection: close"))
            let first = wire.receive(until: "HTTP/1.1 100 Continue\r\n\r\n")
            wire.send(#"{"title":"Tea"}"#)
            return first + wire.receive()
        }
        let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
        #expect(statuses == [String](repeating: "200", count: earlier) + ["100", "201"])
        #expect(answer.contains(#""title":"Tea""#))
    }

    @Test(.server()) func aTooLargeBodyIsRefusedBeforeItIsSent() async throws {
        let answer = try await Wire.talk(to: server.port) { wire in
            wire.send(Self.head("POST /todos HTTP/1.1", "Content-Length: 999999", "Expect: 100-continue"))
            return wire.receive(until: "\r\n\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }

    /// A connection is read a little at a time, whatever its client sends at once.
    @Test func manyRequestsOfOneConnectionDelayNoOther() async throws {
        let paths = LoggedLines()
        let request = Self.head("GET /many HTTP/1.1")
        try await TestConnection.withListener(.endless, first: { [HeadRecorder(paths)] }) { port, loop, _ in
            _ = try await Wire.talk(to: port) { many in
                // Given two connections
                guard let one = Wire.open(to: port, from: "127.0.0.1") else { return "" }
                defer { one.end() }
                for wire in [many, one] {
                    wire.send(Self.head("GET /first HTTP/1.1"))
                    _ = wire.receive(until: TestConnection.answerEnd)
                }
                // When one sends many requests and the other sends one while the server’s thread is busy
                let isSent = DispatchSemaphore(value: 0)
                loop.execute { isSent.wait() }
                many.send(String(repeating: request, count: 2000))
                one.send(Self.head("GET /one HTTP/1.1"))
                isSent.signal()
                return one.receive(until: TestConnection.answerEnd)
            }
        }
        // Then that one is read after one piece of the others
        let before = paths.all.prefix { $0 != "/one" }.count { $0 == "/many" }
        #expect(paths.all.contains("/one") && before <= 8192 / request.utf8.count)
    }

    /// A client that closes its sending side gets the whole of an answer that its socket cannot take at once.
    @Test(arguments: ["/entries/all", "/entries/ab12"])
    func anAnswerIsWholeAfterTheClientClosedItsSide(path: String) async throws {
        var person = DukePerson.sample()
        person.picture = String(repeating: "x", count: 14 << 20)
        try await TestServer.with([person], isReadingOpen: true) { server in
            let length = try await server.send(.GET, path).body.count
            for count in [1, 2, 3] {
                let answer = try await Wire.talk(to: server.port) { wire in
                    for _ in 0..<count { wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                    wire.closeSending()
                    return wire.receive()
                }
                #expect(answer.matches(of: /HTTP\/1\.1 200/).count == count)
                #expect(answer.utf8.count > count * length, "\(answer.utf8.count) of \(count * length) bytes")
            }
        }
    }

    /// A refusal, too, comes after the answers to earlier requests.
    @Test(.server([.sample()], isReadingOpen: true)) func answersComeInTheOrderOfTheRequests() async throws {
        let paths = ["/entries/ab12", "/todos", "/entries/all", "/entries/ab12", "/entries/none", "/entries/ab12"]
        let answer = try await server.rawAnswer(
            to: paths.map { Self.head("GET \($0) HTTP/1.1") }.joined()
                + Self.head("POST /todos HTTP/1.1", "Content-Length: 2") + "{}"
                + Self.head("POST /todos HTTP/1.1", "Transfer-Encoding: gzip") + "zz")
        let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
        #expect(statuses == ["200", "200", "200", "200", "404", "200", "201", "501"])
        let kinds = answer.matches(of: /\r\n\r\n(.)/).map { String($0.1) }
        #expect(kinds == ["{", "[", "[", "{", "{", "{", "{", "{"])
        #expect(try await server.repository.items(of: "todos").count == 1)
    }
}

extension TestServer {
    /// What comes on a connection, to its end, after `text` is sent.
    func rawAnswer(to text: String) async throws -> String {
        try await Wire.talk(to: port) { wire in
            wire.send(text)
            return wire.receive()
        }
    }
}

/// Records the paths of requests in the order in which they are read.
private final class HeadRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let paths: LoggedLines

    init(_ paths: LoggedLines) { self.paths = paths }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { paths.add(head.uri) }
        context.fireChannelRead(data)
    }
}
