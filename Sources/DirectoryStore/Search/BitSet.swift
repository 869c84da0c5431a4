import DirectoryModel

/// A set of row numbers as bits.
public struct BitSet: Sendable {
    private var words: [UInt64]
    /// The rows that a damaged file contains, beyond those that have a bit.
    private var others: Set<Int64> = []

    /// The largest number that has a bit.
    private static var largest: Int64 { 1 << 28 }

    /// The set of `rows`, to which rows up to `largest` may be added.
    init(upTo largest: Int64, _ rows: [Int64] = []) {
        words = Array(repeating: 0, count: Int(min(max(largest, 0), Self.largest)) / 64 + 1)
        for row in rows { insert(row) }
    }

    mutating func insert(_ row: Int64) {
        let word = Int(row) >> 6
        if words.indices.contains(word) { words[word] |= 1 << UInt64(row & 63) } else { others.insert(row) }
    }

    /// True where the set has `row`.
    public func contains(_ row: Int64) -> Bool {
        let word = Int(row) >> 6
        return words.indices.contains(word) ? words[word] & (1 << UInt64(row & 63)) != 0 : others.contains(row)
    }

    /// True where the set has no rows.
    public var isEmpty: Bool { others.isEmpty && words.allSatisfy { $0 == 0 } }

    /// How many rows the set has.
    var count: Int { words.reduce(others.count) { $0 + $1.nonzeroBitCount } }
}

/// A set of slots, one bit each.
struct SlotSet: Sendable {
    private var words: [UInt64]

    /// The empty set, to which slots below `count` may be added.
    init(below count: Int = 0) { words = Array(repeating: 0, count: (count + 63) / 64) }

    mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    mutating func formUnion(_ other: SlotSet) {
        for place in other.words.indices { words[place] |= other.words[place] }
    }

    /// How many slots the set has.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The slots, in order.
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
