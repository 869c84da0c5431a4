import Boats
import DirectoryModel
import Foundation
import Testing

/// What every definition must provide.
struct CollectionInfoTests {
    @Test func everyCollectionDeclaresItsPresentation() {
        for definition in Collections.all + [Boat.definition] { check(definition) }
    }

    /// What is stored for searches must be the same in every language.
    @Test func daysOfToursAreFoldedBySearches() {
        #expect(Definition.tours.translatedFields.map(\.key) == ["TourDate", "DateCreated"])
    }

    private func check(_ definition: Definition) {
        let name = Comment(rawValue: definition.collection.name)
        #expect(definition.fields[0].isKey && definition.fields.dropFirst().allSatisfy { !$0.isKey }, name)
        let tokens = definition.fields.compactMap { $0.token?.lowercased() }
        #expect(Set(tokens).count == tokens.count, name)
        let message = definition.knownKeys
        #expect(
            Set(message).count == message.count && message.allSatisfy { definition.field(named: $0)?.word == $0 }, name)
        #expect(Set(definition.fields.map { $0.key.lowercased() }).count == definition.fields.count, name)
        #expect(Set(definition.fields.map { $0.label.lowercased() }).count == definition.fields.count, name)
        for key in definition.queries.flatMap({ keys(in: $0.request) }) {
            #expect(definition.fields.contains { $0.key == key }, "\(definition.collection.name) asks for \(key)")
        }
        let orders = definition.queries.flatMap { $0.request.sort }.compactMap { sort -> String? in
            if case .order(let id) = sort { id } else { nil }
        }
        #expect(Set(orders).isSubset(of: Set(definition.orders.map(\.id))), name)
        for ids in [definition.queries.map(\.id), definition.orders.map(\.id), definition.groupings.map(\.id)] {
            #expect(Set(ids).count == ids.count, name)
        }
        #expect(!definition.groupings.isEmpty && !definition.orders.isEmpty, name)
        #expect(definition.fields.map(\.index) == Array(definition.fields.indices), name)
        let record = Record(definition, key: 7)
        #expect(record.key == 7 && record.keyed(8) == Record(definition, key: 8), name)
    }

    private func keys(in request: RecordQuery) -> [String] {
        let sorted = request.sort.compactMap { sort -> String? in
            if case .field(let key, _) = sort { key } else { nil }
        }
        return switch request.predicate {
        case .equals(let key, _), .differs(let key, _), .begins(let key, _), .atLeast(let key, _): sorted + [key]
        case nil: sorted
        }
    }

    @Test func everyRecordIsOneLine() throws {
        let ric = DukePersonTests.ric()
        #expect(ric.text(style: .line) == "Ric Telford, Professor, ric.telford@duke.edu – 0664541")
        var contact = Contact(id: 3)
        try Tokens("fn=Ana, ln=Li, ph=5550100, ec=yes", of: Contact.definition).apply(to: &contact.record)
        #expect(contact.text(style: .line) == "Ana Li, 555-0100, Emergency contact – 3")
        let todo = ToDo(title: "Buy\u{1B} milk", url: "http://localhost:8080/todos/12")
        #expect(todo.text(style: .line) == "Buy  milk, open – 12")
        var player = Player(id: 1)
        try Tokens("na=Torvald Quillfeather, te=ATL, rt=117.1", of: Player.definition).apply(to: &player.record)
        #expect(player.text(style: .line) == "Torvald Quillfeather, Team: ATL - Rating: 117.1 – 1")
    }
}
