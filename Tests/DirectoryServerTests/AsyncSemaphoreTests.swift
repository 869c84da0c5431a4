import NIOCore
import NIOEmbedded
import Testing

@testable import DirectoryServer

/// The order in which clients are served.
@Suite struct AsyncSemaphoreTests {
    private static func channel() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        return channel
    }

    @Test func oneClientWithManyRequestsDelaysNoOther() {
        // Given many requests of one account before one each of another and of someone who is not signed in
        let clients = [String](repeating: "ab12", count: 200) + ["cd34", "192.0.2.3"]
        var queue = TurnQueue<String>()
        for client in clients { queue.append(client, of: client) }
        // Then those are next after the first
        let order = clients.compactMap { _ in queue.removeNext() }
        #expect(Array(order.prefix(4)) == ["ab12", "cd34", "192.0.2.3", "ab12"])
        #expect(order.count == 202)
        // And those of one client come in their order
        var own = TurnQueue<Int>()
        for number in 1...3 { own.append(number, of: "ab12") }
        #expect((1...4).map { _ in own.removeNext() } == [1, 2, 3, nil])
    }

    @Test func noWorkIsDoneForAClientThatLeft() async throws {
        let turns = AsyncSemaphore(1)
        let client = try await Self.channel()
        #expect(try await turns.run(for: client, as: "ab12") { 1 } == 1)
        _ = try await client.finish()
        await #expect(throws: CancellationError.self) {
            try await turns.run(for: client, as: "ab12") { Issue.record("The work was done.") }
        }
        // And the turn is free again
        let next = try await Self.channel()
        #expect(try await turns.run(for: next, as: "cd34") { 2 } == 2)
        _ = try await next.finish()
    }

    /// Takes the only turn, has `client` wait for the next, and gives that.
    private static func waitForTurn(_ client: any Channel, _ turns: isolated AsyncSemaphore) async throws {
        let waiting = Task.immediate { try await turns.take(for: client, as: "ab12") }
        turns.give()
        try await waiting.value
    }

    @Test func aTurnGoesToTheNextWhereAWaitingClientLeft() async throws {
        let client = try await Self.channel()
        try await client.testingEventLoop.executeInContext {
            let connections = Connections(limits: .init(), isBehindProxy: false, metrics: ServerMetrics())
            let handler = ConnectionGuard(connections: connections, isSecure: false)
            try client.pipeline.syncOperations.addHandler(handler)
        }
        let turns = AsyncSemaphore(0)
        try await Self.waitForTurn(client, turns)
        // When its client sends the end of its input, and the answer must wait, then its turn goes to the next
        client.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await #expect(throws: CancellationError.self) { try await Self.waitForTurn(client, turns) }
        let next = try await Self.channel()
        try await turns.take(for: next, as: "cd34")
        _ = try await next.finish()
        _ = try? await client.finish()
    }
}
