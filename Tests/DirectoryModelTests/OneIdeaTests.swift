import DirectoryModel
import Language
import Foundation
import Testing

/// A made-up record of ten lines: everything else comes from its fields (DESIGN "One idea").
private struct Boat: DirectoryRecord {
    static let collection = CollectionInfo(
        name: "boats", title: LocalizedString("Boats"), one: LocalizedString("boat"), many: LocalizedString("boats"),
        iconName: "boat"
    ) { "\($0) boats" }
    static let fields: [Field<Boat>] = [
        Field(key: "number", token: "no", label: LocalizedString("Number"), \.key, digits: 3),
        Field("name", token: "na", label: LocalizedString("Name"), \.displayName, editor: .text(.name)),
        Field("harbour", token: "ha", label: LocalizedString("Harbour"), \.harbour, aliases: ["port"]),
        Field("crew", token: "cr", label: LocalizedString("Crew"), \.crew),
    ]
    let key: Int
    var (displayName, harbour, crew) = ("", "", [String]())
    init(key: Int) { self.key = key }
}

struct OneIdeaTests {
    private func sample() throws -> Boat {
        var boat = Boat(key: 7)
        try Tokens<Boat>("na=Möwe, ha=Kiel, Germany, cr=Ana, Bo").apply(to: &boat)
        return boat
    }

    @Test func tokensSetItsFields() throws {
        let boat = try sample()
        #expect(Boat.fields.map { $0.text(boat) } == ["007", "Möwe", "Kiel, Germany", "Ana, Bo"])
    }

    @Test func itsWireFormReadsEveryDialectAndWritesOne() throws {
        let json = #"{"NUMBER": "007", "Name": "Möwe", "port": "Kiel, Germany", "crew": "Ana, Bo"}"#
        let read = try JSONDecoder().decode(Boat.self, from: Data(json.utf8))
        #expect(read == (try sample()))
        let written = try JSONEncoder().encode(read)
        #expect(try JSONDecoder().decode(Boat.self, from: written) == read)
    }

    @Test func whatIsNoBoatSaysSo() {
        let element = ElementReader<Boat>().read(.whole(Data("{}".utf8)))
        guard case .rejected(let rejected) = element else {
            Issue.record("It was read")
            return
        }
        #expect(rejected.reason == "This is no boat: it has no Number.")
    }

    @Test func itsDifferencesAndSummaryAndSortAndSections() throws {
        var other = try sample()
        other.harbour = "Rostock"
        #expect(try sample().differences(from: other).map(\.label) == ["Harbour"])
        #expect(try sample().summary == "007 Möwe Kiel, Germany Ana, Bo")
        #expect(Boat.orders.map { $0.text(other) } == ["Möwe"])
        #expect(Boat.groupings.map { $0.section?(other).title } == [""])
    }
}
