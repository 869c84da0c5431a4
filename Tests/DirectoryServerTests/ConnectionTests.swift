import Foundation
import Glibc
import Testing

@testable import DirectoryServer

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
