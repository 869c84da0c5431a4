public import Foundation
public import Language

/// One way to divide a list into sections.
public struct Grouping<R: DirectoryRecord>: Sendable {
    /// How records find their section.
    public enum Division: Sendable {
        /// Every record names its own section, which is stored with it.
        case told(@Sendable (R) -> SectionKey)
        /// Two sections, found when the list is read.
        case split(Split)
    }

    /// Two sections: those that fulfill a predicate of the moment, then the others.
    public struct Split: Sendable {
        /// The predicate at a moment.
        public let predicate: @Sendable (Date) -> RecordQuery<R>.Predicate
        /// The title of the section of those that fulfill it.
        public let fulfilled: LocalizedString
        /// The title of the section of the others.
        public let others: LocalizedString
        /// The id of the order that the others have backwards, or nil.
        public let reversedOrder: String?
        /// When, after a moment, the sections may change.
        public let nextChange: @Sendable (Date) -> Date
    }

    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    /// The name people choose it by.
    public let label: String
    /// How records find their section.
    public let division: Division

    /// Makes a grouping whose records name their own section.
    public init(id: String, label: LocalizedString, section: @escaping @Sendable (R) -> SectionKey) {
        self.init(id: id, label: label, division: .told(section))
    }

    /// Makes a grouping with any division.
    public init(id: String, label: LocalizedString, division: Division) {
        self.id = id
        self.label = label.text
        self.division = division
    }

    /// The section a record names, or nil where that depends on the moment.
    public var section: (@Sendable (R) -> SectionKey)? {
        if case .told(let section) = division { section } else { nil }
    }

    /// Everything in one section without a title.
    public static var none: Grouping {
        Grouping(id: "none", label: LocalizedString("No Sections")) { _ in SectionKey(rank: "", title: "") }
    }

    /// Sections by the first letter of a text; "#" for texts that do not begin with a letter.
    public static func initials(
        id: String, label: LocalizedString, of text: @escaping @Sendable (R) -> String
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
    /// The title people read.
    public let title: String
    /// The text that the store sorts by: the rank, a tab, the title.
    public let stored: String

    /// Makes a key that sorts by its rank, then by its title.
    public init(rank: String, title: String) {
        self.title = title
        stored = "\(rank)\t\(title)"
    }

    /// A section with one of the program's own titles; the stored text is the same in every language.
    public init(rank: String, words: LocalizedString) {
        title = words.text
        stored = "\(rank)\t\(words.english)"
    }

    /// The key for a stored text. A title that its rank does not name is one of the program's own, not a value of a
    /// record.
    public init(stored: String) {
        self.stored = stored
        let parts = stored.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isOurs = Localization.isThere && !Folding.text(parts[0]).hasSuffix(Folding.text(parts[parts.count - 1]))
        title = isOurs ? LocalizedString(english: parts[parts.count - 1]).text : parts[parts.count - 1]
    }
}

/// One way to sort a list.
public struct SortOrder<R: DirectoryRecord>: Sendable {
    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    /// The name people choose it by.
    public let label: String
    /// The text records are sorted by, compared without case and accents.
    public let text: @Sendable (R) -> String

    /// The part of the name that it sorts by first, which lists make stand out; "" for all of it.
    public let shownPart: @Sendable (R) -> String

    /// Makes an order; the parameters are the properties of the same names.
    public init(
        id: String, label: LocalizedString, shownPart: @escaping @Sendable (R) -> String = { _ in "" },
        text: @escaping @Sendable (R) -> String
    ) {
        self.id = id
        self.label = label.text
        (self.text, self.shownPart) = (text, shownPart)
    }

    /// By the name people know records by.
    static func name(_ name: @escaping @Sendable (R) -> String) -> SortOrder {
        SortOrder(id: "name", label: LocalizedString("Name"), text: name)
    }
}
