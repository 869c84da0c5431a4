import DirectoryModel
import DirectoryServer
import Foundation
import Older
import Testing

/// The database of an earlier version's class server holds the same afterwards, and can be used on.
final class OlderDatabaseTests {
    private let file = URL.temporaryDirectory.appending(path: "server-\(UUID().uuidString)/server.sqlite")

    deinit { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }

    private func repository() throws -> SQLiteRepository {
        try OlderDatabase.server.make(at: file)
        return try SQLiteRepository(path: file.path)
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
        for netid in ["demo", "wa11"] {
            let entry = try #require(try await repository.entry(of: netid, in: "people"))
            let person = try JSONDecoder().decode(DukePerson.self, from: entry.json)
            #expect(Entry(person, json: entry.json) == entry)
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
}
