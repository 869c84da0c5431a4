import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import TypedStore
import XCTest

/// A download that has to ask who you are, or where the class is, first.
@MainActor
final class TransferSignInTests: XCTestCase {
    func testARefusedSignInGoesOnWithTheDownloadThatWasAskedFor() async throws {
        try await withClassServer(people: 12) { server in
            for how in MergeStrategy.allCases {
                // Given a list of my own, and a password the server does not know
                let folder = Folder()
                let screen = try directory(in: folder, server: server, password: "wrong")
                try screen.store.save(DukePerson(DUID: 99, fName: "Only", lName: "Here"))
                await screen.download(how)
                let reason = try XCTUnwrap(screen.transfer.signInReason).text
                XCTAssertTrue(reason.contains("Wrong NetID or password"), reason)
                XCTAssertFalse(reason.contains("Preferences"), reason)
                // When Preferences are left without signing in, then nothing is asked of the server
                screen.preferences.closeTapped()
                XCTAssertNil(screen.transfer.signInReason)
                XCTAssertEqual(screen.transfer.state, .idle)
                // When they sign in, then the same download goes on
                await screen.download(how)
                XCTAssertEqual(screen.preferences.message?.text, reason)
                screen.preferences.passwordChanged("demo")
                let isSignedIn = await screen.preferences.signInTapped()
                XCTAssertTrue(isSignedIn)
                await screen.asked()
                if how == .replace {
                    XCTAssertEqual(screen.transfer.preview?.lines.filter(\.isRemoval).map(\.id), [99])
                } else {
                    XCTAssertEqual(screen.transfer.report?.text, "12 people downloaded: 12 new")
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
            screen.preferences.passwordChanged("wrong")
            let isRefused = await screen.preferences.signInTapped()
            XCTAssertFalse(isRefused)
            XCTAssertEqual(
                screen.preferences.message?.text,
                "Wrong NetID or password. Check your NetID and password, and try again.")
            XCTAssertEqual(screen.preferences.message?.isFailure, true)
            XCTAssertEqual(screen.preferences.message?.kind, .refused, "so that the form selects it")
            XCTAssertEqual(screen.preferences.netid, "demo", "as the form of a record takes it")
            // When it is right, then the download goes on
            screen.preferences.passwordChanged("demo")
            await screen.preferences.signInTapped()
            await screen.asked()
            XCTAssertEqual(screen.transfer.report?.text, "12 people downloaded: 12 new")
        }
    }

    func testWithoutAServerItIsAskedForBeforeHowToDownload() async throws {
        let folder = Folder()
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder)
            screen.transfer.downloadTapped()
            // Then no other question is asked first
            XCTAssertEqual(screen.transfer.state, .idle)
            XCTAssertEqual(screen.transfer.signInReason?.text.hasPrefix("Not connected to a class."), true)
            XCTAssertEqual(screen.preferences.message?.isFailure, false)
            // When one is named, then how to download is
            screen.preferences.serverChanged("\(server)")
            screen.preferences.passwordChanged("wrong")
            let isRefused = await screen.preferences.signInTapped()
            XCTAssertFalse(isRefused)
            XCTAssertEqual(screen.preferences.message?.isFailure, true)
            XCTAssertEqual(screen.preferences.message?.text.contains("Preferences"), false)
            screen.preferences.passwordChanged("demo")
            let isSignedIn = await screen.preferences.signInTapped()
            XCTAssertTrue(isSignedIn)
            XCTAssertEqual(screen.transfer.state, .choosing)
        }
    }
}
