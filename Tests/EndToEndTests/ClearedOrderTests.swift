import DirectoryModel
import DirectoryScreens
import DirectoryStore
import DirectorySync
import Foundation
import Waiting
import XCTest

/// Orders whose form was cleared while the server was asked.
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
            let screen = try await opened(TourReservation.self, folder, try ServerAddress("127.0.0.1:\(raw.port)"))
            screen.editing.addTapped()
            screen.editing.form?.typed("Ana", in: "CustomerName")
            screen.editing.buyTapped()
            let isHeard = await until { raw.heard.count == 1 }
            XCTAssertTrue(isHeard)
            screen.editing.startAnewTapped()
            screen.editing.form?.typed("Bo", in: "CustomerName")
            try await body(screen, isCleared)
        }
    }

    func testAnOrderThatWasClearedIsListedOnceItIsBooked() async throws {
        let answer = RawServer.answer(
            Array(
                #"{"Id":7,"CustomerName":"Ana","NumberOfCustomers":1,"TourDate":"2026-11-20T12:00Z","ReservationCode":"AB-12"}"#
                    .utf8), status: "201 Created")
        try await withClearedOrder(answer) { screen, isCleared in
            XCTAssertEqual(screen.toast?.text, "Still booking. The tour will be listed here once it is booked.")
            // Then the window stays open until the answer is here
            var isClosed: Bool?
            Task.immediate { isClosed = await screen.editing.mayClose() }
            XCTAssertNil(isClosed)
            XCTAssertNil(screen.alert)
            isCleared.signal()
            // Which then asks about the new form
            let isAsked = await until { screen.isAsked("Discard Changes?") }
            XCTAssertTrue(isAsked)
            screen.answer(false)
            let isAllowed = await until { isClosed != nil }
            XCTAssertEqual(isClosed, false)
            XCTAssertTrue(isAllowed)
            // And the answer is listed and told, and the new form stays
            let isListed = await until { screen.list.entries.count == 1 }
            XCTAssertTrue(isListed)
            let isTold = await until { screen.toast?.text.contains("AB-12") == true }
            XCTAssertTrue(isTold, screen.toast?.text ?? "")
            XCTAssertNil(screen.editing.form?.answer)
            XCTAssertEqual(screen.editing.form?.entry("CustomerName")?.text, "Bo")
            // And so does its draft
            let isKept = await until {
                (try? Setting<String>("draft-tours").value(in: screen.store))?.contains("Bo") == true
            }
            XCTAssertTrue(isKept)
        }
    }

    func testAnOrderThatWasClearedIsNamedWhereItFails() async throws {
        let refusal = RawServer.answer(
            Array(#"{"field":"TourDate","reason":"is full"}"#.utf8), status: "422 Unprocessable Content")
        try await withClearedOrder(refusal) { screen, isCleared in
            isCleared.signal()
            let isTold = await until { screen.toast?.text.hasPrefix("Tour “Ana”: ") == true }
            XCTAssertTrue(isTold, screen.toast?.text ?? "")
            XCTAssertEqual(screen.toast?.text.contains("is full"), true, screen.toast?.text ?? "")
        }
    }
}
