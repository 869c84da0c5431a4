import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
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
                let reason = try XCTUnwrap(screen.transfer.signInReason)
                XCTAssertTrue(reason.contains("does not know this NetID and password"), reason)
                XCTAssertFalse(reason.contains("Preferences"), reason)
                // When Preferences are left without signing in, then nothing is asked of the server
                screen.transfer.signInEnded(isSignedIn: false)
                XCTAssertEqual(screen.transfer.state, .idle)
                // When they sign in, then the same download goes on
                await screen.download(how)
                screen.preferences.opened(because: reason)
                screen.preferences.passwordChanged("demo")
                let isSignedIn = await screen.preferences.signInTapped()
                XCTAssertTrue(isSignedIn)
                screen.transfer.signInEnded(isSignedIn: isSignedIn)
                await screen.asked()
                if how == .replace {
                    XCTAssertEqual(screen.transfer.preview?.lines.filter(\.isRemoval).map(\.id), [99])
                } else {
                    XCTAssertEqual(screen.transfer.report?.words, "12 people downloaded: 12 new")
                    XCTAssertEqual(try screen.everybody().count, 13)
                }
            }
        }
    }

    func testWithoutAServerItIsAskedForBeforeHowToDownload() async throws {
        let folder = Folder()
        try await withClassServer(people: 12) { server in
            let screen = try directory(in: folder)
            screen.transfer.downloadTapped()
            // Then no other question is asked first
            XCTAssertEqual(screen.transfer.state, .idle)
            XCTAssertEqual(screen.transfer.signInReason?.hasPrefix("No class server was named yet."), true)
            screen.preferences.opened(because: "No class server was named yet.")
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
            screen.transfer.signInEnded(isSignedIn: isSignedIn)
            XCTAssertEqual(screen.transfer.state, .choosing)
        }
    }
}
