import DirectoryModel
import DirectoryScreens
import DirectorySync
import XCTest

/// Records of the server's that somebody deletes while others change them, through their screen.
@MainActor
final class DeletedMeanwhileTests: XCTestCase {
    private let folder = Folder()

    /// Waits until nothing is under way, and returns what the toast said.
    @discardableResult
    private func settled(_ screen: CollectionScreen<ToDo>) async -> String? {
        var words: String?
        let isSettled = await until {
            words = screen.toast?.text ?? words
            return screen.isSettledButForToast
        }
        XCTAssertTrue(isSettled)
        return words
    }

    private func titles(_ screen: CollectionScreen<ToDo>) -> [String] {
        screen.list.entries.compactMap { screen.list.content(of: $0.row)?.title }
    }

    func testWhatOthersChangedMeanwhileIsNotDeletedUnseen() async throws {
        try await withClassServer(people: 1) { server in
            let client = Client(server: server, credentials: nil)
            _ = try await client.post(ToDo(title: "Call Bo", user: "Ana"))
            let screen = try window(on: folder, server: server, collection: "todos").screen(of: ToDo.self)
            screen.appeared()
            await settled(screen)
            let row = try XCTUnwrap(screen.list.entries.rows.first)
            // Given a to-do that somebody else changed since it was shown
            let theirs = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Call Bo before noon"))
            // When it is deleted, then it stays, is shown as it is now, and that is said
            screen.deleteTapped(row)
            let told = await settled(screen)
            XCTAssertEqual(
                told?.hasPrefix(
                    "The to-do “Call Bo before noon” was changed by somebody else meanwhile, so it was left as it is."),
                true, told ?? "")
            var there = try await client.get([ToDo].self)
            XCTAssertEqual(there, [theirs])
            let isShown = await until { titles(screen) == ["Call Bo before noon"] }
            XCTAssertTrue(isShown)
            // And deleted again it is gone, and undo puts back the newer one
            screen.deleteTapped(row)
            await settled(screen)
            there = try await client.get([ToDo].self)
            XCTAssertEqual(there, [])
            screen.undoTapped()
            await settled(screen)
            there = try await client.get([ToDo].self)
            XCTAssertEqual(there.map(\.title), ["Call Bo before noon"])
        }
    }
}
