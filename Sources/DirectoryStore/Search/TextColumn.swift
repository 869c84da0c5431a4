import CTextScan

/// One folded text of every record in one buffer, so that a search is one pass over memory.
struct TextColumn: Sendable {
    /// The texts, each followed by `end`.
    private var bytes: [UInt8] = []
    /// The offset of each text, and of the end of the last one.
    private var starts: [Int] = [0]
    /// How often each byte occurs at the start of the buffer.
    private var frequencies = [Int](repeating: 0, count: 256)

    /// Separates texts; folded text never contains it, and it cannot be typed.
    private static let end: UInt8 = 0
    /// The number of bytes that are enough to determine which are rare.
    private static let counted = 1 << 16
    /// A single core scans fewer texts faster.
    private static let fewestForAll = 1 << 12
    /// Of more candidates than this part of the texts, scanning all texts is faster.
    private static let candidatePart = 16

    var count: Int { starts.count - 1 }

    mutating func append(_ text: some Collection<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: text)
        if start < Self.counted { for byte in bytes[start...] { frequencies[Int(byte)] += 1 } }
        bytes.append(Self.end)
        starts.append(bytes.count)
    }

    func isEmpty(at index: Int) -> Bool { starts[index + 1] == starts[index] + 1 }

    // MARK: Searching

    /// For each text, true if it is a candidate and contains `needle`.
    /// - Parameter candidates: nil for all texts.
    func matches(_ needle: [UInt8], among candidates: [Bool]? = nil) -> [Bool] {
        guard !needle.isEmpty, !needle.contains(Self.end) else { return Array(repeating: false, count: count) }
        // Rare bytes are seldom equal, and only then is the needle compared.
        let byRarity = needle.indices.sorted { frequencies[Int(needle[$0])] < frequencies[Int(needle[$1])] }
        let (first, second) = (byRarity[0], byRarity.dropFirst().first ?? byRarity[0])
        @Sendable func scan(_ range: Range<Int>, _ found: UnsafeMutableBufferPointer<Bool>) {
            needle.withUnsafeBufferPointer {
                let needle = text_needle(
                    bytes: $0.baseAddress, length: $0.count, first: min(first, second), second: max(first, second))
                texts_containing(bytes, starts, range.lowerBound, range.upperBound, needle, found.baseAddress)
            }
        }
        guard let candidates else { return parts(false, scan) }
        let some = candidates.indices.filter { candidates[$0] }
        if some.count > count / Self.candidatePart { return zip(parts(false, scan), candidates).map { $0 && $1 } }
        var found = Array(repeating: false, count: count)
        found.withUnsafeMutableBufferPointer { found in for index in some { scan(index..<index + 1, found) } }
        return found
    }

    /// The result of `body` for every text, whose bytes are valid until it returns; nil becomes 0.
    func grades(_ body: @Sendable (Int, UnsafeRawBufferPointer) -> UInt16?) -> [UInt16] {
        parts(0) { range, grades in
            bytes.withUnsafeBytes { bytes in
                for index in range {
                    let text = UnsafeRawBufferPointer(rebasing: bytes[starts[index]..<starts[index + 1] - 1])
                    grades[index] = body(index, text) ?? 0
                }
            }
        }
    }

    /// Divides the texts among the cores. `body` writes the results of its range.
    private func parts<Result: Sendable>(
        _ initial: Result, _ body: @Sendable (Range<Int>, UnsafeMutableBufferPointer<Result>) -> Void
    ) -> [Result] {
        var results = Array(repeating: initial, count: count)
        results.withUnsafeMutableBufferPointer {
            nonisolated(unsafe) let results = $0
            _ = ConcurrentParts.map(of: count, on: count < Self.fewestForAll ? 1 : ConcurrentParts.cores) { range in
                body(range, results)
            }
        }
        return results
    }
}
