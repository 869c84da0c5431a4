/// How well the names of rows match a typed text: 0 is best.
public struct NameRanks: Sendable {
    /// By row: the rank and one more, or 0 where the name does not match.
    private var places: [UInt16] = []
    /// The rows that a damaged file contains, beyond those that have a place.
    private var others: [Int64: Int] = [:]
    /// The rows that match.
    private(set) var rows: [Int64] = []

    /// The largest row that has a place.
    private static var largest: Int64 { 1 << 28 }
    /// The worst rank.
    static var worst: Int { 1 << 12 }

    /// Ranks to which rows are added, quickly up to `largest`.
    init(upTo largest: Int64 = -1) {
        places = Array(repeating: 0, count: Int(min(max(largest, -1), Self.largest)) + 1)
    }

    /// The rank of a row, or nil where its name does not match.
    subscript(row: Int64) -> Int? {
        guard row >= 0, row < Int64(places.count) else { return others[row] }
        let place = places[Int(row)]
        return place == 0 ? nil : Int(place) - 1
    }

    /// Gives `row`, which has none yet, a rank from 0 to `worst`.
    mutating func append(_ rank: Int, for row: Int64) {
        let rank = min(max(rank, 0), Self.worst)
        rows.append(row)
        if row >= 0, row < Int64(places.count) { places[Int(row)] = UInt16(rank + 1) } else { others[row] = rank }
    }

    /// True where no name matches.
    var isEmpty: Bool { rows.isEmpty }
}
