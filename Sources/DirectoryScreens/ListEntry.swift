import DirectoryStore

/// One row of a list.
public struct ListEntry: Hashable, Sendable {
    public let row: Int64
    /// The header the row carries, being the first of its section.
    public let header: Header?

    public init(row: Int64, header: Header?) {
        self.row = row
        self.header = header
    }

    /// The title of a section and how many rows it has.
    public struct Header: Hashable, Sendable {
        public let title: String
        public let count: Int
    }

    /// The rows of a listing, the first of each section with its header; a list without a title has none.
    static func entries(of listing: Listing) -> [ListEntry] {
        var entries: [ListEntry] = []
        entries.reserveCapacity(listing.rows.count)
        var start = 0
        for section in listing.sections {
            for index in start..<start + section.count {
                let isFirst = index == start && !section.title.isEmpty
                entries.append(
                    ListEntry(
                        row: listing.rows[index],
                        header: isFirst ? Header(title: section.title, count: section.count) : nil))
            }
            start += section.count
        }
        return entries
    }
}
