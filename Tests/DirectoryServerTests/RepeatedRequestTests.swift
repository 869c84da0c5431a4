import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// A request whose answer was lost is sent again, and books nothing a second time.
@Suite struct RepeatedRequestTests {
    private static let order = #"{"CustomerName":"Ann","NumberOfCustomers":2,"TourDate":"2030-01-02T03:04Z"}"#
    private static let reordered = #"{"TourDate":"2030-01-02T03:04Z","NumberOfCustomers":2, "CustomerName":"Ann"}"#

    @Test(.server()) func theSameKeyGetsOnlyTheSameReservation() async throws {
        let key = ["Idempotency-Key": "\"8e03978e-40d5-43e8-bc93-6894a57f9324\""]
        // A request that was refused is not remembered
        let bad = Self.order.replacing(":2,", with: ":9,")
        #expect(try await server.open(.POST, "/api/tours", body: bad, headers: key).status == 422)
        let first = try await server.open(.POST, "/api/tours", body: Self.order, headers: key)
        #expect(first.status == 201)
        // Another order with the same key is refused
        let refused = try await server.open(
            .POST, "/api/tours", body: Self.order.replacing("Ann", with: "Bob"), headers: key)
        #expect(refused.status == 422 && refused.json["field"] == "Idempotency-Key")
        #expect(try await server.repository.items(of: "tours").count == 1)
        // When it comes again, its fields in another order, then the answer is the same
        for body in [Self.order, Self.reordered] {
            let again = try await server.open(.POST, "/api/tours", body: body, headers: key)
            #expect(again.status == 201 && again.body == first.body)
        }
        // Even where the reservation is over and made room for another
        try await server.repository.removeItems(of: "tours")
        let later = try await server.open(.POST, "/api/tours", body: Self.order, headers: key)
        #expect(later.status == 201 && later.body == first.body)
        #expect(try await server.repository.items(of: "tours").isEmpty)
        // Another key, or none, is another request
        for headers in [["Idempotency-Key": UUID().uuidString], [:], [:]] {
            let other = try await server.open(.POST, "/api/tours", body: Self.order, headers: headers)
            #expect(other.status == 201 && other.body != first.body)
        }
        #expect(try await server.repository.items(of: "tours").count == 3)
    }

    @Test(.serverOnEachDatabase()) func concurrentRequestsWithOneKeyAreOne() async throws {
        let key = ["Idempotency-Key": UUID().uuidString]
        let answers = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try await server.open(.POST, "/api/tours", body: Self.order, headers: key).body
                }
            }
            return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(try await server.repository.items(of: "tours").count == 1)
    }

    @Test(.serverOnEachDatabase()) func aRepeatedToDoIsMadeOnceThoughTheListChanged() async throws {
        // Given a list that the first request changes
        let list = try await server.open(.GET, "/todos").etag
        let headers = ["Idempotency-Key": UUID().uuidString, "If-Match": list]
        let tea = #"{"title":"Tea","user":"Ann"}"#
        let first = try await server.open(.POST, "/todos", body: tea, headers: headers)
        let again = try await server.open(.POST, "/", body: tea, headers: headers)
        #expect(first.status == 201 && again.status == 201 && again.body == first.body)
        let stale = try await server.open(.POST, "/todos", body: tea, headers: ["If-Match": list])
        #expect(stale.status == 412)
        let other = try await server.open(.POST, "/todos", body: #"{"title":"Milk"}"#, headers: headers)
        #expect(other.status == 422 && other.json["field"] == "Idempotency-Key")
        #expect(try await server.repository.items(of: "todos").count == 1)
    }

    @Test(.serverOnEachDatabase()) func theOldestAnswersMakeRoomForNewOnes() async throws {
        // Given as many answers as are stored
        let (now, text) = (Date().timeIntervalSince1970, String(repeating: "x", count: 4096))
        try await database.execute(
            """
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO item_request
            SELECT 'tours', 'k' || i, 'x', 1, '\(text)', \(now - 86_400) + i / 1000.0 FROM n
            """)
        // When one more comes, then it is booked once, and the oldest ones go
        let key = ["Idempotency-Key": UUID().uuidString]
        let first = try await server.open(.POST, "/api/tours", body: Self.order, headers: key)
        #expect(first.status == 201)
        #expect(try await server.open(.POST, "/api/tours", body: Self.order, headers: key).body == first.body)
        let sizes = try await database.texts(
            "SELECT CAST(length(json) + length(key) + \(ItemRequest.overhead) AS TEXT) FROM item_request ORDER BY made"
        )
        let size = sizes.compactMap { Int($0) }.reduce(0, +)
        #expect((ItemRequest.maxBytes - 5000...ItemRequest.maxBytes).contains(size))
        let oldest = try await database.texts("SELECT key FROM item_request ORDER BY made LIMIT 1")
        #expect(oldest == ["k\(1000 - (sizes.count - 2))"])
    }

    @Test(.server()) func anInvalidKeyIsRefused() async throws {
        for key in ["", "a b", "é", String(repeating: "k", count: 201)] {
            let headers = ["Idempotency-Key": key]
            let answer = try await server.open(.POST, "/api/tours", body: Self.order, headers: headers)
            #expect(answer.status == 400, "\(key)")
        }
        #expect(try await server.repository.items(of: "tours").isEmpty)
    }
}
