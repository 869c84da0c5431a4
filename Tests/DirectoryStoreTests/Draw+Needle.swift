import Hostile

@testable import DirectoryStore

extension Draw {
    /// A part of one of the texts, of `maxLength` bytes or fewer; one in `changed` has one byte changed.
    mutating func needle(from texts: [[UInt8]], maxLength: Int, changed: Int) -> [UInt8] {
        guard let text = texts.randomElement(using: &self), !text.isEmpty else { return [0x61] }
        let start = Int.random(in: 0..<text.count, using: &self)
        var needle = Array(text[start..<min(text.count, start + Int.random(in: 1...maxLength, using: &self))])
        if Int.random(in: 0..<changed, using: &self) == 0 {
            needle[Int.random(in: 0..<needle.count, using: &self)] = UInt8.random(in: 1...255, using: &self)
        }
        return needle
    }
}
