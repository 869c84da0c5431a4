import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// To-dos on a server, through their screen.
@MainActor
final class ToDoScreenTests: XCTestCase {
    private let folder = Folder()

    private func add(_ title: String, _ user: String, _ screen: CollectionScreen) async throws {
        let form = try screen.newForm()
        XCTAssertEqual(form.entries.map(\.key), ["title", "user"])
        form.typed(title, in: "title")
        form.typed(user, in: "user")
        await screen.save()
        XCTAssertEqual(screen.toast?.offersUndo, false, "the server's making is not undone")
        await screen.finished()
        await eventually { screen.titles.contains(title) }
    }

    /// Runs `body` with a screen of three to-dos, and a client that sees what the server has.
    private func withThree(_ body: (CollectionScreen, Client) async throws -> Void) async throws {
        try await withClassServer(people: 1) { server in
            let screen = try await opened(ToDo.self, folder, server)
            for title in ["Buy milk", "Read", "Grade"] { try await add(title, "Ana", screen) }
            XCTAssertEqual(screen.titles, ["Buy milk", "Read", "Grade"])
            try await body(screen, Client(server: server, credentials: nil))
        }
    }

    /// Checks what the server has of each to-do.
    private func expect<Value: Equatable>(
        _ field: KeyPath<ToDo, Value>, _ values: [Value], at client: Client, line: UInt = #line
    ) async throws {
        let now = try await client.get([ToDo].self)
        XCTAssertEqual(now.map { $0[keyPath: field] }, values, line: line)
    }

    func testAnEarlierListChangesNothingOnTheServer() async throws {
        try await withThree { _, client in
            let directory = try window(on: folder, server: client.server, collection: "todos", appears: true)
            directory.pastChosen(.now)
            await eventually { directory.open.isPast && directory.open.list.entries.count == 3 }
            let past = directory.open
            XCTAssertFalse(past.quickEntry.isOffered)
            XCTAssertFalse(directory.perform(.refresh))
            past.toggled(past.list.entries.rows[1])
            await past.finished()
            try await expect(\.completed, [false, false, false], at: client)
            directory.presentTapped()
            directory.open.toggled(directory.open.list.entries.rows[1])
            await directory.open.finished()
            try await expect(\.completed, [false, true, false], at: client)
        }
    }

    /// The to-do with that number is another one there.
    func testAChangeIsNotMadeOnAnotherServerAfterASignIn() async throws {
        try await RawServer.with(RawServer.answer("", status: "401 Unauthorized")) { refusing in
            // Given a change of a to-do whose server refuses the sign-in
            try folder.model().store.saveFromServer(ToDo(title: "Tea", completed: false, url: "/todos/1"))
            let screen = try await opened(ToDo.self, folder, try refusing.address)
            screen.toggled(try XCTUnwrap(screen.list.entries.rows.first))
            await eventually { screen.preferences.isOpen }
            try await withClassServer(people: 1) { server in
                let client = Client(server: server, credentials: nil)
                let other = try await client.post(ToDo(title: "Tea"))
                XCTAssertEqual(other.key, 1)
                // When the user signs in at another server
                screen.preferences.serverChanged("\(server)")
                await screen.preferences.pressSignIn("demo")
                await screen.finished()
                // Then the to-do there is unchanged
                try await expect(\.completed, [other.completed], at: client)
            }
        }
    }

    func testEveryChangeIsMadeOnTheServer() async throws {
        try await withThree { screen, client in
            try await expect(\.order, [1, 2, 3], at: client)
            try await expect(\.completed, [false, false, false], at: client)
            // Toggle
            screen.toggled(screen.list.entries.rows[1])
            await screen.finished()
            await eventually { screen.list.content(of: screen.list.entries.rows[1])?.isOn == true }
            try await expect(\.completed, [false, true, false], at: client)
            // Activating edits
            screen.rowActivated(screen.list.entries.rows[0])
            screen.editing.form?.typed("Buy oat milk", in: "title")
            screen.editing.form?.typed("", in: "user")
            _ = try await client.post(ToDo(title: "Elsewhere"))
            await screen.save()
            await screen.finished()
            try await expect(\.title, ["Buy oat milk", "Read", "Grade", "Elsewhere"], at: client)
            try await expect(\.user, [nil, "Ana", "Ana", nil], at: client)
            // And the list is read again
            await eventually { screen.titles == ["Buy oat milk", "Read", "Grade", "Elsewhere"] }
            XCTAssertNil(screen.notice)
            // Delete All asks first
            screen.deleteAllTapped()
            XCTAssertTrue(screen.isRequested("Delete All To-Dos?"))
            screen.answer(false)
            await screen.finished()
            XCTAssertEqual(screen.titles.count, 4)
            screen.deleteAllTapped()
            screen.answer(true)
            await screen.finished()
            await eventually { screen.titles.isEmpty }
            try await expect(\.title, [], at: client)
        }
    }

    func testANumberOpensItsToDo() async throws {
        try await withThree { screen, client in
            let first = try await client.get([ToDo].self)[0]
            screen.list.searchChanged("\(first.key)")
            screen.list.searchActivated()
            await eventually { screen.list.rowToReveal != nil }
            XCTAssertEqual(screen.detail.content?.header.title, "Buy milk")
            XCTAssertEqual(screen.list.selectedRow, screen.list.rowToReveal)
            XCTAssertNil(screen.alert)
            screen.list.searchChanged("4711")
            screen.list.searchActivated()
            await eventually { screen.alert != nil }
            XCTAssertEqual(screen.alert?.message, "Not Found")
            screen.alert?.answered(.cancel)
            XCTAssertNil(screen.alert)
            screen.list.searchChanged("")
            // What was made elsewhere is looked up too
            let other = try await client.post(ToDo(title: "Elsewhere", order: 9))
            screen.list.searchChanged("\(other.key)")
            screen.list.searchActivated()
            await eventually { screen.detail.content?.header.title == "Elsewhere" }
        }
    }

    func testTwoVersionsAreShownInsteadOfLosingOne() async throws {
        try await withClassServer(people: 1) { server in
            let screen = try await opened(ToDo.self, folder, server)
            try await add("Tea", "Ana", screen)
            let client = Client(server: server, credentials: nil)
            // Given a form that is open while somebody else changes the same to-do, and the list is fetched again
            screen.rowActivated(screen.list.entries.rows[0])
            let form = try XCTUnwrap(screen.editing.form)
            form.typed("Milk", in: "title")
            _ = try await client.patch(RecordID<ToDo>(1), ToDo(title: "Coffee", completed: true))
            screen.refreshTapped()
            await screen.finished()
            // When it is saved, then both are shown and nothing was sent
            await screen.save(succeeds: false)
            let merge = try XCTUnwrap(form.merge)
            XCTAssertEqual(merge.lines.map { [$0.label, $0.mine, $0.theirs] }, [["Task", "Milk", "Coffee"]])
            XCTAssertEqual(merge.isOnServer, true)
            try await expect(\.title, ["Coffee"], at: client)
            // And what is picked is saved, with what only they changed
            let saved = await screen.editing.mergeAnswered(isPicked: true)
            XCTAssertTrue(saved, form.problem ?? "")
            XCTAssertNil(screen.editing.form)
            try await expect(\.title, ["Milk"], at: client)
            try await expect(\.completed, [true], at: client)
            await eventually { screen.titles == ["Milk"] }
        }
    }

    func testWithoutTheServerEveryActionSaysSoAndNothingIsLost() async throws {
        try folder.model().store.saveFromServer(ToDo(title: "Buy milk", completed: false, url: "/todos/1"))
        let screen = try await opened(ToDo.self, folder, try ServerAddress("127.0.0.1:9"))
        XCTAssertEqual(screen.notice?.text.contains("This is the last downloaded list."), true)
        let row = try XCTUnwrap(screen.list.entries.rows.first)
        for perform in [{ screen.toggled(row) }, { screen.deleteTapped(row) }, { screen.deleteAllTapped() }] {
            perform()
            screen.alert?.answered(.confirm)
            let texts = await screen.finished()
            XCTAssertEqual(texts?.contains("Cannot reach the server"), true, texts ?? "")
        }
        let form = try screen.newForm()
        form.typed("Read", in: "title")
        await screen.save(succeeds: false)
        XCTAssertEqual(form.problem?.contains("Cannot reach the server"), true)
        XCTAssertTrue(form.isOpen)
        XCTAssertEqual(screen.editing.form?.entry("title")?.text, "Read")
        XCTAssertEqual(screen.titles, ["Buy milk"])
    }

    func testTwoQuickUndosAndTogglesAndDeletesDoWhatOneAfterTheOtherWould() async throws {
        try await withThree { screen, client in
            let rows = screen.list.entries.rows
            // Two quick deletes of the same are one, and it can be put back, once.
            screen.deleteTapped(rows[0])
            screen.deleteTapped(rows[0])
            let deleted = await screen.finished()
            XCTAssertEqual(deleted, "Buy milk deleted")
            try await expect(\.title, ["Read", "Grade"], at: client)
            screen.undoTapped()
            screen.undoTapped()
            await screen.finished()
            let there = try await client.get([ToDo].self)
            XCTAssertEqual(there.compactMap(\.title).sorted(), ["Buy milk", "Grade", "Read"])
            // Two quick toggles end where they began.
            screen.toggled(rows[1])
            screen.toggled(rows[1])
            await screen.finished()
            try await expect(\.completed, [false, false, false], at: client)
            // What was edited since is not undone by putting something else back.
            screen.deleteTapped(rows[1])
            await screen.finished()
            screen.editing.editTapped(rows[2])
            screen.editing.form?.typed("Grade all", in: "title")
            await screen.save()
            screen.undoTapped()
            let texts = await screen.finished()
            XCTAssertEqual(texts, "No changes to undo")
        }
    }
}
