import DirectoryModel
import Foundation
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// Answers that take long to make, and those that cannot be stored.
@Suite struct LargeAnswerTests {
    @Test func aSlowSearchDelaysNoOtherKind() async throws {
        try await withTemporaryFile { (file) async throws in
            // Given a search that goes on until this test lets it end
            let (ends, end) = AsyncStream<Void>.makeStream()
            let (begins, begin) = AsyncStream<Void>.makeStream()
            let database = WatchedDatabase(file) {
                begin.finish()
                for await _ in ends {}
            }
            try await TestServer.with(database.repository) { (server) async throws in
                async let page = server.send(.GET, "/entries?q=slow")
                for await _ in begins {}
                // Then lists are answered meanwhile
                for path in ["/todos", "/api/courses/in/cpa"] {
                    #expect(try await server.open(.GET, path).status == 200)
                }
                end.finish()
                let answer = try await page
                #expect(answer.status == 200)
            }
        }
    }

    /// A list has its own address in it, and a client may call the server by any name.
    @Test func inventedNamesOfTheServerDoNotReplaceTheOneThatIsUsed() async throws {
        try await withTemporaryFile { (file) async throws in
            let cache = ResponseCache(
                repository: file, isReadingOpen: false, folder: file.folder)
            let channel = NIOAsyncTestingChannel()
            try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            let turns = AsyncSemaphore(1)
            let made = Mutex<[String: Int]>([:])
            func ask(_ name: String) async throws {
                _ = try await cache.keptOrMade(name, for: channel, turns) {
                    made.withLock { $0[name, default: 0] += 1 }
                    return PreparedResponse(.bytes(ByteBuffer(string: name)), etag: "\"\(name)\"")
                }
            }
            // Given as many other names as are kept, each of which was used often
            for number in 0..<160 { try await ask("hot\(number % 16)") }
            // When clients ask for it under the usual name, and a hundred times under another
            for number in 0..<100 {
                try await ask("usual")
                try await ask("h\(number)")
            }
            // Then it was made once for the usual name
            #expect(made.withLock { $0["usual"] } == 1)
            #expect(made.withLock { $0.count } == 117)
            _ = try await channel.finish()
        }
    }

    @Test func anAnswerToAClientThatDisconnectedIsNotFinished() async throws {
        let channel = NIOAsyncTestingChannel()
        #expect(throws: CancellationError.self) {
            _ = try Response.multistatus(MultistatusWriter(.all), in: NSTemporaryDirectory(), on: channel) { write in
                for number in 0..<100_000 { try write(DAVResource.absent("/dav/home/book/\(number).vcf")) }
            }
        }
        _ = try? await channel.finish()
    }

    /// A snapshot has a connection of its own.
    @Test func aSingleCardIsFoundWithoutASnapshot() async throws {
        try await withTemporaryFile { (file) async throws in
            try await file.add(try Entry(DukePerson.sample().record))
            let database = WatchedDatabase(file)
            let hash = try await database.repository.withHashes(of: "people", key: 7) { _, each in
                var hash: Data?
                try each { hash = $0.hash }
                return hash
            }
            #expect(hash != nil && database.snapshotCount == 0)
        }
    }

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG]) func aFullDiskIsSaid(code: Int32) async throws {
        try await withTemporaryFile { (file) async throws in
            let database = WatchedDatabase(file) { throw IOError(errnoCode: code, reason: "write") }
            try await TestServer.with(database.repository) { (server) async throws in
                for answer in [
                    try await server.dav("PROPFIND", "/dav/home/book/", depth: 1),
                    try await server.send(.GET, "/entries"),
                ] {
                    #expect(answer.status == 507)
                    // Nothing was to be changed.
                    #expect(answer.text.contains("disk is full, so the request could not be answered."))
                }
            }
        }
    }
}
