import DirectoryModel
import Foundation
import Testing

/// What every definition must provide.
struct CollectionInfoTests {
    @Test func everyCollectionSaysWhatIsDrawnFromIt() {
        for type in Collections.all { check(type) }
    }

    private func check<R: DirectoryRecord>(_ type: R.Type) {
        let name = Comment(rawValue: R.collection.name)
        #expect(R.fields[0].isKey && R.fields.dropFirst().allSatisfy { !$0.isKey }, name)
        let tokens = R.fields.compactMap { $0.token?.lowercased() }
        #expect(Set(tokens).count == tokens.count, name)
        #expect(Set(R.fields.map { $0.key.lowercased() }).count == R.fields.count, name)
        #expect(Set(R.fields.map { $0.label.lowercased() }).count == R.fields.count, name)
        for key in R.definition.queries.flatMap({ keys(in: $0.request) }) {
            #expect(R.fields.contains { $0.key == key }, "\(R.collection.name) asks for \(key)")
        }
        let orders = R.definition.queries.flatMap { $0.request.sort }.compactMap { sort -> String? in
            if case .order(let id) = sort { id } else { nil }
        }
        #expect(Set(orders).isSubset(of: Set(R.definition.orders.map(\.id))), name)
        for ids in [R.definition.queries.map(\.id), R.definition.orders.map(\.id), R.definition.groupings.map(\.id)] {
            #expect(Set(ids).count == ids.count, name)
        }
        #expect(!R.definition.groupings.isEmpty && !R.definition.orders.isEmpty, name)
        #expect(R.fields.map(\.index) == Array(R.fields.indices), name)
        #expect(R(key: 7).key == 7 && R(key: 7).keyed(8) == R(key: 8), name)
    }

    private func keys(in request: RecordQuery) -> [String] {
        let sorted = request.sort.compactMap { sort -> String? in
            if case .field(let key, _) = sort { key } else { nil }
        }
        return sorted + keys(in: request.predicate)
    }

    private func keys(in predicate: RecordQuery.Predicate) -> [String] {
        switch predicate {
        case .everything: []
        case .equals(let key, _), .begins(let key, _), .atLeast(let key, _): [key]
        case .not(let part): keys(in: part)
        case .all(let parts): parts.flatMap { keys(in: $0) }
        }
    }

    @Test func aDefinitionIsOneShortFile() throws {
        let model = URL(filePath: #filePath).appending(path: "../../../Sources/DirectoryModel").standardized
        for folder in ["Contacts", "ToDos", "Tours", "Players", "Courses"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: model.appending(path: folder).path) {
                let text = try String(contentsOf: model.appending(path: "\(folder)/\(name)"), encoding: .utf8)
                let code = text.split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }
                #expect(code.count < 150, "\(name)")
            }
        }
    }

    @Test func everyRecordIsOneLine() throws {
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
