import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// A person with one odd field is taken in all the same, whatever brings the list.
struct InvalidFieldTests {
    private let sandbox = Sandboxed()
    private let odd: [(key: String, value: String)] = [
        ("netid", "has blanks in it"), ("fName", "4711"), ("email", "nobody at all"), ("hobby", "chess;;;go"),
        ("role", "Wizard"), ("gender", "many"), ("from", "\u{2066}Oz"), ("movie", "=cmd()"),
    ]

    @Test(arguments: ["json", "csv"])
    func somebodyWithAnOddFieldIsTakenInFromAFileToo(kind: String) throws {
        // Given one person for each odd field
        let rows = odd.enumerated().map { (index: $0.offset + 1, key: $0.element.key, value: $0.element.value) }
        let text: String
        if kind == "json" {
            let list = rows.map { ["DUID": "\($0.index)", $0.key: $0.value] }
            text = String(decoding: try JSONEncoder().encode(list), as: UTF8.self)
        } else {
            let keys = odd.map(\.key)
            let lines = rows.map { row in
                (["\(row.index)"] + keys.map { $0 == row.key ? row.value : "" }).joined(separator: ",")
            }
            text = (["DUID," + keys.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
        }
        let store = try sandbox.store()
        // When the list is imported
        let file = ListFile(try sandbox.file("list.\(kind)", Data(text.utf8)), isStrict: true)
        // Then everybody is here, and what could not be corrected is as it came
        #expect(try store[.people].load(file, .update).text == "8 new")
        #expect(try store.find(DukePerson.self, key: 3)?.email == "nobody at all")
        #expect(try store.find(DukePerson.self, key: 5)?.role == .Other)
    }

    /// Texts that a form would complete to an address, or leave blanks out of.
    private static let unfinished = ["abc", "12.5", "nothing", "abc@", "two words@x"]

    @Test(arguments: ["json", "csv", "vcf", "plist"])
    func nothingIsCompletedThatCameInAFile(kind: String) throws {
        let rows = Self.unfinished.enumerated().map { (key: $0.offset + 1, email: $0.element) }
        let text =
            switch kind {
            case "json":
                "[" + rows.map { #"{"DUID":\#($0.key),"email":"\#($0.email)"}"# }.joined(separator: ",") + "]"
            case "csv": "DUID,email\n" + rows.map { "\($0.key),\($0.email)\n" }.joined()
            case "vcf":
                rows.map {
                    "BEGIN:VCARD\nVERSION:3.0\nUID:\(String(format: "%07d", $0.key))\nN:Li;Ana\nEMAIL:\($0.email)\nEND:VCARD\n"
                }.joined()
            default:
                "<plist version=\"1.0\"><array>"
                    + rows.map {
                        "<dict><key>DUID</key><integer>\($0.key)</integer><key>email</key><string>\($0.email)</string></dict>"
                    }.joined() + "</array></plist>"
            }
        let store = try sandbox.store()
        let file = ListFile(try sandbox.file("list.\(kind)", Data(text.utf8)), isStrict: true)
        #expect(try store[.people].load(file, .update).text == "\(rows.count) new")
        for row in rows {
            let person = try #require(try store.find(DukePerson.self, key: row.key))
            #expect(person.email == row.email)
            // And it is told as one that a form would not keep
            #expect(person.reasonsAgainst.contains { $0.hasPrefix("Email must be an email address") }, "\(row.email)")
        }
    }
}
