import DirectoryModel
import Foundation
import Testing

/// JSON that is broken inside a value: the rest is read, and the error is reported.
struct BrokenJSONTests {
    private static func text(_ bytes: [UInt8]) -> [UInt8] { Array("\"Jo".utf8) + bytes + Array("s\"".utf8) }

    /// Broken values.
    static let values: [(String, [UInt8])] = [
        ("Latin-1", text([0xE9])), ("a raw line feed", text([0x0A])), ("a raw tab", text([0x09])),
        ("a raw zero", text([0])), ("half a character", text([0xC3])), ("an overlong character", text([0xC0, 0x80])),
        ("a surrogate in UTF-8", text([0xED, 0xA0, 0x80])), ("an impossible byte", text([0xFF])),
        ("a lone high surrogate", Array(#""\ud800""#.utf8)), ("a lone low surrogate", Array(#""\udc00x""#.utf8)),
        (#"\q"#, Array(#""\q""#.utf8)), (#"\x41"#, Array(#""\x41""#.utf8)), (#"\uZZZZ"#, Array(#""\uZZZZ""#.utf8)),
        ("1e400", Array("1e400".utf8)), ("-1e400", Array("-1e400".utf8)), ("01", Array("01".utf8)),
        ("1.", Array("1.".utf8)), ("1e", Array("1e".utf8)), ("--1", Array("--1".utf8)),
        ("broken in a list", Array(#"["a", "\q", "b"]"#.utf8)),
    ]

    @Test func anOddNumberOrFlagIsPreserved() throws {
        for (definition, json, key) in [
            (Definition.courses, #"{"Id": 1, "Code": "IPC144", "Level": "x"}"#, "Level"),
            (Definition.tours, #"{"Id": 1, "NumberOfCustomers": "x"}"#, "NumberOfCustomers"),
            (Definition.toDos, #"{"title": "Milk", "order": "x"}"#, "order"),
            (Definition.toDos, #"{"title": "Milk", "completed": "x"}"#, "completed"),
        ] {
            let record = try readJSON(json, as: definition).whole()
            #expect(record[key] == .text("x") && !record.reasonsAgainst.isEmpty)
        }
        for level in ["3", "\"3\"", "\" 3 \"", "0", "null", "\"\"", "\"none\""] {
            let course = try readJSON(#"{"Id": 1, "Level": \#(level)}"#, as: .courses).whole()
            #expect(Course(course).level ?? 0 == (level.contains("3") ? 3 : 0), "\(level)")
        }
    }

    @Test(arguments: values)
    func theFieldIsNamedAndTheRestIsRead(name: String, value: [UInt8]) {
        let element = Data(Array(#"{"DUID": 7, "fName": "#.utf8) + value + Array(#", "lName": "Li"}"#.utf8))
        let read = ElementReader(.people).read(.whole(element))
        #expect(read.record == DukePerson(DUID: 7, lName: "Li").record && read.unread == ["fName"])
        let reason = read.rejected?.reason ?? ""
        #expect(reason.hasPrefix("The First Name contains ") && reason.hasSuffix("so it was not imported."))
        #expect(throws: (any Error).self) { try JSONDecoder().decode(DukePerson.self, from: element) }
    }

    @Test func validAliasReplacesBrokenValue() throws {
        let element = Data(#"{"DUID": 7, "fName": "\q", "firstname": "Ana"}"#.utf8)
        #expect(try JSONDecoder().decode(DukePerson.self, from: element).fName == "Ana")
    }

    private static let (jose, zoe) = (Array("Jos".utf8) + [0xE9], Array("Zoë".utf8))

    @Test(arguments: [
        ([Array("Ana".utf8), jose, [0x8A] + Array("ime".utf8)], ["Ana", "José", "Šime"]),
        ([jose, zoe], ["partly", "Zoë"]), ([zoe, jose], ["Zoë", "partly"]),
        // No letter in Latin-1 either
        ([[0x81]], ["partly"]),
    ])
    func aListIsLatin1IfAllOfItIs(names: [[UInt8]], expected: [String]) throws {
        let elements = names.map { Array(#"{"DUID": 1, "fName": ""#.utf8) + $0 + Array("\"}".utf8) }
        let list = Array("[".utf8) + elements.joined(separator: Array(",".utf8)) + Array("]".utf8)
        let read = try listElements(list).map { ElementReader(.people).read($0) }
        #expect(
            read.map { $0.unread.isEmpty ? $0.record.map(DukePerson.init)?.fName ?? "rejected" : "partly" } == expected)
    }
}
