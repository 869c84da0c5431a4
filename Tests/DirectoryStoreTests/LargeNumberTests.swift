import DirectoryModel
import DirectoryStore
import Foundation
import Testing
import TypedStore

/// Numbers of others, however large, leave room for the next.
struct LargeNumberTests {
    private func booked(_ id: Int, _ code: String) throws -> TourReservation {
        try JSONDecoder().decode(
            TourReservation.self,
            from: Data(#"{"Id": \#(id), "CustomerName": "Ana", "ReservationCode": "\#(code)"}"#.utf8))
    }

    @Test(arguments: [Int.max, 1 << 53, (1 << 53) - 1, (1 << 52) + 1])
    func bookingsGoOnAfterAnEnormousNumber(number: Int) throws {
        let folder = URL.temporaryDirectory.appending(path: "large-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(sandbox: folder)
        // Given a booking here, and one that a server gave an enormous number
        _ = try store.saveBooked(try booked(3, "A"))
        _ = try store.saveBooked(try booked(number, "B"))
        // When others follow
        for (index, code) in ["C", "D", "E"].enumerated() { _ = try store.saveBooked(try booked(index + 1, code)) }
        // Then all of them are here
        let codes = try store.whole(TourReservation.self) { _ in true }.map(\.reservationCode)
        #expect(Set(codes) == ["A", "B", "C", "D", "E"])
    }

    @Test func aStoreThatHoldsAnEnormousNumberAlreadyCountsOn() throws {
        let folder = URL.temporaryDirectory.appending(path: "large-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(sandbox: folder)
        try store.save(Contact(key: .max))
        try Setting<String>("last-number-contacts").set("\(Int.max)", in: store)

        let added = try store.addCounted(Contact(key: 0))

        #expect(added.key == 1)
        #expect(try store.addCounted(Contact(key: 0)).key == 2)
    }
}
