import Foundation

/// Random numbers for tests. It prints its seed; `DIRECTORY_TEST_SEED` repeats a run.
public struct Draw: RandomNumberGenerator, CustomStringConvertible, Sendable {
    public let description: String
    private var state: UInt64

    /// The seed of `DIRECTORY_TEST_SEED`.
    public static var namedSeed: UInt64? {
        ProcessInfo.processInfo.environment["DIRECTORY_TEST_SEED"].flatMap { UInt64($0) }
    }

    /// - Parameter seed: the default seed; without one, each run draws other numbers.
    public init(usually seed: UInt64? = nil, test: String = #fileID) {
        self.init(seed: Self.namedSeed ?? seed ?? .random(in: 0...999_999))
        print("\(test) draws with \(self)")
    }

    public init(seed: UInt64) {
        state = seed
        description = "DIRECTORY_TEST_SEED=\(seed)"
    }

    /// SplitMix64, in which similar seeds yield unrelated sequences.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
