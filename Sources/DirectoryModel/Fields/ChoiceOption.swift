/// One of the words a field can be chosen from.
public struct ChoiceOption: Hashable, Sendable {
    /// The value that the record stores.
    public let value: String
    /// The label people choose it by.
    public let label: String
    /// The label that is shown once it is chosen.
    public let shortLabel: String

    /// Makes an option; the parameters are the properties of the same names.
    public init(value: String, label: String, shortLabel: String) {
        self.value = value
        self.label = label
        self.shortLabel = shortLabel
    }

    /// All its names, each word once.
    var words: [String] {
        [label, shortLabel].reduce(into: [value]) { words, word in if !words.contains(word) { words.append(word) } }
    }

    /// True where `word` names it by any of its words, in any case.
    func isMeant(by word: String) -> Bool {
        value.caseInsensitiveEquals(word) || label.caseInsensitiveEquals(word) || shortLabel.caseInsensitiveEquals(word)
    }
}
