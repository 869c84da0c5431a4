import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// How a search begins, ends and says that it found nothing, in the window.
final class SearchScreenTests: ScreenTestCase {
    private func opened() async throws -> (DirectoryScreen, CollectionScreen) {
        try await opened(
            DukePerson.self,
            with: [
                DukePerson(DUID: 1, netid: "al1", fName: "Ana", lName: "Li", team: "Owls"),
                DukePerson(DUID: 2, netid: "bo2", fName: "Bo", lName: "Ek", team: "Owls"),
                DukePerson(DUID: 3, netid: "tt3", fName: "Tove", lName: "Tlford", team: "Elks"),
            ])
    }

    func testEscEndsASearchHoweverItBegan() async throws {
        let (window, people) = try await opened()
        // Given an open record that the searches do not find
        XCTAssertTrue(people.open(key: 3))
        let row = people.list.selectedRow
        XCTAssertNotNil(row)
        for begin in [{ people.list.searchChanged("owls") }, { people.follow(.search("te=\"Owls\"")) }] {
            begin()
            await finished(people)
            XCTAssertEqual(people.titles.sorted(), ["Ana Li", "Bo Ek"])
            window.leaveTapped()
            await finished(people)
            XCTAssertEqual(people.list.searchText, "")
            XCTAssertEqual(people.list.entries.count, 3)
            XCTAssertEqual(people.list.rowToReveal, row, "what is selected comes into view")
            XCTAssertEqual(people.detail.content?.header.key, 3)
        }
    }

    func testASearchFollowsTheStoreAndReturnOpensItsSingleMatch() async throws {
        let (_, people) = try await opened()
        people.list.searchChanged("owls")
        await eventually { people.titles.sorted() == ["Ana Li", "Bo Ek"] }
        try people.store.save(DukePerson(DUID: 3, netid: "tt3", fName: "Tove", lName: "Tlford", team: "Owls"))
        await eventually { people.titles.sorted() == ["Ana Li", "Bo Ek", "Tove Tlford"] }
        _ = try people.store[.people].delete(key: 2)
        await eventually { people.titles.sorted() == ["Ana Li", "Tove Tlford"] }
        // Return opens what was found, also what is found only later
        people.list.searchChanged("tove")
        await eventually { people.titles == ["Tove Tlford"] }
        people.list.searchActivated()
        XCTAssertEqual(people.detail.content?.header.key, 3)
        XCTAssertTrue(people.isDetailOpen)
        people.list.searchChanged("li")
        people.list.searchActivated()
        XCTAssertEqual(people.detail.content?.header.key, 3)
        await eventually { people.detail.content?.header.key == 1 }
        // And a search for nothing marks nothing
        people.list.searchChanged(" ")
        XCTAssertTrue(people.list.marker.isEmpty)
        XCTAssertEqual(people.titles.count, 2)
    }

    func testTheOpenRecordStaysOpenUntilItIsDeleted() async throws {
        let (_, people) = try await opened()
        // Given the last row
        XCTAssertTrue(people.open(key: 3))
        let row = try XCTUnwrap(people.list.selectedRow)
        _ = try people.store[.people].delete(key: 1)
        await eventually { people.list.total == 2 }
        XCTAssertEqual(people.detail.content?.header.key, 3)
        // When it is deleted, and its number goes to somebody else
        _ = try people.store[.people].delete(key: 3)
        try people.store.save(DukePerson(DUID: 77))
        await eventually { people.detail.content == nil && !people.isDetailOpen }
        // Then nobody is selected
        XCTAssertEqual(people.list.content(of: row)?.key, 77)
        XCTAssertEqual(people.list.selectedRows, [])
    }

    func testSimilarNamesFollowTheMatchesOfAList() async throws {
        let (_, people) = try await opened()
        try people.store.save(DukePerson(DUID: 4, fName: "Ric", lName: "Telford"))
        people.list.searchChanged("telford")
        await eventually { people.titles == ["Ric Telford", "Tove Tlford"] }
        XCTAssertEqual(people.list.entries.last?.header?.title, "Similar Names")
    }

    func testKeysActOnTheRowWithTheFocusInsteadOfAHiddenRecord() async throws {
        // Given an open record that the search does not find
        let (window, people) = try await opened()
        XCTAssertTrue(people.open(key: 3))
        people.list.searchChanged("owls")
        await finished(people)
        // When the focus is on a row
        host.focusedRow = people.list.entries.rows.first
        let focused = try XCTUnwrap(people.titles.first)
        window.perform(.favorite)
        // Then that becomes a favorite
        await finished(people)
        XCTAssertEqual(window.favoriteLinks.map(\.title), [focused])
        XCTAssertEqual(people.list.selectedRow, host.focusedRow)
        // With several selected, they are meant
        people.rowsSelected(Array(people.list.entries.rows.prefix(2)))
        host.focusedRow = people.list.entries.rows.last
        window.perform(.favorite)
        await finished(people)
        XCTAssertEqual(window.favoriteLinks.count, 2)
    }

    func testAKeyThatIsNoneIsNamedAndADeckIsCalledAsItsSearch() async throws {
        let (_, people) = try await opened()
        for text in ["zz=3", "te=owls; zz=3", "te=owls, zz=3"] {
            people.list.searchChanged(text)
            await finished(people)
            XCTAssertEqual(people.list.emptyState?.body.hasPrefix("Unknown field “zz”. The keys are "), true, text)
        }
        people.list.searchChanged("te=owls; netid=a")
        await finished(people)
        XCTAssertEqual(people.titles, ["Ana Li"])
        // And the deck of names is called as what was searched
        for (search, message) in [
            ("", ""), ("te=\"Owls\"", "Team: Owls"), ("owls", "“owls”"),
            ("te=Owls, fn=Ana", "Team: Owls, First Name: Ana"),
        ] {
            people.list.searchChanged(search)
            await finished(people)
            XCTAssertEqual(people.list.shownName, message)
        }
    }

    func testEscFirstLeavesThePageInANarrowWindowAndBesideFaces() async throws {
        for isNarrow in [true, false] {
            let (window, people) = try await opened()
            if !isNarrow { people.list.looks.facesTapped() }
            people.list.searchChanged("owls")
            await finished(people)
            XCTAssertTrue(people.open(key: 2))
            host.showsDetailAlone = isNarrow
            window.leaveTapped()
            XCTAssertFalse(people.isDetailOpen)
            XCTAssertEqual(people.list.searchText, "owls")
            host.showsDetailAlone = false
            window.leaveTapped()
            XCTAssertEqual(people.list.searchText, "")
        }
    }

    func testTypingReplacesOnlyFollowedValue() async throws {
        let (_, people) = try await opened()
        people.list.searchChanged("owls")
        XCTAssertFalse(people.list.isSearchFollowed)
        people.follow(.search("te=\"Owls\""))
        XCTAssertTrue(people.list.isSearchFollowed)
        people.list.searchChanged("te=\"Owls\"")
        XCTAssertTrue(people.list.isSearchFollowed, "what the entry shows is not typed")
        people.list.searchChanged("te=\"Owls")
        XCTAssertFalse(people.list.isSearchFollowed)
    }

    func testNoResultsAlwaysLeadOn() async throws {
        let (window, _) = try await opened()
        for definition in window.store.collections {
            window.collectionChosen(definition.collection.name)
            window.open.list.searchChanged("xyzzy")
            let state = { window.open.list.emptyState }
            await eventually { state()?.other?.step == .searchEverywhere }
            XCTAssertEqual(state()?.stepLabel, "Clear Search", definition.collection.name)
            XCTAssertEqual(state()?.other?.label, "Search Everywhere", definition.collection.name)
        }
        window.screen(of: .courses).emptyStepTapped(.searchEverywhere)
        XCTAssertTrue(window.everywhere.isOpen)
        XCTAssertEqual(window.everywhere.text, "xyzzy")
    }

    func testMatchesComeBeforeSimilarNames() async throws {
        let (window, _) = try await opened()
        try window.store.saveFromServer(ToDo(title: "Call Telford", url: "/todos/3"))
        let everywhere = window.everywhere
        everywhere.textChanged("telford")
        await eventually { !everywhere.isSearching }
        XCTAssertEqual(everywhere.sections.map(\.title), ["To-Dos", "Similar Names"])
        XCTAssertEqual(everywhere.sections.first?.results.map(\.title), ["Call Telford"])
        XCTAssertEqual(everywhere.sections.last?.results.map(\.title), ["Tove Tlford"])
        XCTAssertNil(everywhere.sections.last?.moreText)
        // Three letters are an error away from too much.
        everywhere.textChanged("tel")
        await eventually { !everywhere.isSearching && everywhere.sections.map(\.title) == ["To-Dos"] }
        // Another collection has what it has, and no guesses.
        window.open.list.searchChanged("telford")
        window.collectionChosen("contacts")
        window.open.list.searchChanged("tovi")
        await eventually { window.screen(of: .contacts).list.emptyState?.step == .clearSearch }
    }
}
