import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore

@testable import DirectoryStore

/// Searching a list that changes between two looks.
struct SearchOfOthersTests {
    private let sandbox = Sandboxed()

    @Test func aListThatAnotherProgramChangesAllTheTimeIsNotDamaged() async throws {
        let (store, other) = (try sandbox.store(), try sandbox.store())
        try other.save(Contact(key: 1))
        let index = SearchIndex(store[.contacts])
        // Given another program that adds a contact before each statement of the search
        try store.flush()
        try store.read { db in
            db.trace { _ in _ = try? other.save(Contact(key: 1 + other[.contacts].count())) }
        }
        let hits = try await index.search(SearchQuery("fn=zoe, ln=li", in: .contacts))
        #expect(try other[.contacts].count() > 3)
        #expect(!hits.contains(1))
    }

    @Test func fileWithTwoStatesAtOneRevisionIsDamaged() async throws {
        let store = try sandbox.store()
        try store.saveAll([Contact(key: 1), Contact(key: 2)])
        let index = SearchIndex(store[.contacts])
        try await index.prepare()
        try await DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path).write {
            try $0.execute(sql: "DELETE FROM contacts WHERE id = 2")
        }
        await #expect(throws: StoreError.damaged) { try await index.search(SearchQuery("ci=durham", in: .contacts)) }
    }
}
