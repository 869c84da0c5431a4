import DirectoryModel
import Foundation
import GRDB
import Older
import TemporaryPostgres
import Testing

@testable import DirectoryServer

/// The database of an earlier version's class server holds the same afterwards, and can be used on.
final class OlderDatabaseTests {
    private let file = URL.temporaryDirectory.appending(path: "server-\(UUID().uuidString)/server.sqlite")

    deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    private func repository() throws -> SQLRepository {
        try OlderDatabase.server.make(at: file)
        return try SQLRepository(path: file.path)
    }

    @Test func entriesAndAccountsAreThereAsTheyWere() async throws {
        let repository = try repository()
        #expect(try await repository.snapshot(of: "people").count == 2)
        #expect(try await repository.entry(of: "demo", in: "people") != nil)
        #expect(try await repository.entry(of: "wa11", in: "people") != nil)
        let account = try await Accounts(repository: repository).signIn(netid: "demo", password: "demo")
        #expect(account?.role == .student)
    }

    @Test func everyoneIsFoundByWhatPagesSearchNow() async throws {
        let repository = try repository()
        try await repository.deriveTexts(EntryDerivation(.people))
        for netid in ["demo", "wa11"] {
            let entry = try #require(try await repository.entry(of: netid, in: "people"))
            let person = try JSONDecoder().decode(DukePerson.self, from: entry.json)
            #expect(Entry(person.record, json: entry.json) == entry)
        }
    }

    @Test func itemsAreThereAndNumbersGoOn() async throws {
        let repository = try repository()
        #expect(try await repository.items(of: "todos").map(\.number) == [1, 2])
        #expect(try await repository.items(of: "tours").count == 1)
        #expect(try await repository.items(of: "courses").count == 41)
        #expect(try await repository.removeItem(2, of: "todos"))
        let next = try await repository.addItem(to: "todos") { _ in Data("{}".utf8) }
        #expect(next.number == 3)
    }

    @Test(arguments: Backend.available) func everythingOfTheSecondVersionIsThere(backend: Backend) async throws {
        switch backend {
        case .sqlite:
            try OlderDatabase.server.make(of: "0.2", at: file)
            for _ in 0..<2 { _ = try SQLRepository(existing: file.path) }
            try await Self.check(try TestDatabase(backend, at: file.path))
        case .postgres:
            try await Backend.withSchema { schema in
                try schema.execute(try OlderDatabase.postgres())
                for _ in 0..<2 { _ = try SQLRepository(address: schema.address) }
                try await Self.check(try TestDatabase(backend, at: schema.address))
            }
        }
    }

    @Test func aDatabaseFromBeforeHiddenEntriesIsTakenOver() async throws {
        try OlderDatabase.server.make(of: "0.2", at: file)
        try await DatabaseQueue(path: file.path).write {
            try $0.execute(
                sql: """
                    DROP TABLE hidden_entry; DROP TABLE item_request;
                    DELETE FROM grdb_migrations WHERE identifier IN ('hidden entries', 'values of entries')
                    """)
        }
        let repository = try SQLRepository(existing: file.path)
        #expect(try await repository.snapshot(of: "people").count == 1)
        #expect(try await repository.items(of: "todos").map(\.number) == [1, 2])
        #expect(try await repository.accounts().count == 3)
    }

    private static func check(_ database: TestDatabase) async throws {
        let repository = database.repository
        try await repository.deriveTexts(EntryDerivation(.people))
        // Lists, their tags and what changed since an earlier one
        let tag = "3d0e78d1973597b505e51324e1671055"
        #expect(try await repository.listTag(of: "people") == tag)
        let earlier = DeltaRequest(tag: "c712bef41fbe81f0485a176c6f9ed9fa")
        let delta = try await repository.withDelta(of: "people", since: earlier) { delta in
            var sent: [Int] = []
            try delta.each { sent.append(try JSONDecoder().decode(DukePerson.self, from: $0).DUID) }
            return (tag: delta.tag, count: delta.count, bytes: delta.listByteCount, removed: delta.removed, sent: sent)
        }
        #expect(delta?.tag == tag && delta?.count == 1 && delta?.bytes == 258)
        #expect(delta?.removed == [34, 56] && delta?.sent == [2_818_281])
        let page = try await repository.page(PageQuery(words: ["ikiru"], offset: 0, limit: 9), of: "people")
        #expect(page.entries.map(\.owner) == ["wa11"] && page.counts == ["2\tStudent": 1])
        let all = try await repository.page(PageQuery(words: [], offset: 0, limit: 9), of: "people")
        #expect(all.counts == page.counts)
        // A hidden entry, which is shown again
        await #expect(throws: EntryError.hidden) {
            try await repository.add(try Entry(DukePerson.sample("CD34", duid: 35).record))
        }
        #expect(try await repository.show(entryOf: "CD34", in: "people"))
        for netid in ["wa11", "cd34"] {
            let entry = try #require(try await repository.entry(of: netid, in: "people"))
            #expect(try Entry(entry.record(of: .people), json: entry.json) == entry)
        }
        // Items, whose numbers and orders go on, and a request that is repeated
        #expect(try await repository.items(of: "todos").map(\.number) == [1, 2])
        let next = try await repository.addItem(to: "todos") { place in
            Data(#"{"order":\#(place.largestOrder ?? 0)}"#.utf8)
        }
        #expect(next.number == 4 && next.json == Data(#"{"order":2}"#.utf8))
        let request = ItemRequest(key: "k1", content: "\"b8e2d6ae1a05dc1dc91ddbff6e54bcd7\"")
        let tour = try await repository.addItem(to: "tours", until: nil, for: request) { _ in Data() }
        #expect(tour.number == 1 && String(decoding: tour.json, as: UTF8.self).contains("JAPH-RBHK"))
        // Accounts, with an app password
        let accounts = try await repository.accounts()
        #expect(accounts.map(\.netid) == ["cd34", "ef56", "wa11"] && accounts.map(\.isEnabled) == [false, true, true])
        #expect(try await repository.account(netid: "WA11")?.role == .professor)
        #expect(try await AppPasswords(repository: repository).list(of: "wa11").map(\.name) == ["phone"])
        // And it has the tables of this version, and copies like any other
        try await Backend.sqlite.withDatabase { copy in
            let counts = try await RepositoryCopy(from: repository, to: copy.repository).run()
            #expect(counts == RepositoryCopy.Counts(entries: 2, items: 4, accounts: 3))
        }
    }
}
