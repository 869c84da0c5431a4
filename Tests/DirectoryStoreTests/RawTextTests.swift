import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// What is kept of records of a file that cannot stand beside others.
struct RawTextTests {
    private let sandbox = Sandboxed()

    @Test(arguments: ["json", "csv", "vcf"])
    func whatIsSetAsideIsShownAsItCame(kind: String) throws {
        let store = try sandbox.store()
        try store.saveAll([DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li")])
        // Given a second one of a NetID, and a second one of a number, written in a way of their own
        let (owner, number): (String, String)
        let text: String
        switch kind {
        case "json":
            owner = #"{ "lName":"Ek",  "netID" : "AL1", "uid": "0000003", "shoe": 44 }"#
            number = #"{"DUID":4,"firstname":"Cy", "hobbies": ["Chess"]}"#
            text = #"[\#(owner), {"DUID": 4, "fName": "Bo"}, \#(number)]"#
        case "csv":
            owner = "0000003, AL1 ,Bo,44"
            number = "4,,Cy,"
            text = "DUID,netid,fName,shoe\n\(owner)\n4,,Bo,\n\(number)\n"
        default:
            func card(_ lines: String) -> String { "BEGIN:VCARD\nVERSION:3.0\n\(lines)\nEND:VCARD\n" }
            owner = card("X-SHOE:44\nUID:0000003\nN:Ek;Bo\nX-DUKE-NETID:AL1")
            number = card("UID:0000004\nFN:Cy Ek\nX-SHOE:45")
            text = owner + card("UID:0000004\nN:Li;Bo") + number
        }
        let file = ListFile(try sandbox.file("list.\(kind)", Data(text.utf8)), isStrict: true)
        let summary = try store[.people].load(file, .update)
        // Then what stood there is kept, to the letter
        #expect(summary.rejected == 2, "\(summary.text)")
        let rejected = try store[.people].rejected().map { $0.raw.trimmingCharacters(in: .newlines) }
        let expected = [owner, number].map { $0.trimmingCharacters(in: .newlines) }
        #expect(rejected.sorted() == expected.sorted())
    }
}
