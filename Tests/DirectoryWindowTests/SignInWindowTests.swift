import DirectoryWidgets
import GtkKit
import TestingSupport
import PictureKit
import DirectoryModel
import DirectoryScreens
import XCTest

@testable import DirectoryWindow

/// Preferences that open by themselves, because a server is needed.
final class SignInWindowTests: FolderTestCase {
    func testTheyAreAskedForOnceHoweverOftenTheWindowIsDrawn() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            XCTAssertTrue(until { pane.isIdle })
            screen.downloadTapped()
            // When something else is drawn before the loop has come round
            Task { @MainActor in screen.editing.addTapped() }
            XCTAssertTrue(until { screen.preferences.message != nil && screen.editing.form != nil })
            var isLater = false
            MainLoop.soon { isLater = true }
            XCTAssertTrue(until { isLater })
            // Then it is no failure yet, as it would be where they had been asked for again
            XCTAssertEqual(screen.preferences.message?.isFailure, false)
            XCTAssertEqual(pane.window.dialogs.count, 1)
            pane.window.dialogs.first?.close()
            XCTAssertTrue(until { pane.window.dialogs.isEmpty })
            pane.window.destroy()
        }
    }

    func testARefusedPasswordIsTypedOver() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            XCTAssertTrue(until { pane.isIdle })
            let form = try SignInForm(screen: screen.preferences, label: "Connect")
            let window = Window()
            window.child = form.widget
            window.present()
            let password = try XCTUnwrap(form.widget.every(PasswordEntry.self).first)
            password.text = "wrong"
            // When the server was asked and refused it
            form.draw(nil, isBusy: true)
            form.draw(.init(text: "Wrong NetID or password.", kind: .refused), isBusy: false)
            XCTAssertTrue(password.hasFocus)
            password.userTypes("right")
            XCTAssertEqual(password.text, "right")
            window.destroy()
            pane.window.destroy()
        }
    }

    func testEveryoneWhoWaitsForThemHearsThatTheyWereClosed() throws {
        let folder = self.folder
        try onDisplay {
            let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
            XCTAssertTrue(until { pane.isIdle })
            var heard: [String] = []
            screen.preferences.open(because: .init(text: "The first list", kind: .failure)) {
                heard.append("first \($0)")
            }
            // The user's own Ctrl+comma, then another list
            screen.preferences.open()
            screen.preferences.open(because: .init(text: "The second list", kind: .failure)) {
                heard.append("second \($0)")
            }
            XCTAssertTrue(until { pane.window.dialogs.count == 1 })
            pane.window.dialogs.first?.close()
            XCTAssertTrue(until { heard.count == 2 })
            XCTAssertEqual(heard, ["first false", "second false"])
            // And not a second time
            screen.preferences.open()
            XCTAssertTrue(until { pane.window.dialogs.count == 1 })
            pane.window.dialogs.first?.close()
            XCTAssertTrue(until { pane.window.dialogs.isEmpty })
            XCTAssertEqual(heard.count, 2)
            pane.window.destroy()
        }
    }
}
