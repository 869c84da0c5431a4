import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

@testable import DirectoryScreens

/// The family of hobbies a person's scene is chosen by.
@MainActor
struct FamilyTests {
    @Test(arguments: [
        ("", nil), ("counting clouds", "other"), ("chess", "game"), ("counting clouds, chess, rowing", "game"),
        ("knitting, rowing", "water"), ("knitting", "other"),
    ])
    func theFirstHobbyWithAFamilyOfItsOwnDecides(hobby: String, family: String?) throws {
        let folder = URL.temporaryDirectory.appending(path: "family-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try DataModel(sandbox: folder).store
        try store.save(DukePerson(DUID: 1, fName: "Ana", role: .Student, hobby: hobby))
        let emojis = HobbyEmojis(table: "♟️\tgame\tchess\n🚣\twater\trowing\n🧶\tother\tknitting")
        let row = try #require(try store[.people].rows(keys: [1]).first)
        let content = try #require(store[.people].detail(of: row, emojis))
        #expect(content.family == family)
    }
}
