import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// Who is signed in: shown in Preferences, signed out, and with another password.
@MainActor
final class AccountScreenTests: NewcomerTestCase {
    private var remembered: PasswordFile { PasswordFile(sandbox: folder.url) }

    /// Preferences, opened after `demo` signed in.
    private func signedIn(to server: ServerAddress) async throws -> PreferencesScreen {
        let screen = try newcomer()
        let preferences = screen.preferences
        type(server, "demo", "demo", on: screen.welcome)
        preferences.rememberToggled(true)
        await preferences.pressSignIn()
        preferences.open()
        return preferences
    }

    private func change(_ screen: PasswordScreen, _ current: String, _ new: String, _ repeated: String) async {
        screen.currentTyped(current)
        screen.newTyped(new)
        screen.repeatedTyped(repeated)
        await screen.changeTapped()
    }

    func testPreferencesShowWhoIsSignedIn() async throws {
        try await withClassServer(people: 1) { server in
            let preferences = try await signedIn(to: server)
            XCTAssertEqual(preferences.account, "Signed in as demo at \(server).")
            preferences.open(because: .init(text: "Enter your password to download.", kind: .passwordQuestion))
            XCTAssertNil(preferences.account)
            XCTAssertTrue(preferences.showsForm)
            // The next start knows the remembered password
            let next = try newcomer().preferences
            XCTAssertNil(next.account)
            next.open()
            XCTAssertFalse(next.showsForm, "It would be an empty form of someone who is signed in.")
            await eventually { next.account != nil }
            XCTAssertFalse(next.showsForm)
        }
    }

    func testSigningOutForgetsThePasswordAndNothingElse() async throws {
        try await withClassServer(people: 3) { server in
            let preferences = try await signedIn(to: server)
            await preferences.signOutTapped()
            XCTAssertNil(preferences.account)
            XCTAssertEqual(preferences.message?.text, "You are signed out. Your list stays on this computer.")
            XCTAssertEqual([preferences.server, preferences.netid, preferences.password], ["\(server)", "demo", ""])
            let after = await remembered.password(of: "demo", at: server)
            XCTAssertNil(after)
            let client = try await preferences.client()
            XCTAssertNil(client.credentials)
            XCTAssertEqual(preferences.ownNetID, "demo")
            // And one can sign in again, with a password that is not remembered, and change it
            preferences.rememberToggled(false)
            await preferences.pressSignIn("demo")
            XCTAssertNotNil(preferences.account)
            await change(preferences.passwordChange(), "demo", "correct horse", "correct horse")
            try await preferences.client().checkSignIn()
            let saved = await remembered.password(of: "demo", at: server)
            XCTAssertNil(saved)
        }
    }

    func testAPasswordIsChangedOnTheServerAndWhereItIsRemembered() async throws {
        try await withClassServer(people: 1) { server in
            let preferences = try await signedIn(to: server)
            let screen = preferences.passwordChange()
            XCTAssertFalse(screen.canChange)
            await change(screen, "wrong", "correct horse", "correct horse")
            XCTAssertEqual(screen.problem, "The current password is wrong. Try again.")
            await change(screen, "demo", "correct horse", "correct house")
            XCTAssertEqual(screen.problem, "The two passwords differ, so no changes were made. Try again.")
            await change(screen, "demo", "tiny", "tiny")
            XCTAssertEqual(screen.problem?.contains("Password must have at least 8 characters"), true)
            let unchanged = await remembered.password(of: "demo", at: server)
            XCTAssertEqual(unchanged, "demo")
            XCTAssertFalse(screen.isChanged)
            await change(screen, "demo", "correct horse", "correct horse")
            XCTAssertNil(screen.problem)
            XCTAssertTrue(screen.isChanged)
            XCTAssertEqual(preferences.message?.text, "Your password was changed.")
            XCTAssertNotNil(preferences.account)
            try await preferences.client().checkSignIn()
            let saved = await remembered.password(of: "demo", at: server)
            XCTAssertEqual(saved, "correct horse")
        }
    }

    func testAPasswordIsUsedOnlyAtTheServerThatItWasTypedFor() async throws {
        _ = try folder.file("passwords.json", "{}")
        let passwords = Passwords(passwordStore: remembered, environment: nil)
        let server = try ServerAddress("https://one.example.edu")
        let other = try ServerAddress("https://two.example.edu")
        for isStored in [false, true] {
            try await passwords.set("secret", of: "ana1", at: server, isStored: isStored)
            let known = await passwords.password(of: "ana1", at: server)
            XCTAssertEqual(known, "secret")
            let sent = await passwords.password(of: "ana1", at: other)
            XCTAssertNil(sent)
        }
        // Signed out at the other one, the password remains
        try await passwords.set("", of: "ana1", at: other, isStored: false)
        let remaining = await passwords.password(of: "ana1", at: server)
        XCTAssertEqual(remaining, "secret")
    }

    func testUnremovablePasswordIsReported() async throws {
        let file = try folder.file("passwords.json", "{}")
        let server = try ServerAddress("https://one.example.edu")
        try await remembered.save("secret", of: "ana1", at: server)
        // In the way of the new file.
        let half = folder.url.appending(path: "passwords.json.\(getpid()).part")
        try FileManager.default.createDirectory(at: half, withIntermediateDirectories: false)
        do {
            try await remembered.save(nil, of: "ana1", at: server)
            XCTFail("The password was removed.")
        } catch {
            let texts = "The saved password could not be removed from this computer. Delete the file \(file.path)."
            XCTAssertEqual("\(error)", texts)
        }
        let saved = await remembered.password(of: "ana1", at: server)
        XCTAssertEqual(saved, "secret")
    }

    func testLeavingPreferencesForgetsWhatWasTyped() async throws {
        let preferences = try window(on: folder, server: try ServerAddress("127.0.0.1:1")).preferences
        preferences.open()
        preferences.serverChanged("")
        preferences.passwordChanged("secret")
        preferences.closeTapped()
        XCTAssertEqual([preferences.server, preferences.password], ["127.0.0.1:1", ""])
        preferences.open()
        let client = try await preferences.client()
        XCTAssertEqual(client.server.description, "127.0.0.1:1")
    }

    func testMessagesOfTheHistoryAreNotThoseOfTheSignIn() async throws {
        let preferences = try newcomer().preferences
        preferences.open()
        XCTAssertTrue(preferences.showsForm, "Without a server nobody is signed in.")
        preferences.historyCleared()
        await eventually { preferences.notice?.text == "The history was cleared." }
        XCTAssertNil(preferences.message)
    }
}
