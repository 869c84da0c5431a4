/// How well names match a query, by row: 0 is best.
public struct NameRanks: Sendable {
    /// The rank plus 1, or 0 for no match, by row from `first` on.
    private var places: [UInt16] = []
    private var first: Int64 = 0
    /// Rows of a damaged file that are too large for the array.
    private var others: [Int64: UInt16] = [:]
    let isEmpty: Bool

    /// No ranks.
    init() { isEmpty = true }

    /// - Parameters:
    ///   - slots: the slots with a rank.
    ///   - ranks: the rank plus 1 by slot.
    ///   - rows: the rows of the slots, sorted.
    ///   - largest: the largest row to have space for.
    init(of slots: SlotSet, _ ranks: [UInt16], rows: [Int64], upTo largest: Int64) {
        isEmpty = slots.isEmpty
        if let first = rows.first, let last = rows.last, last &- first == Int64(rows.count) - 1 {
            (places, self.first) = (ranks, first)
            return
        }
        places = Array(repeating: 0, count: Int(max(largest, -1)) + 1)
        slots.each { slot in
            let row = rows[slot]
            if row >= 0, row < Int64(places.count) { places[Int(row)] = ranks[slot] } else { others[row] = ranks[slot] }
            return true
        }
    }

    /// The rank plus 1, or 0 for no match.
    func place(of row: Int64) -> Int {
        let index = row &- first
        guard index >= 0, index < Int64(places.count) else { return others.isEmpty ? 0 : Int(others[row] ?? 0) }
        return Int(places[Int(index)])
    }

    /// No place is larger.
    static var maxPlace: Int { 8 << 8 }
}
