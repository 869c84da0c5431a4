import DirectoryModel

/// A set of row numbers.
public struct BitSet: Sendable {
    private var words: [UInt64]
    /// Rows of a damaged file that are too large for a bit.
    private var others: Set<Int64> = []

    private static var largest: Int64 { 1 << 28 }

    /// A set of `rows` with space for rows up to `largest`.
    init(upTo largest: Int64, _ rows: [Int64] = []) {
        words = Array(repeating: 0, count: Int(min(max(largest, 0), Self.largest)) / 64 + 1)
        for row in rows { insert(row) }
    }

    mutating func insert(_ row: Int64) {
        let word = Int(row) >> 6
        if words.indices.contains(word) { words[word] |= 1 << UInt64(row & 63) } else { others.insert(row) }
    }

    mutating func remove(_ row: Int64) {
        let word = Int(row) >> 6
        if words.indices.contains(word) { words[word] &= ~(1 << UInt64(row & 63)) } else { others.remove(row) }
    }

    mutating func formIntersection(_ other: BitSet) {
        for place in words.indices { words[place] &= place < other.words.count ? other.words[place] : 0 }
        others = others.filter(other.contains)
    }

    mutating func subtract(_ other: BitSet) {
        for place in words.indices.prefix(other.words.count) { words[place] &= ~other.words[place] }
        others = others.filter { !other.contains($0) }
    }

    func union(_ other: BitSet) -> BitSet {
        var union = words.count >= other.words.count ? self : other
        let less = words.count >= other.words.count ? other : self
        for place in less.words.indices { union.words[place] |= less.words[place] }
        union.others.formUnion(less.others)
        return union
    }

    /// True if the row is in the set.
    public func contains(_ row: Int64) -> Bool {
        let word = Int(row) >> 6
        return words.indices.contains(word) ? words[word] & (1 << UInt64(row & 63)) != 0 : others.contains(row)
    }

    public var isEmpty: Bool { others.isEmpty && words.allSatisfy { $0 == 0 } }

    var count: Int { words.reduce(others.count) { $0 + $1.nonzeroBitCount } }
}

/// A set of slots, one bit each.
struct SlotSet: Sendable {
    private var words: [UInt64]

    /// An empty set with space for slots below `count`.
    init(below count: Int = 0) { words = Array(repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    mutating func formUnion(_ other: SlotSet) {
        for place in other.words.indices { words[place] |= other.words[place] }
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    var slots: [Int] {
        var slots: [Int] = []
        slots.reserveCapacity(count)
        for (place, word) in words.enumerated() {
            var left = word
            while left != 0 {
                slots.append(place << 6 + left.trailingZeroBitCount)
                left &= left - 1
            }
        }
        return slots
    }
}
