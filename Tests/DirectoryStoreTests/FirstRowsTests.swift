import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// The first rows of a long list are those of the whole list.
struct FirstRowsTests {
    private let sandbox = Folder()

    private func store(people count: Int) throws -> Store {
        try sandbox.store(
            (1...count).map { DukePerson.sample($0).with(\.role, Role.allCases[$0 % 3]).with(\.team, "\($0 % 4)") })
    }

    @Test(arguments: DukePerson.definition.groupings.map(\.id), DukePerson.definition.orders.map(\.id))
    func theyAreTheBeginningOfTheList(grouping: String, order: String) throws {
        let store = try store(people: 24)
        let arrangement = ListArrangement(grouping: grouping, order: order)
        let all = try store[.people].listing(arrangement)
        for count in [1, 5, 8, 9, 23] {
            let beginning = try #require(
                try store[.people].firstRows(arrangement, count: count, ofMoreThan: 10))
            #expect(beginning.total == 24)
            #expect(beginning.listing.rows == Array(all.rows.prefix(count)))
            #expect(beginning.listing.sections == Array(all.sections.prefix(beginning.listing.sections.count)))
            #expect(beginning.listing.revision == all.revision)
            #expect(beginning.listing.filtered { _ in true }.rows == beginning.listing.rows)
        }
    }

    @Test func aShortListAndAPartOfTheCollectionHaveNone() throws {
        let store = try store(people: 12)
        func beginning(_ count: Int, _ limit: Int) throws -> Listing? {
            try store[.people].firstRows(ListArrangement(), count: count, ofMoreThan: limit)?.listing
        }
        #expect(try beginning(5, 12) == nil)
        #expect(try beginning(12, 5) == nil)
        #expect(try beginning(11, 11) != nil)
        for number in 1...12 { try store.save(Player.sample(number)) }
        let top = ListArrangement(query: "top5")
        #expect(try store[.players].firstRows(top, count: 2, ofMoreThan: 3) == nil)
    }
}
