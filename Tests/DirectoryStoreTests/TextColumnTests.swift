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
                return (0...text.count - needle.count).contains { index in
                    var same = 0
                    while same < needle.count, text[index + same] == needle[same] { same += 1 }
                    return same == needle.count
                }
            }
        }
    }

    /// Texts of two letters repeat themselves, so that nearly every place is nearly a match; the others are folded
    /// texts that programs stumble over.
    private mutating func texts(_ count: Int, maxLength: Int) -> [[UInt8]] {
        (0..<count).map { _ in
            if Bool.random(using: &draw) {
                return (0..<Int.random(in: 0...maxLength, using: &draw)).map { _ in
                    UInt8.random(in: 0x61...0x62, using: &draw)
                }
            }
            let parts = (0..<3).map { _ in (HostileText.all.randomElement(using: &draw)?.text ?? "").prefix(40) }
            return Array(Folding.bytes(parts.joined(separator: " ")).filter { $0 != 0 }.prefix(maxLength * 4))
        }
    }

    /// The texts that a column finds, by a scan and one by one.
    private static func check(
        _ needle: [UInt8], _ column: TextColumn, _ expected: [Int], _ comment: @autoclosure () -> Comment
    ) {
        let found = column.matches(needle)
        #expect(found.indices.filter { found[$0] } == expected, comment())
        let one = expected.last ?? 0
        let candidates = found.indices.map { $0 == one }
        #expect(column.matches(needle, among: candidates) == found.indices.map { $0 == one && found[$0] }, comment())
    }

    @Test mutating func tenThousandSearchesFindWhatComparingFinds() {
        for _ in 0..<100 {
            let texts = texts(20, maxLength: 80)
            let column = TextColumn(texts)
            for _ in 0..<100 {
                let needle = draw.needle(from: texts, maxLength: 12, changed: 4)
                Self.check(needle, column, Self.compared(needle, texts), "\(draw) \(needle) in \(texts)")
            }
        }
    }

    @Test mutating func aColumnThatSeveralCoresSearchIsInOrderAndWhole() {
        let few = texts(40, maxLength: 200)
        let texts = (0..<12_000).map { few[$0 * 7 % few.count] }
        let column = TextColumn(texts)
        for _ in 0..<20 {
            let needle = draw.needle(from: few, maxLength: 12, changed: 4)
            let found = Set(Self.compared(needle, few))
            Self.check(needle, column, texts.indices.filter { found.contains($0 * 7 % few.count) }, "\(draw) \(needle)")
        }
    }

    @Test(arguments: ["", "\0", "b\0", "bb"])
    func emptyAndNULAreNotFound(needle: String) {
        let column = TextColumn([Array("ab".utf8), [], Array("ba".utf8)])
        #expect(column.matches(Array(needle.utf8)) == [false, false, false])
        #expect(TextColumn().matches([0x61]).isEmpty)
    }
}

extension TextColumn {
    fileprivate init(_ texts: [[UInt8]]) {
        self.init()
        for text in texts { append(text) }
    }
}

extension Draw {
    /// A part of one of the texts, of `maxLength` bytes or fewer; one in `changed` has one byte changed.
    fileprivate mutating func needle(from texts: [[UInt8]], maxLength: Int, changed: Int) -> [UInt8] {
        guard let text = texts.randomElement(using: &self), !text.isEmpty else { return [0x61] }
        let start = Int.random(in: 0..<text.count, using: &self)
        var needle = Array(text[start..<min(text.count, start + Int.random(in: 1...maxLength, using: &self))])
        if Int.random(in: 0..<changed, using: &self) == 0 {
            needle[Int.random(in: 0..<needle.count, using: &self)] = UInt8.random(in: 1...255, using: &self)
        }
        return needle
    }
}
