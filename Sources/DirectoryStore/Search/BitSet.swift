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
