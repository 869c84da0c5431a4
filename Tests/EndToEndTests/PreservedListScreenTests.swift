import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import ScreenFixtures
import TypedStore
import XCTest

/// Courses, which are fetched once and kept.
@MainActor
final class PreservedListScreenTests: XCTestCase {
    private let folder = Folder()
    /// The answer of a server that does not name its programs.
    private let missing = RawServer.answer([], status: "404 Not Found")

    func testCoursesThatCouldNotBeFetchedAreFetchedWhenTheyAreOpenedAgain() async throws {
        let course = RawServer.answer(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#)
        let failure = RawServer.answer([], status: "503 Service Unavailable")
        try await RawServer.with(answers: [missing, failure, missing, course, RawServer.answer("[]")]) {
            raw in
            // Given a server that fails the first time
            let screen = try await opened(Course.self, folder, try raw.address)
            XCTAssertEqual(screen.list.entries.count, 0)
            XCTAssertNotNil(screen.notice)
            // When the collection is opened again, then the question is shown again, and once answered no more
            screen.appeared()
            await finished(screen)
            await eventually { screen.list.entries.count == 1 }
            XCTAssertNil(screen.notice)
            screen.appeared()
            await finished(screen)
            XCTAssertEqual(raw.heard.count, 5)
        }
    }

    func testCoursesOfAProgramThatArrivesEmptyAreAskedAbout() async throws {
        let cpa = RawServer.answer(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#)
        let bsd = RawServer.answer(#"[{"Id":2,"Code":"BTP100","Program":"BSD"}]"#)
        let empty = RawServer.answer("[]")
        // The last fetch would find the other program empty
        let answers = [missing, cpa, bsd, missing, cpa, empty, missing, cpa, empty, missing, empty, bsd]
        try await RawServer.with(answers: answers) { raw in
            let server = try raw.address
            let screen = try directory(in: folder, server: server, of: .courses)
            // Given a refresh that waits for the first fetch
            XCTAssertFalse(screen.canReplaceList)
            screen.refreshTapped()
            await finished(screen)
            XCTAssertEqual(raw.heard.count, 6)
            XCTAssertEqual(
                screen.alert?.message,
                "Part of the server’s list was empty. Its courses are still here. Remove them here too?")
            XCTAssertEqual(screen.notice?.text.contains("so 1 course was kept"), true)
            screen.answer(false)
            XCTAssertNil(screen.alert?.message)
            XCTAssertEqual(screen.list.entries.count, 2)
            // When the answer to the next one is yes
            screen.refreshTapped()
            await finished(screen)
            XCTAssertNotNil(screen.alert?.message)
            screen.answer(true)
            await finished(screen)
            // Then only those courses are removed, and the server gets no request
            XCTAssertEqual(try screen.store.whole(Course.self) { _ in true }.map(\.id), [1])
            XCTAssertEqual(raw.heard.count, 9)
            XCTAssertNil(screen.notice)
            XCTAssertNil(screen.alert?.message)
        }
    }

    func testCoursesAreFetchedOnceAndStayWhenTheServerIsAway() async throws {
        var fetched = 0
        try await withClassServer(people: 1) { server in
            let screen = try await opened(Course.self, folder, server)
            XCTAssertEqual(screen.list.entries.headers.map(\.header.title), ["BSD", "CPA"])
            fetched = screen.list.entries.count
            XCTAssertGreaterThan(fetched, 30)
            let revision = try screen.store[.courses].revision()
            _ = try await opened(Course.self, folder, server)
            XCTAssertEqual(try screen.store[.courses].revision(), revision, "later launches read the store")
        }
        let screen = try await opened(Course.self, folder, try ServerAddress("127.0.0.1:9"))
        XCTAssertEqual(screen.list.entries.count, fetched)
        XCTAssertNil(screen.notice)
        screen.refreshTapped()
        await finished(screen)
        XCTAssertEqual(screen.notice?.text.contains("last downloaded list"), true)
        XCTAssertEqual(screen.list.entries.count, fetched)
        let course = try XCTUnwrap(try screen.store.whole(Course.self) { $0.code == "IPC144" }.first)
        XCTAssertTrue(screen.open(key: course.id))
        let texts = screen.detail.content?.lines.map(\.value)
        XCTAssertEqual(screen.detail.content?.pill, "IPC144")
        XCTAssertEqual(
            screen.detail.content?.lines.filter(\.isLabeled).map(\.label), [], "The number is the database's.")
        for sentence in ["In the CPA program", "Level 1", "Required status", "Created on 2016-10-19"] {
            XCTAssertEqual(texts?.contains(.text(sentence)), true, sentence)
        }
        screen.editing.editTapped()
        screen.editing.addTapped()
        screen.deleteTapped()
        XCTAssertNil(screen.editing.form, "nobody changes courses here")
        XCTAssertEqual(screen.list.entries.count, fetched)
    }

    func testTheSidebarsNumbersAreTrueBeforeAnythingIsOpened() async throws {
        try await withClassServer(people: 2) { server in
            let directory = try window(on: folder, server: server, appears: true)
            XCTAssertEqual(directory.sidebar.map(\.count), [nil, nil, nil, nil, nil, nil], "a count of 0 is not shown")
            directory.firstFrameDrawn()
            let (todos, courses) = (directory.screen(of: .toDos), directory.screen(of: .courses))
            await finished(todos)
            await finished(courses)
            let counts = [try todos.store[.toDos].count(), try todos.store[.courses].count()]
            XCTAssertGreaterThan(counts[1], 0)
            await eventually("\(directory.sidebar.map(\.count))") {
                [2, 5].map { directory.sidebar[$0].count ?? 0 } == counts
            }
        }
    }
}
