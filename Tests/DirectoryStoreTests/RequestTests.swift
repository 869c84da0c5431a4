import DirectoryModel
import Foundation
import GRDB
import Testing
import TypedStore

@testable import DirectoryStore

/// Fetch requests: predicate, sort, limit, and lists divided by the moment.
struct RequestTests {
    private let sandbox = Folder()

    private func players(_ players: [(name: String, team: String, rating: Double)]) throws -> Store {
        let store = try sandbox.store()
        for (number, player) in players.enumerated() {
            let record = Player(id: number + 1).with(\.name, player.name).with(\.team, player.team)
            try store.save(record.with(\.rating, player.rating))
        }
        return store
    }

    @Test func aFigureThatWasNotGivenIsTheSmallest() throws {
        let store = try players([("A", "ATL", 0), ("B", "BAL", 2)])
        try store.saveAll([Player(id: 7)])
        let sort = [RecordQuery.Sort.field("Rating", isDescending: true)]
        #expect(try store[.players].fetch(RecordQuery(sort: sort)).map(\.key) == [2, 1, 7])
        #expect(
            try store[.players].fetch(RecordQuery(.atLeast("Rating", .decimal(0)), sort: sort)).map(\.key) == [2, 1])
        #expect(try store.find(Player.self, key: 7)?.rating == nil)
    }

    private func names(_ query: String, in store: Store) throws -> [String] {
        let request = try #require(Player.definition.queries.first { $0.id == query }).request
        let fetched = try store[.players].fetch(request).map(\.displayName)
        let listed = try store[.players].listing(ListArrangement(query: query))
        let rows = try listed.rows.compactMap { try store.stored(Player.self, row: $0)?.record.name }
        #expect(rows == fetched)
        #expect(listed.sections.map(\.count) == (rows.isEmpty ? [] : [rows.count]))
        return fetched
    }

    @Test func theQueriesOfPlayersFindTheirsInOrder() throws {
        let store = try players([
            ("Zed", "Čar", 80), ("Émile", "dén", 100.5), ("ana", "CHI", 9), ("Bo", "ATL", 117.1), ("Cy", "Ear", 100.5),
            ("Łuk", "CHI", 70), ("Dee", "", 99.9), ("Eve", "ĐAL", 110), ("Fay", "1CD", 8.8),
        ])
        #expect(try names("all", in: store) == ["ana", "Bo", "Cy", "Dee", "Émile", "Eve", "Fay", "Łuk", "Zed"])
        #expect(try names("top5", in: store) == ["Bo", "Eve", "Cy", "Émile", "Dee"])
        #expect(try names("candd", in: store) == ["Zed", "ana", "Łuk", "Eve", "Émile"])
        // Also fewer than five, and nobody
        _ = try store[.players].delete(keys: Array(2...9))
        #expect(try names("top5", in: store) == ["Zed"])
        let elsewhere = Folder()
        let empty = try elsewhere.store()
        for query in ["all", "top5", "candd"] { #expect(try names(query, in: empty).isEmpty) }
    }

    @Test func predicatesSelectRecords() throws {
        let store = try players([("A", "CAR", 1), ("B", "CHI", 2), ("C", "DAL", 3), ("D", "x' OR 1=1 --", 4)])
        func names(_ predicate: RecordQuery.Predicate? = nil, limit: Int? = nil) throws -> [String] {
            let sort = [RecordQuery.Sort.field("Player", isDescending: true)]
            return try store[.players].fetch(RecordQuery(predicate, sort: sort, limit: limit)).map(\.displayName)
        }
        #expect(try names() == ["D", "C", "B", "A"])
        #expect(try names(limit: 2) == ["D", "C"])
        #expect(try names(limit: -3).isEmpty)
        #expect(try names(.equals("Team", .text("CHI"))) == ["B"])
        #expect(try names(.equals("Team", .text("x' OR 1=1 --"))) == ["D"])
        #expect(try names(.atLeast("Rating", .decimal(2))) == ["D", "C", "B"])
        #expect(try names(.differs("Team", from: .text("CHI"))) == ["D", "C", "A"])
        #expect(try names(.begins("Team", with: ["c"])) == ["B", "A"])
        #expect(try names(.begins("Team", with: [])).isEmpty)
        #expect(try names(.begins("Team", with: ["%", "_"])).isEmpty)
    }

    @Test func toursAreUpcomingOrPast() throws {
        let store = try sandbox.store()
        let days = BookableDays.options().map(\.value)
        for (number, day) in [days[2], "2017-03-29T12:00Z", days[0], "2016-01-01T12:00Z"].enumerated() {
            let tour = TourReservation(id: number + 1).with(\.customerName, "Ana").with(\.numberOfCustomers, 2)
            try store.save(tour.with(\.tourDate, day))
        }
        let listing = try store[.tours].listing(ListArrangement(grouping: "time"))
        #expect(listing.sections == [.init(title: "Upcoming", count: 2), .init(title: "Past", count: 2)])
        // The next tour comes first, and so does the last one of the past
        func keys(_ order: String) throws -> [Int] {
            let rows = try store[.tours].listing(ListArrangement(grouping: "time", order: order)).rows
            return try rows.flatMap { try store[.tours].keys(rows: [$0]) }
        }
        #expect(try keys("date") == [3, 1, 2, 4])
        #expect(try keys("name") == [1, 3, 2, 4])
    }

    @Test func aTourIsPastFromTheMidnightAfterIt() throws {
        let store = try sandbox.store()
        let tour = TourReservation(id: 1).with(\.tourDate, try #require(BookableDays.options().first).value)
        try store.save(tour)
        func titles(days: Double) throws -> [String] {
            let date = try #require(Moment(tour.tourDate)).date.addingTimeInterval(days * 86_400)
            return try store[.tours].listing(ListArrangement(grouping: "time"), on: date).sections
                .map(\.title)
        }

        #expect(try titles(days: -0.4) == ["Upcoming"] && titles(days: 0.4) == ["Upcoming"])
        #expect(try titles(days: 0.7) == ["Past"])
    }

    @Test func theLargestNumberIsNotATextNorNothing() throws {
        let store = try sandbox.store()
        let field = try #require(ToDo.definition.field(named: "order"))
        #expect(try store[.toDos].largest(of: field) == nil)
        for (number, order) in [3, nil, 40, -7].enumerated() {
            let todo = ToDo(title: "T", order: order).record
            try store[.toDos].save(todo.hosted(as: number + 1, at: "/todos/\(number + 1)"))
        }
        #expect(try store[.toDos].largest(of: field) == 40)
        func index(_ todo: ToDo, after largest: Int?) -> Int? { ToDo(todo.record.positioned(after: largest)).order }
        #expect(index(ToDo(title: "New"), after: 40) == 41 && index(ToDo(), after: nil) == 1)
        #expect(index(ToDo(), after: .max) == nil && index(ToDo(order: 5), after: 40) == 5)
    }

    @Test func onlyEmergencyContactsAndOpenToDosAreFound() throws {
        let store = try sandbox.store()
        for (number, message) in ["fn=Ana, ec=yes", "fn=Bo", "fn=Cy, ec=no"].enumerated() {
            try store.save(Contact(message, key: number + 1))
        }
        #expect(try store[.contacts].listing(ListArrangement(query: "emergency")).rows.count == 1)
        for (number, completed) in [true, false, nil].enumerated() {
            let todo = ToDo(title: "T", completed: completed).record
            try store[.toDos].save(todo.hosted(as: number + 1, at: "http://h/todos/\(number + 1)"))
        }
        #expect(try store[.toDos].listing(ListArrangement(query: "open")).rows.count == 2)
        #expect(try store[.toDos].listing(ListArrangement(query: "completed")).rows.count == 1)
    }
}

extension StoredCollection {
    /// The records that a request selects.
    func fetch(_ request: RecordQuery) throws -> [DirectoryModel.Record] {
        let select = SelectStatement(table, request, on: Date())
        return try read { db in
            let rows = try Int64.fetchAll(db, sql: select.rows, arguments: StatementArguments(select.arguments))
            return try rows.compactMap { try table.stored(row: $0, in: db)?.record }
        }
    }
}
