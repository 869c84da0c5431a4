import DirectoryModel
import DirectoryScreens
import DirectoryStore
import Hostile
import ScreenFixtures
import TypedStore
import XCTest

/// Six collections in one window: which is open, how many each has, and one search for all.
final class WindowScreenTests: ScreenTestCase {
    func testTheLastOneOpenedIsRememberedAndFormsAskBeforeTheyAreLeft() async throws {
        let memory = InMemoryStateStore()
        let window = try window(on: folder, memory: memory, appears: true)
        XCTAssertEqual(
            window.sidebar.map(\.collection.title), ["People", "Contacts", "To-Dos", "Tours", "Players", "Courses"])
        XCTAssertEqual(window.open.definition.collection.name, "people")
        await eventually("what ships is there before it is looked at") {
            (try? window.store[.players].count()) == 32
        }
        XCTAssertNil(window.sidebar[4].count, "and not counted")
        window.collectionChosen("contacts")
        XCTAssertEqual(window.open.definition.collection.name, "contacts")
        window.open.editing.addTapped()
        let contacts = window.screen(of: .contacts)
        contacts.editing.form?.typed("Ana", in: "firstName")
        window.collectionChosen("players")
        XCTAssertEqual(window.open.definition.collection.name, "contacts")
        XCTAssertNotNil(window.open.alert)
        window.open.alert?.answered(.cancel)
        XCTAssertEqual(window.open.definition.collection.name, "contacts")
        await contacts.save()
        await eventually { window.sidebar.map(\.count)[1] == 1 }
        window.collectionChosen("players")
        XCTAssertEqual(window.open.definition.collection.name, "players")
        await eventually { window.sidebar.map(\.count)[4] == 32 }
        let next = try ScreenFixtures.window(on: folder, memory: memory, appears: true)
        XCTAssertEqual(next.sidebar.map(\.count)[4], 32)
        XCTAssertEqual(next.open.definition.collection.name, "players")
        let tours = try ScreenFixtures.window(on: folder, memory: memory, collection: "tours")
        XCTAssertEqual(tours.open.definition.collection.name, "tours")
    }

    func testTypingSearchesButInAFormAQuestionAndTheFirstPage() async throws {
        let window = try window(on: folder, appears: true)
        XCTAssertTrue(window.isWelcoming)
        XCTAssertFalse(window.searchesWhenTyped)
        window.perform(.selectAll)
        XCTAssertFalse(window.open.isSelecting)
        try window.store.saveAll(people())
        let people = window.screen(of: .people)
        await finished(people)
        XCTAssertTrue(window.searchesWhenTyped)
        people.editing.addTapped()
        XCTAssertFalse(window.searchesWhenTyped)
        people.editing.cancelTapped()
        XCTAssertTrue(window.searchesWhenTyped)
    }

    func testAListIsGroupedByTeamAndSortedByFirstName() async throws {
        let people = try directory(in: folder)
        try people.store.saveAll(
            [("Zed", "Abt", "Owls"), ("Ann", "Zorn", "Élan"), ("Kim", "Ode", "")].enumerated().map {
                DukePerson(DUID: $0 + 1, fName: $1.0, lName: $1.1, role: .Student, team: $1.2)
            } + [DukePerson(DUID: 4, fName: "Pat", lName: "Prof", role: .Professor)])
        await eventually { people.titles == ["Pat Prof", "Zed Abt", "Kim Ode", "Ann Zorn"] }
        people.list.looks.groupingChosen("team")
        XCTAssertEqual(
            people.list.entries.compactMap(\.header?.title), ["Professor", "Élan", "Owls", "Students Without a Team"])
        people.list.looks.groupingChosen("role")
        people.list.looks.orderChosen("first")
        XCTAssertEqual(people.titles, ["Pat Prof", "Ann Zorn", "Kim Ode", "Zed Abt"])
    }

    func testFavoritesAndWhatWasLookedAtStandInTheSidebar() async throws {
        let window = try window(on: folder, appears: true)
        try window.store.saveAll(people())
        let people = window.screen(of: .people)
        for key in [1, 2, 3] { XCTAssertTrue(people.open(key: key)) }
        XCTAssertEqual(window.recentLinks.map(\.reference.key), [3, 2, 1])
        window.favoriteTapped()
        XCTAssertTrue(window.isOpenFavorite)
        XCTAssertEqual(window.favoriteLinks.map(\.title), ["First3 Last3"])
        XCTAssertEqual(window.recentLinks.map(\.reference.key), [2, 1])
        await finished(people)
        let next = try ScreenFixtures.window(on: folder, collection: "players", appears: true)
        XCTAssertEqual(next.favoriteLinks.map(\.reference.key), [3])
        next.linkChosen(next.favoriteLinks[0].reference)
        XCTAssertEqual(next.open.openTitle, "First3 Last3")
        next.favoriteTapped()
        XCTAssertEqual(next.favoriteLinks, [])
        // Who is gone from the store is gone from the sidebar.
        _ = try next.store[.people].delete(key: 2)
        await eventually { !next.recentLinks.contains { $0.reference.key == 2 } }
    }

    /// Another program may have locked the database.
    func testAClickWritesNothingOnTheMainThread() async throws {
        let window = try window(on: folder, appears: true)
        for list in [people().filter { $0.DUID != 2 }, people()] { try window.store.download(list, as: nil) }
        let people = window.screen(of: .people)
        window.firstFrameDrawn()
        // Given somebody who is new
        await eventually { people.list.unseenKeys.contains(2) }
        await finished(people)
        // When one is opened
        let row = try XCTUnwrap(window.store[.people].rows(keys: [2]).first)
        let writes = FailingDisk.mainThreadWrites(in: folder.url) { people.rowActivated(row) }
        XCTAssertEqual(people.detail.content?.header.key, 2)
        XCTAssertEqual(writes, 0)
        // Then it is stored later that they were seen
        await eventually { !people.list.unseenKeys.contains(2) }
        XCTAssertEqual(window.recentLinks.map(\.reference.key), [2])
    }

    func testOneSearchFindsInAllOfThem() async throws {
        let window = try window(on: folder, appears: true)
        try window.store.save(DukePerson(DUID: 7, fName: "Zoë", lName: "Quill"))
        try window.store.save(Contact("fn=Zoe, ci=Durham", key: 1))
        try window.store.saveFromServer(ToDo(title: "Call Zoe", url: "/todos/3"))
        let everywhere = window.everywhere
        everywhere.textChanged("zoe")
        await eventually { !everywhere.isSearching }
        XCTAssertEqual(everywhere.sections.map(\.collection?.name), ["people", "contacts", "todos"])
        XCTAssertEqual(
            everywhere.sections.map { $0.results.map(\.spoken) },
            [["Zoë Quill, 0000007"], ["Zoe, Durham"], ["Call Zoe, open"]])
        XCTAssertTrue(
            everywhere.sections.allSatisfy { $0.marker.pieces(of: "ZOË").contains(where: \.isMatch) },
            "what was found is marked")
        everywhere.textChanged("durh")
        await eventually("a match in the third line, which a result does not have, is its reason") {
            everywhere.sections.first?.results.first?.subtitle == "City: Durham"
        }
        everywhere.textChanged("zoe")
        await eventually { everywhere.sections.count == 3 }
        window.resultChosen(everywhere.sections[2].results[0])
        XCTAssertEqual(window.open.definition.collection.name, "todos")
        XCTAssertEqual(window.screen(of: .toDos).detail.content?.header.title, "Call Zoe")
        everywhere.textChanged("xyzzy")
        await eventually { !everywhere.isSearching && everywhere.sections.isEmpty }
        XCTAssertEqual(
            [everywhere.notice?.title, everywhere.notice?.body],
            ["No Results", "Try another word, or search one field, for example “firstname=Ada”."])
        everywhere.textChanged(" ")
        XCTAssertEqual(everywhere.notice?.body, "People, Contacts, To-Dos, Tours, Players, Courses")
    }

    func testManyResultsShowCountAndOpenCollection() async throws {
        let window = try window(on: folder, appears: true)
        try window.store.saveAll(
            (1...9).map { DukePerson(DUID: $0, fName: "Ana\($0)", lName: "Li", team: "Zebras") }
                + [DukePerson(DUID: 10, fName: "Zeb", lName: "Quill")])
        let everywhere = window.everywhere
        everywhere.textChanged("zeb")
        await eventually { !everywhere.isSearching }
        // Given ten people of whom six are shown, the one of that name first, the others with the reason
        let section = try XCTUnwrap(everywhere.sections.first)
        XCTAssertEqual([section.results.count, section.total, section.moreCount], [6, 10, 4])
        XCTAssertEqual(section.moreText, "4 more")
        XCTAssertEqual(section.results.first?.title, "Zeb Quill")
        XCTAssertEqual(section.results.last?.subtitle, "Team: Zebras")
        XCTAssertEqual(section.results.first?.content.initials, "ZQ")
        // When the rest is chosen, then the collection shows all of it
        window.collectionChosen("contacts")
        window.searchChosen(everywhere.text, in: "people")
        XCTAssertEqual(window.open.definition.collection.name, "people")
        let list = window.screen(of: .people).list
        await eventually { list.entries.headers.count == 2 && list.entries.count == 10 }
        XCTAssertEqual(list.entries.headers.map(\.header.title), ["Best Matches", "Other"])
    }

    func testNoMatchNamesCollectionsWithMatches() async throws {
        let window = try window(on: folder, appears: true)
        try window.store.saveFromServer(ToDo(title: "Call Xzyra", url: "/todos/3"))
        let list = window.screen(of: .people).list
        window.open.list.searchChanged("xzyra")
        await eventually("\(String(describing: list.emptyState))") { list.emptyState?.step == .searchIn("todos") }
        XCTAssertEqual(
            list.emptyState?.body, "No results for “xzyra” here. Other collections have 1 to-do.")
        XCTAssertEqual(list.emptyState?.stepLabel, "1 in To-Dos")
        window.screen(of: .people).emptyStepTapped(.searchIn("todos"))
        XCTAssertEqual(window.open.definition.collection.name, "todos")
        XCTAssertEqual(window.open.list.searchText, "xzyra")
    }
}
