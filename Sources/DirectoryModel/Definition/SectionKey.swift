public import Language

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
