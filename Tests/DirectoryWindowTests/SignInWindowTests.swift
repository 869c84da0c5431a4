import DirectoryWidgets
import GtkKit
import TestingSupport
import DirectoryModel
import Observation
import XCTest

@testable import DirectoryScreens
@testable import DirectoryWindow

/// Preferences that open by themselves, because a server is needed.
final class SignInWindowTests: WindowTestCase {
    func testPreferencesOpenOnceWhenTheWindowIsDrawnAgain() throws {
        let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
        screen.downloadTapped()
        // When something else is drawn before the loop has come round
        Task { @MainActor in screen.editing.addTapped() }
        XCTAssertTrue(until { screen.preferences.message != nil && screen.editing.form != nil })
        var isLater = false
        MainLoop.soon { isLater = true }
        XCTAssertTrue(until { isLater })
        // Then it is no failure yet, as it would be after a second attempt
        XCTAssertEqual(screen.preferences.message?.isFailure, false)
        XCTAssertEqual(pane.window.dialogs.map(\.title), ["Sign In"])
        pane.window.dialogs.first?.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty })
    }

    func testARefusedPasswordIsTypedOver() throws {
        let preferences = try directory(folder, [DukePerson(DUID: 1, lName: "Bell")]).preferences
        let state = SignInState()
        let form = SignInForm(
            preferences, label: "Connect", message: { state.message }, isBusy: { state.isBusy }, connect: {})
        _ = show(form.widget)
        let password = try XCTUnwrap(form.widget.every(PasswordEntry.self).first)
        password.text = "wrong"
        // When the server was queried and refused it
        state.isBusy = true
        XCTAssertTrue(until { !password.isEditable })
        state.message = .init(text: "Wrong NetID or password.", kind: .refused)
        state.isBusy = false
        XCTAssertTrue(until { password.hasFocus })
        password.userTypes("right")
        XCTAssertEqual(password.text, "right")
    }

    func testPreferencesHaveThreePages() throws {
        let (directory, pane) = try openWindow(folder, [DukePerson(DUID: 1, lName: "Bell")])
        directory.perform(.preferences)
        XCTAssertTrue(until { pane.window.dialogs.count == 1 })
        let window = try XCTUnwrap(pane.window.dialogs.first)
        let stack = try XCTUnwrap(window.every(Stack.self).first { $0.hasClass("preferences") })
        let history = try XCTUnwrap(
            window.every(ToggleButton.self).first { $0.every(Label.self).map(\.text) == ["History"] })
        XCTAssertTrue(until { texts(window).contains("Server") })
        history.isActive = true
        XCTAssertTrue(until { texts(window).contains("Keep the history for") && !texts(window).contains("Server") })
        XCTAssertEqual(stack.visibleName, "2")
        let faces = try XCTUnwrap(window.every(DropDown.self).first { $0.count == FaceSize.allCases.count })
        faces.selected = 2
        XCTAssertEqual(directory.open.list.looks.faceSize, .large)
        window.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty })
    }

    func testEveryCallerOfPreferencesLearnsThatTheyWereClosed() throws {
        let (screen, pane) = try open(folder, [DukePerson(DUID: 1, lName: "Bell")])
        var heard: [String] = []
        for list in ["first", "second"] {
            Task.immediate {
                let reason = PreferencesScreen.Message(text: "The \(list) list", kind: .failure)
                let isSignedIn = await screen.preferences.signIn(because: reason)
                heard.append("\(list) \(isSignedIn)")
            }
            // The user's own Ctrl+comma
            screen.preferences.open()
        }
        XCTAssertTrue(until { pane.window.dialogs.count == 1 })
        pane.window.dialogs.first?.close()
        XCTAssertTrue(until { heard.count == 2 })
        XCTAssertEqual(heard.sorted(), ["first false", "second false"])
        // And not a second time
        screen.preferences.open()
        XCTAssertTrue(until { pane.window.dialogs.count == 1 })
        pane.window.dialogs.first?.close()
        XCTAssertTrue(until { pane.window.dialogs.isEmpty })
        XCTAssertEqual(heard.count, 2)
    }
}

@MainActor @Observable
private final class SignInState {
    var message: PreferencesScreen.Message?
    var isBusy = false
}
