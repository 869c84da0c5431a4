import Boats
import DirectoryModel
import Foundation
import Testing

/// Everything about a record follows from its definition.
struct OneIdeaTests {
    private func sample() throws -> Boat {
        var boat = Boat(key: 7)
        try Tokens("na=Möwe, ha=Kiel, Germany, cr=Ana, Bo", of: Boat.definition).apply(to: &boat.record)
        return boat
    }

    @Test func tokensSetItsFields() throws {
        let boat = try sample()
        #expect(Boat.fields.map { $0.displayText(boat.record) } == ["007", "Möwe", "", "Kiel, Germany", "Ana, Bo", ""])
    }

    @Test func itsWireFormReadsEveryDialectAndWritesOne() throws {
        let json = #"{"NUMBER": "007", "Name": "Möwe", "port": "Kiel, Germany", "crew": "Ana, Bo"}"#
        let read = try JSONDecoder().decode(Boat.self, from: Data(json.utf8))
        #expect(read == (try sample()))
        let written = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode(Boat.self, from: written) == read)
    }

    @Test func nonBoatIsReported() {
        let rejected = readJSON("{}", as: Boat.definition).rejectedWhole
        #expect(rejected?.reason == "This is not a boat: it has no Number.")
    }

    @Test func differencesSummaryOrderAndSectionsFollowFromItsFields() throws {
        var other = try sample()
        other.harbor = "Rostock"
        #expect(try sample().record.differences(from: other.record).map(\.label) == ["Harbor"])
        #expect(try sample().text(style: .search) == "007 Möwe Kiel, Germany Ana, Bo")
        #expect(Boat.definition.orders.map { $0.text(other.record) } == ["Möwe"])
        #expect(Boat.definition.groupings.map { $0.section?(other.record).title } == [""])
    }
}
