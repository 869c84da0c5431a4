import DirectoryModel
import Foundation

/// One text of every record, folded, in one contiguous buffer; searching it is one pass over memory.
struct TextColumn {
    /// Every text, each followed by `end`.
    private(set) var bytes: [UInt8] = []
    /// Where each text starts, and where the last one ends.
    private(set) var starts: [Int] = [0]

    /// Between texts; folded text never holds it, nor can it be typed.
    private static let end: UInt8 = 0

    var count: Int { starts.count - 1 }

    mutating func append(_ text: String) {
        Folding.append(text, to: &bytes)
        bytes.append(Self.end)
        starts.append(bytes.count)
    }

    /// Adds a text that is folded already.
    mutating func append(folded text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(Self.end)
        starts.append(bytes.count)
    }

    /// Takes over the folded text at `slot` of another column.
    mutating func append(slot: Int, of other: TextColumn) {
        bytes.append(contentsOf: other.bytes[other.starts[slot]..<other.starts[slot + 1]])
        starts.append(bytes.count)
    }

    /// Calls `found` with every slot, in order, whose text contains `needle`.
    func scan(for needle: [UInt8], _ found: (Int) -> Void) {
        guard !needle.isEmpty, !needle.contains(Self.end) else { return }
        bytes.withUnsafeBytes { haystack in
            guard let base = haystack.baseAddress else { return }
            var position = 0
            var slot = 0
            while let hit = find(needle, in: base + position, count: haystack.count - position) {
                let place = hit - base
                slot = self.slot(holding: place, from: slot)
                found(slot)
                position = starts[slot + 1]
                slot += 1
            }
        }
    }

    /// True where the text at `slot` contains `needle`.
    func contains(_ needle: [UInt8], at slot: Int) -> Bool {
        bytes.withUnsafeBytes { haystack in
            guard let base = haystack.baseAddress else { return false }
            return find(needle, in: base + starts[slot], count: starts[slot + 1] - starts[slot] - 1) != nil
        }
    }

    /// Hands the text at `slot` to `body`.
    func withText<T>(at slot: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[starts[slot]..<starts[slot + 1] - 1])) }
    }

    /// Binary search, for hits may be far apart.
    private func slot(holding place: Int, from first: Int) -> Int {
        var (low, high) = (first, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= place { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Where `needle` first stands; the C library's search is some twenty times faster than a loop.
    private func find(_ needle: [UInt8], in start: UnsafeRawPointer, count: Int) -> UnsafeRawPointer? {
        needle.withUnsafeBytes { needle in
            guard let text = needle.baseAddress else { return nil }
            return memoryFind(start, count, text, needle.count)
        }
    }
}

/// `memmem` of the C library, which its header offers only to C compiled with GNU extensions.
@_silgen_name("memmem")
private func memoryFind(
    _ haystack: UnsafeRawPointer, _ haystackCount: Int, _ needle: UnsafeRawPointer, _ needleCount: Int
) -> UnsafeRawPointer?
