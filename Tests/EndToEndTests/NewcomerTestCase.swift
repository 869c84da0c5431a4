import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// A newcomer's window on a folder of its own.
@MainActor
class NewcomerTestCase: XCTestCase {
    let folder = Folder()

    /// The window as a newcomer finds it: one's own record, and no server.
    func newcomer() throws -> DirectoryScreen {
        try DataModel(undoableIn: folder.url).makeOwnRecordIfFirstLaunch(netid: nil)
        let screen = try window(on: folder, netid: nil, password: nil)
        // The window remains until the end of the test.
        addTeardownBlock { @MainActor in withExtendedLifetime(screen) {} }
        screen.appeared()
        return screen
    }

    func type(_ server: ServerAddress, _ netid: String, _ password: String, on page: WelcomeScreen) {
        page.preferences.serverChanged("\(server)")
        page.preferences.netidChanged(netid)
        page.preferences.passwordChanged(password)
    }
}

extension PreferencesScreen {
    /// Types `password`, presses Sign In, and expects that it `succeeds`.
    func pressSignIn(
        _ password: String, succeeds: Bool = true, file: StaticString = #filePath, line: UInt = #line
    ) async {
        passwordChanged(password)
        await pressSignIn(succeeds: succeeds, file: file, line: line)
    }
}
