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
