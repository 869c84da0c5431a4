import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// A download that has to ask who you are, or where the class is, first.
@MainActor
final class TransferSignInTests: XCTestCase {
    func testARefusedSignInGoesOnWithTheDownloadThatWasAskedFor() async throws {
        try await withClassServer(people: 12) { server in
            for strategy in MergeStrategy.allCases {
                // Given a list of my own, and a password the server does not know
                let folder = Folder()
                let screen = try directory(in: folder, server: server, password: "wrong")
                try screen.store.save(DukePerson(DUID: 99, fName: "Only", lName: "Here"))
                await screen.download(strategy)
                let reason = try XCTUnwrap(screen.transfer.signInReason).text
                XCTAssertTrue(reason.contains("Wrong NetID or password"), reason)
                XCTAssertFalse(reason.contains("Preferences"), reason)
                // When Preferences are left without signing in, then the server gets no request
                screen.preferences.closeTapped()
                await eventually { screen.transfer.signInReason == nil }
                XCTAssertEqual(screen.transfer.state, .idle)
                // When they sign in, then the same download goes on
                await screen.download(strategy)
                XCTAssertEqual(screen.preferences.message?.text, reason)
                await screen.preferences.pressSignIn("demo")
                await eventually { screen.transfer.signInReason == nil }
                await screen.requested()
                if strategy == .replace {
                    XCTAssertEqual(screen.transfer.preview?.lines.filter(\.isRemoval).map(\.id), [99])
                } else {
                    XCTAssertEqual(screen.transfer.report?.text, "12 people downloaded")
                    XCTAssertEqual(try screen.everybody().count, 13)
                }
            }
        }
    }

    func testAPasswordThatIsNotKnownIsAskedForAndIsNotWrong() async throws {
        try await withClassServer(people: 12) { server in
            // Given the start after a session whose password was not remembered
            let folder = Folder()
            let screen = try directory(in: folder, server: server, password: nil)
            try screen.store.save(DukePerson(DUID: 99, fName: "Only", lName: "Here"))
            await screen.download(.update)
            XCTAssertEqual(screen.preferences.message?.text, "Enter your password to download.")
            XCTAssertEqual(screen.preferences.message?.isFailure, false)
            XCTAssertEqual(screen.preferences.connectLabel, "Sign In")
            XCTAssertEqual(screen.transfer.announcement?.title, "Download needs an answer")
            // When the typed one is refused, then it is wrong
            screen.preferences.netidChanged(" Demo@Duke.edu")
            await screen.preferences.pressSignIn("wrong", succeeds: false)
            XCTAssertEqual(
                screen.preferences.message?.text,
                "Wrong NetID or password. Try again.")
            XCTAssertEqual(screen.preferences.message?.isFailure, true)
            XCTAssertEqual(screen.preferences.message?.kind, .refused, "so that the form selects it")
            XCTAssertEqual(screen.preferences.netid, "demo", "as the form of a record takes it")
            // When it is right, then the download goes on
            await screen.preferences.pressSignIn("demo")
            await eventually { screen.transfer.report?.text == "12 people downloaded" }
        }
    }

    func testMissingServerIsRequestedBeforeDownload() async throws {
        let folder = Folder()
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder)
            screen.transfer.downloadTapped()
            // Then no other question comes first
            XCTAssertEqual(screen.transfer.state, .idle)
            XCTAssertEqual(screen.transfer.signInReason?.text.hasPrefix("Not connected to a class."), true)
            XCTAssertEqual(screen.preferences.message?.isFailure, false)
            // When one is named, then how to download is
            screen.preferences.serverChanged("\(server)")
            await screen.preferences.pressSignIn("wrong", succeeds: false)
            XCTAssertEqual(screen.preferences.message?.isFailure, true)
            XCTAssertEqual(screen.preferences.message?.text.contains("Preferences"), false)
            await screen.preferences.pressSignIn("demo")
            await eventually { screen.transfer.state == .choosing }
        }
    }

    func testDownloadAfterSignInPreservesChanges() async throws {
        try await withClassServer(people: 12) { server in
            for strategy in MergeStrategy.allCases {
                // Given a record of somebody else, changed and not uploaded, and a download that needs a sign-in
                let folder = Folder()
                try folder.editAsAnother(server)
                let window = try window(on: folder, password: nil)
                let screen = window.screen(of: .people)
                screen.appeared()
                await screen.download(strategy)
                XCTAssertNotNil(screen.transfer.signInReason)
                // When another person signs in and keeps it
                screen.preferences.netidChanged("demo")
                screen.preferences.passwordChanged("demo")
                let signingIn = Task { await screen.preferences.signInTapped() }
                await eventually { window.open.alert != nil }
                window.open.answer(true)
                let isSignedIn = await signingIn.value
                XCTAssertTrue(isSignedIn)
                await screen.requested()
                // Then the download neither shows nor makes a change of it
                XCTAssertNil(screen.transfer.preview)
                XCTAssertEqual(screen.transfer.report?.isFailure, false)
                XCTAssertEqual(try screen.store.find(DukePerson.self, key: 44)?.movie, "Mine")
                XCTAssertEqual(try screen.everybody().count, 13)
            }
        }
    }

    func testChangesOfThePersonWhoWasSignedInBeforeAreAskedAbout() async throws {
        try await withClassServer(people: 12) { server in
            for (answer, movie, netid) in [
                (nil, "Mine", "old1"), (.preserve, "Mine", "demo"), (.discard, "", "demo"),
            ] as [(UnsentChanges?, String, String)] {
                // Given a record of somebody else, changed and not uploaded
                let folder = Folder()
                try folder.editAsAnother(server)
                let window = try window(on: folder, password: nil)
                let (store, preferences) = (window.store, window.preferences)
                // When another person signs in
                preferences.open()
                preferences.netidChanged("demo")
                preferences.passwordChanged("demo")
                let signingIn = Task { await preferences.signInTapped() }
                await eventually { window.open.alert != nil }
                let alert = try XCTUnwrap(window.open.alert)
                XCTAssertEqual(alert.title, "Keep the Changes of “old1”?")
                XCTAssertEqual(alert.confirmLabel, "Keep")
                XCTAssertEqual(alert.alternativeLabel, "Discard")
                alert.answered(answer.map { $0 == .discard ? .alternative : .confirm } ?? .cancel)
                // Then the answer is followed, and Cancel leaves all as it was
                let isSignedIn = await signingIn.value
                XCTAssertEqual(isSignedIn, answer != nil)
                XCTAssertEqual(preferences.isOpen, answer == nil)
                XCTAssertNil(window.open.alert)
                XCTAssertEqual(try store.find(DukePerson.self, key: 44)?.movie, movie)
                XCTAssertEqual(try store[.people].ownKey(owner: netid), answer == nil ? 44 : nil)
                // And what was discarded can be undone
                if answer == .discard { XCTAssertNotNil(try store[.people].undoLast()) }
                XCTAssertEqual(try store.find(DukePerson.self, key: 44)?.movie, "Mine")
            }
        }
    }
}

extension Folder {
    /// Somebody called old1 signs in, and changes what they published.
    func editAsAnother(_ server: ServerAddress) throws {
        let store = try model().store
        let person = DukePerson(DUID: 44, netid: "old1")
        try store.saveFromServer(person)
        try store.recordPublished(person, tag: nil)
        try SignIn(server: "\(server)", netid: "old1").save(in: store)
        try store.save(person.with(\.movie, "Mine"))
    }
}
