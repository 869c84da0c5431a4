import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Synchronization
import TypedStore
import XCTest

/// Booking tours on a real server.
@MainActor
final class BookingScreenTests: XCTestCase {
    private let folder = Folder()
    private let booked = RawServer.answer(
        #"{"Id":7,"CustomerName":"Ana","NumberOfCustomers":1,"TourDate":"2026-11-20T12:00Z","ReservationCode":"AB-12"}"#,
        status: "201 Created")

    /// The form of a draft, once the question about it is answered.
    private func restoredForm(_ screen: CollectionScreen) async throws -> FormScreen {
        screen.answer(false)
        await eventually { screen.editing.form != nil }
        return try XCTUnwrap(screen.editing.form)
    }

    /// Presses Buy, and waits for the answer.
    private func buy(_ screen: CollectionScreen) async {
        screen.editing.buyTapped()
        await finished(screen)
    }

    func testBuyReportsMissingFieldsThenConfirms() async throws {
        try await withClassServer(people: 1) { server in
            let screen = try await opened(TourReservation.self, folder, server)
            let form = try screen.newForm()
            XCTAssertEqual(form.entries.map(\.key), ["CustomerName", "NumberOfCustomers", "TourDate"])
            await buy(screen)
            XCTAssertEqual(form.entry("CustomerName")?.note?.sentence, "Fill in Name.")
            XCTAssertEqual(form.focusWanted, "CustomerName")
            form.typed("G", in: "CustomerName")
            await buy(screen)
            XCTAssertEqual(form.entry("CustomerName")?.isWrong, true)
            form.typed("Garvan Keeley", in: "CustomerName")
            form.typed("4", in: "NumberOfCustomers")
            let days = try XCTUnwrap(form.entry("TourDate")?.options)
            XCTAssertEqual(days.count, 14)
            form.typed(days[13].value, in: "TourDate")
            await buy(screen)
            let booked = try XCTUnwrap(try screen.store.whole(TourReservation.self) { _ in true }.first)
            XCTAssertEqual(form.answer?.contains(booked.reservationCode), true)
            XCTAssertEqual(form.answer?.contains(booked.message), true)
            XCTAssertEqual([booked.customerName, booked.tourDate], ["Garvan Keeley", days[13].value])
            XCTAssertEqual(booked.numberOfCustomers, 4)
            XCTAssertFalse(form.isOpen)
            XCTAssertFalse(form.hasChanges)
            form.typed("Other", in: "CustomerName")
            XCTAssertEqual(form.entry("CustomerName")?.text, "Garvan Keeley", "what was answered takes nothing more")
            screen.editing.startAnewTapped()
            let next = try XCTUnwrap(screen.editing.form)
            XCTAssertEqual(next.entry("CustomerName")?.text, "")
            XCTAssertTrue(next.isOpen)
            await eventually { screen.list.entries.headers.map(\.header.title) == ["Upcoming"] }
            // HTML is not offered again once it is booked without
            next.typed("<b>Garvan</b> Keeley", in: "CustomerName")
            await buy(screen)
            XCTAssertEqual(next.entry("CustomerName")?.replaced, "<b>Garvan</b> Keeley")
            await buy(screen)
            XCTAssertNotNil(next.answer)
            XCTAssertNil(next.entry("CustomerName")?.replaced)
            XCTAssertNil(next.entry("CustomerName")?.note)
        }
    }

    func testADayThatIsOverIsNeverBooked() async throws {
        let draft = #"{"purpose":{"add":{}},"texts":{"TourDate":"2017-03-29T12:00Z","CustomerName":"Ana"}}"#
        try Setting<String>("draft-tours").set(draft, in: Store(sandbox: folder.url))
        let screen = try await opened(TourReservation.self, folder, try ServerAddress("127.0.0.1:9"))
        XCTAssertNotNil(screen.draftQuestion)
        let form = try await restoredForm(screen)
        XCTAssertEqual(form.entry("CustomerName")?.text, "Ana")
        XCTAssertEqual(form.entry("TourDate")?.text, form.entry("TourDate")?.options.first?.value)
        form.typed("2017-03-29T12:00Z", in: "TourDate")
        await buy(screen)
        XCTAssertEqual(form.entry("TourDate")?.isWrong, true)
        XCTAssertNil(form.problem, "the server was not asked")
    }

    func testAnOrderThatTheProgramDiedWithIsSentAgainAsItWas() async throws {
        try await RawServer.with(answers: [[], booked]) { raw in
            let server = try raw.address
            // Given an order whose answer never came
            let first = try await opened(TourReservation.self, folder, server)
            let lost = try first.newForm()
            lost.typed("Ana", in: "CustomerName")
            await buy(first)
            XCTAssertEqual(lost.problem?.contains("It will not be booked twice"), true, lost.problem ?? "")
            let texts = lost.entries.map(\.text)
            // When the window is opened again and it is bought again
            let second = try await opened(TourReservation.self, folder, server)
            XCTAssertEqual(second.draftQuestion?.hasPrefix("A tour was being booked"), true)
            let form = try await restoredForm(second)
            XCTAssertEqual(form.entries.map(\.text), texts)
            await buy(second)
            // Then the server hears the same order under the same key, and the code is here
            XCTAssertEqual(form.answer?.contains("AB-12"), true, form.problem ?? "")
            XCTAssertEqual(raw.heard.count, 2)
            XCTAssertEqual(raw.heard.first, raw.heard.last)
            XCTAssertEqual(raw.heard.first?.contains("Idempotency-Key: "), true)
        }
    }

    func testSentOrderPreservesPastDay() async throws {
        let draft =
            #"{"purpose":{"add":{}},"isSent":true,"texts":{"TourDate":"2017-03-29T12:00Z","CustomerName":"Ana","NumberOfCustomers":"2"}}"#
        try Setting<String>("draft-tours").set(draft, in: Store(sandbox: folder.url))
        let screen = try await opened(TourReservation.self, folder, try ServerAddress("127.0.0.1:9"))
        screen.editing.askAboutDraft()
        let form = try await restoredForm(screen)
        let date = try XCTUnwrap(form.entry("TourDate"))
        XCTAssertEqual(date.options[date.chosen].value, "2017-03-29T12:00Z")
        await buy(screen)
        XCTAssertEqual(form.entry("TourDate")?.isWrong, false)
        XCTAssertEqual(form.problem?.contains("Cannot reach the server"), true, "the server was asked")
        // It may have been booked the first time all the same.
        let again = try await opened(TourReservation.self, folder)
        XCTAssertEqual(again.draftQuestion?.hasPrefix("A tour was being booked"), true, again.draftQuestion ?? "")
    }

    /// Runs `body` after an order for Ana was sent, its form cleared, and Bo typed; the server sends `answer` once the
    /// semaphore is signaled.
    private func withClearedOrder(
        _ answer: [UInt8],
        _ body: (CollectionScreen, DispatchSemaphore) async throws -> Void
    ) async throws {
        let isCleared = DispatchSemaphore(value: 0)
        try await RawServer.with(answers: [answer], before: { _ in isCleared.wait() }) { raw in
            let screen = try await opened(TourReservation.self, folder, try raw.address)
            screen.editing.addTapped()
            screen.editing.form?.typed("Ana", in: "CustomerName")
            screen.editing.buyTapped()
            await eventually { raw.heard.count == 1 }
            screen.editing.startAnewTapped()
            screen.editing.form?.typed("Bo", in: "CustomerName")
            try await body(screen, isCleared)
        }
    }

    func testAnOrderThatWasClearedIsListedOnceItIsBooked() async throws {
        try await withClearedOrder(booked) { screen, isCleared in
            XCTAssertEqual(screen.toast?.text, "Still booking. The tour will be listed here once it is booked.")
            // Then the window remains open until the answer is here
            var isClosed: Bool?
            Task.immediate { isClosed = await screen.editing.mayClose() }
            XCTAssertNil(isClosed)
            XCTAssertNil(screen.alert)
            isCleared.signal()
            // Which then asks about the new form
            await eventually { screen.isRequested("Discard Changes?") }
            screen.answer(false)
            await eventually { isClosed != nil }
            XCTAssertEqual(isClosed, false)
            // And the answer is listed and told, and the new form remains
            await eventually { screen.list.entries.count == 1 }
            await eventually(screen.toast?.text ?? "") { screen.toast?.text.contains("AB-12") == true }
            XCTAssertNil(screen.editing.form?.answer)
            XCTAssertEqual(screen.editing.form?.entry("CustomerName")?.text, "Bo")
            // And so does its draft
            await eventually { (try? screen.storedDraft())?.contains("Bo") == true }
        }
    }

    func testAnOrderThatWasClearedIsNamedWhereItFails() async throws {
        let refusal = RawServer.answer(#"{"field":"TourDate","reason":"is full"}"#, status: "422 Unprocessable Content")
        try await withClearedOrder(refusal) { screen, isCleared in
            isCleared.signal()
            await eventually(screen.toast?.text ?? "") { screen.toast?.text.hasPrefix("Tour “Ana”: ") == true }
            XCTAssertEqual(screen.toast?.text.contains("is full"), true, screen.toast?.text ?? "")
        }
    }

    func testRemovingTourReportsBookingIsUnchanged() async throws {
        let screen = try await opened(TourReservation.self, folder)
        let tour = TourReservation(id: 1).with(\.customerName, "Ana")
        try screen.store.save(tour.with(\.tourDate, "2999-03-29T12:00Z"))
        await eventually { screen.list.entries.count == 1 }
        screen.deleteTapped(screen.list.entries.rows[0])
        await eventually(screen.toast?.text ?? "") {
            screen.toast?.text == "Ana removed from the list. The booking is still valid."
        }
        XCTAssertEqual(screen.toast?.offersUndo, true)
    }

    func testATourBecomesPastAtMidnightWhileTheWindowIsOpen() async throws {
        // Given a tour of today, and a clock that is moved by hand
        let today = try XCTUnwrap(Moment("2026-11-21T12:00Z")).date
        let clock = HandClock(today)
        defer { clock.end() }
        let store = try folder.store([TourReservation(id: 1).with(\.tourDate, Moment(today).text)])
        let list = ListScreen(of: store[.tours], memory: InMemoryStateStore(), clock: clock.clock)
        list.appeared()
        XCTAssertEqual(list.entries.headers.map(\.header.title), ["Upcoming"])
        // When midnight comes, and nothing else happens
        await eventually { clock.wakes.count == 1 }
        let midnight = Calendar.current.startOfDay(for: today.addingTimeInterval(86_400))
        XCTAssertEqual(clock.wakes, [midnight])
        clock.move(to: midnight)
        // Then it is past, and the next midnight is waited for
        await eventually { list.entries.headers.map(\.header.title) == ["Past"] && clock.wakes.count == 1 }
        XCTAssertEqual(clock.wakes, [Calendar.current.startOfDay(for: midnight.addingTimeInterval(90_000))])
    }

    func testAFormThatStaysOpenPastMidnightOffersTheDaysOfTheNewDay() async throws {
        // Given one form with its first day, and one with a chosen day
        for isChosen in [false, true] {
            let clock = HandClock(try XCTUnwrap(Moment("2998-11-21T12:00Z")).date)
            defer { clock.end() }
            let store = try Store(sandbox: folder.url)
            let passwords = Passwords(passwordStore: PasswordFile(sandbox: folder.url), environment: nil)
            let screen = CollectionScreen(
                of: store[.tours], emojis: HobbyEmojis(table: ""),
                preferences: try PreferencesScreen(store: store, passwords: passwords, overriding: (nil, nil)),
                clock: clock.clock)
            let form = try screen.newForm()
            if isChosen { form.typed(try XCTUnwrap(form.entry("TourDate")?.options.last).value, in: "TourDate") }
            // When midnight comes
            await eventually { clock.wakes.count == 1 }
            let midnight = try XCTUnwrap(clock.wakes.first)
            clock.move(to: midnight)
            // Then the days begin with the next one, and a chosen day that is over is reported
            let days = BookableDays.options(on: midnight)
            await eventually { form.entry("TourDate")?.options == days && clock.wakes.count == 1 }
            XCTAssertEqual(form.entry("TourDate")?.text, days[0].value)
            XCTAssertEqual(form.entry("TourDate")?.note != nil, isChosen)
            XCTAssertEqual(form.hasChanges, isChosen)
        }
    }

    func testADeadServerLosesNothingThatWasTyped() async throws {
        let screen = try await opened(TourReservation.self, folder, try ServerAddress("127.0.0.1:9"))
        let form = try screen.newForm()
        form.typed("Garvan Keeley", in: "CustomerName")
        screen.editing.buyTapped()
        await eventually("while the request runs everything but Clear is insensitive") { !form.isOpen }
        await finished(screen)
        XCTAssertEqual(form.problem?.contains("Cannot reach the server"), true, form.problem ?? "")
        XCTAssertTrue(form.isOpen)
        XCTAssertEqual(form.entry("CustomerName")?.text, "Garvan Keeley")
        XCTAssertEqual(screen.list.entries.count, 0)
        // And no order was sent that could have been booked.
        await eventually { (try? screen.storedDraft())?.contains("isSent") == false }
        let again = try await opened(TourReservation.self, folder)
        XCTAssertEqual(again.draftQuestion?.hasPrefix("You were booking a tour"), true, again.draftQuestion ?? "")
    }
}

/// A clock that is moved by hand.
private final class HandClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [(wake: Date, go: CheckedContinuation<Void, any Error>)] = []
    }

    private let state: Mutex<State>

    init(_ now: Date) { state = Mutex(State(now: now)) }

    var clock: WallClock {
        WallClock(now: { self.state.withLock { $0.now } }) { wake in
            try await withCheckedThrowingContinuation { go in self.state.withLock { $0.sleepers.append((wake, go)) } }
        }
    }

    /// What is waited for.
    var wakes: [Date] { state.withLock { $0.sleepers.map(\.wake) } }

    func move(to now: Date) {
        let due = state.withLock { state in
            state.now = now
            let due = state.sleepers.filter { $0.wake <= now }
            state.sleepers.removeAll { $0.wake <= now }
            return due
        }
        for sleeper in due { sleeper.go.resume() }
    }

    /// Nobody waits any more.
    func end() {
        for sleeper in state.withLock({ $0.sleepers }) { sleeper.go.resume(throwing: CancellationError()) }
    }
}
