/// How well the records of a collection match a search.
public struct SearchHits: Sendable {
    /// The row of every record, sorted.
    private(set) var rows: [Int64] = []
    /// The grade of each; lower is better, 0 is not found.
    private(set) var grades: [UInt16] = []
    private(set) var isEverything = false

    /// The grade of a name whose words begin with those of the query is its rank plus 1, which is less than `text`.
    static let text: UInt16 = 1 << 12
    /// It has the words of the text, but not the text.
    static let allTerms = text + 1
    /// The name is one typo away, in one word less than is typed or in one.
    static let similar = text + 2

    /// What an empty query finds, whose order is that of the list.
    static let everything = SearchHits(isEverything: true)
    static let nothing = SearchHits()

    /// True if the row matches other than by a similar name.
    public func contains(_ row: Int64) -> Bool { isEverything || 1..<Self.similar ~= grade(of: row) }

    /// The number of rows that match other than by a similar name.
    var count: Int { grades.count { 1..<Self.similar ~= $0 } }

    /// The rows with similar names, best first.
    public var similar: [Int64] {
        let found = grades.indices.filter { grades[$0] >= Self.similar }
        return found.sorted { (grades[$0], $0) < (grades[$1], $1) }.map { rows[$0] }
    }

    /// Those of a list's rows that match, in its order and with their grades; nil for an empty query.
    func graded(_ listed: [Int64]) -> [UInt16]? { isEverything ? nil : listed.map(grade) }

    private func grade(of row: Int64) -> UInt16 {
        var (start, end) = (0, rows.count)
        while start < end {
            let middle = (start + end) / 2
            if rows[middle] < row { start = middle + 1 } else { end = middle }
        }
        return start < rows.count && rows[start] == row ? grades[start] : 0
    }
}
