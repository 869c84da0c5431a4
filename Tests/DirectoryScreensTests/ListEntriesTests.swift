import Testing

@testable import DirectoryScreens
@testable import DirectoryStore

/// The headings of a list.
struct ListEntriesTests {
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

    @Test func rowsBelowAHeadingWithoutOneOfTheirOwnHaveTheSame() {
        #expect(entries([("Best Matches", 2), ("A", 1), ("L", 2)]) == ["0: Best Matches, 2", "2: Other Matches, 3"])
        #expect(entries([("A", 1), ("L", 2)], first: 2) == ["0: You", "1: Everyone Else, 2"])
    }

    @Test func countsAreShownAboveOne() {
        #expect(entries([("Professor", 1), ("Student", 2)]) == ["0: Professor", "1: Student, 2"])
        #expect(entries([("Professor", 1), ("Student", 3)], first: 3) == ["0: You", "1: Professor", "2: Student, 2"])
    }
}
