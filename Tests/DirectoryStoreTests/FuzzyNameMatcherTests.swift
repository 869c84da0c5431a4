import DirectoryModel
import Hostile
import Testing

@testable import DirectoryStore

/// The quick look at a name's first letters leaves out no name that is similar.
struct FuzzyNameMatcherTests {
    private var draw = Draw(usually: 12)

    private mutating func text(_ length: ClosedRange<Int>, _ letters: String) -> [UInt8] {
        let count = Int.random(in: length, using: &draw)
        return Array(String((0..<count).map { _ in letters.randomElement(using: &draw) ?? "a" }).utf8)
    }

    @Test(arguments: ["abc", "abрв"]) mutating func everySimilarNamePassesTheQuickLook(letters: String) {
        var similar = 0
        for _ in 0..<50_000 {
            let (word, name) = (text(3...5, letters), text(1...12, letters + " -"))
            name.withUnsafeBytes { name in
                guard FuzzyNameMatcher.distance(of: [word], to: name) != nil else { return }
                similar += 1
                #expect(FuzzyNameMatcher.mayContain(word, in: name), "\(draw) \(word) in \(Array(name))")
            }
        }
        #expect(similar > 1000)
    }
}
