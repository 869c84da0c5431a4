public import Foundation

/// Spoils files as broken disks and lines do, the same way in every run.
public struct Spoiler: RandomNumberGenerator {
    private var state: UInt64
    /// How many places are spoiled.
    private let places: ClosedRange<Int>
    /// How many bytes stand twice where some do.
    private let doubled: Int
    /// The bytes that are written over others: those that mean something in such a file.
    private let signs: [UInt8]
    /// How many bytes may be missing at the end of so many.
    private let missing: @Sendable (Int) -> Int

    public init(
        seed: UInt64, places: ClosedRange<Int>, doubled: Int, signs: [UInt8],
        missing: @escaping @Sendable (Int) -> Int
    ) {
        (state, self.places, self.doubled, self.signs, self.missing) = (seed, places, doubled, signs, missing)
    }

    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 16 ^ state << 21
    }

    /// `content` with some bytes changed, left out or doubled, or its end cut off.
    public mutating func spoiled(_ content: Data) -> Data {
        var bytes = [UInt8](content)
        for _ in 0..<Int.random(in: places, using: &self) {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            switch Int.random(in: 0..<5, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + doubled)], at: place)
            case 3: bytes[place] = signs.randomElement(using: &self) ?? 0
            default: bytes.removeLast(min(bytes.count - 40, Int.random(in: 0...missing(bytes.count), using: &self)))
            }
        }
        return Data(bytes)
    }
}
