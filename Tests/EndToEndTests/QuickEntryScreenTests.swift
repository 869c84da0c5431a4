import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// The entry over a list that adds a record, on a real server.
@MainActor
final class QuickEntryScreenTests: XCTestCase {
    private let folder = Folder()

    func testQuickEntryAddsTaskAndStoresFailedOnes() async throws {
        try await withClassServer(people: 1) { server in
            let screen = try await opened(ToDo.self, folder, server)
            let entry = screen.quickEntry
            XCTAssertTrue(entry.isOffered)
            entry.typed("  ")
            entry.addTapped()
            XCTAssertNil(screen.toast)
            add(["Water the plants"], to: screen)
            XCTAssertEqual(entry.text, "")
            await eventually { screen.titles == ["Water the plants"] }
            let sent = try await Client(server: server, credentials: nil).get([ToDo].self)
            XCTAssertEqual(sent.map(\.title), ["Water the plants"])
            // What is typed meanwhile is the next one
            add(["Feed the cat"], to: screen)
            entry.typed("Fee")
            await eventually { screen.titles.count == 2 }
            XCTAssertEqual(entry.text, "Fee")
            // HTML, which only a form can offer to remove, is added as it is
            add(["Use <i>stdio</i>"], to: screen)
            XCTAssertEqual(entry.text, "")
            await eventually { screen.titles.contains("Use <i>stdio</i>") }
            // What is added quickly arrives in order
            let (before, tasks) = (screen.titles, (1...8).map { "Task \($0)" })
            add(tasks, to: screen)
            await eventually("\(screen.titles)") { screen.titles == before + tasks }
            await finished(screen)
            XCTAssertEqual(screen.quickEntry.outgoing, [])
            // And the draft of an open form remains
            let form = try screen.newForm()
            form.typed("A long story", in: "title")
            await eventually { (try? screen.storedDraft())?.contains("A long story") == true }
            add(["Buy bread"], to: screen)
            await eventually { screen.titles.contains("Buy bread") }
            XCTAssertEqual(try screen.storedDraft()?.contains("A long story"), true)
        }
        let people = try directory(in: Folder())
        XCTAssertFalse(people.quickEntry.isOffered)
    }

    private func add(_ texts: [String], to screen: CollectionScreen) {
        for text in texts {
            screen.quickEntry.typed(text)
            screen.quickEntry.addTapped()
        }
    }

    func testTasksThatTheServerDoesNotTakeStayInOrderAndAreSentAgain() async throws {
        let down = try ServerAddress("127.0.0.1:9")
        let screen = try await opened(ToDo.self, folder, down)
        let entry = screen.quickEntry
        // Given a server that is down, and two tasks, and the beginning of a third
        add(["Water the plants", "Feed the cat"], to: screen)
        XCTAssertEqual(entry.outgoing.map(\.text), ["Water the plants", "Feed the cat"])
        entry.typed("tod")
        await eventually { entry.outgoing.first?.isFailed == true }
        await finished(screen)
        XCTAssertEqual(entry.text, "tod")
        XCTAssertEqual(entry.outgoing.map(\.state)[1], .waiting)
        XCTAssertTrue(entry.outgoing[0].stateText.contains("not reach"), entry.outgoing[0].stateText)
        XCTAssertNil(screen.toast)
        // Then they are there after a restart, too
        let again = try await opened(ToDo.self, folder, down)
        XCTAssertEqual(again.quickEntry.outgoing.map(\.text), ["Water the plants", "Feed the cat"])
        XCTAssertEqual(again.quickEntry.outgoing.map(\.isFailed), [true, true])
        // When the server is another one, then they are not sent to it unasked
        try await withClassServer(people: 1) { server in
            screen.quickEntry.discardTapped(entry.outgoing[1].id)
            await finished(screen)
            XCTAssertEqual(entry.outgoing.map(\.text), ["Water the plants"])
            let other = try await opened(ToDo.self, folder, server)
            add(["Prune the roses"], to: other)
            await eventually { other.titles == ["Prune the roses"] }
            await finished(other)
            // When they are sent again, then they arrive in order
            for stored in other.quickEntry.outgoing { other.quickEntry.tryAgainTapped(stored.id) }
            await eventually { other.titles.count == 2 }
            await finished(other)
            XCTAssertEqual(other.titles, ["Prune the roses", "Water the plants"])
            XCTAssertEqual(other.quickEntry.outgoing, [])
            XCTAssertNil(try Setting<String>("outgoing-todos").value(in: other.store))
        }
    }

    func testOneThatFailedDoesNotHoldUpAnotherThatIsSentAgain() async throws {
        let screen = try await opened(ToDo.self, folder, try ServerAddress("127.0.0.1:9"))
        add(["Water the plants", "Feed the cat", "Prune the roses"], to: screen)
        await eventually { screen.quickEntry.outgoing.first?.isFailed == true }
        // When the last one is sent again in the next session, then it is not kept waiting
        try await withClassServer(people: 1) { server in
            let again = try await opened(ToDo.self, folder, server)
            again.quickEntry.tryAgainTapped(try XCTUnwrap(again.quickEntry.outgoing.last?.id))
            await eventually("\(again.quickEntry.outgoing)") { again.titles == ["Prune the roses"] }
            await finished(again)
            XCTAssertEqual(again.quickEntry.outgoing.map(\.isFailed), [true, true])
        }
    }
}
