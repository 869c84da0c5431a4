import DirectoryModel
import DirectoryStore
import Foundation
import Observation
import TypedStore
import XCTest

@testable import DirectoryScreens

/// Long lists that are sorted by a name have letters beside them.
@MainActor
final class ListLettersTests: XCTestCase {
    private let folder = URL.temporaryDirectory.appending(path: "letters-\(UUID().uuidString)")

    /// A list of so many people, whose last names begin with A, Ä and B in turn, and first names with X.
    private func list(of count: Int) throws -> ListScreen {
        let store = try DataModel(sandbox: folder).store
        let names = ["Abel", "Äbel", "Bauer"]
        try store.saveAll(
            (1...count).map { DukePerson(DUID: $0, netid: "n\($0)", fName: "Xenia", lName: names[$0 % 3]) })
        let list = ListScreen(of: store[.people], memory: InMemoryStateStore())
        list.appeared()
        return list
    }

    func testLettersAreThoseOfTheNameTheListIsSortedBy() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list(of: 60)
        XCTAssertEqual(list.letters, ["A", "B"])
        list.looks.orderChosen("first")
        XCTAssertEqual(list.letters, ["X"])
    }

    func testAShortListHasNoLetters() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        XCTAssertTrue(try list(of: 40).letters.isEmpty)
    }

    func testASearchHasNoLetters() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list(of: 60)
        list.searchChanged("bauer")
        XCTAssertTrue(list.letters.isEmpty)
        list.searchChanged("")
        XCTAssertEqual(list.letters, ["A", "B"])
    }

    func testALetterLeadsToItsFirstRow() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list(of: 60)
        let rows = list.entries.rows
        XCTAssertEqual(list.letterTapped("B", seen: Array(rows.prefix(9))), rows[40])
        XCTAssertEqual(list.letterTapped("A", seen: Array(rows[40..<49])), rows[0])
        XCTAssertEqual(list.letterTapped("Q", seen: rows), nil)
    }

    func testTheLettersOfALongListFollow() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = try list(of: 1500)
        let (changes, tell) = AsyncStream.makeStream(of: Void.self)
        withObservationTracking {
            _ = list.letters
        } onChange: {
            tell.yield()
        }
        XCTAssertFalse(list.isIdle)
        for await _ in changes { break }
        XCTAssertEqual(list.letters, ["A", "B"])
        XCTAssertFalse(list.letterFinder.isFinding)
    }

    func testTheSameLetterAgainLeadsToTheNextSection() async {
        let letters = ListLetters()
        let entries = ListEntries(
            rows: [1, 2, 3, 4, 5],
            headers: [(0, ListEntry.Header(title: "One", count: 2)), (2, ListEntry.Header(title: "Two", count: 3))])
        let list = ListLetters.SortedList(listing: .empty, order: "", pinned: nil)
        letters.find(in: list) { LetterIndex(["a", "b", "a", "a", "b"], of: entries) }
        XCTAssertEqual(letters.row(of: "B", seen: [1, 2, 3, 4, 5], in: entries.rows), 2)
        XCTAssertEqual(letters.row(of: "B", seen: [2, 3, 4], in: entries.rows), 5)
        XCTAssertEqual(letters.row(of: "B", seen: [4, 5], in: entries.rows), 2)
        XCTAssertEqual(
            letters.row(of: "B", seen: [4, 5], in: entries.rows), 5, "What it led to is not in view any more.")
    }
}
