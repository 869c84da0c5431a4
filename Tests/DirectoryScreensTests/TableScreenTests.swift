import DirectoryModel
import DirectoryScreens
import DirectoryStore
import ScreenFixtures
import TypedStore
import XCTest

/// A list as a table: columns from the fields, sorted by any of them.
final class TableScreenTests: ScreenTestCase {
    private let memory = InMemoryStateStore()

    private func screen() throws -> ListScreen {
        let store = try Store(sandbox: folder.url)
        if try store[.players].count() == 0 {
            let rows = [("Ash", "Cranes", 9.5), ("Birch", "Doves", 110), ("Cedar", "Eagles", 88)]
            for (index, (name, team, rating)) in rows.enumerated() {
                let player = Player(id: index + 1).with(\.name, name).with(\.team, team)
                try store.save(player.with(\.rating, rating))
            }
        }
        let screen = ListScreen(of: store[.players], memory: memory)
        screen.appeared()
        return screen
    }

    private func names(_ screen: ListScreen) -> [String] {
        screen.entries.rows.compactMap { screen.content(of: $0)?.title }
    }

    func testColumnsAreFields() async throws {
        let screen = try screen()
        XCTAssertEqual(screen.columns, [])
        screen.looks.lookChosen("table")
        let columns = screen.columns
        XCTAssertEqual(columns.count, Player.fields.count - 1)
        XCTAssertEqual(columns.prefix(2).map(\.label), ["Player", "Team"])
        XCTAssertEqual(columns.filter { !$0.isNumeric }.map(\.label), ["Player", "Team"])
        XCTAssertEqual(columns.first { $0.key == "Rating" }?.sample, "110.0")
        XCTAssertEqual(Course.definition.tableFields.first { $0.label == "Level" }?.isNumeric, true)
        let row = try XCTUnwrap(screen.content(of: screen.entries.rows[0]))
        XCTAssertEqual(row.cells.prefix(2).map(\.text), ["Ash", "Cranes"])
        XCTAssertEqual(row.cells.first { $0.label == "Rating" }?.text, "9.5")
        XCTAssertEqual(row.spoken, "Ash, Team: Cranes, Rating: 9.5", "What was not given is not a 0.")
    }

    func testAHeadingSortsByItsColumnThenBackwardsThenNot() async throws {
        let screen = try screen()
        screen.looks.lookChosen("table")
        screen.looks.columnTapped("Rating")
        XCTAssertEqual(names(screen), ["Birch", "Cedar", "Ash"], "Numbers begin with the largest.")
        XCTAssertEqual(screen.columns.first { $0.key == "Rating" }?.direction, .descending)
        screen.looks.columnTapped("Rating")
        XCTAssertEqual(names(screen), ["Ash", "Cedar", "Birch"])
        screen.looks.columnTapped("Rating")
        XCTAssertEqual(screen.columns.compactMap(\.direction), [])
        screen.looks.columnTapped("Team")
        screen.looks.columnTapped("Team")
        XCTAssertEqual(names(screen), ["Cedar", "Birch", "Ash"])
        // Rows do not have headings, and are sorted as the list is.
        screen.looks.lookChosen("rows")
        XCTAssertEqual(names(screen), ["Ash", "Birch", "Cedar"])
    }

    func testTheMenuSortsByColumnsThatThereIsNoRoomFor() async throws {
        _ = try screen()
        let collection = try window(on: folder, memory: memory).screen(of: .players)
        collection.appeared()
        XCTAssertEqual(collection.list.looks.columnOrders, [])
        collection.list.looks.lookChosen("table")
        XCTAssertEqual(collection.list.looks.columnOrders.count, Player.fields.count - 1)
        XCTAssertEqual(collection.list.looks.columnOrders.first?.label, "Sort by Player")
        XCTAssertEqual(collection.list.looks.shownOrderID, "name")
        collection.list.looks.orderChosen("column-Rating")
        XCTAssertEqual(names(collection.list), ["Birch", "Cedar", "Ash"])
        XCTAssertEqual(collection.list.looks.shownOrderID, "column-Rating")
        collection.list.looks.orderChosen("name")
        XCTAssertEqual(names(collection.list), ["Ash", "Birch", "Cedar"])
        XCTAssertEqual(collection.list.columns.compactMap(\.direction), [])
    }

    func testTheNextWindowIsSortedTheSame() async throws {
        let first = try screen()
        first.looks.lookChosen("table")
        first.looks.columnTapped("Rating")
        let next = try screen()
        XCTAssertEqual(next.looks.look, .table)
        XCTAssertEqual(names(next), ["Birch", "Cedar", "Ash"])
        memory.save("-Height", as: "column-players")
        XCTAssertEqual(names(try screen()), ["Ash", "Birch", "Cedar"])
    }

    func testASearchAndAQueryAreSortedByTheColumn() async throws {
        let screen = try screen()
        screen.looks.lookChosen("table")
        screen.looks.columnTapped("Rating")
        screen.searchChanged("es")
        await eventually { screen.answeredSearch == "es" }
        XCTAssertEqual(names(screen), ["Birch", "Cedar", "Ash"])
        XCTAssertEqual(screen.entries.headers.count, 0)
        screen.searchChanged("")
        XCTAssertTrue(screen.looks.queryChosen(id: "top5"))
        XCTAssertEqual(names(screen), ["Birch", "Cedar", "Ash"])
        screen.looks.columnTapped("Player")
        XCTAssertEqual(names(screen), ["Ash", "Birch", "Cedar"])
    }
}
