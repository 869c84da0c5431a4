import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing
import TypedStore

/// Tables follow the definition of their collection.
struct DefinitionTests {
    private let sandbox = Sandboxed()

    private func store(_ definition: Definition) throws -> Store {
        try Store(sandbox: sandbox.url, collections: [definition], offersUndo: true)
    }

    private func boats() throws {
        let store = try store(FirstBoat.definition)
        for (number, name) in ["Möwe", "Ada", "Ozelot"].enumerated() {
            var boat = FirstBoat(key: number + 1)
            boat.name = name
            try store.save(boat)
        }
        let published = try #require(try store.find(FirstBoat.self, key: 1))
        try store.recordPublished(published, tag: "\"a\"")
    }

    @Test func aCollectionThatNobodyKnewHasItsTables() async throws {
        try boats()
        let store = try store(FirstBoat.definition)
        #expect(try store.whole(FirstBoat.self) { _ in true }.map(\.name) == ["Möwe", "Ada", "Ozelot"])
        #expect(try store[FirstBoat.definition].undoCount() == 3)
        #expect(try store[FirstBoat.definition].delete(key: 2))
        #expect(try store[FirstBoat.definition].undoLast() != nil)
        let index = SearchIndex(store[FirstBoat.definition])
        let hits = try await index.search(SearchQuery("mow", in: FirstBoat.definition))
        #expect(hits.contains(1) && !hits.contains(2))
    }

    @Test func emptyFieldDoesNotChangeHash() throws {
        try boats()
        let before = try store(FirstBoat.definition)[FirstBoat.definition].publishedVersion(key: 1)
        let store = try store(BoatWithHarbor.definition)
        #expect(try store.publishedState(of: BoatWithHarbor.self, key: 1) == .same)
        #expect(try store[BoatWithHarbor.definition].publishedVersion(key: 1) == before)
        try store[BoatWithHarbor.definition].verify()
    }

    @Test func whatFollowsFromFieldsIsMadeAnew() async throws {
        try boats()
        let store = try store(BoatWithHarbor.definition)
        let listing = try store[BoatWithHarbor.definition].listing(ListArrangement())
        #expect(listing.sections.map(\.title) == ["A", "M", "O"])
        var boat = try #require(try store.find(BoatWithHarbor.self, key: 2))
        #expect((boat.name, boat.harbor, boat.isAfloat) == ("Ada", "", false))
        boat.harbor = "Kiel"
        try store.save(boat)
        #expect(try store[BoatWithHarbor.definition].undoLast() != nil)
        #expect(try store.find(BoatWithHarbor.self, key: 2)?.harbor == "")
        try store.save(boat)
        let index = SearchIndex(store[BoatWithHarbor.definition])
        let hits = try await index.search(SearchQuery("ha=kiel", in: BoatWithHarbor.definition))
        #expect(hits.contains(2) && !hits.contains(1))
    }

    @Test func aFieldThatIsGoneIsNotAskedFor() throws {
        try boats()
        _ = try store(BoatWithHarbor.definition)
        let store = try store(FirstBoat.definition)
        var boat = FirstBoat(key: 4)
        boat.name = "Nixe"
        try store.save(boat)

        #expect(try store[FirstBoat.definition].count() == 4)
        #expect(try store.publishedState(of: FirstBoat.self, key: 1) == .same)
    }

    @Test func anotherRuleForSectionsIsSeenWithoutAnotherName() throws {
        try boats()
        _ = try store(BoatWithHarbor.definition)
        let store = try store(BoatByLength.definition)
        let listing = try store[BoatByLength.definition].listing(ListArrangement())
        #expect(listing.sections.map(\.title) == ["3", "4", "6"])
    }

    @Test func nothingIsMadeAnewWhereNothingChanged() throws {
        try boats()
        let queue = try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path)
        try queue.write { try $0.execute(sql: "UPDATE boats SET sort_name = 'marked'") }
        _ = try store(FirstBoat.definition)
        let names = try queue.read { try String.fetchSet($0, sql: "SELECT sort_name FROM boats") }
        #expect(names == ["marked"])
    }
}
