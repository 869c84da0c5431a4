internal import DirectoryModel

/// A small random number generator that gives the same numbers on every computer (SplitMix64).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    /// One of `items`.
    mutating func one(_ items: [String]) -> String { items[next(below: items.count)] }

    /// A few different ones of `items`, as many as `range` allows.
    mutating func some(_ items: [String], _ range: ClosedRange<Int>) -> [String] {
        let count = range.lowerBound + next(below: range.count)
        let start = next(below: items.count)
        let step = 1 + next(below: max(1, items.count / count - 1))
        return (0..<count).map { items[(start + $0 * step) % items.count] }
    }
}
