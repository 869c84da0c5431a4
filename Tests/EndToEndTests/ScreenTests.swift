import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
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

    private func expect(_ isTrue: Bool, file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertTrue(isTrue, file: file, line: line)
    }

    private func titles(_ screen: CollectionScreen) -> [String] {
        screen.list.entries.compactMap { screen.list.content(of: $0.row)?.title }
    }

    func testADownloadFillsTheSections() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            // Given an empty window
            let screen = try window(model, server: server)
            expect(screen.list.emptyState?.title == "No People Yet")
            // When somebody chooses Download and Replace
            screen.transfer.downloadTapped()
            expect(screen.transfer.state == .choosing)
            screen.transfer.replaceTapped()
            expect(screen.transfer.isRunning)
            expect(await until { screen.transfer.report != nil })
            // Then everybody stands in the sections, and the toast says so
            expect(screen.toast?.text == "150 people downloaded: 150 new")
            expect(await until { screen.list.entries.count == 150 })
            let headers = screen.list.entries.compactMap(\.header)
            expect(headers.map(\.title) == ["You", "Professor", "TA", "Student", "Other"])
            expect(headers.map(\.count).reduce(0, +) == 150)
            try screen.store.flush()
            expect(FileManager.default.fileExists(atPath: model.file.path))
        }
    }

    func testTheWrongPasswordAsksForSignIn() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        try await withClassServer { server in
            let screen = try window(model, server: server, password: "wrong")
            screen.transfer.downloadTapped()
            screen.transfer.updateTapped()
            expect(await until { screen.transfer.signInReason != nil })
            expect(titles(screen).count == 3)

            // And signing in with the right one serves the next download
            screen.preferences.passwordChanged("demo")
            await screen.preferences.signInTapped()
            expect(screen.preferences.message?.text == "Signed in as demo.")
            screen.transfer.downloadTapped()
            screen.transfer.updateTapped()
            expect(await until { screen.list.total == 153 })
            expect(try Setting<String>("netid").value(in: model.store) == "demo")
        }
    }

    func testPreferencesTellAWrongPasswordFromADeadServer() async throws {
        let model = try folder.model()
        try await withClassServer { server in
            let screen = try window(model, server: server, password: nil)
            screen.preferences.passwordChanged("wrong")
            await screen.preferences.signInTapped()
            expect(screen.preferences.message?.text.contains("Wrong NetID") == true)
        }
        let screen = try window(model, server: nil, password: nil)
        screen.preferences.serverChanged("127.0.0.1:1")
        screen.preferences.passwordChanged("x")
        await screen.preferences.signInTapped()
        expect(screen.preferences.message?.text.hasPrefix("Cannot reach the server at 127.0.0.1:1.") == true)
    }

    func testAnEmptyListIsAskedAbout() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        try await RawServer.with(RawServer.answer(Array("[]".utf8))) { raw in
            let screen = try window(model, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            screen.transfer.downloadTapped()
            screen.transfer.replaceTapped()
            expect(await until { screen.transfer.state == .askingToEmpty })
            screen.transfer.emptyAnswered(false)
            expect(await until { screen.transfer.report?.isFailure == true })
            expect(titles(screen).count == 3)
        }
    }

    func testTheFirstPersonOfAClassIsNotAskedAboutAnEmptyList() async throws {
        // Given only one's own record
        let model = try folder.model()
        _ = try model.store[.people].makeOwnIfAbsent(SystemAccount(login: "demo", fullName: "Dee Mo"), netid: "demo")
        try await RawServer.with(RawServer.answer(Array("[]".utf8))) { raw in
            let screen = try window(model, server: try ServerAddress("127.0.0.1:\(raw.port)"))
            // When the class that arrives is empty
            screen.transfer.downloadTapped()
            screen.transfer.replaceTapped()
            expect(await until { screen.transfer.report != nil })
            // Then what comes next is said, and nobody is removed
            expect(
                screen.transfer.report?.text
                    == "You are the first in this class. Edit your record, and then upload it.")
            expect(titles(screen) == ["Dee Mo"])
        }
    }

    func testTypingNarrowsAndNamesLikeItFollow() async throws {
        let model = try folder.model()
        _ = model.add(DukePerson(DUID: 1, fName: "Ric", lName: "Telford", role: .Professor))
        _ = model.add(DukePerson(DUID: 2, fName: "Ann", lName: "Tlford", role: .Student, hobby: "Swimming, chess"))
        _ = model.add(DukePerson(DUID: 3, fName: "Łukasz", lName: "Strauß", role: .Student, movie: "Telford Days"))
        let screen = try window(model)
        func found(_ text: String) async -> [String] {
            screen.list.searchChanged(text)
            _ = await until { !screen.list.isSearching }
            return titles(screen)
        }
        expect(await found("telford") == ["Ric Telford", "Łukasz Strauß", "Ann Tlford"])
        expect(screen.list.entries.last?.header?.title == "Similar Names")
        expect(await found("Telford ric") == ["Ric Telford"])
        expect(await found("ric tel") == ["Ric Telford"])
        expect(await found("T").contains("Ric Telford"))
        expect(await found("STRAUSS") == ["Łukasz Strauß"])
        expect(await found("lukasz") == ["Łukasz Strauß"])
        expect(await found("ho=swim, ro=student") == ["Ann Tlford"])
        expect(await found("ho=swim, ro=prof") == [])
        expect(screen.list.emptyState?.step == .clearSearch)
        expect(await found("ho=chess, xx=1") == [])
        expect(screen.list.emptyState?.body.contains("Unknown field “xx”.") == true)
        expect(await found("").count == 3)
    }

    func testSearchFollowsTheStore() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last2")
        expect(await until { titles(screen) == ["First2 Last2"] })
        _ = model.update(DukePerson(DUID: 3, fName: "New", lName: "Last22", role: .Student))
        expect(await until { titles(screen).contains("New Last22") })
        _ = model.delete(2)
        expect(await until { titles(screen).first == "New Last22" })
    }

    func testSelectionSurvivesARefreshAndEnterOpensASingleMatch() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last3")
        expect(await until { titles(screen) == ["First3 Last3"] })
        screen.list.searchActivated()
        expect(screen.detail.content?.header.title == "First3 Last3")
        expect(screen.isDetailOpen)
        screen.list.searchChanged("")
        _ = model.add(DukePerson(DUID: 9, role: .Professor))
        expect(await until { screen.list.total == 4 })
        expect(screen.detail.content?.header.key == 3)
        _ = model.delete(3)
        expect(await until { screen.detail.content == nil })
        expect(await until { !screen.isDetailOpen })
    }

    func testARowThatComesToHoldSomebodyElseIsNotSelected() async throws {
        // Given the last row selected
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        expect(screen.open(key: 3))
        // When it goes, and its number goes to somebody else
        _ = model.delete(3)
        _ = model.add(DukePerson(DUID: 77))
        expect(await until { screen.detail.content == nil })
        // Then nobody is selected
        expect(screen.list.content(of: 3)?.key == 77)
        expect(screen.list.selectedRows == [])
    }

    func testEnterBeforeTheSearchHasAnsweredOpensWhatItFinds() async throws {
        let model = try folder.model()
        for person in people() { _ = model.add(person) }
        let screen = try window(model)
        screen.list.searchChanged("last2")
        screen.list.searchActivated()
        expect(screen.detail.content == nil)
        expect(await until { screen.detail.content?.header.key == 2 })
        // And one that looks for nothing marks nothing
        screen.list.searchChanged(" ")
        expect(screen.list.marker.isEmpty)
        expect(titles(screen).count == 3)
    }

    func testLeavingPreferencesForgetsWhatWasTyped() async throws {
        let screen = try window(try folder.model(), server: try ServerAddress("127.0.0.1:1"))
        screen.preferences.closeTapped()
        screen.preferences.open()
        screen.preferences.serverChanged("")
        screen.preferences.passwordChanged("secret")
        screen.preferences.closeTapped()
        expect(screen.preferences.server == "127.0.0.1:1")
        expect(screen.preferences.password.isEmpty)
        screen.preferences.open()
        expect(try await screen.preferences.client().server.description == "127.0.0.1:1")
    }

    func testTheDetailSaysEverything() async throws {
        let model = try folder.model()
        _ = model.add(
            DukePerson(
                DUID: 5, netid: "zs1", fName: "Zoë", lName: "Strauß", email: "zs1@duke.edu", role: .Student,
                team: "Owls", hobby: "swimming, kiting", languages: ["Swift", "C"]))
        let screen = try window(model)
        expect(screen.open(key: 5))
        let content = try XCTUnwrap(screen.detail.content)
        expect(content.pill == "Student · Owls")
        expect(content.lines.map(\.label).contains("Hobbies"))
        expect(content.lines.contains { $0.value == .badges(["Swift", "C"]) })
        let chips = content.lines.compactMap { if case .chips(let chips) = $0.value { chips } else { nil } }.first
        expect(chips?.map(\.emoji) == ["🏊", "⭐"])
        screen.copyEmailTapped()
        expect(screen.toast?.text == "Copied zs1@duke.edu")
        expect(!screen.open(key: 6))
    }

    func testTeamsAndOrderAreKept() async throws {
        let model = try folder.model()
        _ = model.add(DukePerson(DUID: 1, fName: "Zed", lName: "Abt", role: .Student, team: "Owls"))
        _ = model.add(DukePerson(DUID: 2, fName: "Ann", lName: "Zorn", role: .Student, team: "Élan"))
        _ = model.add(DukePerson(DUID: 3, fName: "Kim", lName: "Ode", role: .Student))
        _ = model.add(DukePerson(DUID: 4, fName: "Pat", lName: "Prof", role: .Professor))
        let screen = try window(model)
        expect(titles(screen) == ["Pat Prof", "Zed Abt", "Kim Ode", "Ann Zorn"])
        screen.list.looks.groupingChosen("team")
        expect(
            screen.list.entries.compactMap(\.header?.title) == ["Professor", "Élan", "Owls", "Students Without a Team"])
        screen.list.looks.groupingChosen("role")
        screen.list.looks.orderChosen("first")
        expect(titles(screen) == ["Pat Prof", "Ann Zorn", "Kim Ode", "Zed Abt"])
        let again = try window(model)
        expect(again.list.looks.shownOrderID == "first")
    }

    func testLoadFromDiskBringsTheCohort() async throws {
        let model = try folder.model()
        let screen = try window(model)
        await screen.loadFromDiskTapped()
        expect(await until { screen.list.total == 30 })
        expect(screen.toast?.text == "30 people loaded: 30 new")
    }
}
