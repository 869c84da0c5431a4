import DirectoryModel
import DirectoryStore
import DirectorySync
import Foundation
import Testing
import TypedStore

/// An order whose answer was lost is booked once, however often it is sent.
struct OrderTests {
    let folder = Folder()

    private static let reservation = RawServer.answer(
        #"{"Id":7,"CustomerName":"Ana","NumberOfCustomers":2,"TourDate":"2026-12-01T12:00Z","ReservationCode":"AB-12"}"#,
        status: "201 Created")

    private func order(_ name: String = "Ana") -> TourReservation {
        TourReservation(id: 0).with(\.customerName, name).with(\.numberOfCustomers, 2)
            .with(\.tourDate, "2026-12-01T12:00Z")
    }

    /// The keys that orders were sent under, after these answers.
    private func keys(
        _ answers: [[UInt8]], _ orders: [TourReservation],
        ends: (SyncError?) -> Void = { _ in }
    ) async throws -> [String] {
        var keys: [String] = []
        try await RawServer.with(answers: answers) { server in
            let address = try server.address
            for order in orders {
                // Each time another process, as after a crash
                let store = try Store(sandbox: folder.url)
                let list = store[.tours].repository { Client(server: address, credentials: nil) }
                ends(await problem { () async throws(SyncError) in _ = try await list.add(order.record) })
            }
            keys = server.heard.compactMap { $0.firstMatch(of: /Idempotency-Key: (\S+)/).map { String($0.1) } }
        }
        #expect(keys.count == orders.count && keys.allSatisfy { UUID(uuidString: $0) != nil })
        return keys
    }

    @Test(arguments: [[], Array("HTTP/1.1 201 Created\r\nContent-Length: 90\r\n\r\n{".utf8)] as [[UInt8]])
    func anOrderWithoutAnAnswerIsSentAgainUnderItsKey(lost: [UInt8]) async throws {
        var problems: [SyncError?] = []
        let keys = try await keys([lost, Self.reservation, Self.reservation], [order(), order(), order()]) {
            problems.append($0)
        }
        // Then the second try has the key of the first, and says so
        #expect(keys[0] == keys[1])
        #expect(problems[0]?.recovery == "Try again with the same values. It will not be booked twice.")
        #expect(problems[1] == nil)
        // And the same order after an answer is another one
        #expect(keys[2] != keys[1])
    }

    @Test func secondOrderGetsNewKey() async throws {
        let keys = try await keys([[], Self.reservation], [order(), order("Bo"), order()])
        #expect(keys[0] != keys[1] && keys[0] == keys[2])
    }

    /// An earlier try may have been booked, whatever a later one is told.
    @Test(arguments: [
        "408 Request Timeout", "425 Too Early", "429 Too Many Requests", "401 Unauthorized", "403 Forbidden",
        "404 Not Found", "409 Conflict", "422 Unprocessable Content", "503 Service Unavailable",
    ])
    func anOrderToBeTriedLaterIsSentAgainWithTheSameKey(status: String) async throws {
        let later = RawServer.answer(#"{"field":"Idempotency-Key","reason":"was used already"}"#, status: status)
        let keys = try await keys([[], later, Self.reservation], [order(), order(), order()])
        #expect(Set(keys).count == 1)
    }

    @Test(arguments: ["400 Bad Request", "413 Content Too Large", "422 Unprocessable Content"])
    func aRefusedOrderIsAnotherOneTheNextTime(status: String) async throws {
        let refused = RawServer.answer(#"{"field":"TourDate","reason":"is over"}"#, status: status)
        #expect(Set(try await keys([refused, Self.reservation], [order(), order()])).count == 2)
    }

    /// Of what was made and where the answer was lost, a second try is answered the same.
    @Test(arguments: [[], Array("HTTP/1.1 201 Created\r\nContent-Length: 90\r\n\r\n{".utf8)] as [[UInt8]])
    func aToDoWithoutAnAnswerIsSentAgainUnderItsKey(lost: [UInt8]) async throws {
        let made = RawServer.answer(#"{"title":"Tea","url":"/todos/1"}"#, status: "201 Created")
        try await RawServer.with(answers: [lost, made, lost, lost, made, made]) { server in
            let address = try server.address
            var problems: [SyncError?] = []
            for _ in 0..<4 {
                // Each time another process, as after a crash
                let list = (try Store(sandbox: folder.url))[.toDos].repository {
                    Client(server: address, credentials: nil)
                }
                problems.append(
                    await problem { () async throws(SyncError) in _ = try await list.add(ToDo(title: "Tea").record) })
            }
            let keys = server.heard.compactMap { $0.firstMatch(of: /Idempotency-Key: (\S+)/).map { String($0.1) } }
            // The first is repeated, the second twice in vain and again by its user, and the last is another one
            #expect(problems[0] == nil && problems[2] == nil && problems[3] == nil)
            let recovery = "Try again with the same values within an hour. It will not be added twice."
            #expect(problems[1]?.recovery == recovery)
            #expect(keys.count == 6 && keys[0] == keys[1] && Set(keys[2...4]).count == 1 && Set(keys).count == 3)
        }
    }

    @Test func lateResponseIsSavedOnce() async throws {
        _ = try await keys([[], Self.reservation], [order(), order()])
        let store = try Store(sandbox: folder.url)
        func codes() throws -> [String] { try store.whole(TourReservation.self) { _ in true }.map(\.reservationCode) }
        #expect(try codes() == ["AB-12"])
        // And where it was kept before the program died, under whatever number
        #expect(try store.saveBooked(TourReservation(id: 1).with(\.reservationCode, "AB-12")).id == 7)
        #expect(try codes() == ["AB-12"])
    }
}
