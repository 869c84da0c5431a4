import DirectoryModel
import DirectoryScreens
import XCTest

@testable import DirectoryWindow
@testable import GtkKit

/// The form in a real window: who may upload, and what is drawn while somebody types.
final class FormPaneTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "form-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    /// Every word on a button of the window.
    @MainActor
    private static func buttons(_ pane: DirectoryPane) -> [String] {
        pane.window.every(Button.self).flatMap { $0.every(Label.self).map(\.text) }
    }

    func testUploadExistsForNobodyElsesRecord() throws {
        let folder = self.folder
        try onDisplay {
            // Given a list of mine and somebody else's
            let people = ["me1", "you2"].enumerated().map {
                DukePerson(DUID: $0 + 1, netid: $1, fName: $1, role: .Student)
            }
            let (screen, pane) = try open(folder, people, netid: "ME1")
            XCTAssertTrue(until { pane.isSettled })
            XCTAssertFalse(Self.buttons(pane).contains { $0.hasPrefix("Upload") })
            // When I edit one after the other, then the control is there for mine alone, and goes with it
            for (key, isMine) in [(2, false), (1, true), (2, false)] {
                XCTAssertTrue(screen.open(key: key))
                screen.editTapped()
                XCTAssertTrue(until { pane.window.every(Entry.self).contains { $0.text == people[key - 1].netid } })
                XCTAssertEqual(Self.buttons(pane).filter { $0 == "Upload…" }.count, isMine ? 1 : 0)
                XCTAssertEqual(Self.buttons(pane).contains("Save"), true)
                XCTAssertEqual(pane.window.actions.isEnabled("upload"), isMine)
                screen.cancelTapped()
            }
            // And a new person is nobody's yet
            screen.addTapped()
            XCTAssertTrue(until { pane.window.every(Label.self).contains { $0.text == "New Person" } })
            XCTAssertFalse(Self.buttons(pane).contains { $0.hasPrefix("Upload") })
            pane.window.destroy()
        }
    }
}
