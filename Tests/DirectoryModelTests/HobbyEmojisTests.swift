import Foundation
import Testing

@testable import DirectoryModel

struct HobbyEmojisTests {
    /// The table of the program.
    private func emojis() throws -> HobbyEmojis {
        let file = URL(filePath: #filePath).appending(path: "../../../Resources/hobby-emojis.txt").standardized
        return HobbyEmojis(table: try String(contentsOf: file, encoding: .utf8))
    }

    @Test func theTableIsCurated() throws {
        #expect(try emojis().entries.count >= 150)
    }

    /// Forms of a word have one emoji; an emoji that was typed is the only one; other hobbies get a star.
    @Test(arguments: [
        ("swim", "🏊 swim"), ("Swimming", "🏊 Swimming"), ("swimmer", "🏊 swimmer"),
        ("long distance swimming", "🏊 long distance swimming"), ("🏊 swimming", "🏊 swimming"), ("☕", "☕"),
        ("♟️zorbology", "♟️ zorbology"), ("♟ go", "♟ go"), ("zorbology", "⭐ zorbology"), ("!!", "⭐ !!"),
    ])
    func aHobbyHasOneEmoji(hobby: String, label: String) throws {
        #expect(try emojis().chips(for: [hobby]).map(\.label) == [label])
    }
}
