public import Foundation
public import Language

/// A way to divide a list into sections.
public struct Grouping: Sendable {
    /// How records are assigned to sections.
    public enum Division: Sendable {
        /// Every record determines its section, which is stored with it.
        case perRecord(@Sendable (Record) -> SectionKey)
        case split(Split)
    }

    /// Two sections: records that match a predicate at the time of reading, then the others.
    public struct Split: Sendable {
        public let predicate: @Sendable (Date) -> RecordQuery.Predicate
        /// The title of the section of matching records.
        public let fulfilled: LocalizedString
        public let others: LocalizedString
        /// The id of the order that the other section reverses, or nil.
        public let reversedOrder: String?
        /// When the sections may change next, after a given moment.
        public let nextChange: @Sendable (Date) -> Date
    }

    /// The name in the store and in menus: one lowercase word.
    public let id: String
    public let label: String
    public let division: Division
    /// True if sections are first letters.
    public let isByInitial: Bool

    public init(id: String, label: LocalizedString, section: @escaping @Sendable (Record) -> SectionKey) {
        self.init(id: id, label: label, division: .perRecord(section))
    }

    public init(id: String, label: LocalizedString, division: Division, isByInitial: Bool = false) {
        self.id = id
        self.label = label.text
        self.division = division
        self.isByInitial = isByInitial
    }

    /// The section of a record, or nil if it depends on the time.
    public var section: (@Sendable (Record) -> SectionKey)? {
        if case .perRecord(let section) = division { section } else { nil }
    }

    /// A single section without a title.
    public static var none: Grouping {
        Grouping(id: "none", label: LocalizedString("No Sections")) { _ in SectionKey(rank: "", title: "") }
    }

    /// Sections by first letter; "#" for texts that do not begin with a letter.
    public static func initials(
        id: String, label: LocalizedString, of text: @escaping @Sendable (Record) -> String
    ) -> Grouping {
        let division = Division.perRecord { record in
            let first = Folding.text(text(record).trimmed).first.map { String($0).uppercased() } ?? ""
            let isLetter = first.first?.isLetter == true
            return SectionKey(rank: isLetter ? first : "\u{10FFFF}", title: isLetter ? first : "#")
        }
        return Grouping(id: id, label: label, division: division, isByInitial: true)
    }
}

/// A section's position and title, stored as one text that sorts like the sections.
public struct SectionKey: Hashable, Sendable {
    public let title: String
    /// The text that the store sorts by: the rank, a tab, the title.
    public let stored: String

    public init(rank: String, title: String) {
        self.title = title
        stored = "\(rank)\t\(title)"
    }

    /// A section with a localized title; the stored text is in English.
    public init(rank: String, title: LocalizedString) {
        self.title = title.text
        stored = "\(rank)\t\(title.english)"
    }

    /// Parses a stored text. A title that does not match its rank is the program's own and is localized.
    public init(stored: String) {
        self.stored = stored
        let parts = stored.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let last = parts[parts.count - 1]
        let isLocalized = Localization.isThere && !Folding.text(parts[0]).hasSuffix(Folding.text(last))
        title = isLocalized ? LocalizedString(english: last).text : last
    }
}

/// A way to sort a list.
public struct SortOrder: Sendable {
    /// The name in the store and in menus: one lowercase word.
    public let id: String
    public let label: String
    /// The text to sort by, ignoring case and accents.
    public let text: @Sendable (Record) -> String

    /// The part of the name that lists emphasize; "" for all of it.
    public let shownPart: @Sendable (Record) -> String

    public init(
        id: String, label: LocalizedString, shownPart: @escaping @Sendable (Record) -> String = { _ in "" },
        text: @escaping @Sendable (Record) -> String
    ) {
        self.id = id
        self.label = label.text
        self.text = text
        self.shownPart = shownPart
    }

    static func name(_ name: @escaping @Sendable (Record) -> String) -> SortOrder {
        SortOrder(id: "name", label: LocalizedString("Name"), text: name)
    }
}
