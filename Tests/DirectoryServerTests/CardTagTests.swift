import DirectoryModel
import Foundation
import GRDB
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// The ETags of cards, which are known without the cards.
@Suite struct CardTagTests {
    private static let book = "/dav/home/book/"
    private static let body = #"<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>"#
    private static let people = (1...5).map { DukePerson.sample("ab1\($0)", duid: $0, name: "N\($0)") }

    /// The ETag of each card by its address, as the list has it.
    private static func listed(_ server: TestServer) async throws -> [String: String] {
        let list = try await server.multistatus("PROPFIND", book, depth: 1, body)
        return Dictionary(
            uniqueKeysWithValues: list.responses.dropFirst().map { ($0.href, $0.texts["getetag"] ?? "") })
    }

    /// Each card has one ETag, whoever asks for it and how.
    private static func check(_ server: TestServer) async throws {
        for (href, etag) in try await listed(server) {
            #expect(try await server.send(.GET, href).etag == etag)
            #expect(try await server.multistatus("PROPFIND", href, depth: 0, body).only?.texts["getetag"] == etag)
        }
    }

    @Test func theTagChangesWithTheEntry() async throws {
        try await TestServer.withEach(Self.people) { (server) async throws in
            let before = try await Self.listed(server)
            #expect(Set(before.values).count == 5)
            let changed = try Entry(DukePerson.sample("ab12", duid: 2, name: "Bo").record)
            try await server.repository.replace(entryOf: "ab12", with: changed)
            _ = try await server.repository.setHidden(true, entryOf: "ab13", in: "people")
            _ = try await server.repository.setHidden(true, entryOf: "ab14", in: "people")
            _ = try await server.repository.setHidden(false, entryOf: "ab14", in: "people")
            let after = try await Self.listed(server)
            let same = after.filter { before[$0.key] == $0.value }.keys
            #expect(same.sorted() == [1, 4, 5].map { "\(Self.book)\($0).vcf" } && after.count == 4)
            try await Self.check(server)
        }
    }

    @Test func theListIsReadWithoutEntries() async throws {
        for backend in Backend.available where backend == .sqlite {
            try await backend.withDatabase { database in
                let hashes = "SELECT key, hash FROM entry WHERE list = 'people' ORDER BY id"
                let plan = try await database.plan(hashes)
                #expect(plan == ["SEARCH entry USING COVERING INDEX entry_id (list=?)"])
            }
        }
    }
}

extension TestDatabase {
    /// How SQLite reads a selection.
    func plan(_ sql: String) async throws -> [String] {
        try await DatabaseQueue(path: address).read { db in
            try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { try $0.text(3) }
        }
    }
}
