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
    static let end: UInt8 = 0
    /// How many bytes are enough to tell which bytes are rare.
    private static let counted = 1 << 16
    /// A single core scans a shorter column faster.
    private static let maxDelayForOne = 1 << 20
    /// A single core searches fewer texts faster.
    private static let fewestForAll = 1 << 11

    init() {}

    /// A column of folded texts.
    init(folded texts: [[UInt8]]) { for text in texts { append(folded: text) } }

    /// The column of `bytes`; nil if they are not texts from `starts` on.
    init?(_ bytes: [UInt8], starts: [Int]) {
        guard starts.first == 0, starts.last == bytes.count,
            zip(starts, starts.dropFirst()).allSatisfy({
                $0 < $1 && $1 <= bytes.count && bytes[$1 - 1] == Self.end
            })
        else { return nil }
        (self.bytes, self.starts) = (bytes, starts)
        for byte in bytes.prefix(Self.counted) { frequencies[Int(byte)] += 1 }
    }

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
        frequencies[Int(Self.end)] += 1
        starts.append(bytes.count)
    }

    /// The slots whose text contains `needle`.
    func slots(containing needle: [UInt8]) -> SlotSet {
        var found = SlotSet(below: count)
        guard let needle = Needle(needle, frequencies) else { return found }
        found.writeParts(on: cores) { words, part in needle.scan(self, slots(of: part), words) }
        return found
    }

    /// The slots whose text begins, ends, or both, with `part`; the text of slot 0 does not begin with any.
    func slots(with part: some Collection<UInt8>, atStart: Bool, atEnd: Bool) -> SlotSet {
        var found = SlotSet(below: count)
        let edges = (atStart ? [Self.end] : [], atEnd ? [Self.end] : [])
        let needle = Needle(edges.0 + part + edges.1, skip: edges.0.count, frequencies)
        found.writeParts(on: cores) { words, part in needle.scan(self, slots(of: part), words) }
        return found
    }

    /// Those of `slots` whose text contains `needle`.
    func slots(_ slots: SlotSet, containing needle: [UInt8]) -> SlotSet {
        guard let needle = Needle(needle, frequencies) else { return SlotSet(below: count) }
        var found = slots
        let cores = slots.count < Self.fewestForAll ? 1 : ConcurrentParts.cores
        found.writeParts(on: cores) { words, part in needle.keep(in: self, part, words) }
        return found
    }

    /// The slots with a word that begins with `needle`, and their ranks by slot: 0, or one more than that of
    /// ``FuzzyNameMatcher/rank(of:in:)``.
    func ranks(of needle: [UInt8]) -> (slots: SlotSet, ranks: [UInt16]) {
        var found = SlotSet(below: count)
        var ranks = [UInt16](repeating: 0, count: count)
        guard let needle = Needle(needle, frequencies) else { return (found, ranks) }
        ranks.withUnsafeMutableBufferPointer {
            nonisolated(unsafe) let ranks = $0
            found.writeParts(on: cores) { words, part in needle.rank(self, slots(of: part), words, ranks) }
        }
        return (found, ranks)
    }

    private var cores: Int { bytes.count < Self.maxDelayForOne ? 1 : ConcurrentParts.cores }

    /// The slots of a range of a set's words.
    private func slots(of words: Range<Int>) -> Range<Int> { words.lowerBound * 64..<min(words.upperBound * 64, count) }

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

    /// The number of bytes before the text.
    private let skip: Int

    /// Nil for a text that no column contains.
    init?(_ bytes: [UInt8], _ frequencies: [Int]) {
        guard !bytes.isEmpty, !bytes.contains(TextColumn.end) else { return nil }
        self.init(bytes, skip: 0, frequencies)
    }

    init(_ bytes: [UInt8], skip: Int, _ frequencies: [Int]) {
        (self.bytes, self.skip) = (bytes, skip)
        let places = bytes.indices.sorted { frequencies[Int(bytes[$0])] < frequencies[Int(bytes[$1])] }
        let second = places.dropFirst().first ?? places[0]
        rare = (min(places[0], second), max(places[0], second))
    }

    /// Adds the slots whose text contains it to a set.
    func scan(_ column: TextColumn, _ slots: Range<Int>, _ found: UnsafeMutableBufferPointer<UInt64>) {
        withNeedle {
            texts_containing(
                column.bytes, column.starts, slots.lowerBound, slots.upperBound, $0, found.baseAddress)
        }
    }

    /// Removes the slots whose text does not contain it from the words of a set.
    func keep(in column: TextColumn, _ words: Range<Int>, _ found: UnsafeMutableBufferPointer<UInt64>) {
        withNeedle {
            keep_texts_containing(
                column.bytes, column.bytes.count, column.starts, words.lowerBound, words.upperBound, $0,
                found.baseAddress)
        }
    }

    func rank(
        _ column: TextColumn, _ slots: Range<Int>, _ found: UnsafeMutableBufferPointer<UInt64>,
        _ ranks: UnsafeMutableBufferPointer<UInt16>
    ) {
        withNeedle {
            names_beginning(
                column.bytes, column.starts, slots.lowerBound, slots.upperBound, $0, found.baseAddress,
                ranks.baseAddress)
        }
    }

    private func withNeedle(_ body: (text_needle) -> Void) {
        bytes.withUnsafeBufferPointer {
            body(text_needle(bytes: $0.baseAddress, length: $0.count, first: rare.0, second: rare.1, skip: skip))
        }
    }
}
