import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import XCTest

/// Booking tours on a real server; courses and players, fetched and loaded once (REQUIREMENTS 4 to 6).
@MainActor
final class BookingScreenTests: XCTestCase {
    private let folder = Folder()

    private func opened<R: Record>(_ type: R.Type, _ server: ServerAddress? = nil) async throws -> CollectionScreen<R> {
        let screen = try window(on: folder, server: server, collection: R.collection.name).screen(of: type)
        screen.appeared()
        await settled(screen)
        return screen
    }

    private func settled<R: Record>(_ screen: CollectionScreen<R>) async {
        let isSettled = await until { screen.isSettledButForToast }
        XCTAssertTrue(isSettled)
    }

    func testBuySaysWhatIsMissingThenAnswersAndClearStartsAnew() async throws {
        try await withClassServer(people: 1) { server in
            let screen = try await opened(TourReservation.self, server)
            screen.addTapped()
            let form = try XCTUnwrap(screen.form)
            XCTAssertEqual(form.entries.map(\.key), ["CustomerName", "NumberOfCustomers", "TourDate"])
            screen.buyTapped()
            await settled(screen)
            XCTAssertEqual(form.entry("CustomerName")?.note?.sentence, "Names is missing.")
            XCTAssertEqual(form.focusWanted, "CustomerName")
            form.typed("G", in: "CustomerName")
            screen.buyTapped()
            await settled(screen)
            XCTAssertEqual(form.entry("CustomerName")?.isWrong, true)
            form.typed("Garvan Keeley", in: "CustomerName")
            form.typed("4", in: "NumberOfCustomers")
            let days = try XCTUnwrap(form.entry("TourDate")?.options)
            XCTAssertEqual(days.count, 14)
            form.typed(days[13].value, in: "TourDate")
            screen.buyTapped()
            await settled(screen)
            let booked = try XCTUnwrap(try screen.store.fetch(FetchRequest<TourReservation>()).first?.record)
            XCTAssertEqual(form.answer?.contains(booked.reservationCode), true)
            XCTAssertEqual(form.answer?.contains(booked.message), true)
            XCTAssertEqual([booked.customerName, booked.tourDate], ["Garvan Keeley", days[13].value])
            XCTAssertEqual(booked.numberOfCustomers, 4)
            XCTAssertFalse(form.isOpen)
            XCTAssertFalse(form.hasChanges)
            form.typed("Other", in: "CustomerName")
            XCTAssertEqual(form.entry("CustomerName")?.text, "Garvan Keeley", "what was answered takes nothing more")
            screen.startAnewTapped()
            XCTAssertEqual(screen.form?.entry("CustomerName")?.text, "")
            XCTAssertEqual(screen.form?.isOpen, true)
            let isListed = await until { screen.list.entries.headers.map(\.header.title) == ["Upcoming"] }
            XCTAssertTrue(isListed)
        }
    }

    func testADayThatIsOverIsNeverBooked() async throws {
        let draft = #"{"purpose":{"add":{}},"texts":{"TourDate":"2017-03-29T12:00Z","CustomerName":"Ana"}}"#
        try Store(sandbox: folder.url).keep(draft, as: "draft-tours")
        let screen = try await opened(TourReservation.self, try ServerAddress("127.0.0.1:9"))
        XCTAssertNotNil(screen.draftQuestion)
        screen.draftAnswered(continues: true)
        let form = try XCTUnwrap(screen.form)
        XCTAssertEqual(form.entry("CustomerName")?.text, "Ana")
        XCTAssertEqual(form.entry("TourDate")?.text, form.entry("TourDate")?.options.first?.value)
        form.typed("2017-03-29T12:00Z", in: "TourDate")
        screen.buyTapped()
        await settled(screen)
        XCTAssertEqual(form.entry("TourDate")?.isWrong, true)
        XCTAssertNil(form.problem, "the server was not asked")
    }

    func testUpcomingAndPastAreTold() async throws {
        let screen = try await opened(TourReservation.self)
        for (id, date) in [(1, "2017-03-29T12:00Z"), (2, "2999-03-29T12:00Z"), (3, Moment(Date()).text)] {
            var tour = TourReservation(id: id)
            tour.tourDate = date
            try screen.store.save(tour)
        }
        let isListed = await until { screen.list.entries.count == 3 }
        XCTAssertTrue(isListed)
        XCTAssertEqual(screen.list.entries.headers.map(\.header.title), ["Upcoming", "Past"])
        XCTAssertEqual(screen.list.entries.headers.map(\.header.count), [2, 1])
    }

    func testADeadServerLosesNothingThatWasTyped() async throws {
        let screen = try await opened(TourReservation.self, try ServerAddress("127.0.0.1:9"))
        screen.addTapped()
        let form = try XCTUnwrap(screen.form)
        form.typed("Garvan Keeley", in: "CustomerName")
        screen.buyTapped()
        let isShut = await until { !form.isOpen }
        XCTAssertTrue(isShut, "while the request runs everything but Clear is insensitive")
        await settled(screen)
        XCTAssertEqual(form.problem?.contains("cannot be reached"), true, form.problem ?? "")
        XCTAssertTrue(form.isOpen)
        XCTAssertEqual(form.entry("CustomerName")?.text, "Garvan Keeley")
        XCTAssertEqual(screen.list.entries.count, 0)
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
        let key = try XCTUnwrap(try screen.store.fetch(FetchRequest<Course>(.equals("Code", .text("IPC144")))).first)
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
        let first = try screen.store.fetch(FetchRequest<Player>()).map(\.record)
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
