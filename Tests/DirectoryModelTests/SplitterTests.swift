import DirectoryModel
import Foundation
import Testing

struct SplitterTests {
    /// The elements of `text`, which arrives in pieces of `size` bytes.
    private func split(_ text: String, pieces size: Int) throws -> [String] {
        try listElements(text.utf8, pieces: size).compactMap {
            if case .whole(let data) = $0 { String(decoding: data, as: UTF8.self) } else { nil }
        }
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func findsElementsHoweverTheyArrive(size: Int) throws {
        let elements = [
            #"{"a": "x]}\",{"}"#, "[1, [2, {}]]", #""a,\\""#, "12", "null", "true", #"{"b": {"c": "\\"}}"#, "\"é😀\"",
        ]
        let text = "\u{FEFF} [\n " + elements.joined(separator: " ,\t") + "\r\n]  \n"
        #expect(try split(text, pieces: size) == elements)
        #expect(try split(" [ ] ", pieces: size) == [])
    }

    @Test func aLongStringOfEscapesIsOneElement() throws {
        // Quadratic work on three million bytes would take hours.
        let element = "\"" + String(repeating: #"\/"#, count: 1_000_000) + #"\"],x""#
        #expect(try split("[\(element)]", pieces: element.utf8.count + 2) == [element])
    }

    @Test(arguments: [
        ("", ListError.notAList), ("   ", .notAList), ("{\"a\": 1}", .notAList), ("<html>", .notAList),
        ("[", .unfinished), ("[1", .unfinished), ("[1,", .unfinished), (#"[{"a": "b"#, .unfinished),
        ("[{}", .unfinished),
        ("[,1]", .damaged), ("[1,,2]", .damaged), ("[1,]", .damaged), ("[1 2]", .damaged), ("[1]]", .damaged),
        ("[1] x", .damaged), ("[}]", .damaged),
    ])
    func nonListIsReported(text: String, problem: ListError) {
        for size in [1, 1000] {
            #expect(throws: problem) { try split(text, pieces: size) }
        }
    }

    @Test func tenMegabytesOfNestingCostOneElement() throws {
        let half = 5 << 20
        let nested =
            [UInt8](repeating: UInt8(ascii: "["), count: half) + [UInt8](repeating: UInt8(ascii: "]"), count: half)
        let tooLarge = try listElements(nested).filter { if case .rejected = $0 { true } else { false } }
        #expect(tooLarge.count == 1)
    }

    @Test func deepNestingInsideAnElementIsSetAside() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let rejected = readJSON("{\"DUID\": 1, \"hobby\": \(deep)}").rejectedWhole
        #expect(rejected?.reason == "The entry is not valid JSON.")
        #expect(rejected?.raw.utf8.count == 65_536)
    }
}
