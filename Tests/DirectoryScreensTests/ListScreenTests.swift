import DirectoryModel
import Testing
import TypedStore
import Waiting

@testable import DirectoryScreens
@testable import DirectoryStore

/// A long list shows its first rows at once, and all of them a moment later; when a list is idle; its headings.
@MainActor
struct ListScreenTests {
    private let folder = Folder()

    private func list(of count: Int) throws -> (ListScreen, Store) {
        let store = try folder.model().store
        for number in 1..<(count + 1) {
            try store.save(DukePerson(DUID: number, netid: "n\(number)", fName: "Ana", lName: "Li\(1000 + number)"))
        }
        let list = ListScreen(of: store[.people], memory: InMemoryStateStore())
        list.maxReadAtOnce = 20
        return (list, store)
    }

    @Test func allRowsFollowTheFirst() async throws {
        let (list, store) = try list(of: 90)
        list.appeared()
        let first = list.entries.rows
        #expect(list.isPartial)
        #expect(!list.isIdle)
        #expect(first.count < 90)
        #expect((list.total, list.foundText) == (90, "90 people"))
        #expect(await until { !list.isPartial })
        let all = try store[.people].listing(list.looks.arrangement)
        #expect(list.entries.rows == all.rows)
        #expect(Array(all.rows.prefix(first.count)) == first)
    }

    @Test func aRowOfAShortListIsReadAfterOneFarDownALongOne() throws {
        let (_, store) = try list(of: 600)
        let contents = RowContents(of: store[.people])
        let rows = try store[.people].listing(ListArrangement()).rows
        let last = try #require(rows.last)
        #expect(try contents.content(of: last, in: rows, marker: .none)?.row == last)
        #expect(try contents.content(of: rows[3], in: Array(rows.prefix(10)), marker: .none)?.row == rows[3])
    }

    @Test(arguments: [false, true]) func theKeysOfManySelectedRowsAreReadInTheBackgroundOrWhenNeeded(
        isRead: Bool
    ) async throws {
        // Given more rows than are read at once, all selected
        let (list, store) = try list(of: 90)
        list.rowsSelected(try store[.people].listing(ListArrangement()).rows)
        // When a change uses their keys, before or after they are read
        let reading = try #require(list.reading)
        if isRead { await reading.value }
        #expect(list.selectedKeys.sorted() == Array(1...90))
        // Then a few rows are read at once
        list.rowsSelected(Array(list.selectedRows.prefix(2)))
        #expect(list.selectedKeys.count == 2)
    }

    @Test func aSearchTypedMeanwhileIsAnsweredFromAllRows() async throws {
        let (list, _) = try list(of: 90)
        list.appeared()
        list.searchChanged("n90")
        #expect(list.isSearching)
        #expect(await until { list.answeredSearch == "n90" })
        #expect(list.entries.count == 1)
        #expect(!list.isSearching)
    }

    @Test func aListIsNotIdleUntilOtherCollectionsAreSearched() async throws {
        let (list, _) = try list(of: 1)
        let (shown, ask) = AsyncStream.makeStream(of: String.self)
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        list.elsewhere = { text in
            ask.yield(text)
            for await count in answers {
                return [GlobalSearchScreen.Found(collection: Contact.collection, count: count)]
            }
            return []
        }
        #expect(list.isIdle)
        // Given a search that finds nothing in the list
        list.searchChanged("holloweye")
        #expect(!list.isIdle)
        var questions = shown.makeAsyncIterator()
        #expect(await questions.next() == "holloweye")
        // Then it is not idle until the others have answered
        #expect(!list.isSearching)
        #expect(!list.isIdle)
        answer.yield(2)
        #expect(await until { list.isIdle })
        #expect(list.emptyState?.step == .searchIn("contacts"))
    }

    // MARK: Headings

    private func entries(
        _ sections: [(String, Int)], first: Int64? = nil, isByInitial: Bool = true
    ) -> [String] {
        let count = sections.map(\.1).reduce(0, +)
        let listing = Listing(
            sections: sections.map { Listing.Section(title: $0.0, count: $0.1) },
            rows: count > 0 ? Array(1...Int64(count)) : [], revision: 1)
        return ListEntries(listing, first: first, isByInitial: isByInitial).headers.map {
            "\($0.index): \($0.header.spoken)"
        }
    }

    @Test func lettersAreHeadingsFromThirtyRows() {
        #expect(entries([("A", 14), ("#", 15)]) == [])
        #expect(entries([("A", 15), ("#", 15)]) == ["0: A, 15", "15: #, 15"])
        #expect(entries([("A", 1), ("B", 1)], isByInitial: false) == ["0: A", "1: B"], "Teams may be called A and B.")
    }

    @Test func rowsBelowAHeadingWithoutOneOfTheirOwnHaveTheSameAndCountsAreShownAboveOne() {
        #expect(entries([("Best Matches", 2), ("A", 1), ("L", 2)]) == ["0: Best Matches, 2", "2: Other Matches, 3"])
        #expect(entries([("A", 1), ("L", 2)], first: 2) == ["0: You", "1: Everyone Else, 2"])
        #expect(entries([("Professor", 1), ("Student", 2)]) == ["0: Professor", "1: Student, 2"])
        #expect(entries([("Professor", 1), ("Student", 3)], first: 3) == ["0: You", "1: Professor", "2: Student, 2"])
    }
}
