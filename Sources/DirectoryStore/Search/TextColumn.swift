import CTextScan
import DirectoryModel

/// One folded text of every record in one buffer, so that a search is one pass over memory.
struct TextColumn: Sendable {
    /// The texts, each followed by `end`.
    private(set) var bytes: [UInt8] = []
    /// Where each text starts, and where the last one ends.
    private(set) var starts: [Int] = [0]
    /// How often each byte occurs at the start of the buffer.
    private var frequencies = [Int](repeating: 0, count: 256)

    /// Separates texts; folded text never contains it, and it cannot be typed.
    private static let end: UInt8 = 0
    /// How many bytes are enough to tell which bytes are rare.
    private static let counted = 1 << 16
    /// A single core scans a shorter column faster.
    private static let maxDelayForOne = 1 << 20
    /// A single core searches fewer texts faster.
    private static let fewestForAll = 1 << 11

    var count: Int { starts.count - 1 }

    /// The same column without spare capacity.
    var compact: TextColumn {
        var column = self
        column.bytes = bytes.withUnsafeBufferPointer { Array($0) }
        column.starts = starts.withUnsafeBufferPointer { Array($0) }
        return column
    }

    mutating func append(_ text: String) {
        Folding.append(text, to: &bytes)
        finishText()
    }

    mutating func append(folded text: some Collection<UInt8>) {
        bytes.append(contentsOf: text)
        finishText()
    }

    mutating func append(slot: Int, of other: TextColumn) {
        bytes.append(contentsOf: other.bytes[other.starts[slot]..<other.starts[slot + 1] - 1])
        finishText()
    }

    private mutating func finishText() {
        let start = starts[count]
        if start < Self.counted { for byte in bytes[start...] { frequencies[Int(byte)] += 1 } }
        bytes.append(Self.end)
        starts.append(bytes.count)
    }

    /// The slots, in order, whose text contains `needle`.
    func slots(containing needle: [UInt8]) -> [Int] {
        parts(containing: needle) { $0 }.flatMap { $0 }
    }

    /// Passes the slots whose text contains `needle` to `body`, in one part per core.
    func parts<T: Sendable>(containing needle: [UInt8], _ body: @Sendable ([Int]) -> T) -> [T] {
        guard let needle = Needle(needle, frequencies) else { return [] }
        let cores = bytes.count < Self.maxDelayForOne ? 1 : ConcurrentParts.cores
        return ConcurrentParts.map(of: count, on: cores) { body(scan(for: needle, in: $0)) }
    }

    private func scan(for needle: Needle, in slots: Range<Int>) -> [Int] {
        [Int](unsafeUninitializedCapacity: slots.count) { found, total in
            total = needle.slots(slots, of: bytes, from: starts, found)
        }
    }

    /// Those of `slots` whose text contains `needle`.
    func slots(_ slots: [Int], containing needle: [UInt8]) -> [Int] {
        guard let needle = Needle(needle, frequencies) else { return [] }
        let cores = slots.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
        let found = ConcurrentParts.map(of: slots.count, on: cores) { part in
            slots[part].filter { needle.isContained(inTextAt: $0, of: bytes, from: starts) }
        }
        return found.flatMap { $0 }
    }

    func isEmpty(at slot: Int) -> Bool { starts[slot + 1] == starts[slot] + 1 }

    func withText<T>(at slot: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[starts[slot]..<starts[slot + 1] - 1])) }
    }

    func eachText(at slots: Range<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { haystack in
            for slot in slots {
                body(slot, UnsafeRawBufferPointer(rebasing: haystack[starts[slot]..<starts[slot + 1] - 1]))
            }
        }
    }
}

/// A text to search for.
private struct Needle: Sendable {
    private let bytes: [UInt8]
    /// The indices of its two rarest bytes, in order.
    private let rare: (Int, Int)

    /// Nil for a text that no column contains.
    init?(_ bytes: [UInt8], _ frequencies: [Int]) {
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        self.bytes = bytes
        let places = bytes.indices.sorted { frequencies[Int(bytes[$0])] < frequencies[Int(bytes[$1])] }
        let second = places.dropFirst().first ?? places[0]
        rare = (min(places[0], second), max(places[0], second))
    }

    func isContained(inTextAt slot: Int, of bytes: [UInt8], from starts: [Int]) -> Bool {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 1) { slots(slot..<slot + 1, of: bytes, from: starts, $0) }
            > 0
    }

    /// Writes the slots whose text contains it to `found`, which must have space for all, and returns how many there
    /// are.
    func slots(
        _ slots: Range<Int>, of bytes: [UInt8], from starts: [Int], _ found: UnsafeMutableBufferPointer<Int>
    ) -> Int {
        guard let found = found.baseAddress else { return 0 }
        return self.bytes.withUnsafeBufferPointer {
            let needle = text_needle(bytes: $0.baseAddress, length: $0.count, first: rare.0, second: rare.1)
            return texts_containing(bytes, starts, slots.lowerBound, slots.upperBound, needle, found)
        }
    }
}
