import DirectoryModel
import Hostile
import Testing

@testable import DirectoryStore

/// An index of words finds what a scan of the texts finds.
struct WordIndexTests {
    private var draw = Draw(usually: 31)

    /// Texts of a few words that most share, of words that one has, and of texts that break parsers, with
    /// spaces at their ends and in rows.
    private mutating func text() -> [UInt8] {
        let words = (0..<Int.random(in: 0...9, using: &draw)).map { _ in
            switch Int.random(in: 0..<4, using: &draw) {
            case 0: (HostileText.all.randomElement(using: &draw)?.text ?? "").prefix(30).description
            case 1: "n\(Int.random(in: 0..<10_000, using: &draw))"
            case 2: ["", " ", "  "].randomElement(using: &draw) ?? ""
            default: ["ana", "banana", "anna", "is", "in", "city."].randomElement(using: &draw) ?? ""
            }
        }
        return Folding.bytes(words.joined(separator: " ")).filter { $0 != 0 }
    }

    @Test(arguments: [1, 40, 500])
    mutating func whatAnIndexFindsIsWhatIsInTheTexts(count: Int) throws {
        for _ in 0..<6 {
            let texts = (0..<count).map { _ in text() }
            let column = TextColumn(folded: texts)
            let index = try #require(WordIndex(of: column))
            for _ in 0..<300 {
                let needle = draw.needle(from: texts, longest: 9, changed: 5)
                guard let found = index.slots(containing: needle, in: column) else { continue }
                #expect(found == column.slots(containing: needle), "\(draw) \(needle)")
            }
        }
    }

    @Test mutating func namesWithATypoAreThoseOfEachName() throws {
        let words = ["ana", "anna", "lee", "lea", "strauss", "zoe", "o'brien", "\u{111}ang"]
        let names = (0..<400).map { _ in
            let parts = (0..<Int.random(in: 0...3, using: &draw)).map { _ in words.randomElement(using: &draw) ?? "" }
            return Array(parts.joined(separator: Bool.random(using: &draw) ? " " : "-").utf8)
        }
        let index = try #require(WordIndex(of: TextColumn(folded: names), dividedBy: UInt8(ascii: "-")))
        for _ in 0..<200 {
            let typed = (0..<Int.random(in: 1...3, using: &draw)).map { _ in
                draw.needle(from: words.map { Array($0.utf8) }, longest: 9, changed: 2)
            }
            let found = index.slotsByDistance(from: typed)
            for distance in 0...1 {
                let expected = names.indices.filter { slot in
                    names[slot].withUnsafeBytes { FuzzyNameMatcher.distance(of: typed, to: $0) } == distance
                }
                #expect(found[distance].slots == expected, "\(draw) \(typed)")
            }
        }
    }

    @Test func commonWordsLeaveTheSearchToAScan() throws {
        let column = TextColumn(folded: (0..<100).map { Array("she is in city \($0)".utf8) })
        let index = try #require(WordIndex(of: column))
        #expect(index.slots(containing: Array("  ".utf8), in: column) == nil)
        #expect(index.slots(containing: Array("is in".utf8), in: column) == nil)
        #expect(index.slots(containing: Array("y 42".utf8), in: column)?.slots == [42])
        #expect(index.slots(containing: Array("cit 42".utf8), in: column)?.slots == [])
        #expect(index.slots(containing: Array("y 100042".utf8), in: column)?.slots == [])
        #expect(index.slots(containing: Array("in".utf8), in: column)?.slots == Array(0..<100))
    }

    @Test func aCanceledTaskMakesNone() async {
        let column = TextColumn(folded: [Array("one".utf8)])
        let made = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return WordIndex(of: column) == nil
        }.value
        #expect(made)
    }
}
