public import DirectoryModel
import DirectoryStore
import Language

public struct RowContent: Equatable, Sendable {
    public let row: Int64
    public let key: Int
    public let title: String
    public let subtitle: String
    public let detail: String
    public let initials: String
    /// Shown instead of initials, or nil.
    public let faceIcon: String?
    /// One of twelve, from the name.
    public let color: Int
    public let hasPicture: Bool
    /// Changes with the picture.
    public let hash: Int64
    /// The parts of the subtitle and the detail that are values of the record, unlike the labels around them.
    private let values: [String]
    /// True if the search matches only within words of the row.
    private var isFoundWithinText = false
    /// Where the search matched, if the row does not show it: "Hobbies: chess". It replaces `subtitle`.
    public internal(set) var found: [TextMarker.Piece]?
    /// True for the user's own record, edited and not uploaded.
    public internal(set) var isUnpublished = false
    public internal(set) var isOwn = false
    /// The columns of a table; empty otherwise.
    public internal(set) var cells: [Cell] = []
    /// True if a download added or changed the record since it was opened.
    public internal(set) var isUnseen = false
    /// The sorted part of the title; nil for all of it.
    public let sortedPart: Range<String.Index>?
    public let mark: RowMark?
    /// The state of the check button; nil without one.
    public let isOn: Bool?
    /// The check button or mark, in words.
    private let state: String

    public var spoken: String {
        guard cells.isEmpty else { return ([title] + spokenCells).joined(separator: translated(", ")) }
        return [
            title, isOwn ? translated("You") : "", subtitle, found?.map(\.text).joined() ?? detail, state,
            isUnseen ? translated("New or changed") : "", isUnpublished ? translated("not uploaded") : "",
        ]
        .filter { !$0.isEmpty }.joined(separator: translated(", "))
    }

    public struct Cell: Equatable, Sendable {
        /// The column's label.
        public let label: String
        public let isNumeric: Bool
        public let pieces: [TextMarker.Piece]

        public var text: String { pieces.map(\.text).joined() }
    }

    private var spokenCells: [String] {
        cells.filter { !$0.text.isEmpty && $0.text != title }.map { translated("\($0.label): ") + $0.text }
    }

    init(_ stored: StoredRecord, sortedBy order: DirectoryModel.SortOrder? = nil) {
        let record = stored.record
        row = stored.row
        key = record.key
        title = record.displayName.line(cutAt: Self.maxLineLength)
        sortedPart = order.flatMap { [title] in Self.sortedPart(of: title, $0, record) }
        let lines = [record.rowSubtitle, record.rowDetail].map { $0.line(cutAt: Self.maxLineLength) }
        subtitle = lines[0]
        detail = lines[1]
        values = record.definition.fields.filter { !$0.isPicture }.map { $0.displayText(record) }
            .filter { value in !value.isEmpty && lines.contains { $0.contains(value) } }
        initials = Self.initials(of: title)
        faceIcon = record.definition.faceIcon
        color = Self.color(of: record)
        hasPicture = stored.hasPicture
        mark = record.mark
        let toggle = record.definition.toggle
        isOn = toggle.map { record[$0.key].isOn }
        state = isOn.flatMap { isOn in toggle.map { isOn ? $0.on : $0.off } } ?? mark?.meaning ?? ""
        hash = stored.hash
    }

    /// The row among search results.
    func found(by marker: TextMarker, in record: Record) -> RowContent {
        guard !marker.isEmpty, marker.whole.map(shows) != true else { return self }
        var content = self
        content.found = MatchExplanation(of: record, in: self, marker).pieces
        content.isFoundWithinText = content.found == nil && marker.whole.map { shows($0.anywhere) } == true
        return content
    }

    /// True if the name or the second line matches.
    func shows(_ marker: TextMarker) -> Bool {
        (marker.pieces(of: title) + marker.pieces(of: subtitle, values: values)).contains(where: \.isMatch)
    }

    /// The name, the subtitle, and the detail, with what a search found in them.
    public func lines(_ marker: TextMarker) -> [[TextMarker.Piece]] {
        let marker = isFoundWithinText ? marker.anywhere : marker
        return [marker.pieces(of: title)] + [subtitle, detail].map { marker.pieces(of: $0, values: values) }
    }

    /// Wider than any window, in scalars.
    private static let maxLineLength = 500

    /// The initials of the first and last word.
    static func initials(of name: String) -> String {
        let subwords = name.split(separator: " ").filter { $0.first?.isLetter == true }
        let letters = subwords.count > 1 ? [subwords[0], subwords[subwords.count - 1]] : Array(subwords.prefix(1))
        return letters.compactMap { $0.first.map(String.init) }.joined().uppercased()
    }

    /// The part that the list is sorted by: the end where both ends match, unless it is sorted by the whole name.
    private static func sortedPart(
        of name: String, _ order: DirectoryModel.SortOrder, _ record: Record
    ) -> Range<String.Index>? {
        let part = order.shownPart(record)
        guard !part.isEmpty else { return nil }
        if name.hasPrefix(part), !name.hasSuffix(part) || order.text(record) == name {
            return name.startIndex..<name.index(name.startIndex, offsetBy: part.count)
        }
        guard name.hasSuffix(part) else { return nil }
        return name.index(name.endIndex, offsetBy: -part.count)..<name.endIndex
    }

    /// One of twelve colors behind initials or an icon, the same for the same name or group everywhere.
    static func color(of record: Record) -> Int {
        color(of: record.definition.presentation.iconGroup?(record) ?? record.displayName)
    }

    /// FNV-1a with a seed that separates the first bundled records, mixed because the remainder of 12 depends on few
    /// bits.
    private static func color(of name: String) -> Int {
        var hash = name.utf8.reduce(UInt32(34_246)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        hash = (hash ^ hash >> 15) &* 0x2c1b_3c6d
        return Int((hash ^ hash >> 12) % 12)
    }
}

/// The content of a list's rows. Neighbors are read along, and the latest are kept.
@MainActor
final class RowContents {
    private let collection: StoredCollection
    private var definition: Definition { collection.definition }
    private var order = ""
    private var cache: [Int64: ReadRow] = [:]
    /// The last row's place in the list.
    private var lastPosition = 0

    /// A list view holds some 200.
    private static var cacheLimit: Int { 500 }
    /// As many rows as fit most windows.
    private static var block: Int { 12 }
    /// Nearby rows are searched first.
    private static var near: Int { 256 }

    init(of collection: StoredCollection) {
        self.collection = collection
    }

    func forget() { cache.removeAll(keepingCapacity: true) }

    /// Nil if the record is gone.
    func content(
        of row: Int64, in rows: [Int64], marker: TextMarker, sortedBy order: String = ""
    ) throws(StoreError) -> RowContent? {
        self.order = order
        if cache[row] == nil { try read(row, in: rows) }
        return cache[row].map { $0.content.found(by: marker, in: $0.record) }
    }

    func cells(of row: Int64, _ marker: TextMarker) throws(StoreError) -> [RowContent.Cell] {
        cache[row]?.record.cells(marker) ?? []
    }

    /// The widest text of each column, cut if very long.
    func samples(of rows: [Int64]) throws(StoreError) -> [String] {
        let cells = try stored(rows).map { $0.record.cells(.none, cutAt: Self.maxSampleLength) }
        return definition.tableFields.indices.map { column in
            cells.map { $0[column].text }.max { $0.count < $1.count } ?? ""
        }
    }

    /// The maximum that a column makes room for, in scalars.
    private static var maxSampleLength: Int { 24 }

    private func read(_ row: Int64, in rows: [Int64]) throws(StoreError) {
        if cache.count + Self.block > Self.cacheLimit { forget() }
        let block = block(around: row, in: rows)
        let read: [ReadRow]
        do throws(StoreError) { read = try stored(block) } catch {
            guard block.count > 1 else { throw error }
            // Another row of the block may be damaged.
            return cache(try stored([row]))
        }
        cache(read)
    }

    private func stored(_ rows: [Int64]) throws(StoreError) -> [ReadRow] {
        let order = definition.orders.first { [order] in $0.id == order } ?? definition.orders.first
        return try collection.stored(rows).map { stored in (RowContent(stored, sortedBy: order), stored.record) }
    }

    private func cache(_ read: [ReadRow]) { for row in read { cache[row.content.row] = row } }

    /// The row with unread ones after it, or else before it.
    private func block(around row: Int64, in rows: [Int64]) -> [Int64] {
        guard let position = position(of: row, in: rows) else { return [row] }
        lastPosition = position
        let after = rows[position...].prefix(Self.block).filter { cache[$0] == nil }
        let before = rows[..<position].suffix(Self.block - after.count).filter { cache[$0] == nil }
        return before + after
    }

    private func position(of row: Int64, in rows: [Int64]) -> Int? {
        let near = (lastPosition - Self.near..<lastPosition + Self.near).clamped(to: rows.indices)
        return rows[near].firstIndex(of: row) ?? rows.firstIndex(of: row)
    }
}

private typealias ReadRow = (content: RowContent, record: Record)

extension Record {
    fileprivate func cells(_ marker: TextMarker, cutAt length: Int = 200) -> [RowContent.Cell] {
        definition.tableFields.map { field in
            RowContent.Cell(
                label: field.label, isNumeric: field.isNumeric,
                pieces: marker.pieces(of: field.displayText(self).line(cutAt: length), field: field.key))
        }
    }
}
