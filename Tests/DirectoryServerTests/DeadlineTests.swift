import DirectoryModel
import Foundation
import Hostile
import NIOCore
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// What happens to clients that take too long, and to too many of them.
@Suite struct DeadlineTests {
    private let limits = ConnectionLimits()
    /// Checks are made at intervals, and one is for the client to read the refusal.
    private var checks: Duration { limits.tick * 3 }

    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    private static func expectAnswer(on connection: TestConnection) async throws {
        await connection.send(request)
        #expect(try await connection.receive(until: TestConnection.answerEnd).hasPrefix("HTTP/1.1 200 "))
    }

    private static func connections(
        _ count: Int, ofAnAddress: Int? = nil, isBehindProxy: Bool = false
    ) -> Connections {
        var limits = ConnectionLimits()
        limits.connections = count
        limits.connectionsOfAnAddress = ofAnAddress ?? limits.connectionsOfAnAddress
        return Connections(limits: limits, isBehindProxy: isBehindProxy, metrics: ServerMetrics())
    }

    @Test(arguments: ["GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"])
    func aHeadThatDoesNotComeIsRefused(start: String) async throws {
        try await TestConnection.with { connection in
            await connection.send(start)
            await connection.advance(by: limits.head - checks)
            #expect(connection.isOpen)
            await connection.advance(by: checks * 2)
            let answer = try await connection.receive(until: "The request took too long to arrive.")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            try await connection.waitForClose()
        }
    }

    /// The time for a head begins anew with each request, and a connection between requests has its own.
    @Test func idleConnectionIsClosed() async throws {
        try await TestConnection.with { connection in
            try await Self.expectAnswer(on: connection)
            await connection.advance(by: limits.idle - checks)
            #expect(connection.isOpen)
            await connection.advance(by: checks * 2)
            try await connection.waitForClose()
        }
        try await TestConnection.with { connection in
            try await Self.expectAnswer(on: connection)
            await connection.advance(by: limits.head * 2)
            await connection.send("GET /")
            await connection.advance(by: limits.head + checks)
            #expect(try await connection.receive(until: "}").hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test(arguments: [
        ("", ConnectionLimits().head),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{", ConnectionLimits().pause),
    ])
    func aConnectionOnWhichNothingComesIsClosed(start: String, limit: Duration) async throws {
        try await TestConnection.with { connection in
            if !start.isEmpty { await connection.send(start) }
            await connection.advance(by: limit + checks)
            try await connection.waitForClose()
        }
    }

    /// What cannot be parsed is no longer read, so the end of the client’s side would not be noticed.
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 300_000))\r\n\r\n", 431),
        ("GET / HTTP/1.1\r\n\(String(repeating: "X: a\r\n", count: 257))\r\n", 431),
        ("GET /\(String(repeating: "a", count: 300_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 431),
        ("\u{16}\u{3}\u{1}\0\0\0\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", 400),
        ("\(request)GEHEIM\r\n\r\n", 400),
    ])
    func aRequestThatCannotBeParsedEndsTheConnection(text: String, status: Int) async throws {
        try await TestConnection.with { connection in
            await connection.send(text)
            let answer = try await connection.receive(until: "\"}")
            #expect(answer.contains("HTTP/1.1 \(status) ") && answer.contains("\"error\":\"The request"))
            await connection.waitForOutputEnd()
            await connection.send(String(repeating: "a", count: 100_000))
            // When the client does not close, then the server does
            await connection.advance(by: limits.end + checks)
            try await connection.waitForClose()
        }
    }

    @Test func aClientThatAskedToCloseAndDoesNotIsCutOff() async throws {
        try await TestConnection.with { connection in
            // A request can have 256 headers
            await connection.send("GET / HTTP/1.1\r\nHost: x\r\n\(String(repeating: "X: a\r\n", count: 255))\r\n")
            #expect(try await connection.receive(until: TestConnection.answerEnd).contains("HTTP/1.1 200 "))
            await connection.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = try await connection.receive(until: TestConnection.answerEnd)
            await connection.waitForOutputEnd()
            await connection.advance(by: limits.end + checks)
            try await connection.waitForClose()
        }
    }

    /// The same with sockets: clients send more than is read, and keep their side open.
    @Test(.timeLimit(.minutes(10))) func manyRequestsThatCannotBeParsedLeaveNoConnection() async throws {
        var limits = ConnectionLimits.endless
        limits.end = .milliseconds(40)
        try await TestConnection.withListener(limits) { port, _, closed in
            let isDone = DispatchSemaphore(value: 0)
            async let answers = Wire.talk(to: port, from: "127.0.0.9") { first in
                let wires = [first] + (1..<12).compactMap { _ in Wire.open(to: port, from: "127.0.0.9") }
                defer { for wire in wires.dropFirst() { wire.end() } }
                let head = "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 2 << 20))\r\n\r\n"
                let answers = wires.map { wire in
                    wire.send(head)
                    return wire.receive(until: "\r\n\r\n")
                }
                isDone.wait()
                return answers.joined()
            }
            var count = 0
            for await _ in closed {
                count += 1
                if count == 12 { break }
            }
            isDone.signal()
            let statuses = try await answers.matches(of: /HTTP\/1\.1 (\d+)/).map { $0.1 }
            // An answer is lost where the client still sends
            #expect(statuses.allSatisfy { $0 == "431" })
        }
    }

    @Test func aReaderThatDoesNotReadIsClosed() async throws {
        let picture = HeaderOnlyPicture.png(filler: [UInt8](repeating: 7, count: 70_000)).base64EncodedString()
        var people = (1...100).map { DukePerson.sample("ab\($0)x", duid: $0) }
        for index in people.indices { people[index].picture = picture }
        try await TestServer.with(people, options: { $0.limits.answer = .milliseconds(500) }) { (server) async throws in
            let whole = try await server.repository.version(of: "people").bytes
            let head = "GET /entries/all HTTP/1.1\r\nHost: x\r\nAuthorization: Basic \(server.basic)\r\n\r\n"
            let answer = try await Wire.talk(to: server.port, room: 64 << 10) { wire in
                wire.send(head)
                _ = wire.receive(atMost: 1)
                // The kernel keeps what fits; the server closes before it could send the rest.
                wire.waitForClose()
                return wire.receive()
            }
            #expect(answer.utf8.count < whole)
        }
    }

    @Test(arguments: [(1, true), (2000, false)]) func aReaderMustTakeEnough(rate: Int, isLate: Bool) {
        let start = NIODeadline.uptimeNanoseconds(0)
        var progress = ConnectionProgress(now: start)
        progress.move(to: .answer, at: start)
        // Given an answer of which the client takes so many bytes a second
        progress.wrote(1 << 20)
        let late = (1...180).filter { second in
            progress.isLate(limits, rest: (1 << 20) - rate * second, at: start + .seconds(Int64(second)))
        }
        #expect(late == (isLate ? Array(61...180) : []))
        // What was taken whole is not waited for
        let isLateAfterAll = progress.isLate(limits, rest: 0, at: start + .seconds(500))
        #expect(!isLateAfterAll)
    }

    @Test func oneAddressCannotTakeAllConnections() async throws {
        let metricsPort = try #require(Wire.freePort())
        let options: @Sendable (inout ClassServer.Options) -> Void = {
            $0.limits.connectionsOfAnAddress = 3
            $0.metricsAddress = ("127.0.0.1", metricsPort)
        }
        try await TestServer.with(options: options) { (server) async throws in
            // When somebody opens four connections, also for metrics, then one is refused
            for port in [server.port, metricsPort] {
                let answer = try await Wire.firstAnswer(of: 4, to: port, from: "127.0.0.9")
                #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 5\r\n"))
            }
            // And other addresses are served
            #expect(try await server.send(.GET, "/entries/all").status == 200)
            let metrics = try await Wire.talk(to: metricsPort) { wire in
                wire.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                return wire.receive(until: "duke_directory_connections")
            }
            #expect(metrics.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func limitsCountAddressesAndAll() {
        let connections = Self.connections(3, ofAnAddress: 2)
        #expect(
            ["a", "a", "a", "b", "c"].map { connections.open(of: $0) } == [
                .served, .served, .refused, .served, .refused,
            ])
        connections.close(of: "a", admittedAs: .served)
        #expect(connections.open(of: "a") == .served)
        #expect(connections.count == 3)
        // Behind a proxy, every connection may be of the same address
        let proxied = Self.connections(3, ofAnAddress: 2, isBehindProxy: true)
        #expect((0..<4).map { _ in proxied.open(of: "a") } == [.served, .served, .served, .refused])
    }

    @Test func anIdleConnectionMakesRoomForAnother() async throws {
        let connections = Self.connections(3)
        func open(_ address: String, _ body: (TestConnection) async throws -> Void) async throws {
            try await TestConnection.with(in: connections, from: address) { connection in
                try await Self.expectAnswer(on: connection)
                try await body(connection)
            }
        }
        // Given as many connections as there may be
        try await open("192.0.2.8") { oldest in
            try await open("192.0.2.9") { older in
                try await open("192.0.2.9") { newer in
                    // When one more is opened, then it is answered, and the oldest is closed
                    try await open("192.0.2.10") { _ in
                        try await oldest.waitForClose()
                        #expect(older.isOpen && newer.isOpen)
                    }
                }
            }
        }
    }

    @Test func aConnectionThatIsEndingMakesRoom() async throws {
        let connections = Self.connections(1)
        try await TestConnection.with(in: connections) { ending in
            await ending.send("GEHEIM\r\n\r\n")
            await ending.waitForOutputEnd()
            try await TestConnection.with(in: connections) { (other) async throws in
                try await Self.expectAnswer(on: other)
            }
            try await ending.waitForClose()
        }
    }

    @Test func aConnectionWithARequestIsNotClosed() {
        let connections = Self.connections(2, ofAnAddress: 2)
        let (busy, idle) = (NSObject(), NSObject())
        #expect((0..<2).map { _ in connections.open(of: "a") } == [.served, .served])
        for connection in [busy, idle] { connections.setIdle(ObjectIdentifier(connection)) {} }
        connections.setIdle(ObjectIdentifier(busy), close: nil)
        // One is idle: it makes room once, and only for another address than one that has too many
        #expect(["a", "b", "c"].map { connections.open(of: $0) } == [.refused, .served, .refused])
    }

    @Test func aConnectionThatMadeRoomAnswersNoMore() async throws {
        let connections = Self.connections(1)
        try await TestConnection.with(in: connections) { idle in
            try await Self.expectAnswer(on: idle)
            try await TestConnection.with(in: connections) { (other) async throws in
                // When it sends a request before it is closed
                await idle.send(Self.request)
                try await idle.waitForClose()
                #expect(connections.count == 1)
                try await Self.expectAnswer(on: other)
            }
        }
    }
}
