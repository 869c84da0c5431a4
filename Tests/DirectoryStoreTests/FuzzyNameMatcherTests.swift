import DirectoryModel
import Hostile
import Testing

@testable import DirectoryStore

/// The quick look at a name's first letters leaves out no name that is similar.
struct FuzzyNameMatcherTests {
    private var draw = Draw(usually: 12)

    private mutating func text(_ length: ClosedRange<Int>, _ letters: String) -> [UInt8] {
        (0..<Int.random(in: length, using: &draw)).map { _ in letters.utf8.randomElement(using: &draw) ?? 0x61 }
    }

    @Test mutating func everySimilarNamePassesTheQuickLook() {
        var similar = 0
        for _ in 0..<50_000 {
            let (word, name) = (text(3...5, "abc"), text(1...12, "abc -"))
            name.withUnsafeBytes { name in
                guard FuzzyNameMatcher.distance(of: [word], to: name) != nil else { return }
                similar += 1
                #expect(FuzzyNameMatcher.mayContain(word, in: name), "\(draw) \(word) in \(Array(name))")
            }
        }
        #expect(similar > 1000)
    }
}
