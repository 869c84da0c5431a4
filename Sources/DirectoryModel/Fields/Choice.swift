/// One word out of a few, one of which means "not given" and one "given, but not a known word".
public protocol Choice: RawRepresentable, CaseIterable, Hashable, FieldStorable where RawValue == String {
    /// The case for "not given".
    static var notGiven: Self { get }
    /// The case for "given, but not a known word".
    static var notKnown: Self { get }
    /// The case for a number of older dialects.
    init(code: Int)
    /// The label people choose it by.
    var label: String { get }
    /// The label that is shown once it is chosen.
    var shortLabel: String { get }
    /// Other words for it, in lower case, that other programs write.
    var aliases: [String] { get }
}

extension Choice {
    public init(code: Int) { self = .notKnown }
    public var label: String { rawValue }
    public var shortLabel: String { label }
    public var aliases: [String] { [] }

    /// The case that `word` names in any case; "" and the words for "none" are not given, any other word is not known.
    public init(word: String) {
        let word = word.trimmed
        self =
            Self.allCases.first { $0.rawValue.caseInsensitiveEquals(word) }
            ?? Self.allCases.first { $0.option.isMeant(by: word) }
            ?? (word.isEmpty || PlaceholderText.isWord(word) ? Self.notGiven : Self.notKnown)
    }

    var option: ChoiceOption { ChoiceOption(value: rawValue, label: label, shortLabel: shortLabel, aliases: aliases) }
}

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
