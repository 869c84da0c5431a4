import DirectoryModel
import Foundation
import Hostile
import Testing

@testable import DirectoryStore

/// A search of a column finds what comparing every place finds.
struct TextColumnTests {
    private var draw = Draw(usually: 12)

    /// The slots whose text contains `needle`, each place compared.
    private static func compared(_ needle: [UInt8], _ texts: [[UInt8]]) -> [Int] {
        texts.indices.filter { slot in
            let text = texts[slot]
            return text.withUnsafeBufferPointer { text in
                guard !needle.isEmpty, needle.count <= text.count else { return false }
                return (0...text.count - needle.count).contains { place in
                    var same = 0
                    while same < needle.count, text[place + same] == needle[same] { same += 1 }
                    return same == needle.count
                }
            }
        }
    }

    /// Texts of two letters repeat themselves, so that nearly every place is nearly a match; the others are folded
    /// texts that programs stumble over.
    private mutating func texts(_ count: Int, longest: Int) -> [[UInt8]] {
        (0..<count).map { _ in
            if Bool.random(using: &draw) {
                return (0..<Int.random(in: 0...longest, using: &draw)).map { _ in
                    UInt8.random(in: 0x61...0x62, using: &draw)
                }
            }
            let parts = (0..<3).map { _ in (HostileText.all.randomElement(using: &draw)?.text ?? "").prefix(40) }
            return Array(Folding.bytes(parts.joined(separator: " ")).filter { $0 != 0 }.prefix(longest * 4))
        }
    }

    @Test mutating func tenThousandSearchesFindWhatComparingFinds() {
        for _ in 0..<100 {
            let texts = texts(12, longest: 80)
            let column = TextColumn(folded: texts)
            for _ in 0..<100 {
                let needle = draw.needle(from: texts, longest: 12, changed: 4)
                let found = Self.compared(needle, texts)
                #expect(column.slots(containing: needle).slots == found, "\(draw) \(needle) in \(texts)")
                let all = SlotSet(allBelow: texts.count)
                #expect(column.slots(all, containing: needle).slots == found, "\(draw) \(needle) in \(texts)")
            }
        }
    }

    @Test mutating func aColumnThatSeveralCoresSearchIsInOrderAndWhole() {
        let few = texts(40, longest: 200)
        let texts = (0..<12_000).map { few[$0 * 7 % few.count] }
        let column = TextColumn(folded: texts)
        #expect(column.bytes.count > 1 << 20)
        for _ in 0..<20 {
            let needle = draw.needle(from: few, longest: 12, changed: 4)
            let found = Set(Self.compared(needle, few))
            let slots = texts.indices.filter { found.contains($0 * 7 % few.count) }
            #expect(column.slots(containing: needle).slots == slots)
            #expect(column.slots(SlotSet(allBelow: texts.count), containing: needle).slots == slots)
        }
    }

    @Test(arguments: [12, 30_000])
    mutating func ranksAreThoseOfEachName(count: Int) {
        for _ in 0..<(count > 12 ? 2 : 200) {
            let names = (0..<12).map { _ in
                (0..<Int.random(in: 0...40, using: &draw)).map { _ in
                    [0x61, 0x61, 0x62, 0x20, 0x2D, 0xC3].randomElement(using: &draw) ?? 0x61 as UInt8
                }
            }
            let texts = (0..<count).map { names[$0 * 7 % names.count] }
            let column = TextColumn(folded: texts)
            for _ in 0..<20 {
                let needle = draw.needle(from: names, longest: 6, changed: 4)
                guard !FuzzyNameMatcher.beginsNoWord(needle) else { continue }
                let (slots, ranks) = column.ranks(of: needle)
                let expected = names.map { name in
                    name.withUnsafeBytes { FuzzyNameMatcher.rank(of: [needle], in: $0).map { UInt16($0 + 1) } ?? 0 }
                }
                #expect(ranks == texts.indices.map { expected[$0 * 7 % names.count] }, "\(draw) \(needle) in \(names)")
                #expect(slots.slots == ranks.indices.filter { ranks[$0] > 0 })
            }
        }
    }

    @Test func whatCannotBeInATextIsNotFound() {
        let column = TextColumn(folded: [Array("ab".utf8), [], Array("ba".utf8)])
        #expect(column.slots(containing: []).isEmpty)
        #expect(column.slots(containing: [0]).isEmpty)
        #expect(column.slots(containing: Array("b\0".utf8)).isEmpty)
        #expect(column.slots(containing: Array("bb".utf8)).isEmpty)
        #expect(TextColumn().slots(containing: [0x61]).isEmpty)
    }
}
