/// One way to divide a list into sections.
public struct Grouping<R: Record>: Sendable {
    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    public let label: String
    /// The section a record belongs to.
    public let section: @Sendable (R) -> SectionKey

    public init(id: String, label: String, section: @escaping @Sendable (R) -> SectionKey) {
        self.id = id
        self.label = label
        self.section = section
    }

    /// Everything in one section without a title.
    public static var none: Grouping {
        Grouping(id: "none", label: "No Sections") { _ in SectionKey(rank: "", title: "") }
    }
}

/// A section's place and title, kept as one text that sorts as the sections do.
public struct SectionKey: Hashable, Sendable {
    public let title: String
    /// What the store keeps and sorts by: the rank, a tab, the title.
    public let stored: String

    public init(rank: String, title: String) {
        self.title = title
        stored = "\(rank)\t\(title)"
    }

    /// The key that was stored.
    public init(stored: String) {
        self.stored = stored
        title =
            stored.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }
}

/// One way to sort a list.
public struct SortOrder<R: Record>: Sendable {
    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    public let label: String
    /// The text records are sorted by, compared without case and accents.
    public let text: @Sendable (R) -> String

    public init(id: String, label: String, text: @escaping @Sendable (R) -> String) {
        self.id = id
        self.label = label
        self.text = text
    }
}
