import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Everybody may add to these lists: what the server keeps of it has an end.
@Suite struct RoomTests {
    private let piece = Data(count: 1 << 20)

    /// Fills a list with items of a megabyte each, up to `spare` bytes.
    private func fill(
        _ collection: String, of repository: SQLRepository, spare: Int = 0, until end: Date? = nil
    ) async throws {
        let piece = piece
        for _ in 1..<(ItemError.maxBytes >> 20) {
            _ = try await repository.addItem(to: collection, until: end) { _ in piece }
        }
        _ = try await repository.addItem(to: collection, until: end) { _ in piece.dropFirst(spare) }
    }

    @Test func aListHoldsSoManyBytesAndNoMore() async throws {
        try await withTemporaryDatabase { repository in
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
        }
    }

    @Test func aFullListIsSaid() async throws {
        try await TestServer.with { (server) async throws in
            _ = try await server.open(.POST, "/todos", body: #"{"title":"Tea"}"#)
            let kept = try #require(try await server.repository.items(of: "todos").first).json.count
            let spare = kept + 40
            try await fill("todos", of: server.repository, spare: spare)
            let long = #"{"title":"\#(String(repeating: "x", count: 200))"}"#
            for (method, path) in [(HTTPMethod.POST, "/todos"), (.PATCH, "/todos/1"), (.PUT, "/todos/1")] {
                let answer = try await server.open(method, path, body: long)
                #expect(
                    answer.status == 507 && answer.words["error"] == "This list is full, so nothing was saved.")
            }
            #expect(try await server.open(.GET, "/todos/1").todo().title == "Tea")
            #expect(try await server.open(.PATCH, "/todos/1", body: #"{"title":"Te"}"#).status == 200)
        }
    }

    @Test func toursThatAreOverMakeRoom() async throws {
        try await TestServer.with { (server) async throws in
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
}
