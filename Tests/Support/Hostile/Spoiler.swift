public import Foundation

/// Damages files as broken disks and lines do, the same way in every run, unless `DIRECTORY_TEST_SEED` names
/// another seed.
public struct Spoiler {
    private var draw: Draw
    /// How many places are damaged.
    private let places: ClosedRange<Int>
    /// How many bytes are repeated where some are.
    private let doubled: Int
    /// The bytes that replace others: those that have a meaning in such a file.
    private let signs: [UInt8]
    /// How many bytes may be missing at the end of a file of the given length.
    private let missing: @Sendable (Int) -> Int

    public init(
        usually seed: UInt64 = 564, test: String = #fileID, places: ClosedRange<Int>, doubled: Int, signs: [UInt8],
        missing: @escaping @Sendable (Int) -> Int
    ) {
        draw = Draw(usually: seed, test: test)
        (self.places, self.doubled, self.signs, self.missing) = (places, doubled, signs, missing)
    }

    /// `content` with some bytes changed, left out or doubled, or its end cut off.
    public mutating func spoiled(_ content: Data) -> Data {
        var bytes = [UInt8](content)
        for _ in 0..<Int.random(in: places, using: &draw) {
            let place = Int.random(in: 0..<bytes.count, using: &draw)
            switch Int.random(in: 0..<5, using: &draw) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &draw)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + doubled)], at: place)
            case 3: bytes[place] = signs.randomElement(using: &draw) ?? 0
            default: bytes.removeLast(min(bytes.count - 40, Int.random(in: 0...missing(bytes.count), using: &draw)))
            }
        }
        return Data(bytes)
    }
}
