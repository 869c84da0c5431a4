/// The entries that a page requests.
public struct PageQuery: Sendable {
    /// The folded words that an entry's text must all contain.
    public let words: [String]
    public let offset: Int
    public let limit: Int

    public init(words: [String], offset: Int, limit: Int) {
        self.words = words
        self.offset = offset
        self.limit = limit
    }
}

/// What is made of the entries of one page, and the total number of entries in each section.
public struct EntryPage<Element: Sendable>: Sendable {
    public let entries: [Element]
    /// Counts by `SectionKey.stored`.
    public let counts: [String: Int]

    public init(entries: [Element], counts: [String: Int]) {
        self.entries = entries
        self.counts = counts
    }

    /// How many entries were found on all pages.
    public var total: Int { counts.values.reduce(0, +) }
}
