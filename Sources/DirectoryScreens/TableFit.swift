/// Which columns of a table fit a width, and how wide they are. A table is never wider than its list: columns that do
/// not fit are left out, the least important ones first.
public struct TableFit: Equatable, Sendable {
    /// What a column needs, in pixels.
    public struct Need: Equatable, Sendable {
        /// The width in which its texts are whole.
        public let natural: Int
        /// The width under which it is left out.
        public let least: Int

        /// A column with these widths.
        public init(natural: Int, least: Int) { (self.natural, self.least) = (natural, min(least, natural)) }
    }

    /// The columns' places in order, from where lines begin; nil for a column that is left out. The first is always
    /// there.
    public let places: [Range<Int>?]

    /// Fits columns to a width. The first column keeps its natural width up to half of the whole width.
    /// - Parameters:
    ///   - columns: the table's columns.
    ///   - needs: what each of them needs.
    ///   - width: the width of a line, in pixels.
    public init(_ columns: [TableColumn], _ needs: [Need], in width: Int) {
        var widths = [Int?](repeating: nil, count: columns.count)
        var (left, wanted) = (max(0, width), 0)
        for (rank, place) in Self.byImportance(columns).enumerated() {
            let isFirst = place == 0
            let least = isFirst ? min(needs[0].natural, max(needs[0].least, width / 2), left) : needs[place].least
            // What is less important neither takes the place of what is more so, nor cuts its texts.
            guard least <= left, rank < 2 || wanted + least <= width else { break }
            widths[place] = least
            left -= least
            // Few texts are as wide as the widest.
            wanted += isFirst || columns[place].isNumeric ? least : needs[place].natural * 8 / 9
        }
        for place in columns.indices {
            guard let wide = widths[place] else { continue }
            let more = min(left, max(0, needs[place].natural - wide))
            widths[place] = wide + more
            left -= more
        }
        let texts = columns.indices.filter { widths[$0] != nil && !columns[$0].isNumeric }
        let spare = left / max(1, texts.count)
        var start = 0
        places = columns.indices.map { place in
            guard let width = widths[place] else { return nil }
            let end = start + width + (texts.contains(place) ? spare : 0)
            defer { start = end }
            return start..<end
        }
    }

    /// The first column, the one that rows are sorted by, those that are not minor, and the others.
    private static func byImportance(_ columns: [TableColumn]) -> [Int] {
        func rank(_ place: Int) -> Int {
            if place == 0 { return 0 }
            if columns[place].direction != nil { return 1 }
            return columns[place].isMinor ? 3 : 2
        }
        return columns.indices.sorted { (rank($0), $0) < (rank($1), $1) }
    }
}
