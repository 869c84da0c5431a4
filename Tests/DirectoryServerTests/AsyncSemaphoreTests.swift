import NIOCore
import NIOEmbedded
import Testing

@testable import DirectoryServer

@Suite struct AsyncSemaphoreTests {
    @Test func noWorkIsDoneForAClientThatLeft() async throws {
        let turns = AsyncSemaphore(1)
        let client = NIOAsyncTestingChannel()
        try await client.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        #expect(try await turns.run(for: client) { 1 } == 1)
        _ = try await client.finish()
        await #expect(throws: CancellationError.self) {
            try await turns.run(for: client) { Issue.record("The work was done.") }
        }
        // And the turn is free again
        #expect(await turns.run { 2 } == 2)
    }
}
