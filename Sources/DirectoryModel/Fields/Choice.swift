/// One word out of a few, one of which means "not given" and one "given, but no known word".
public protocol Choice: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    static var notGiven: Self { get }
    static var notKnown: Self { get }
    /// What a number stood for in older dialects.
    init(code: Int)
    /// What people choose it by.
    var label: String { get }
    /// What stands for it where it was chosen.
    var shortLabel: String { get }
}

extension Choice {
    public init(code: Int) { self = .notKnown }
    public var label: String { rawValue }
    public var shortLabel: String { label }

    /// The case `word` names in any case; "" and the words for "none" are not given, any other word is not known.
    public init(word: String) {
        let word = word.trimmed
        self =
            Self.allCases.first { $0.rawValue.caseInsensitiveEquals(word) }
            ?? Self.allCases.first { $0.option.isMeant(by: word) }
            ?? (word.isEmpty || NotGiven.isWord(word) ? Self.notGiven : Self.notKnown)
    }

    var option: ChoiceOption { ChoiceOption(value: rawValue, label: label, shortLabel: shortLabel) }
}

/// One of the words a field can be chosen from.
public struct ChoiceOption: Hashable, Sendable {
    /// What the record holds.
    public let value: String
    /// What people choose it by.
    public let label: String
    /// What stands for it where it was chosen.
    public let shortLabel: String

    public init(value: String, label: String, shortLabel: String) {
        self.value = value
        self.label = label
        self.shortLabel = shortLabel
    }

    /// What it is called, each word once.
    var words: [String] {
        [label, shortLabel].reduce(into: [value]) { words, word in if !words.contains(word) { words.append(word) } }
    }

    /// True where `word` names it by any of its words, in any case.
    func isMeant(by word: String) -> Bool {
        value.caseInsensitiveEquals(word) || label.caseInsensitiveEquals(word) || shortLabel.caseInsensitiveEquals(word)
    }
}
