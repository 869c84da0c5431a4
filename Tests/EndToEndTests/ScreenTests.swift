import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Waiting
import XCTest

/// Real server to real store to what the window shows. XCTest, for the store's first value needs the main thread.
@MainActor
final class ScreenTests: XCTestCase {
    let folder = Folder()
    let memory = InMemoryStateStore()
    let emojis = HobbyEmojis(table: "🏊\twater\tswim,swimming\n♟️\tgame\tchess")

    private func window(
        _ model: DataModel, server: ServerAddress? = nil, password: String? = "demo"
    ) throws -> CollectionScreen {
        let preferences = try PreferencesScreen(
            store: model.store,
            passwords: Passwords(passwordStore: PasswordFile(sandbox: folder.url), environment: password),
            overriding: (server.map { "\($0)" }, "demo"))
        let screen = CollectionScreen(
            of: model.store[.people], emojis: emojis, preferences: preferences, memory: memory)
        screen.appeared()
        return screen
    }

    private func titles(_ screen: CollectionScreen) -> [String] {
        screen.list.entries.compactMap { screen.list.content(of: $0.row)?.title }
    }

    func testADownloadFillsTheSections() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            // Given an empty window
            let screen = try window(model, server: server)
            XCTAssertTrue(screen.list.emptyState?.title == "No People Yet")
            // When somebody chooses Download and Replace
            screen.transfer.downloadTapped()
            XCTAssertTrue(screen.transfer.state == .choosing)
            screen.transfer.replaceTapped()
            XCTAssertTrue(screen.transfer.isRunning)
            await eventually { screen.transfer.report != nil }
            // Then everybody stands in the sections, and the toast says so
            XCTAssertTrue(screen.toast?.text == "150 people downloaded")
            await eventually { screen.list.entries.count == 150 }
            let headers = screen.list.entries.compactMap(\.header)
            XCTAssertTrue(headers.map(\.title) == ["You", "Professor", "TA", "Student", "Other"])
            XCTAssertTrue(headers.map(\.count).reduce(0, +) == 150)
            try screen.store.flush()
            XCTAssertTrue(FileManager.default.fileExists(atPath: model.file.path))
        }
    }

    func testAnEmptyListIsAskedAbout() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        try await RawServer.with(RawServer.answer("[]")) { raw in
            let screen = try window(model, server: try raw.address)
            screen.transfer.downloadTapped()
            screen.transfer.replaceTapped()
            await eventually { screen.transfer.state == .askingToEmpty }
            screen.transfer.emptyAnswered(false)
            await eventually { screen.transfer.report?.isFailure == true }
            XCTAssertTrue(titles(screen).count == 3)
        }
    }

    func testTheFirstPersonOfAClassIsNotAskedAboutAnEmptyList() async throws {
        // Given only one's own record
        let model = try folder.model()
        _ = try model.store[.people].makeOwnIfAbsent(SystemAccount(login: "demo", fullName: "Dee Mo"), netid: "demo")
        try await RawServer.with(RawServer.answer("[]")) { raw in
            let screen = try window(model, server: try raw.address)
            // When the class that arrives is empty
            screen.transfer.downloadTapped()
            screen.transfer.replaceTapped()
            await eventually { screen.transfer.report != nil }
            // Then what comes next is said, and nobody is removed
            XCTAssertTrue(
                screen.transfer.report?.text
                    == "You are the first in this class. Edit your record, and then upload it.")
            XCTAssertTrue(titles(screen) == ["Dee Mo"])
        }
    }

    func testTypingNarrowsAndNamesLikeItFollow() async throws {
        let model = try folder.model()
        _ = model.add(DukePerson(DUID: 1, fName: "Ric", lName: "Telford", role: .Professor))
        _ = model.add(DukePerson(DUID: 2, fName: "Ann", lName: "Tlford", role: .Student, hobby: "Swimming, chess"))
        _ = model.add(DukePerson(DUID: 3, fName: "Łukasz", lName: "Strauß", role: .Student, movie: "Telford Days"))
        let screen = try window(model)
        for (text, found) in [
            ("telford", ["Ric Telford", "Łukasz Strauß", "Ann Tlford"]), ("Telford ric", ["Ric Telford"]),
            ("ric tel", ["Ric Telford"]), ("STRAUSS", ["Łukasz Strauß"]), ("lukasz", ["Łukasz Strauß"]),
            ("ho=swim, ro=student", ["Ann Tlford"]), ("ho=swim, ro=prof", []), ("ho=chess, xx=1", []),
        ] {
            screen.list.searchChanged(text)
            await eventually { !screen.list.isSearching }
            XCTAssertEqual(titles(screen), found, text)
            if text == "telford" { XCTAssertEqual(screen.list.entries.last?.header?.title, "Similar Names") }
            if text == "ho=swim, ro=prof" { XCTAssertEqual(screen.list.emptyState?.step, .clearSearch) }
        }
        XCTAssertEqual(screen.list.emptyState?.body.contains("Unknown field “xx”."), true)
        screen.list.searchChanged("")
        XCTAssertEqual(titles(screen).count, 3)
    }

    func testSearchFollowsTheStore() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last2")
        await eventually { titles(screen) == ["First2 Last2"] }
        _ = model.update(DukePerson(DUID: 3, fName: "New", lName: "Last22", role: .Student))
        await eventually { titles(screen).contains("New Last22") }
        _ = model.delete(2)
        await eventually { titles(screen).first == "New Last22" }
    }

    func testSelectionSurvivesARefreshAndEnterOpensASingleMatch() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last3")
        await eventually { titles(screen) == ["First3 Last3"] }
        screen.list.searchActivated()
        XCTAssertTrue(screen.detail.content?.header.title == "First3 Last3")
        XCTAssertTrue(screen.isDetailOpen)
        screen.list.searchChanged("")
        _ = model.add(DukePerson(DUID: 9, role: .Professor))
        await eventually { screen.list.total == 4 }
        XCTAssertTrue(screen.detail.content?.header.key == 3)
        _ = model.delete(3)
        await eventually { screen.detail.content == nil }
        await eventually { !screen.isDetailOpen }
    }

    func testARowThatComesToHoldSomebodyElseIsNotSelected() async throws {
        // Given the last row selected
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        XCTAssertTrue(screen.open(key: 3))
        // When it goes, and its number goes to somebody else
        _ = model.delete(3)
        _ = model.add(DukePerson(DUID: 77))
        await eventually { screen.detail.content == nil }
        // Then nobody is selected
        XCTAssertTrue(screen.list.content(of: 3)?.key == 77)
        XCTAssertTrue(screen.list.selectedRows == [])
    }

    func testEnterBeforeTheSearchHasAnsweredOpensWhatItFinds() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last2")
        screen.list.searchActivated()
        XCTAssertTrue(screen.detail.content == nil)
        await eventually { screen.detail.content?.header.key == 2 }
        // And one that looks for nothing marks nothing
        screen.list.searchChanged(" ")
        XCTAssertTrue(screen.list.marker.isEmpty)
        XCTAssertTrue(titles(screen).count == 3)
    }

    func testLeavingPreferencesForgetsWhatWasTyped() async throws {
        let screen = try window(try folder.model(), server: try ServerAddress("127.0.0.1:1"))
        screen.preferences.closeTapped()
        screen.preferences.open()
        screen.preferences.serverChanged("")
        screen.preferences.passwordChanged("secret")
        screen.preferences.closeTapped()
        XCTAssertTrue(screen.preferences.server == "127.0.0.1:1")
        XCTAssertTrue(screen.preferences.password.isEmpty)
        screen.preferences.open()
        let client = try await screen.preferences.client()
        XCTAssertEqual(client.server.description, "127.0.0.1:1")
    }

    func testTeamsAndOrderAreSaved() async throws {
        let model = try folder.model()
        _ = model.add(DukePerson(DUID: 1, fName: "Zed", lName: "Abt", role: .Student, team: "Owls"))
        _ = model.add(DukePerson(DUID: 2, fName: "Ann", lName: "Zorn", role: .Student, team: "Élan"))
        _ = model.add(DukePerson(DUID: 3, fName: "Kim", lName: "Ode", role: .Student))
        _ = model.add(DukePerson(DUID: 4, fName: "Pat", lName: "Prof", role: .Professor))
        let screen = try window(model)
        XCTAssertTrue(titles(screen) == ["Pat Prof", "Zed Abt", "Kim Ode", "Ann Zorn"])
        screen.list.looks.groupingChosen("team")
        XCTAssertTrue(
            screen.list.entries.compactMap(\.header?.title) == ["Professor", "Élan", "Owls", "Students Without a Team"])
        screen.list.looks.groupingChosen("role")
        screen.list.looks.orderChosen("first")
        XCTAssertTrue(titles(screen) == ["Pat Prof", "Ann Zorn", "Kim Ode", "Zed Abt"])
        let again = try window(model)
        XCTAssertTrue(again.list.looks.shownOrderID == "first")
    }
}
