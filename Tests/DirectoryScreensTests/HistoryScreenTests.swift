import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// The history of a list, as its screen shows it.
@MainActor
final class HistoryScreenTests: XCTestCase {
    private let folder = Folder()

    func testEarlierChangesAreOfferedOnlyIfThereAreSome() async throws {
        let screen = try window(on: folder).screen(of: .people)
        var person = DukePerson(DUID: 1, netid: "n1")
        func change(_ number: Int) throws {
            person.team = "Team \(number)"
            try screen.store.save(person)
        }
        // Given as many changes as are shown at first
        for number in 1...100 { try change(number) }
        screen.historyTapped()
        guard case .history(let history) = screen.sheet else { return XCTFail("The history is not open.") }
        await eventually { history.days.flatMap(\.changes).count == 100 }
        XCTAssertFalse(history.hasMore)
        // When there is another one, then the first is an earlier one
        try change(101)
        await eventually { history.hasMore }
        XCTAssertEqual(history.days.flatMap(\.changes).count, 100)
        history.moreTapped()
        await eventually { history.days.flatMap(\.changes).count == 101 }
        XCTAssertFalse(history.hasMore)
    }
}
