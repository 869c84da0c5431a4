import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Testing

/// Tables follow the definition of their collection.
struct DefinitionTests {
    private let sandbox = Sandboxed()

    private func store(_ type: any DirectoryRecord.Type) throws -> Store {
        try Store(sandbox: sandbox.url, collections: [type], keepsUndo: true)
    }

    private func boats() throws {
        let store = try store(FirstBoat.self)
        for (number, name) in ["Möwe", "Ada", "Ozelot"].enumerated() {
            var boat = FirstBoat(key: number + 1)
            boat.name = name
            try store.save(boat)
        }
        let published = try #require(try store.find(FirstBoat.self, key: 1))
        try store.keepPublished(published, tag: "\"a\"")
    }

    @Test func aCollectionThatNobodyKnewHasItsTables() async throws {
        try boats()
        let store = try store(FirstBoat.self)
        #expect(try store.whole(FirstBoat.self) { _ in true }.map(\.name) == ["Möwe", "Ada", "Ozelot"])
        #expect(try store.undoCount(of: FirstBoat.self) == 3)
        #expect(try store.delete(FirstBoat.self, key: 2))
        #expect(try store.undoLast(FirstBoat.self) != nil)
        let hits = try await SearchIndex<FirstBoat>(store: store).search(SearchQuery("mow", in: FirstBoat.definition))
        #expect(hits.contains(1) && !hits.contains(2))
    }

    @Test func aFieldThatSaysNothingChangesNoHash() throws {
        try boats()
        let before = try store(FirstBoat.self).publishedVersion(of: FirstBoat.self, key: 1)
        let store = try store(BoatWithHarbor.self)
        #expect(try store.publishedState(of: BoatWithHarbor.self, key: 1) == .same)
        #expect(try store.publishedVersion(of: BoatWithHarbor.self, key: 1) == before)
        try store.verify(BoatWithHarbor.self)
    }

    @Test func whatFollowsFromFieldsIsMadeAnew() async throws {
        try boats()
        let store = try store(BoatWithHarbor.self)
        let listing = try store.listing(BoatWithHarbor.self, ListArrangement())
        #expect(listing.sections.map(\.title) == ["A", "M", "O"])
        var boat = try #require(try store.find(BoatWithHarbor.self, key: 2))
        #expect((boat.name, boat.harbor, boat.isAfloat) == ("Ada", "", false))
        boat.harbor = "Kiel"
        try store.save(boat)
        #expect(try store.undoLast(BoatWithHarbor.self) != nil)
        #expect(try store.find(BoatWithHarbor.self, key: 2)?.harbor == "")
        try store.save(boat)
        let hits = try await SearchIndex<BoatWithHarbor>(store: store).search(SearchQuery("ha=kiel", in: BoatWithHarbor.definition))
        #expect(hits.contains(2) && !hits.contains(1))
    }

    @Test func aFieldThatIsGoneIsNotAskedFor() throws {
        try boats()
        _ = try store(BoatWithHarbor.self)
        let store = try store(FirstBoat.self)
        var boat = FirstBoat(key: 4)
        boat.name = "Nixe"
        try store.save(boat)

        #expect(try store.count(of: FirstBoat.self) == 4)
        #expect(try store.publishedState(of: FirstBoat.self, key: 1) == .same)
    }

    @Test func anotherRuleForSectionsIsSeenWithoutAnotherName() throws {
        try boats()
        _ = try store(BoatWithHarbor.self)
        let store = try store(BoatByLength.self)
        let listing = try store.listing(BoatByLength.self, ListArrangement())
        #expect(listing.sections.map(\.title) == ["3", "4", "6"])
    }

    @Test func nothingIsMadeAnewWhereNothingChanged() throws {
        try boats()
        let queue = try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path)
        try queue.write { try $0.execute(sql: "UPDATE boats SET sort_name = 'marked'") }
        _ = try store(FirstBoat.self)
        let names = try queue.read { try String.fetchSet($0, sql: "SELECT sort_name FROM boats") }
        #expect(names == ["marked"])
    }
}
