public import Foundation

/// Damages files like broken disks and connections do, reproducibly or with `DIRECTORY_TEST_SEED`.
public struct Spoiler {
    private var draw: Draw
    /// The number of damaged places.
    private let indices: ClosedRange<Int>
    /// The number of bytes to repeat.
    private let doubled: Int
    /// Bytes with a meaning in the format, which replace others.
    private let signs: [UInt8]
    /// The maximum number of bytes to cut off a file of the given length.
    private let missing: @Sendable (Int) -> Int

    public init(
        usually seed: UInt64 = 564, test: String = #fileID, indices: ClosedRange<Int>, doubled: Int, signs: [UInt8],
        missing: @escaping @Sendable (Int) -> Int
    ) {
        draw = Draw(usually: seed, test: test)
        self.indices = indices
        self.doubled = doubled
        self.signs = signs
        self.missing = missing
    }

    /// `content` with some bytes changed, removed, or repeated, or truncated.
    public mutating func spoiled(_ content: Data) -> Data {
        var bytes = [UInt8](content)
        for _ in 0..<Int.random(in: indices, using: &draw) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &draw)
            switch Int.random(in: 0..<5, using: &draw) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &draw)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + doubled)], at: index)
            case 3: bytes[index] = signs.randomElement(using: &draw) ?? 0
            default: bytes.removeLast(min(bytes.count, Int.random(in: 0...missing(bytes.count), using: &draw)))
            }
        }
        return Data(bytes)
    }
}
