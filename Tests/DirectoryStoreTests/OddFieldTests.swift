import DirectoryModel
import DirectoryStore
import Foundation
import Testing

/// A person with one odd field is taken in all the same, whatever brings the list.
struct OddFieldTests {
    private let sandbox = Sandboxed()
    private let odd: [(key: String, value: String)] = [
        ("netid", "has blanks in it"), ("fName", "4711"), ("email", "nobody at all"), ("hobby", "chess;;;go"),
        ("role", "Wizard"), ("gender", "many"), ("from", "\u{2066}Oz"), ("movie", "=cmd()"),
    ]

    @Test(arguments: ["json", "csv"])
    func whoIsTakenInFromAFileToo(kind: String) throws {
        // Given one person for each odd field
        let rows = odd.enumerated().map { (place: $0.offset + 1, key: $0.element.key, value: $0.element.value) }
        let text: String
        if kind == "json" {
            let list = rows.map { ["DUID": "\($0.place)", $0.key: $0.value] }
            text = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        } else {
            let keys = odd.map(\.key)
            let lines = rows.map { row in
                (["\(row.place)"] + keys.map { $0 == row.key ? row.value : "" }).joined(separator: ",")
            }
            text = (["DUID," + keys.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
        }
        let store = try sandbox.store()
        // When the list is imported
        let file = ListFile<DukePerson>(try sandbox.file("list.\(kind)", Data(text.utf8)), isStrict: true)
        // Then everybody is here, and what could not be corrected is as it came
        #expect(try store.load(file, .update).words == "8 new")
        #expect(try store.find(DukePerson.self, key: 3)?.email == "nobody at all")
        #expect(try store.find(DukePerson.self, key: 5)?.role == .Other)
    }
}
