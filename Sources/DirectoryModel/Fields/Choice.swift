/// One option out of a few, including one for "not given" and one for "given, but unknown".
public protocol Choice: RawRepresentable, CaseIterable, Hashable, FieldStorable where RawValue == String {
    static var notGiven: Self { get }
    /// The case for unknown words.
    static var notKnown: Self { get }
    /// The case for a number in older dialects.
    init(code: Int)
    var label: String { get }
    /// The label shown once it is chosen.
    var shortLabel: String { get }
    /// Other lowercase words for it that other programs write.
    var aliases: [String] { get }
}

extension Choice {
    public init(code: Int) { self = .notKnown }
    public var label: String { rawValue }
    public var shortLabel: String { label }
    public var aliases: [String] { [] }

    /// The case that `word` names, case-insensitively. "" and placeholders are not given; any other word is unknown.
    public init(word: String) {
        let word = word.trimmed
        self =
            Self.allCases.first { $0.rawValue.caseInsensitiveEquals(word) }
            ?? Self.allCases.first { $0.option.isMeant(by: word) }
            ?? (word.isEmpty || PlaceholderText.isWord(word) ? Self.notGiven : Self.notKnown)
    }

    var option: ChoiceOption { ChoiceOption(value: rawValue, label: label, shortLabel: shortLabel, aliases: aliases) }
}

/// One of the options of a field.
public struct ChoiceOption: Hashable, Sendable {
    public let value: String
    public let label: String
    public let shortLabel: String

    /// Other lowercase words for it that other programs write; they are never shown.
    let aliases: [String]

    public init(value: String, label: String, shortLabel: String, aliases: [String] = []) {
        self.value = value
        self.label = label
        self.shortLabel = shortLabel
        self.aliases = aliases
    }

    var words: [String] {
        [label, shortLabel].reduce(into: [value]) { words, word in if !words.contains(word) { words.append(word) } }
    }

    /// True if `word` is one of its words or aliases, case-insensitively.
    func isMeant(by word: String) -> Bool {
        value.caseInsensitiveEquals(word) || label.caseInsensitiveEquals(word) || shortLabel.caseInsensitiveEquals(word)
            || aliases.contains { $0.caseInsensitiveEquals(word) }
    }
}
