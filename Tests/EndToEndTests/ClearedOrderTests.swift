import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import ScreenFixtures
import Waiting
import XCTest

/// Orders whose form was cleared while the server was queried.
@MainActor
final class ClearedOrderTests: XCTestCase {
    private let folder = Folder()

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
        let answer = RawServer.answer(
            #"{"Id":7,"CustomerName":"Ana","NumberOfCustomers":1,"TourDate":"2026-11-20T12:00Z","ReservationCode":"AB-12"}"#,
            status: "201 Created")
        try await withClearedOrder(answer) { screen, isCleared in
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
            await eventually {
                (try? Setting<String>("draft-tours").value(in: screen.store))?.contains("Bo") == true
            }
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
}
