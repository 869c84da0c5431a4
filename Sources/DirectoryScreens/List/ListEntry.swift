import DirectoryModel
import DirectoryStore
import Language

public struct ListEntry: Hashable, Sendable {
    public let row: Int64
    /// The section's header, on its first row.
    public let header: Header?

    /// A count of 0 is not shown.
    public struct Header: Hashable, Sendable {
        public let title: String
        public let count: Int
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
    init(_ listing: Listing, first: Int64? = nil, isWhole: Bool = true) {
        let place = first.flatMap { listing.rows.firstIndex(of: $0) }
        let pinned = place == nil && isWhole ? nil : first
        var (rows, start, headers) = (listing.rows, 0, [(index: Int, header: ListEntry.Header)]())
        if let place { rows.remove(at: place) }
        if let pinned {
            rows.insert(pinned, at: 0)
            headers.append((0, ListEntry.Header(title: translated("You"), count: 0)))
        }
        let shift = pinned == nil ? 0 : 1
        for section in listing.sections {
            let isWithout = place.map { start..<start + section.count ~= $0 } ?? false
            let count = section.count - (isWithout ? 1 : 0)
            let isMissingBefore = place.map { $0 < start } ?? false
            let index = start + shift - (isMissingBefore ? 1 : 0)
            start += section.count
            guard count > 0 else { continue }
            // Otherwise the others would seem to belong to the first section.
            let title = section.title.isEmpty && pinned != nil ? translated("Everyone Else") : section.title
            guard !title.isEmpty else { continue }
            headers.append((index, ListEntry.Header(title: title.line(cutAt: 200), count: count)))
        }
        (self.rows, self.headers) = (rows, headers)
    }
}
