import DirectoryModel
import Foundation
import Hostile
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

@testable import DirectoryServer

/// What happens to clients that take too long, and to too many of them.
@Suite struct DeadlineTests {
    @Test func aHeadThatDoesNotComeIsRefused() async throws {
        try await TestServer.with(options: { $0.limits.head = .milliseconds(200) }) { (server) async throws in
            for start in ["GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"] {
                let answer = try await Wire.talk(to: server.port) { wire in
                    wire.send(start)
                    return wire.receive()
                }
                #expect(answer.hasPrefix("HTTP/1.1 408 ") && answer.contains("The request took too long to arrive."))
            }
            // A connection that was never used is closed without an answer
            #expect(try await Wire.talk(to: server.port) { $0.receiveToEnd() ?? "open" } == "")
        }
    }

    /// The time for a head begins anew with each request, and a connection between requests has its own.
    @Test func aConnectionThatIsKeptOpenIsClosedLater() async throws {
        let limits: @Sendable (inout ClassServer.Options) -> Void = {
            $0.limits.head = .milliseconds(200)
            $0.limits.idle = .milliseconds(600)
        }
        try await TestServer.with(options: limits) { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send("GET /api/tours HTTP/1.1\r\nHost: x\r\n\r\n")
                return wire.receiveToEnd() ?? "open"
            }
            // It is closed without another answer
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.matches(of: /HTTP\/1\.1/).count == 1)
            let begun = try await Wire.talk(to: server.port) { wire in
                wire.send("GET /api/tours HTTP/1.1\r\nHost: x\r\n\r\n")
                let first = wire.receive(until: "}")
                wire.send("GET /")
                return first + wire.receive()
            }
            #expect(begun.matches(of: /HTTP\/1\.1 \d+/).map { $0.0.suffix(3) } == ["200", "408"])
        }
    }

    @Test func aBodyThatStopsIsNotWaitedFor() async throws {
        try await TestServer.with(options: { $0.limits.pause = .milliseconds(200) }) { (server) async throws in
            let answer = try await Wire.talk(to: server.port) { wire in
                wire.send("POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{")
                return wire.receiveToEnd() ?? "open"
            }
            #expect(answer != "open" && !answer.hasPrefix("HTTP/1.1 2"))
            let items = try await server.repository.items(of: "todos")
            #expect(items.isEmpty)
        }
    }

    @Test func theListenerForMetricsWaitsNoLonger() async throws {
        // Given a listener for metrics, which is ready when the server is
        let port = try #require(Wire.freePort())
        let options: @Sendable (inout ClassServer.Options) -> Void = {
            $0.limits.head = .milliseconds(200)
            $0.limits.connectionsOfAnAddress = 3
            $0.metricsAddress = ("127.0.0.1", port)
        }
        try await TestServer.with(options: options) { (server) async throws in
            // Then it answers, and does not wait for a head either
            let answer = try await Wire.talk(to: port) { wire in
                wire.send("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
                return wire.receive(until: "duke_directory_connections")
            }
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            let late = try await Wire.talk(to: port) { wire in
                wire.send("GET /met")
                return wire.receiveToEnd() ?? "open"
            }
            #expect(late.hasPrefix("HTTP/1.1 408 "))
            // And one address cannot take all of its connections
            let answers = try await Wire.talk(to: port, from: "127.0.0.9") { first in
                let wires = [first] + (0..<3).compactMap { _ in Wire.open(to: port, from: "127.0.0.9") }
                defer { for wire in wires.dropFirst() { wire.end() } }
                return wires.map { $0.receiveToEnd() ?? "open" }.joined()
            }
            #expect(answers.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) } == ["503"])
            #expect(try await server.open(.GET, "/metrics").status == 200)
        }
    }

    @Test func aReaderThatDoesNotReadIsClosed() async throws {
        let picture = HeaderOnlyPicture.png(filler: [UInt8](repeating: 7, count: 70_000)).base64EncodedString()
        var people = (1...100).map { DukePerson.sample("ab\($0)x", duid: $0) }
        for index in people.indices { people[index].picture = picture }
        try await TestServer.with(people, options: { $0.limits.answer = .milliseconds(500) }) { (server) async throws in
            let whole = try await server.repository.snapshot(of: "people").byteCount
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

    @Test func oneAddressCannotTakeAllConnections() async throws {
        let limits: @Sendable (inout ClassServer.Options) -> Void = {
            $0.limits.connectionsOfAnAddress = 3
            $0.limits.head = .milliseconds(500)
        }
        try await TestServer.with(options: limits) { (server) async throws in
            let port = server.port
            // When somebody opens four connections, then one is refused
            let answers = try await Wire.talk(to: port, from: "127.0.0.9") { first in
                let wires = [first] + (0..<3).compactMap { _ in Wire.open(to: port, from: "127.0.0.9") }
                let answers = wires.map { $0.receive() }
                for wire in wires.dropFirst() { wire.end() }
                return answers.joined()
            }
            #expect(
                answers.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }.sorted() == ["503"])
            #expect(answers.contains("Retry-After: 5\r\n"))
            #expect(try await server.send(.GET, "/entries/all").status == 200)
        }
    }

    @Test func limitsCountAddressesAndAll() {
        var limits = ConnectionLimits()
        (limits.connections, limits.connectionsOfAnAddress) = (3, 2)
        let connections = Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        #expect(
            ["a", "a", "a", "b", "c"].map { connections.open(of: $0) } == [
                .served, .served, .refused, .served, .refused,
            ])
        connections.close(of: "a", admittedAs: .served)
        #expect(connections.open(of: "a") == .served)
        #expect(connections.count == 3)
        // Behind a proxy, every connection may be of the same address
        let proxied = Connections(limits: limits, isBehindProxy: true, metrics: ServerMetrics())
        #expect((0..<4).map { _ in proxied.open(of: "a") } == [.served, .served, .served, .refused])
    }

    @Test func anIdleConnectionMakesRoomForAnother() async throws {
        try await TestServer.with(options: { $0.limits.connections = 4 }) { (server) async throws in
            let port = server.port
            // Given as many connections as there may be, kept open by one address, and one of another that is older
            let answers = try await Wire.talk(to: port, from: "127.0.0.8") { first in
                let ask = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
                first.send(ask)
                var said = first.receive(until: "ok\"}")
                let wires = (0..<3).compactMap { _ in Wire.open(to: port, from: "127.0.0.9") }
                for wire in wires {
                    wire.send(ask)
                    said += wire.receive(until: "ok\"}")
                }
                // When one more comes, then it is answered, as soon as the server knows that they have no request any
                // more, and one of that address is closed
                var more: Wire?
                var answer = ""
                for _ in 0..<1_000 where !answer.contains("200") {
                    more?.end()
                    more = Wire.open(to: port, from: "127.0.0.10")
                    more?.send(ask)
                    answer = more?.receive(until: "ok\"}") ?? ""
                }
                said += answer
                for wire in [first] + wires {
                    wire.send(ask)
                    said += wire.receive(until: "ok\"}")
                }
                for wire in wires + [more].compactMap({ $0 }) { wire.end() }
                return said
            }
            #expect(answers.matches(of: /HTTP\/1.1 200/).count == 8, "\(answers)")
        }
    }

    @Test func theOldestOfTheAddressWithTheMostMakesRoom() {
        var limits = ConnectionLimits()
        limits.connections = 4
        let connections = Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        let places = (0..<4).map { _ in NSObject() }
        let closed = Mutex<[Int]>([])
        for (place, address) in ["a", "b", "b", "b"].enumerated() {
            #expect(connections.open(of: address) == .served)
            connections.idle(ObjectIdentifier(places[place]), of: address) { closed.withLock { $0.append(place) } }
        }
        #expect(connections.open(of: "c") == .served)
        #expect(closed.withLock { $0 } == [1])
    }

    @Test func whoHasARequestIsNotClosed() {
        var limits = ConnectionLimits()
        (limits.connections, limits.connectionsOfAnAddress) = (2, 2)
        let connections = Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        let places = [NSObject(), NSObject()].map(ObjectIdentifier.init)
        #expect((0..<2).map { _ in connections.open(of: "a") } == [.served, .served])
        connections.idle(places[0], of: "a") {}
        connections.idle(places[1], of: "a") {}
        connections.busy(places[0])
        // One is idle: it makes room once, and only for another address than one that has too many
        #expect(["a", "b", "c"].map { connections.open(of: $0) } == [.refused, .served, .refused])
    }

    @Test func aLargeNetworkIsOneAddress() {
        #expect(ClientAddress.counted("2001:db8:1:2:3::4") == ClientAddress.counted("2001:db8:1:2::9"))
        #expect(ClientAddress.counted("2001:db8:1:2::4") != ClientAddress.counted("2001:db8:1:3::4"))
        #expect(ClientAddress.counted("::ffff:192.0.2.7") == "192.0.2.7")
        #expect(ClientAddress.counted("192.0.2.7") == "192.0.2.7")
    }
}
