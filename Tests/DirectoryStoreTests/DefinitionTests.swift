import DirectoryModel
import DirectoryStore
import Foundation
import GRDB
import Language
import Testing

/// Not GRDB's.
private typealias Record = DirectoryModel.Record

/// Tables follow the definition of their collection.
struct DefinitionTests {
    private let sandbox = Sandboxed()

    private func boats(_ definition: Definition) throws -> StoredCollection {
        try Store(sandbox: sandbox.url, collections: [definition], offersUndo: true)[definition]
    }

    private func boat(_ key: Int, _ name: String) -> Record {
        var boat = Record(.boats, key: key)
        boat["name"] = .text(name)
        return boat
    }

    /// Saves three boats with the first definition, and records that the first boat was published.
    private func makeBoats() throws {
        let boats = try boats(.boats)
        for (index, name) in ["Möwe", "Ada", "Ozelot"].enumerated() { try boats.save(boat(index + 1, name)) }
        try boats.recordPublished(try #require(try boats.find(key: 1)), tag: "\"a\"")
    }

    @Test func fieldsWithoutValuesAndRemovedFieldsDoNotChangeHashes() throws {
        try makeBoats()
        let published = try #require(try boats(.boats).publishedVersion(key: 1))
        for definition in [Definition.boatsWithHarbor, .boats] {
            let boats = try boats(definition)
            #expect(try boats.find(key: 1)?.contentHash == published.hash)
            #expect(try boats.publishedVersion(key: 1) == published)
            try boats.verify()
        }
        // A boat is saved without the removed fields
        let boats = try boats(.boats)
        try boats.save(boat(4, "Nixe"))
        #expect(try boats.count() == 4)
    }

    @Test func newFieldsAndSectionsAreStored() async throws {
        try makeBoats()
        let boats = try boats(.boatsWithHarbor)
        #expect(try boats.listing(ListArrangement()).sections.map(\.title) == ["A", "M", "O"])
        var boat = try #require(try boats.find(key: 2))
        #expect((boat["name"].text, boat["harbor"].text, boat["isAfloat"].isOn) == ("Ada", "", false))
        boat["harbor"] = .text("Kiel")
        try boats.save(boat)
        #expect(try boats.undoLast() != nil)
        #expect(try boats.find(key: 2)?["harbor"].text == "")
        try boats.save(boat)
        let hits = try await SearchIndex(boats).search(SearchQuery("ha=kiel", in: boats.definition))
        #expect(hits.contains(2) && !hits.contains(1))
    }

    @Test func anotherRuleForSectionsWithTheSameNameIsApplied() throws {
        try makeBoats()
        _ = try boats(.boatsWithHarbor)
        let listing = try boats(.boatsByLength).listing(ListArrangement())
        #expect(listing.sections.map(\.title) == ["3", "4", "6"])
    }

    @Test func anUnchangedDefinitionIsNotRecomputed() throws {
        try makeBoats()
        let queue = try DatabaseQueue(path: sandbox.url.appending(path: "directory.sqlite").path)
        try queue.write { try $0.execute(sql: "UPDATE boats SET sort_name = 'marked'") }
        _ = try boats(.boats)
        let names = try queue.read { try String.fetchSet($0, sql: "SELECT sort_name FROM boats") }
        #expect(names == ["marked"])
    }
}

/// An invented collection.
extension Definition {
    private static let boatInfo = CollectionInfo(
        name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"), many: LocalizedString("boats"),
        selectTitle: LocalizedString("Select a Boat"), iconName: "boat"
    ) { "\($0) boats" }

    private static let boatFields = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), digits: 3),
        Field("name", token: "na", label: LocalizedString("Name")),
    ]

    private static let boatName: @Sendable (DirectoryModel.Record) -> String = { $0["name"].text }

    fileprivate static let boats = Definition(
        boatInfo, fields: boatFields, presentation: Presentation(name: boatName))

    /// The same with two more fields, sections, and another order.
    fileprivate static let boatsWithHarbor = Definition(
        boatInfo,
        fields: boatFields + [
            Field("harbor", token: "ha", label: LocalizedString("Harbor")),
            Field("isAfloat", .flag, token: "af", label: LocalizedString("Afloat")),
        ],
        orders: [
            SortOrder(id: "back", label: LocalizedString("Backwards")) { String(boatName($0).reversed()) }
        ],
        groupings: [.initials(id: "initial", label: LocalizedString("By Initial"), of: boatName)],
        presentation: Presentation(name: boatName))

    /// The same as the first, in other sections.
    fileprivate static let boatsByLength = Definition(
        boatInfo, fields: boatFields,
        groupings: [
            Grouping(id: "none", label: LocalizedString("By Length")) {
                SectionKey(rank: "", title: "\(boatName($0).count)")
            }
        ],
        presentation: Presentation(name: boatName))
}
