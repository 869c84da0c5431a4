/// One way to divide a list into sections.
public struct Grouping<R: Record>: Sendable {
    /// How records find their section.
    public enum Division: Sendable {
        /// Every record says its own, which is kept beside it.
        case told(@Sendable (R) -> SectionKey)
        /// Two sections, found when the list is read: those that fulfil a predicate of that moment, then the others.
        case split(@Sendable () -> FetchRequest<R>.Predicate, fulfilled: String, others: String)
    }

    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    public let label: String
    public let division: Division

    public init(id: String, label: String, section: @escaping @Sendable (R) -> SectionKey) {
        self.init(id: id, label: label, division: .told(section))
    }

    public init(id: String, label: String, division: Division) {
        self.id = id
        self.label = label
        self.division = division
    }

    /// The section a record says it belongs to, or nil where that depends on the moment.
    public var section: (@Sendable (R) -> SectionKey)? {
        if case .told(let section) = division { section } else { nil }
    }

    /// Everything in one section without a title.
    public static var none: Grouping {
        Grouping(id: "none", label: "No Sections") { _ in SectionKey(rank: "", title: "") }
    }

    /// Sections by the first letter of a text, "#" for texts that begin with none.
    public static func initials(
        id: String, label: String, of text: @escaping @Sendable (R) -> String
    ) -> Grouping {
        Grouping(id: id, label: label) { record in
            let first = Folding.text(text(record).trimmed).first.map { String($0).uppercased() } ?? ""
            let isLetter = first.first?.isLetter == true
            return SectionKey(rank: isLetter ? first : "\u{10FFFF}", title: isLetter ? first : "#")
        }
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
