import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import TypedStore
import Waiting
import XCTest

/// Every flow of the window from its first act to its last word, against a real server and a real store, through its
/// screens alone: no pane draws them, and no call is made that only a pane would make.
@MainActor
final class FlowTests: XCTestCase {
    private let folder = Folder()
    private static let three = people()

    /// A window that is up, with a collection open.
    private func opened<R: TypedRecord>(
        _ type: R.Type, _ server: ServerAddress? = nil, with records: [R] = []
    ) async throws -> (DirectoryScreen, CollectionScreen) {
        let window = try EndToEndTests.window(on: folder, server: server, collection: R.collection.name)
        try window.store.saveAll(records)
        window.appeared()
        window.firstFrameDrawn()
        await expect { window.open.isIdle }
        return (window, window.screen(of: R.definition))
    }

    private func expect(
        _ words: String = "", file: StaticString = #filePath, line: UInt = #line, _ isTrue: () -> Bool
    ) async {
        let isReached = await until(isTrue)
        XCTAssertTrue(isReached, words, file: file, line: line)
    }

    func testDownload() async throws {
        try await withClassServer { server in
            // Given nobody here
            let (window, people) = try await opened(DukePerson.self, server)
            XCTAssertEqual(people.list.emptyState?.step, .download)
            // When Download is chosen, and Replace
            XCTAssertTrue(window.perform(.download))
            XCTAssertEqual(people.transfer.state, .choosing)
            people.transfer.replaceTapped()
            // Then everybody is in the list and counted in the sidebar, and it is said
            await expect { people.list.entries.count == 150 && people.isIdle }
            XCTAssertEqual(people.toast?.text, "150 people downloaded: 150 new")
            await expect { window.sidebar.first?.count == 150 }
            // And a second time nothing changes
            window.perform(.download)
            people.transfer.updateTapped()
            await expect { people.toast?.text == "Already up to date" }
        }
    }

    func testEditAndUndo() async throws {
        // Given a record that is open
        let (window, people) = try await opened(DukePerson.self, with: Self.three)
        XCTAssertFalse(window.perform(.edit), "no record is open")
        XCTAssertTrue(window.open.open(key: 2))
        // When it is edited and saved
        XCTAssertTrue(window.perform(.edit))
        people.editing.form?.typed("Blue", in: "team")
        XCTAssertTrue(window.perform(.save))
        // Then the list's own place shows it, and Undo takes it back
        await expect { people.editing.form == nil }
        XCTAssertEqual(people.toast?.text, "First2 Last2 saved")
        XCTAssertEqual(people.detail.content?.pillParts.contains { $0.text == "Blue" }, true)
        XCTAssertTrue(window.perform(.undo))
        await expect { people.detail.content?.pillParts.contains { $0.text == "Blue" } == false }
    }

    func testConflict() async throws {
        // Given a form, and somebody else who changes one of its fields and another one
        let (window, people) = try await opened(DukePerson.self, with: Self.three)
        XCTAssertTrue(window.open.open(key: 2))
        window.perform(.edit)
        people.editing.form?.typed("Mine", in: "team")
        var theirs = try XCTUnwrap(try window.store.find(DukePerson.self, key: 2))
        (theirs.team, theirs.movie) = ("Theirs", "Up")
        try window.store.save(theirs)
        // When it is saved, then both versions are shown, and nothing is lost
        window.perform(.save)
        await expect { if case .merge = people.sheet { true } else { false } }
        guard case .merge(let merge) = people.sheet else { return XCTFail("Nothing is asked.") }
        XCTAssertEqual(merge.lines.map { [$0.label, $0.mine, $0.theirs] }, [["Team", "Mine", "Theirs"]])
        // When theirs is picked
        merge.picked(.theirs, for: "team")
        await people.editing.mergeAnswered(isPicked: true)
        // Then that is saved, with what only they changed
        XCTAssertNil(people.sheet)
        XCTAssertNil(people.editing.form)
        XCTAssertEqual(try window.store.find(DukePerson.self, key: 2), theirs)
    }

    func testDeleteAndUndo() async throws {
        let (window, people) = try await opened(DukePerson.self, with: Self.three)
        // When two of three are deleted
        people.rowsSelected(Array(people.list.entries.rows.prefix(2)))
        XCTAssertTrue(window.perform(.delete))
        await expect { people.list.total == 1 && people.isIdle }
        XCTAssertEqual(people.toast?.text, "2 people deleted")
        XCTAssertEqual(people.toast?.offersUndo, true)
        // Then the next row is selected, and Undo brings both back
        XCTAssertEqual(people.list.selectedRows, people.list.entries.rows)
        window.perform(.undo)
        await expect { people.list.total == 3 }
    }

    func testAFormWithChangesIsAskedAbout() async throws {
        // Given a form with changes
        let (window, _) = try await opened(DukePerson.self)
        window.perform(.add)
        window.screen(of: .people).editing.form?.typed("Ana", in: "fName")
        // When another collection is chosen, then it is asked whether to leave it, and the answer counts
        window.perform(.collection, "contacts")
        window.open.alert?.answered(.cancel)
        XCTAssertNil(window.open.alert)
        XCTAssertEqual(window.open.definition.collection.name, "people")
        window.perform(.collection, "contacts")
        window.open.alert?.answered(.confirm)
        await expect { window.open.definition.collection.name == "contacts" }
    }

    func testATableOfPeopleSaysThatItLacksPictures() async throws {
        let (_, people) = try await opened(DukePerson.self, with: Self.three)
        await people.exportChosen(folder.url.appending(path: "out.csv"))
        XCTAssertEqual(people.toast?.text, "3 people exported to “out.csv”. CSV contains no pictures.")
        await people.exportChosen(folder.url.appending(path: "out.json"))
        XCTAssertEqual(people.toast?.text, "3 people exported to “out.json”")
    }

    func testImport() async throws {
        let (window, people) = try await opened(DukePerson.self, with: Self.three)
        let file = try folder.file(
            "friends.csv", "DUID,fName,lName,team\n2,First2,Last2,Blue\n9,Ana,Li,Red\n8,Bo,Ek,\n")
        // When a file is chosen, then what it would change is shown
        XCTAssertTrue(window.perform(.importFile))
        await people.importChosen(file)
        let preview = try XCTUnwrap(people.importing)
        XCTAssertEqual(preview.words, "2 new, 1 changed")
        XCTAssertFalse(window.perform(.importFile), "one file after the other")
        // When one line is left out and the rest is taken over
        preview.ticked(8, isTicked: false)
        await people.importAnswered(applies: true)
        // Then that is in the list, as one change
        XCTAssertEqual(people.toast?.text, "3 people imported: 1 new, 1 changed")
        await expect { people.list.total == 4 }
        window.perform(.undo)
        await expect { people.list.total == 3 }
    }

    func testSearchHereAndEverywhere() async throws {
        var swimmer = Self.three[1]
        swimmer.hobby = "swimming"
        let (window, people) = try await opened(DukePerson.self, with: Self.three + [swimmer])
        try window.store.saveFromServer(ToDo(title: "Go swimming", url: "/todos/3"))
        // When a field is searched
        window.open.list.searchChanged("ho=swim")
        await expect { people.titles == ["First2 Last2"] }
        // And Return opens the only match
        window.open.list.searchActivated()
        XCTAssertEqual(window.open.openTitle, "First2 Last2")
        // When all collections are searched, then each says what it has, and a result opens there
        window.everywhere.textChanged("swim")
        await expect { window.everywhere.sections.map(\.collection?.name) == ["people", "todos"] }
        window.resultChosen(window.everywhere.sections[1].results[0])
        XCTAssertEqual(window.open.definition.collection.name, "todos")
        XCTAssertEqual(window.open.openTitle, "Go swimming")
    }

    func testBookingATour() async throws {
        try await withClassServer(people: 1) { server in
            let (window, tours) = try await opened(TourReservation.self, server)
            // Given an order that lacks its day
            XCTAssertTrue(window.perform(.add))
            let form = try XCTUnwrap(tours.editing.form)
            form.typed("Garvan Keeley", in: "CustomerName")
            form.typed("4", in: "NumberOfCustomers")
            // When it has one, and is bought
            form.typed(try XCTUnwrap(form.entry("TourDate")?.options.last?.value), in: "TourDate")
            XCTAssertFalse(window.perform(.save), "an order is bought")
            XCTAssertTrue(window.perform(.buy))
            // Then the answer is in the form and the reservation in the list, and Clear starts anew
            await expect(form.problem ?? "") { form.answer != nil && tours.list.entries.count == 1 }
            let booked = try XCTUnwrap(try window.store.fetch(TourReservation.self).first?.record)
            XCTAssertEqual(form.answer?.contains(booked.reservationCode), true)
            XCTAssertTrue(window.perform(.startAnew))
            XCTAssertEqual(tours.editing.form?.entry("CustomerName")?.text, "")
        }
    }

    func testToDosOnTheServer() async throws {
        try await withClassServer(people: 1) { server in
            let (window, todos) = try await opened(ToDo.self, server)
            // When one is added and ticked
            window.perform(.add)
            todos.editing.form?.typed("Read", in: "title")
            todos.editing.form?.typed("Ana", in: "user")
            window.perform(.save)
            await expect { todos.editing.form == nil && todos.isIdle && todos.titles == ["Read"] }
            XCTAssertTrue(window.perform(.toggle))
            await expect { todos.isIdle && todos.detail.content?.header.isOn == true }
            // When all are deleted, then it is asked first
            XCTAssertTrue(window.perform(.deleteAll))
            XCTAssertTrue(todos.isAsked("Delete All To-Dos?"))
            todos.answer(true)
            await expect { todos.titles.isEmpty && todos.toast?.text == "All to-dos deleted" }
        }
    }

    func testPublishingOnesOwnRecord() async throws {
        try await withClassServer { server in
            // Given one's own record, as the server has it
            let (window, people) = try await opened(DukePerson.self, server)
            await people.download(.replace)
            await expect { people.isIdle }
            XCTAssertTrue(window.open.open(key: try people.own().DUID))
            // When it is changed and sent
            window.perform(.edit)
            people.editing.form?.typed("Up", in: "movie")
            XCTAssertTrue(window.perform(.upload))
            await expect { people.publish != nil }
            await people.publish?.uploadTapped()
            // Then the check is over, and it is said
            XCTAssertNil(people.sheet)
            XCTAssertEqual(people.toast?.text, "Your record is published.")
        }
    }
}
