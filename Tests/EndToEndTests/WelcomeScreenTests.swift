import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// The first page: from an empty directory to a class, without any window.
@MainActor
final class WelcomeScreenTests: NewcomerTestCase {
    func testAFailureIsShownOnThePageAndThePageIsGoneOnceTheClassArrives() async throws {
        try await withClassServer(people: 12) { server in
            let screen = try newcomer()
            let page = screen.welcome
            XCTAssertTrue(screen.isWelcoming)
            XCTAssertTrue(screen.isDetailOpen)
            XCTAssertFalse(page.preferences.canSignIn)
            type(server, "demo", "wrong", on: page)
            await page.connectTapped()
            XCTAssertEqual(page.problem?.isFailure, true)
            XCTAssertTrue(screen.isWelcoming)
            XCTAssertFalse(page.isBusy)
            XCTAssertEqual(page.preferences.netid, "demo")
            page.preferences.passwordChanged("demo")
            let people = screen.screen(of: .people)
            await connect(page, people)
            XCTAssertNil(page.problem)
            XCTAssertEqual(people.list.total, 12)
            XCTAssertEqual(try people.own().netid, "demo")
            XCTAssertFalse(screen.isWelcoming)
            await eventually { people.list.looks.isWall }
            XCTAssertFalse(screen.isDetailOpen)
        }
    }

    func testTheClassArrivesInTheLookThatTheUserChose() async throws {
        try await withClassServer(people: 3) { server in
            let screen = try newcomer()
            let people = screen.screen(of: .people)
            for look in ["compact", "rows"] { people.list.looks.lookChosen(look) }
            type(server, "demo", "demo", on: screen.welcome)
            await connect(screen.welcome, people)
            XCTAssertEqual(people.list.total, 3)
            XCTAssertEqual(people.list.looks.look, .rows)
        }
    }

    func testTheFirstOfAClassSeesTheirOwnRecord() async throws {
        try await withClassServer(people: 1) { server in
            let screen = try newcomer()
            let people = screen.screen(of: .people)
            type(server, "demo", "demo", on: screen.welcome)
            await connect(screen.welcome, people)
            await eventually { people.isOwnOpen }
        }
    }

    func testATypedNetIDIsOnesOwnOnceTheServerAcceptsIt() async throws {
        try await withClassServer(people: 3) { server in
            let screen = try newcomer()
            let (preferences, login) = (screen.preferences, try SignIn.stored(in: screen.store).netid)
            @MainActor func requireLogin() throws {
                XCTAssertEqual(preferences.ownNetID, login)
                XCTAssertEqual(try SignIn.stored(in: screen.store), SignIn(server: "\(server)", netid: login))
                XCTAssertEqual(try screen.store.find(DukePerson.self, key: 0)?.netid, login)
            }
            // When a NetID is typed without a password, then the server is kept, and the NetID only asks to be
            // signed in
            XCTAssertTrue(preferences.isNetIDGuessed)
            type(server, "demo", "", on: screen.welcome)
            XCTAssertFalse(preferences.isNetIDGuessed)
            await preferences.pressSignIn()
            XCTAssertEqual(preferences.signIn.netid, "demo")
            XCTAssertEqual(
                preferences.message?.text, "Connected to \(server). To sign in as demo, enter the password.")
            try requireLogin()
            // Nor is it taken with a password that is wrong
            await preferences.pressSignIn("wrong", succeeds: false)
            try requireLogin()
            // But with the right one
            await preferences.pressSignIn("demo")
            XCTAssertEqual(preferences.ownNetID, "demo")
            XCTAssertEqual(try SignIn.stored(in: screen.store).netid, "demo")
            XCTAssertEqual(try screen.store.find(DukePerson.self, key: 0)?.netid, "demo")
        }
    }

    func testARememberedPasswordSignsInUnlessItIsOutdated() async throws {
        try await withClassServer(people: 3) { server in
            let file = PasswordFile(sandbox: folder.url)
            for password in ["old", "demo"] {
                let screen = try newcomer()
                try await file.save(password, of: "demo", at: server)
                let preferences = screen.preferences
                let netid = password == "demo" ? "demo" : preferences.ownNetID
                type(server, "demo", "", on: screen.welcome)
                // Nothing was typed that could be wrong
                await preferences.pressSignIn()
                XCTAssertEqual(preferences.message?.kind, .success)
                XCTAssertEqual([preferences.signIn.netid, preferences.ownNetID], [netid, netid])
                XCTAssertEqual(try SignIn.stored(in: screen.store).netid, netid)
            }
            let saved = await file.password(of: "demo", at: server)
            XCTAssertEqual(saved, "demo")
        }
    }

    func testAPasswordWithoutANetIDSignsNobodyIn() async throws {
        try await withClassServer(people: 3) { server in
            // Given a password from the environment, and no NetID
            try DataModel(undoableIn: folder.url).makeOwnRecordIfFirstLaunch(netid: nil)
            let preferences = try PreferencesScreen(
                store: try Store(sandbox: folder.url),
                passwords: Passwords(passwordStore: PasswordFile(sandbox: folder.url), environment: "demo"))
            let login = preferences.ownNetID
            preferences.serverChanged("\(server)")
            preferences.netidChanged("")
            // Then connecting signs in nobody
            await preferences.pressSignIn()
            XCTAssertEqual(preferences.message?.text, "Connected to \(server).")
            XCTAssertEqual(preferences.ownNetID, login)
            // Nor does a password with the rest of an address
            preferences.netidChanged("@duke.edu")
            await preferences.pressSignIn("demo", succeeds: false)
            XCTAssertEqual(preferences.ownNetID, login)
        }
    }

    func testAnotherWebServerAcceptsNoPassword() async throws {
        let page = "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nNo"
        try await RawServer.with(Array(page.utf8)) { server in
            let screen = try newcomer()
            let login = screen.preferences.ownNetID
            type(try server.address, "demo", "demo", on: screen.welcome)
            await screen.preferences.pressSignIn(succeeds: false)
            XCTAssertEqual(screen.preferences.message?.kind, .failure)
            XCTAssertEqual(screen.preferences.ownNetID, login)
        }
    }

    func testAnAttemptThatIsCanceledLeavesNoEarlierFailureOnThePage() async throws {
        let screen = try newcomer()
        let page = screen.welcome
        type(try ServerAddress("http://127.0.0.1:1"), "demo", "demo", on: page)
        await page.connectTapped()
        XCTAssertEqual(page.problem?.isFailure, true)
        try await RawServer.with([], .fallsSilent) { server in
            type(try server.address, "demo", "demo", on: page)
            let connecting = Task { await page.connectTapped() }
            await eventually { page.progress != nil }
            XCTAssertEqual(page.progress?.canCancel, true)
            // Esc cancels, and the page remains
            screen.leaveTapped()
            await connecting.value
            XCTAssertNil(page.progress)
            XCTAssertNil(page.problem)
            XCTAssertFalse(page.isBusy)
            XCTAssertTrue(screen.isDetailOpen)
        }
    }

    func testAMissingPasswordIsAskedForOnThePageAloneAndTheDownloadGoesOn() async throws {
        try await withClassServer(people: 3) { server in
            // Given a newcomer whom the page asks for a password, once connecting, and once for Update
            let screen = try newcomer()
            let (page, people) = (screen.welcome, screen.screen(of: .people))
            type(server, "demo", "", on: page)
            await connect(page, people)
            XCTAssertNil(people.toast)
            for isUpdate in [false, true] {
                if isUpdate {
                    people.downloadTapped()
                    people.transfer.updateTapped()
                    await finished(people)
                }
                XCTAssertEqual(page.problem?.text, "Enter your password to download.")
                XCTAssertEqual(page.problem?.isFailure, false)
                XCTAssertFalse(screen.preferences.isOpen)
            }
            page.preferences.passwordChanged("wrong")
            await page.connectTapped()
            XCTAssertEqual(page.problem?.isFailure, true)
            page.preferences.passwordChanged("demo")
            await connect(page, people)
            XCTAssertEqual(people.list.total, 3)
            await eventually { people.list.looks.isWall }
            people.undoTapped()
            await finished(people)
            XCTAssertEqual(people.toast?.text, "Undone: Download and Update")
            XCTAssertFalse(screen.preferences.isOpen)
        }
    }

    /// Connects, and waits for the download that follows.
    private func connect(_ page: WelcomeScreen, _ people: CollectionScreen) async {
        await page.connectTapped()
        await finished(people)
    }

    func testFailedDownloadIsShownOnlyOnPage() async throws {
        // Given a server that ends after the sign-in
        let screen = try newcomer()
        let people = screen.screen(of: .people)
        try await withClassServer(people: 3) { server in
            type(server, "demo", "demo", on: screen.welcome)
            await screen.welcome.preferences.pressSignIn()
        }
        people.transfer.replaceTapped()
        await eventually { screen.welcome.problem != nil && !screen.welcome.isBusy }
        XCTAssertNil(people.toast)
    }

    func testAPersonWhoIsNotOneselfIsAListOfItsOwn() async throws {
        _ = try folder.store([DukePerson(DUID: 99, netid: "n99", fName: "Ana", lName: "Li")], offersUndo: true)
        let screen = try window(on: folder, appears: true)
        await finished(screen.screen(of: .people))
        XCTAssertFalse(screen.isWelcoming)
    }

    func testTheFacesOfACanceledFirstDownloadDoNotFollowALaterOne() async throws {
        try await withClassServer(people: 3) { server in
            let screen = try newcomer()
            let people = screen.screen(of: .people)
            type(server, "demo", "demo", on: screen.welcome)
            await screen.welcome.connectTapped()
            people.transfer.cancelTapped()
            await finished(people)
            guard people.list.total < 3 else { return }
            people.transfer.replaceTapped()
            await finished(people)
            XCTAssertEqual(people.list.total, 3)
            XCTAssertFalse(people.list.looks.isWall)
        }
    }

    func testANarrowWindowGoesBackToTheListAndARecordHidesThePage() async throws {
        let screen = try newcomer()
        screen.backTapped()
        XCTAssertFalse(screen.isDetailOpen)
        XCTAssertTrue(screen.isWelcoming)
        screen.collectionChosen("contacts")
        screen.collectionChosen("people")
        XCTAssertTrue(screen.isDetailOpen)
        let people = screen.screen(of: .people)
        let row = try XCTUnwrap(people.list.entries.first?.row)
        people.rowActivated(row)
        XCTAssertFalse(screen.isWelcoming)
        XCTAssertTrue(screen.isDetailOpen)
    }
}
