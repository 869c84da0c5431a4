import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

@testable import DirectoryScreens

/// What is typed while names are learned, and whose names they are.
@MainActor
struct LearnTypingTests {
    private let folder = URL.temporaryDirectory.appending(path: "directory-\(UUID().uuidString)")

    private func screen(called name: String = "") async throws -> LearnScreen {
        let store = try Store(sandbox: folder)
        try store.saveAll(
            (1...4).map {
                DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", picture: Data([UInt8($0)]).base64EncodedString())
            })
        let screen = LearnScreen(
            of: store[.people], rows: try store[.people].rows(keys: [1, 2, 3, 4]),
            called: name)
        await screen.reading?.value
        return screen
    }

    @Test func digitsChooseUntilLettersAreTyped() async throws {
        let screen = try await screen(called: "Team: Owls")
        #expect(screen.deckText == "Team: Owls · 4 people")
        #expect(screen.takesTyping)
        screen.typedChanged("A")
        #expect(!screen.digitTyped(1) && screen.outcome == nil, "It is a part of the name.")
        screen.typedChanged("")
        #expect(screen.digitTyped(1) && screen.outcome != nil)
        #expect(!screen.takesTyping)
        screen.nextTapped()
        screen.wayChosen(.faceOfName)
        #expect(!screen.takesTyping)
        #expect(try await self.screen().deckText.isEmpty)
    }
}
