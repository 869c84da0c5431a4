import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import DirectoryModel
import DirectoryScreens
import XCTest

@testable import DirectoryWindow

/// Preferences that open by themselves, because a server is needed.
final class SignInWindowTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "sign-in-\(UUID().uuidString)")

    override func tearDown() { try? FileManager.default.removeItem(at: folder) }

    func testTheyAreAskedForOnceHoweverOftenTheWindowIsDrawn() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            XCTAssertTrue(until { pane.isSettled })
            screen.downloadTapped()
            // When something else is drawn before the loop has come round
            Task { @MainActor in screen.addTapped() }
            XCTAssertTrue(until { screen.preferences.message != nil && screen.form != nil })
            var isIdle = false
            MainLoop.idle { isIdle = true }
            XCTAssertTrue(until { isIdle })
            // Then it is no failure yet, as it would be where they had been asked for again
            XCTAssertEqual(screen.preferences.message?.isFailure, false)
            XCTAssertNil(screen.transfer.signInReason)
            pane.window.dialogs.first?.close()
            XCTAssertTrue(until { pane.window.dialogs.isEmpty })
            pane.window.destroy()
        }
    }

    func testEveryoneWhoWaitsForThemHearsThatTheyWereClosed() throws {
        let folder = self.folder
        try onDisplay {
            let (_, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            XCTAssertTrue(until { pane.isSettled })
            var heard: [String] = []
            pane.openPreferences(because: "The first list") { heard.append("first \($0)") }
            // The user's own Ctrl+comma, then another list
            pane.openPreferences()
            pane.openPreferences(because: "The second list") { heard.append("second \($0)") }
            let windows = pane.window.dialogs
            XCTAssertEqual(windows.count, 1)
            windows.first?.close()
            XCTAssertTrue(until { heard.count == 2 })
            XCTAssertEqual(heard, ["first false", "second false"])
            // And not a second time
            pane.openPreferences()
            pane.window.dialogs.first?.close()
            XCTAssertTrue(until { pane.window.dialogs.isEmpty })
            XCTAssertEqual(heard.count, 2)
            pane.window.destroy()
        }
    }
}
