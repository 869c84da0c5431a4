/// One of the words a field can be chosen from.
public struct ChoiceOption: Hashable, Sendable {
    /// The value that the record stores.
    public let value: String
    /// The label people choose it by.
    public let label: String
    /// The label that is shown once it is chosen.
    public let shortLabel: String

    /// Other words for it, in lower case, that other programs write and that are never shown.
    let aliases: [String]

    /// Makes an option; the parameters are the properties of the same names.
    public init(value: String, label: String, shortLabel: String, aliases: [String] = []) {
        self.value = value
        self.label = label
        self.shortLabel = shortLabel
        self.aliases = aliases
    }

    /// All its names, each word once.
    var words: [String] {
        [label, shortLabel].reduce(into: [value]) { words, word in if !words.contains(word) { words.append(word) } }
    }

    /// True where `word` names it by any of its words or aliases, in any case.
    func isMeant(by word: String) -> Bool {
        value.caseInsensitiveEquals(word) || label.caseInsensitiveEquals(word) || shortLabel.caseInsensitiveEquals(word)
            || aliases.contains { $0.caseInsensitiveEquals(word) }
    }
}
