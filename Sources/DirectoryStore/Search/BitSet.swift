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

    /// The rows of `slots`; the rows are sorted.
    init(_ slots: SlotSet, of rows: [Int64], upTo largest: Int64) {
        self.init(upTo: largest)
        guard let first = rows.first, let last = rows.last, first >= 0, last < Int64(words.count) * 64,
            last - first == Int64(rows.count) - 1
        else {
            for slot in slots.slots { insert(rows[slot]) }
            return
        }
        // The rows have no gap.
        let (start, shift) = (Int(first) >> 6, UInt64(first & 63))
        for (place, word) in slots.words.enumerated() where word != 0 {
            words[start + place] |= word << shift
            let rest = shift == 0 ? 0 : word >> (64 - shift)
            if rest != 0 { words[start + place + 1] |= rest }
        }
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

/// A set of slots below a limit, one bit each.
struct SlotSet: Sendable, Equatable {
    private(set) var words: [UInt64]
    private let limit: Int

    /// An empty set with space for slots below `limit`.
    init(below limit: Int = 0) { (words, self.limit) = (Array(repeating: 0, count: (limit + 63) / 64), limit) }

    /// All slots below `limit`.
    init(allBelow limit: Int) {
        self.init(below: limit)
        for place in words.indices { words[place] = place < limit / 64 ? ~0 : 1 << UInt64(limit % 64) - 1 }
    }

    mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

    func contains(_ slot: Int) -> Bool { words[slot >> 6] & 1 << UInt64(slot & 63) != 0 }

    mutating func formUnion(_ other: SlotSet) {
        for place in other.words.indices { words[place] |= other.words[place] }
    }

    mutating func formIntersection(_ other: SlotSet) {
        for place in words.indices { words[place] &= other.words[place] }
    }

    mutating func subtract(_ other: SlotSet) {
        for place in words.indices { words[place] &= ~other.words[place] }
    }

    /// Passes the words to `body`, in one part per core; a part must only write the words of its range.
    mutating func writeParts(on cores: Int, _ body: @Sendable (UnsafeMutableBufferPointer<UInt64>, Range<Int>) -> Void)
    {
        words.withUnsafeMutableBufferPointer { words in
            nonisolated(unsafe) let shared = words
            _ = ConcurrentParts.map(of: words.count, on: cores) { body(shared, $0) }
        }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// True if it has all slots below its limit.
    var isFull: Bool { count == limit }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Removes the slots for which `isWanted` returns false.
    mutating func keep(on cores: Int = 1, where isWanted: @Sendable (Int) -> Bool) {
        writeParts(on: cores) { words, part in
            for place in part {
                var left = words[place]
                while left != 0 {
                    if !isWanted(place << 6 + left.trailingZeroBitCount) { words[place] &= ~(left & ~(left - 1)) }
                    left &= left - 1
                }
            }
        }
    }

    /// Passes the slots in order to `body`, which returns false to stop.
    func each(_ body: (Int) -> Bool) {
        for (place, word) in words.enumerated() {
            var left = word
            while left != 0 {
                guard body(place << 6 + left.trailingZeroBitCount) else { return }
                left &= left - 1
            }
        }
    }

    var slots: [Int] {
        var slots: [Int] = []
        slots.reserveCapacity(count)
        each {
            slots.append($0)
            return true
        }
        return slots
    }
}
