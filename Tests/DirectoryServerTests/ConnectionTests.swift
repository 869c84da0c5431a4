import DirectoryServer
import Foundation
import Glibc
import Testing

/// What is said below HTTP's usual road, byte by byte.
@Suite struct ConnectionTests {
    private static func head(_ request: String, _ headers: String...) -> String {
        ([request, "Host: localhost"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func whoWaitsToBeAskedIsAsked() async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(
                    Self.head(
                        "POST /todos HTTP/1.1", "Content-Length: 15", "Expect: 100-continue", "Connection: close"))
                let asked = wire.receive(until: "\r\n\r\n")
                wire.send(#"{"title":"Tea"}"#)
                return asked + "|" + wire.receive()
            }
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n|HTTP/1.1 201 Created\r\n"))
            #expect(answer.contains(#""title":"Tea""#))
        }
    }

    /// An answer in the midst of another would be none.
    @Test func theFirstAnswerComesFirst() async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(
                    Self.head("GET /api/tours HTTP/1.1")
                        + Self.head(
                            "POST /todos HTTP/1.1", "Content-Length: 2", "Expect: 100-continue", "Connection: close"))
                let first = wire.receive(until: "HTTP/1.1 100 Continue\r\n\r\n")
                wire.send("{}")
                return first + wire.receive()
            }
            #expect(answer.matches(of: /HTTP\/1\.1 \d+/).map { $0.0.suffix(3) } == ["200", "100", "201"])
        }
    }

    @Test func whoAnnouncesTooMuchIsNotAsked() async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(Self.head("POST /todos HTTP/1.1", "Content-Length: 999999", "Expect: 100-continue"))
                return wire.receive(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test(arguments: [
        ("Transfer-Encoding: gzip", "501"), ("Transfer-Encoding: identity", "501"), ("Transfer-Encoding: x", "501"),
        ("Transfer-Encoding: gzip, chunked", "501"), ("Transfer-Encoding: chunked", "201"),
        ("Transfer-Encoding: chunked\r\nExpect: a miracle", "417"),
    ])
    func aCodingThatIsNotReadIsSaid(header: String, status: String) async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(Self.head("POST /todos HTTP/1.1", header, "Connection: close") + "2\r\n{}\r\n0\r\n\r\n")
                return wire.receive()
            }
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            // One answer and no more
            #expect(answer.matches(of: /HTTP\/1\.1/).count == 1)
            #expect(answer.contains("\"") && answer.hasSuffix("}"))
        }
    }

    /// A refusal comes after the answers of what was asked before it.
    @Test func aCodingThatIsNotReadIsSaidInItsTurn() async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(
                    Self.head("POST /todos HTTP/1.1", "Content-Length: 2") + "{}"
                        + Self.head("POST /todos HTTP/1.1", "Transfer-Encoding: gzip") + "zz")
                return wire.receive()
            }
            #expect(answer.matches(of: /HTTP\/1\.1 \d+/).map { $0.0.suffix(3) } == ["201", "501"])
            #expect(try await server.repository.items(of: "todos").count == 1)
        }
    }

    @Test func aBodyThatBreaksOffIs400() async throws {
        try await TestServer.with { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send(Self.head("POST /todos HTTP/1.1", "Transfer-Encoding: chunked") + "zz\r\n{}\r\n0\r\n\r\n")
                return wire.receive()
            }
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.matches(of: /HTTP\/1\.1/).count == 1)
        }
    }
}

/// A plain connection to a server of this computer, on a thread of its own; it waits ten seconds at most.
private struct Wire {
    private let socket: Int32

    static func talk(to port: Int, _ body: @escaping @Sendable (Wire) -> String) async throws -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(socket) }
                var timeout = timeval(tv_sec: 10, tv_usec: 0)
                setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = UInt16(port).bigEndian
                address.sin_addr.s_addr = inet_addr("127.0.0.1")
                let isOpen = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    }
                }
                continuation.resume(returning: isOpen ? body(Wire(socket: socket)) : "")
            }
        }
    }

    func send(_ text: String) { _ = Glibc.send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }

    /// What comes, up to `end` or to the end.
    func receive(until end: String? = nil) -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while end.map({ !text.contains($0) }) ?? true {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        return text
    }
}
