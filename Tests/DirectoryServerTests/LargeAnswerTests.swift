import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Answers that take long to make, and those that cannot be stored.
@Suite struct LargeAnswerTests {
    @Test func aSlowSearchDelaysNoOtherKind() async throws {
        try await withTemporaryFile { (file) async throws in
            // Given a search that goes on until this test lets it end
            let (ends, end) = AsyncStream<Void>.makeStream()
            let (begins, begin) = AsyncStream<Void>.makeStream()
            let repository = WatchedRepository(file) {
                begin.finish()
                for await _ in ends {}
            }
            try await TestServer.with(repository) { (server) async throws in
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

    @Test(arguments: [ENOSPC, EDQUOT, EFBIG]) func aFullDiskIsSaid(code: Int32) async throws {
        try await withTemporaryFile { (file) async throws in
            let repository = WatchedRepository(file) { throw IOError(errnoCode: code, reason: "write") }
            try await TestServer.with(repository) { (server) async throws in
                for answer in [
                    try await server.dav("PROPFIND", "/dav/home/book/", depth: 1),
                    try await server.send(.GET, "/entries"),
                ] {
                    #expect(answer.status == 507)
                    #expect(answer.words["error"] == StorageError.diskFull.message)
                }
            }
        }
    }
}
