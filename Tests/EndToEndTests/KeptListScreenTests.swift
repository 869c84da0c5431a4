import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import XCTest

/// Courses, which are fetched once and kept, and players, which are loaded once.
@MainActor
final class KeptListScreenTests: XCTestCase {
    private let folder = Folder()

    private func opened<R: DirectoryRecord>(_ type: R.Type, _ server: ServerAddress? = nil) async throws
        -> CollectionScreen<R>
    {
        let screen = try window(on: folder, server: server, collection: R.collection.name).screen(of: type)
        screen.appeared()
        await settled(screen)
        return screen
    }

    private func settled<R: DirectoryRecord>(_ screen: CollectionScreen<R>) async {
        let isSettled = await until { screen.isSettled }
        XCTAssertTrue(isSettled)
    }

    func testCoursesThatCouldNotBeFetchedAreFetchedWhenTheyAreOpenedAgain() async throws {
        let course = RawServer.answer(Array(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#.utf8))
        let failure = RawServer.answer([], status: "503 Service Unavailable")
        try await RawServer.with(answers: [failure, course, RawServer.answer(Array("[]".utf8))]) { raw in
            // Given a server that fails the first time
            let screen = try await opened(Course.self, try ServerAddress("127.0.0.1:\(raw.port)"))
            XCTAssertEqual(screen.list.entries.count, 0)
            XCTAssertNotNil(screen.notice)
            // When the collection is opened again, then it is asked again, and once it answered no more
            screen.appeared()
            await settled(screen)
            let isListed = await until { screen.list.entries.count == 1 }
            XCTAssertTrue(isListed)
            XCTAssertNil(screen.notice)
            screen.appeared()
            await settled(screen)
            XCTAssertEqual(raw.heard.count, 3)
        }
    }

    func testCoursesOfAProgramThatArrivesEmptyAreAskedAbout() async throws {
        let cpa = RawServer.answer(Array(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#.utf8))
        let bsd = RawServer.answer(Array(#"[{"Id":2,"Code":"BTP100","Program":"BSD"}]"#.utf8))
        let empty = RawServer.answer(Array("[]".utf8))
        try await RawServer.with(answers: [cpa, bsd, cpa, empty]) { raw in
            let screen = try await opened(Course.self, try ServerAddress("127.0.0.1:\(raw.port)"))
            screen.refreshTapped()
            await settled(screen)
            XCTAssertEqual(screen.list.entries.count, 2)
            XCTAssertEqual(
                screen.keptQuestion,
                "The server sent nothing for one program. Its courses are still here. Remove them here too?")
            XCTAssertEqual(screen.notice?.contains("1 course of it was kept here"), true)
            screen.keptAnswered(removes: false)
            XCTAssertNil(screen.keptQuestion)
            XCTAssertEqual(screen.list.entries.count, 2)
        }
    }

    func testOnlyTheCoursesThatWereAskedAboutAreRemovedAndNoServerIsAsked() async throws {
        let cpa = RawServer.answer(Array(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#.utf8))
        let bsd = RawServer.answer(Array(#"[{"Id":2,"Code":"BTP100","Program":"BSD"}]"#.utf8))
        let empty = RawServer.answer(Array("[]".utf8))
        // The next fetch would find the other program empty
        try await RawServer.with(answers: [cpa, bsd, cpa, empty, empty, bsd]) { raw in
            let screen = try await opened(Course.self, try ServerAddress("127.0.0.1:\(raw.port)"))
            screen.refreshTapped()
            await settled(screen)
            XCTAssertNotNil(screen.keptQuestion)
            screen.keptAnswered(removes: true)
            await settled(screen)
            XCTAssertEqual(try screen.store.whole(Course.self) { _ in true }.map(\.id), [1])
            XCTAssertEqual(raw.heard.count, 4)
            XCTAssertNil(screen.notice)
            XCTAssertNil(screen.keptQuestion)
        }
    }

    func testARefreshThatHadToWaitIsStillOneThatWasAskedFor() async throws {
        let cpa = RawServer.answer(Array(#"[{"Id":1,"Code":"IPC144","Program":"CPA"}]"#.utf8))
        let bsd = RawServer.answer(Array(#"[{"Id":2,"Code":"BTP100","Program":"BSD"}]"#.utf8))
        let empty = RawServer.answer(Array("[]".utf8))
        try await RawServer.with(answers: [cpa, bsd, cpa, empty]) { raw in
            let server = try ServerAddress("127.0.0.1:\(raw.port)")
            let screen = try window(on: folder, server: server, collection: "courses").screen(of: Course.self)
            screen.appeared()
            XCTAssertFalse(screen.canTakeOver)
            screen.refreshTapped()
            await settled(screen)
            XCTAssertEqual(raw.heard.count, 4)
            XCTAssertNotNil(screen.keptQuestion)
        }
    }

    func testCoursesAreFetchedOnceAndStayWhenTheServerIsAway() async throws {
        var fetched = 0
        try await withClassServer(people: 1) { server in
            let screen = try await opened(Course.self, server)
            XCTAssertEqual(screen.list.entries.headers.map(\.header.title), ["BSD", "CPA"])
            fetched = screen.list.entries.count
            XCTAssertGreaterThan(fetched, 30)
            let revision = try screen.store.revision(of: Course.self)
            _ = try await opened(Course.self, server)
            XCTAssertEqual(try screen.store.revision(of: Course.self), revision, "later launches read the store")
        }
        let screen = try await opened(Course.self, try ServerAddress("127.0.0.1:9"))
        XCTAssertEqual(screen.list.entries.count, fetched)
        XCTAssertNil(screen.notice)
        screen.refreshTapped()
        await settled(screen)
        XCTAssertEqual(screen.notice?.contains("last known list"), true)
        XCTAssertEqual(screen.list.entries.count, fetched)
        let key = try XCTUnwrap(try screen.store.fetch(RecordQuery<Course>(.equals("Code", .text("IPC144")))).first)
        XCTAssertTrue(screen.open(key: key.record.id))
        let texts = screen.detail.content?.lines.map(\.value)
        for words in ["IPC144", "In the CPA program", "Level 1", "Required status", "Created on 2016-10-19"] {
            XCTAssertEqual(texts?.contains(.text(words)), true, words)
        }
        screen.editTapped()
        screen.addTapped()
        screen.deleteTapped()
        XCTAssertNil(screen.form, "nobody changes courses here")
        XCTAssertEqual(screen.list.entries.count, fetched)
    }

    func testPlayersAreLoadedOnceAndAskedTheirQueries() async throws {
        let screen = try await opened(Player.self)
        XCTAssertEqual(screen.list.entries.count, 32)
        let first = try screen.store.fetch(RecordQuery<Player>()).map(\.record)
        XCTAssertTrue(screen.list.queryChosen(id: "top5"))
        let ratings = screen.list.entries.compactMap { screen.list.content(of: $0.row)?.subtitle }
        XCTAssertEqual(
            ratings,
            first.sorted { $0.rating > $1.rating }.prefix(5).map {
                "Team: \($0.team) - Rating: \($0.rating)"
            })
        XCTAssertTrue(screen.list.queryChosen(id: "candd"))
        let teams = try screen.list.entries.rows.compactMap {
            try screen.store.stored(Player.self, row: $0)?.record.team
        }
        XCTAssertEqual(teams, first.map(\.team).filter { "CD".contains($0.first ?? " ") }.sorted())
        XCTAssertGreaterThan(teams.count, 5)
        XCTAssertTrue(screen.list.queryChosen(id: "all"))
        for player in first { _ = try screen.store.delete(Player.self, key: player.id) }
        let again = try await opened(Player.self)
        XCTAssertEqual(again.list.entries.count, 0, "what was deleted is not loaded again")
    }
}
