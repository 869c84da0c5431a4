import DirectoryModel
import DirectoryStore

/// The content of the rows of a list. Rows beside one that is read are read with it, because they are drawn next; the
/// latest ones are kept.
@MainActor
final class RowContents<R: DirectoryRecord> {
    private struct Kept {
        let content: RowContent
        let record: R
    }

    private let reader: RecordReader<R>
    private var order: DirectoryModel.SortOrder<R>?
    private var kept: [Int64: Kept] = [:]
    /// Where the last row was found in the list.
    private var lastPlace = 0

    /// How many rows are kept; a list view holds some 200.
    private static var mostKept: Int { 500 }
    /// As many rows as fit most windows.
    private static var block: Int { 12 }
    /// Rows this far from the last one are looked for before all others.
    private static var near: Int { 256 }

    init(store: Store) { reader = RecordReader(store: store) }

    /// Reads every row again the next time.
    func forget() { kept.removeAll(keepingCapacity: true) }

    /// The content of `row`, one of the list's `rows`, as `marker` marks it and `order` sorts it; nil where its record is
    /// gone.
    func content(
        of row: Int64, in rows: [Int64], marker: TextMarker, sortedBy order: DirectoryModel.SortOrder<R>? = nil
    ) throws(StoreError) -> RowContent? {
        self.order = order
        if kept[row] == nil { try read(row, in: rows) }
        return kept[row].map { $0.content.found(by: marker, in: $0.record) }
    }

    /// The cells of a row that was read, as `marker` marks them.
    func cells(of row: Int64, _ marker: TextMarker) throws(StoreError) -> [RowContent.Cell] {
        guard let record = kept[row]?.record else { return [] }
        return R.tableFields.map { field in
            RowContent.Cell(
                label: field.label, isNumeric: field.isNumeric,
                pieces: marker.pieces(of: field.displayText(record).line(cutAt: 200), field: field.key))
        }
    }

    /// The longest text of each column in some rows, cut where it is very long.
    func samples(of rows: [Int64]) throws(StoreError) -> [String] {
        let records = try reader.stored(rows).map(\.record)
        return R.tableFields.map { field in
            records.map { field.displayText($0).line(cutAt: Self.longestSample) }.max { $0.count < $1.count } ?? ""
        }
    }

    /// The most scalars of a text that a column makes room for.
    private static var longestSample: Int { 24 }

    private func read(_ row: Int64, in rows: [Int64]) throws(StoreError) {
        if kept.count + Self.block > Self.mostKept { forget() }
        let block = block(around: row, in: rows)
        let read: [StoredRecord<R>]
        do throws(StoreError) { read = try reader.stored(block) } catch {
            guard block.count > 1 else { throw error }
            // Another row of the block may be the damaged one.
            return keep(try reader.stored([row]))
        }
        keep(read)
    }

    private func keep(_ read: [StoredRecord<R>]) {
        for stored in read {
            kept[stored.row] = Kept(content: RowContent(stored, sortedBy: order), record: stored.record)
        }
    }

    /// The row, with those after it that are not kept, or where these are few, those before it.
    private func block(around row: Int64, in rows: [Int64]) -> [Int64] {
        guard let place = place(of: row, in: rows) else { return [row] }
        lastPlace = place
        let after = rows[place...].prefix(Self.block).filter { kept[$0] == nil }
        let before = rows[..<place].suffix(Self.block - after.count).filter { kept[$0] == nil }
        return before + after
    }

    private func place(of row: Int64, in rows: [Int64]) -> Int? {
        let near = (lastPlace - Self.near..<lastPlace + Self.near).clamped(to: rows.indices)
        return rows[near].firstIndex(of: row) ?? rows.firstIndex(of: row)
    }
}
