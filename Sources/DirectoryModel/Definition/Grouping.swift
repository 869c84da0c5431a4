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
