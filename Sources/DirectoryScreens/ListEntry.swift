import DirectoryModel
import DirectoryStore

/// One row of a list.
public struct ListEntry: Hashable, Sendable {
    public let row: Int64
    /// The header the row carries, being the first of its section.
    public let header: Header?

    /// The title of a section and how many rows it has.
    public struct Header: Hashable, Sendable {
        public let title: String
        public let count: Int

        public init(title: String, count: Int) { (self.title, self.count) = (title, count) }
    }

    public init(row: Int64, header: Header?) {
        self.row = row
        self.header = header
    }
}

/// The rows a list shows, in order; only the first of each section carries a header.
///
/// A hundred thousand rows are one array of numbers here, for the list is made anew with every letter typed.
public struct ListEntries: RandomAccessCollection, Sendable {
    /// The rows without their headers.
    public let rows: [Int64]
    /// Where headers stand, in order.
    public let headers: [(index: Int, header: ListEntry.Header)]

    static let none = ListEntries(.empty)

    public init(rows: [Int64], headers: [(index: Int, header: ListEntry.Header)]) {
        (self.rows, self.headers) = (rows, headers)
    }

    init(_ listing: Listing) {
        rows = listing.rows
        var start = 0
        headers = listing.sections.compactMap { section in
            defer { start += section.count }
            guard !section.title.isEmpty else { return nil }
            return (start, ListEntry.Header(title: section.title.line(cutAt: 200), count: section.count))
        }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { rows.count }

    public subscript(index: Int) -> ListEntry {
        ListEntry(row: rows[index], header: headers.first { $0.index == index }?.header)
    }
}
