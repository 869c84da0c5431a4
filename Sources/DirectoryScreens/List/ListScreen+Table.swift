import DirectoryModel
import DirectoryStore
import Language

/// The list as a table.
extension ListScreen {
    /// Empty if the list is not a table.
    public var columns: [TableColumn] {
        guard looks.look == .table else { return [] }
        return zip(definition.tableFields, samples).map { field, sample in
            TableColumn(
                key: field.key, label: field.label, sample: sample, isNumeric: field.isNumeric,
                isMinor: field.isMinorInTable,
                direction: looks.arrangement.column == field.key
                    ? (looks.arrangement.isDescending ? .descending : .ascending) : nil
            )
        }
    }

    /// The widest text of each column among the first records.
    private var samples: [String] {
        if let tableSamples, tableSamples.revision == contentRevision { return tableSamples.texts }
        let texts =
            collection.ifReadable { _ in try contents.samples(of: Array(listing.rows.prefix(200))) }
            ?? definition.tableFields.map { _ in "" }
        tableSamples = listing.rows.isEmpty ? nil : (contentRevision, texts)
        return texts
    }

    /// Search results in the order of the sorted column.
    func inOrder(_ found: Listing) -> Listing {
        guard !looks.wantedArrangement.column.isEmpty else { return found }
        return listing.filtered(Set(found.rows).contains)
    }
}

public struct TableColumn: Equatable, Sendable {
    public enum Direction: Sendable { case ascending, descending }

    public let key: String
    public let label: String
    /// The widest text, up to the width that columns make room for.
    public var sample = ""
    /// True for numbers, which are aligned at the end.
    public var isNumeric = false
    /// True if a narrow table drops it first.
    public var isMinor = false
    /// Nil if the rows are not sorted by it.
    public var direction: Direction?
}

/// The columns that fit a width, and their widths. Columns that do not fit are left out, the least important first.
public struct TableFit: Equatable, Sendable {
    /// The widths of a column, in pixels.
    public struct Need: Equatable, Sendable {
        /// The width without cutting texts.
        public let natural: Int
        /// Below this width, it is left out.
        public let least: Int

        public init(natural: Int, least: Int) { (self.natural, self.least) = (natural, min(least, natural)) }
    }

    /// The columns' ranges; nil for one that is left out, never the first.
    public let ranges: [Range<Int>?]

    /// The first column keeps its natural width up to half of the whole width.
    /// - Parameter width: the width of a line, in pixels.
    public init(_ columns: [TableColumn], _ needs: [Need], in width: Int) {
        var widths = [Int?](repeating: nil, count: columns.count)
        var (left, wanted) = (max(0, width), 0)
        for (rank, index) in Self.byImportance(columns).enumerated() {
            let isFirst = index == 0
            let least = isFirst ? min(needs[0].natural, max(needs[0].least, width / 2), left) : needs[index].least
            // Less important columns do not shrink more important ones.
            guard least <= left, rank < 2 || wanted + least <= width else { break }
            widths[index] = least
            left -= least
            // Few texts are as wide as the widest.
            wanted += isFirst || columns[index].isNumeric ? least : needs[index].natural * 8 / 9
        }
        for index in columns.indices {
            guard let wide = widths[index] else { continue }
            let more = min(left, max(0, needs[index].natural - wide))
            widths[index] = wide + more
            left -= more
        }
        let texts = columns.indices.filter { widths[$0] != nil && !columns[$0].isNumeric }
        let spare = left / max(1, texts.count)
        var start = 0
        ranges = columns.indices.map { index in
            guard let width = widths[index] else { return nil }
            let end = start + width + (texts.contains(index) ? spare : 0)
            defer { start = end }
            return start..<end
        }
    }

    /// The first column, the sorted one, those that are not minor, and the rest.
    private static func byImportance(_ columns: [TableColumn]) -> [Int] {
        func rank(_ index: Int) -> Int {
            if index == 0 { return 0 }
            if columns[index].direction != nil { return 1 }
            return columns[index].isMinor ? 3 : 2
        }
        return columns.indices.sorted { (rank($0), $0) < (rank($1), $1) }
    }
}
