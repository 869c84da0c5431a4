public import Foundation
public import Language

/// One way to divide a list into sections.
public struct Grouping<R: DirectoryRecord>: Sendable {
    /// How records find their section.
    public enum Division: Sendable {
        /// Every record says its own, which is kept beside it.
        case told(@Sendable (R) -> SectionKey)
        /// Two sections, found when the list is read.
        case split(Split)
    }

    /// Two sections: those that fulfil a predicate of the moment, then the others.
    public struct Split: Sendable {
        public let predicate: @Sendable (Date) -> RecordQuery<R>.Predicate
        public let fulfilled: LocalizedString
        public let others: LocalizedString
        /// The id of the order that the others have backwards, or nil.
        public let reversedOrder: String?
        /// When, after a moment, the sections may be other ones.
        public let nextChange: @Sendable (Date) -> Date
    }

    /// The name the store and the menus know it by: lower case, one word.
    public let id: String
    public let label: String
    public let division: Division

    public init(id: String, label: LocalizedString, section: @escaping @Sendable (R) -> SectionKey) {
        self.init(id: id, label: label, division: .told(section))
    }

    public init(id: String, label: LocalizedString, division: Division) {
        self.id = id
        self.label = label.text
        self.division = division
    }

    /// The section a record says it belongs to, or nil where that depends on the moment.
    public var section: (@Sendable (R) -> SectionKey)? {
        if case .told(let section) = division { section } else { nil }
    }

    /// Everything in one section without a title.
    public static var none: Grouping {
        Grouping(id: "none", label: LocalizedString("No Sections")) { _ in SectionKey(rank: "", title: "") }
    }

    /// Sections by the first letter of a text, "#" for texts that begin with none.
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
    public let title: String
    /// What the store keeps and sorts by: the rank, a tab, the title.
    public let stored: String

    public init(rank: String, title: String) {
        self.title = title
        stored = "\(rank)\t\(title)"
    }

    /// A section that is called by words of ours; what is stored is the same in every language.
    public init(rank: String, words: LocalizedString) {
        title = words.text
        stored = "\(rank)\t\(words.english)"
    }

    /// The key that was stored. A title that its rank does not name is words of ours, not somebody's.
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
    public let label: String
    /// The text records are sorted by, compared without case and accents.
    public let text: @Sendable (R) -> String

    public init(id: String, label: LocalizedString, text: @escaping @Sendable (R) -> String) {
        self.id = id
        self.label = label.text
        self.text = text
    }
}
