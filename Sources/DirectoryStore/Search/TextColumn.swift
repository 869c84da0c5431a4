import CTextScan
import DirectoryModel

/// One text of every record, folded, in one contiguous buffer; searching it is one pass over memory.
struct TextColumn: Sendable {
    /// Every text, each followed by `end`.
    private(set) var bytes: [UInt8] = []
    /// Where each text starts, and where the last one ends.
    private(set) var starts: [Int] = [0]
    /// How often each byte occurs in the first texts.
    private var frequencies = [Int](repeating: 0, count: 256)

    /// Between texts; folded text never holds it, nor can it be typed.
    private static let end: UInt8 = 0
    /// How many bytes are counted: enough to tell which bytes are rare.
    private static let counted = 1 << 16
    /// A shorter column is scanned by one core, which takes less time than starting another.
    private static let maxDelayForOne = 1 << 20
    /// As many single texts are searched by all cores.
    private static let fewestForAll = 1 << 11

    var count: Int { starts.count - 1 }

    /// The same column without the space that its buffers keep for more texts.
    var compact: TextColumn {
        var column = self
        column.bytes = Array(unsafeUninitializedCapacity: bytes.count) { buffer, count in
            count = bytes.withUnsafeBufferPointer { buffer.initialize(fromContentsOf: $0) }
        }
        column.starts = Array(unsafeUninitializedCapacity: starts.count) { buffer, count in
            count = starts.withUnsafeBufferPointer { buffer.initialize(fromContentsOf: $0) }
        }
        return column
    }

    mutating func append(_ text: String) {
        Folding.append(text, to: &bytes)
        finishText()
    }

    /// Adds a text that is folded already.
    mutating func append(folded text: [UInt8]) {
        bytes.append(contentsOf: text)
        finishText()
    }

    /// Adds a text that is folded already.
    mutating func append(folded text: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: text)
        finishText()
    }

    /// Takes over the folded text at `slot` of another column.
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

    /// The slots, in order, whose text contains `needle`; all cores take part.
    func slots(containing needle: [UInt8]) -> [Int] {
        parts(containing: needle) { $0 }.flatMap { $0 }
    }

    /// What `body` makes of the slots, in order, whose text contains `needle`: each core hands it those of its part.
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

    /// Hands the text at `slot` to `body`.
    func withText<T>(at slot: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[starts[slot]..<starts[slot + 1] - 1])) }
    }

    /// Hands the text at each of `slots` to `body`, and the slot.
    func eachText(at slots: Range<Int>, _ body: (Int, UnsafeRawBufferPointer) -> Void) {
        bytes.withUnsafeBytes { haystack in
            for slot in slots {
                body(slot, UnsafeRawBufferPointer(rebasing: haystack[starts[slot]..<starts[slot + 1] - 1]))
            }
        }
    }
}

/// A typed text that a column is searched for.
private struct Needle: Sendable {
    private let bytes: [UInt8]
    /// The places of its two rarest bytes, in order.
    private let rare: (Int, Int)

    /// Nil for a text that a column cannot contain.
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

    /// Writes those of `slots` whose text contains it to `found`, which must have a place for each, and returns how many
    /// they are. The text of a slot is the part of `bytes` that begins at its place in `starts`.
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
