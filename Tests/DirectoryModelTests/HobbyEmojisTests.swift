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

    @Test(arguments: ["swim", "Swimming", "swimmer", "long distance swimming"])
    func wordFormsHaveOneEmoji(hobby: String) throws {
        #expect(try emojis().chips(for: [hobby]).map(\.emoji) == ["🏊"])
        #expect(try emojis().chips(for: [hobby]).map(\.text) == [hobby])
    }

    @Test(arguments: [("🏊 swimming", "🏊 swimming"), ("☕", "☕"), ("♟️zorbology", "♟️ zorbology"), ("♟ go", "♟ go")])
    func anEmojiThatWasTypedIsTheOnlyOne(hobby: String, label: String) throws {
        #expect(try emojis().chips(for: [hobby]).map(\.label) == [label])
    }

    @Test func unknownHobbiesGetAStar() throws {
        #expect(try emojis().chips(for: ["zorbology", "!!"]).map(\.emoji) == ["⭐", "⭐"])
    }
}
