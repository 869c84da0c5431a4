import Testing

@testable import DirectoryScreens

/// A table is never wider than its list: the least important columns are left out.
struct TableFitTests {
    private static let columns = [
        TableColumn(key: "name", label: "Player"), TableColumn(key: "team", label: "Team"),
        TableColumn(key: "attempts", label: "Attempts", isNumeric: true, isMinor: true),
        TableColumn(key: "rating", label: "Rating", isNumeric: true),
        TableColumn(key: "sacks", label: "Sacks", isNumeric: true, isMinor: true),
    ]
    private static let needs = [(190, 120), (60, 60), (70, 70), (50, 50), (50, 50)].map {
        TableFit.Need(natural: $0, least: $1)
    }

    private func shown(in width: Int, _ columns: [TableColumn] = columns) -> [String] {
        let ranges = TableFit(columns, Self.needs, in: width).ranges
        return zip(columns, ranges).filter { $1 != nil }.map(\.0.key)
    }

    @Test(arguments: [
        (100, ["name"]), (130, ["name"]), (185, ["name", "team"]), (235, ["name", "team", "rating"]),
        (330, ["name", "team", "rating"]), (400, ["name", "team", "attempts", "rating"]),
        (440, ["name", "team", "attempts", "rating", "sacks"]),
    ])
    func theLeastImportantGiveWayFirst(width: Int, keys: [String]) { #expect(shown(in: width) == keys) }

    @Test func sortedColumnIsNotHidden() {
        var columns = Self.columns
        columns[4] = TableColumn(key: "sacks", label: "Sacks", isNumeric: true, isMinor: true, direction: .descending)
        #expect(shown(in: 235, columns) == ["name", "team", "sacks"])
        #expect(shown(in: 175, columns) == ["name", "sacks"])
    }

    @Test(arguments: [(230, 2), (300, 2), (330, 3)])
    func aTextIsCutOnlyWhereItIsAmongTheFirstTwo(width: Int, count: Int) {
        let columns = [
            TableColumn(key: "code", label: "Code"), TableColumn(key: "name", label: "Name"),
            TableColumn(key: "level", label: "Level", isNumeric: true),
        ]
        let needs = [(87, 87), (190, 100), (50, 50)].map { TableFit.Need(natural: $0, least: $1) }
        #expect(TableFit(columns, needs, in: width).ranges.compactMap(\.self).count == count)
    }

    /// At every width, columns follow each other, end within the width, and are not narrower than they need.
    @Test(arguments: Array(stride(from: 0, through: 900, by: 7)))
    func columnsFollowEachOtherWithinTheWidth(width: Int) {
        let ranges = TableFit(Self.columns, Self.needs, in: width).ranges
        var end = 0
        for (range, need) in zip(ranges, Self.needs) {
            guard let range else { continue }
            #expect(range.lowerBound == end)
            #expect(range.count >= min(need.least, width))
            end = range.upperBound
        }
        #expect(end <= width)
        #expect(ranges.first != .some(nil))
    }

    @Test func onlyTextsTakeWhatIsLeft() {
        let ranges = TableFit(Self.columns, Self.needs, in: 620).ranges.compactMap(\.self)
        #expect(ranges.map(\.count) == [290, 160, 70, 50, 50])
        #expect(TableFit([], [], in: 300).ranges.isEmpty)
    }
}
