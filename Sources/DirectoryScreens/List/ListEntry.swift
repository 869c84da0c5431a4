import DirectoryModel
import DirectoryStore
import Language

public struct ListEntry: Hashable, Sendable {
    public let row: Int64
    /// The section's header, on its first row.
    public let header: Header?

    public struct Header: Hashable, Sendable {
        public let title: String
        public let count: Int

        /// The header of the user's own row, which is shown first.
        public static var own: Header { Header(title: translated("You"), count: 1) }

        /// The count, which is shown only above one.
        public var countText: String { count > 1 ? String(count) : "" }

        /// The title and the count, for screen readers.
        public var spoken: String { countText.isEmpty ? title : "\(title), \(countText)" }
    }
}

/// The rows of a list, in order, with section headers.
///
/// A hundred thousand rows are one array of numbers, because the list is made again with every letter typed.
public struct ListEntries: RandomAccessCollection, Sendable {
    public let rows: [Int64]
    /// The headers with their rows' indexes, in order.
    public let headers: [(index: Int, header: ListEntry.Header)]

    static let none = ListEntries(.empty)

    public var startIndex: Int { 0 }
    public var endIndex: Int { rows.count }

    public subscript(index: Int) -> ListEntry {
        ListEntry(row: rows[index], header: headers.first { $0.index == index }?.header)
    }
}

extension ListEntries {
    /// - Parameters:
    ///   - first: the user's own row, shown first in its own section.
    ///   - isWhole: false if the listing has only the first rows.
    ///   - isByInitial: true if sections are first letters, which only longer lists show.
    init(_ listing: Listing, first: Int64? = nil, isWhole: Bool = true, isByInitial: Bool = false) {
        let ownIndex = first.flatMap { listing.rows.firstIndex(of: $0) }
        let pinned = ownIndex == nil && isWhole ? nil : first
        var (rows, start, headers) = (listing.rows, 0, [(index: Int, header: ListEntry.Header)]())
        if let ownIndex { rows.remove(at: ownIndex) }
        if let pinned {
            rows.insert(pinned, at: 0)
            headers.append((0, ListEntry.Header.own))
        }
        let shift = pinned == nil ? 0 : 1
        let hidesLetters = isByInitial && rows.count < Self.minCountWithLetters
        let others = pinned == nil ? translated("Other Matches") : translated("Everyone Else")
        for section in listing.sections {
            let isWithout = ownIndex.map { start..<start + section.count ~= $0 } ?? false
            let count = section.count - (isWithout ? 1 : 0)
            let index = start + shift - (ownIndex.map { $0 < start } == true ? 1 : 0)
            start += section.count
            guard count > 0 else { continue }
            let isTitled = !section.title.isEmpty && !(hidesLetters && section.title.count == 1)
            // Rows without a title would seem to belong to the section before.
            guard let title = isTitled ? section.title : headers.isEmpty ? nil : others else { continue }
            if !isTitled, let last = headers.last, last.header.title == others {
                headers[headers.count - 1].header = ListEntry.Header(title: others, count: last.header.count + count)
            } else {
                headers.append((index, ListEntry.Header(title: title.line(cutAt: 200), count: count)))
            }
        }
        self.rows = rows
        self.headers = headers
    }

    private static var minCountWithLetters: Int { 30 }
}
