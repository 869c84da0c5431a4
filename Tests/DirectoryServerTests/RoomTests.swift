import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Anyone may add to these lists, so their size and that of bodies are limited.
@Suite struct RoomTests {
    private let piece = Data(count: 1 << 20)

    /// Fills a list with items of a megabyte each, up to `spare` bytes.
    private func fill(
        _ list: ListKey, of repository: SQLRepository, spare: Int = 0, until end: Date? = nil
    ) async throws {
        let piece = piece
        for _ in 1..<(ItemError.maxBytes >> 20) {
            _ = try await repository.addItem(to: list, until: end) { _ in piece }
        }
        _ = try await repository.addItem(to: list, until: end) { _ in piece.dropFirst(spare) }
    }

    @Test(.eachDatabase) func aListHoldsLimitedBytesAndNumbers() async throws {
        // Given a list that is full to the last byte
        try await fill("todos", of: repository)
        await #expect(throws: ItemError.full) {
            _ = try await repository.addItem(to: "todos") { _ in Data("{}".utf8) }
        }
        // Then nothing grows, the number is not lost, and other lists have room
        await #expect(throws: ItemError.full) {
            _ = try await repository.changeItem(1, of: "todos") { $0 + Data(count: 1) }
        }
        #expect(try await repository.addItem(to: "others") { _ in Data("{}".utf8) }.number == 1)
        // When something shrinks or goes, then there is as much room
        _ = try await repository.changeItem(1, of: "todos") { $0.dropFirst(2) }
        #expect(try await repository.addItem(to: "todos") { _ in Data("{}".utf8) }.number == 17)
        _ = try await repository.removeItem(2, of: "todos")
        _ = try await repository.changeItem(1, of: "todos") { $0 + Data(count: 1 << 20) }
        try await repository.removeItems(of: "todos")
        try await fill("todos", of: repository)
        // And there is no number after the largest
        try await repository.fill("numbers", with: [Item(number: .max, json: Data("{}".utf8))])
        await #expect(throws: ItemError.full) {
            _ = try await repository.addItem(to: "numbers") { _ in Data("{}".utf8) }
        }
    }

    @Test(.server()) func fullListIsReported() async throws {
        _ = try await server.open(.POST, "/todos", body: #"{"title":"Tea"}"#)
        let saved = try #require(try await server.repository.items(of: "todos").first).json.count
        let spare = saved + 40
        try await fill("todos", of: server.repository, spare: spare)
        let long = #"{"title":"\#(String(repeating: "x", count: 200))"}"#
        for (method, path) in [(HTTPMethod.POST, "/todos"), (.PATCH, "/todos/1"), (.PUT, "/todos/1")] {
            let answer = try await server.open(method, path, body: long)
            #expect(
                answer.status == 507 && answer.json["error"] == "This list is full, so nothing was saved.")
        }
        #expect(try await server.open(.GET, "/todos/1").todo().title == "Tea")
        #expect(try await server.open(.PATCH, "/todos/1", body: #"{"title":"Te"}"#).status == 200)
    }

    private static func head(_ length: Int, _ more: String = "") -> String {
        "POST /todos HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    @Test func onlyReceivedBodiesTakeMemoryAndAreRefusedWithoutAny() async throws {
        let limits = ConnectionLimits()
        let connections = Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        // Given a body that is only announced, all of the memory is free
        try await TestConnection.with(limits, in: connections) { (connection) async throws in
            await connection.send(Self.head(EntryLimits.maxBodySize, "Expect: 100-continue\r\n"))
            #expect(try await connection.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
            #expect(connections.take(Connections.maxBodies, after: EntryLimits.maxBodySize))
            connections.giveBack(Connections.maxBodies)
            await connection.send(String(repeating: "x", count: EntryLimits.maxBodySize))
            #expect(try await connection.receive(until: TestConnection.answerEnd).hasPrefix("HTTP/1.1 200 "))
        }
        #expect(connections.take(Connections.maxBodies, after: 0))
        // Given no room, a small body is read
        try await TestConnection.with(limits, in: connections) { (connection) async throws in
            await connection.send(Self.head(10_000) + String(repeating: "x", count: 10_000))
            #expect(try await connection.receive(until: TestConnection.answerEnd).hasPrefix("HTTP/1.1 200 "))
            // And one that grows too large is refused as it comes
            await connection.send(Self.head(100_000) + String(repeating: "x", count: 15_000))
            await connection.send(String(repeating: "x", count: 15_000))
            #expect(try await connection.receive(until: TestConnection.answerEnd).hasPrefix("HTTP/1.1 503 "))
            try await connection.waitForClose()
        }
        // Then nothing of them is counted any more
        connections.giveBack(Connections.maxBodies)
        #expect(connections.take(Connections.maxBodies, after: Connections.maxBodies))
    }

    @Test(.server()) func pastToursMakeRoom() async throws {
        let order = #"{"CustomerName":"Anna","NumberOfCustomers":2,"TourDate":"2017-03-29T12:00Z"}"#
        // Given reservations of which one is over
        #expect(try await server.open(.POST, "/api/tours", body: order).status == 201)
        let first = try #require(try await server.repository.items(of: "tours").first).json.count
        try await fill("tours", of: server.repository, spare: first, until: Date(timeIntervalSinceNow: 9_000))
        // When there is no room, then it goes, and where none is over nothing does
        let coming = order.replacing("2017", with: "2999").replacing("Anna", with: "Ann")
        #expect(try await server.open(.POST, "/api/tours", body: coming).status == 201)
        #expect(try await server.repository.items(of: "tours").map(\.number) == Array(2...18))
        #expect(try await server.open(.POST, "/api/tours", body: coming).status == 507)
        #expect(try await server.repository.items(of: "tours").count == 17)
    }
}
