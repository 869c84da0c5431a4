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
    @Test(.sqlite) func aSlowSearchDelaysNoOtherRequest() async throws {
        // Given a search that goes on until this test lets it end
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (begins, begin) = AsyncStream<Void>.makeStream()
        let database = WatchedDatabase(repository) {
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

    @Test func anAnswerToAClientThatDisconnectedIsNotFinished() async throws {
        let channel = NIOAsyncTestingChannel()
        #expect(throws: CancellationError.self) {
            _ = try Response.multistatus(MultistatusWriter(.all), in: NSTemporaryDirectory(), on: channel) { write in
                for number in 0..<100_000 { try write(MultistatusWriter.absent("/dav/home/book/\(number).vcf")) }
            }
        }
        _ = try? await channel.finish()
    }

    /// Few connections are for long reads.
    @Test(.sqlite) func aSingleCardIsFoundWithoutALongRead() async throws {
        try await repository.add(try Entry(DukePerson.sample().record))
        let database = WatchedDatabase(repository)
        let book = try #require(CardBook(.people, repository: database.repository))
        let card = try await book.card(of: 7, in: "people")
        #expect(card?.hash != nil && database.longReadCount == 0)
    }

    /// Nothing was to be changed, so the text says that the request could not be answered.
    @Test(
        .sqlite,
        arguments: [
            (ENOSPC, 507, "disk is full, so the request could not be answered."),
            (EDQUOT, 507, "disk is full, so the request could not be answered."), (EFBIG, 507, "too large"),
            (ENOBUFS, 503, ""),
        ])
    func anAnswerThatCannotBeStoredIsReported(code: Int32, status: Int, text: String) async throws {
        let database = WatchedDatabase(repository) { throw IOError(errnoCode: code, reason: "answers") }
        try await TestServer.with(database.repository) { (server) async throws in
            for answer in [
                try await server.dav("PROPFIND", CardRequest.book, depth: 1),
                try await server.send(.GET, "/entries"), try await server.send(.GET, "/entries/all"),
            ] {
                #expect(answer.status == UInt(status) && (text.isEmpty || answer.text.contains(text)))
                #expect(text.contains("disk") == answer.text.contains("disk"))
                #expect((status == 503) == answer.headers.contains(name: "Retry-After"))
            }
        }
    }

    @Test func theFilesOfAnswersHaveABudget() throws {
        let budget = FileBudget(maxBytes: 100)
        func file(_ sizes: Int...) throws -> ResponseFile {
            try ResponseFile(tag: "", in: NSTemporaryDirectory(), budget: budget) { write in
                for size in sizes { try write(Data(count: size)) }
            }
        }
        // Given a file that is being sent
        var sent: ResponseFile? = try file(80)
        #expect(sent?.length == 80)
        // Then there is room for the rest and no more, and a file that is not finished takes none
        #expect(throws: IOError.self) { try file(20, 1) }
        #expect(throws: Never.self) { try file(20) }
        sent = nil
        #expect(throws: Never.self) { try file(100) }
    }
}
