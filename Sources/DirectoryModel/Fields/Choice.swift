/// One option out of a few, including one for "not given" and one for "given, but unknown".
public protocol Choice: RawRepresentable, CaseIterable, Hashable, FieldStorable where RawValue == String {
    static var notGiven: Self { get }
    /// The case for unknown values.
    static var notKnown: Self { get }
    /// The case for a number in older dialects.
    init(code: Int)
    var label: String { get }
    /// The label shown once it is chosen.
    var shortLabel: String { get }
    /// Other lowercase names for it that other programs write.
    var aliases: [String] { get }
}

extension Choice {
    public init(code: Int) { self = .notKnown }
    public var label: String { rawValue }
    public var shortLabel: String { label }
    public var aliases: [String] { [] }
}

/// The options of a field.
public struct Choices: Sendable {
    public let options: [ChoiceOption]
    /// The value of a record that has none.
    let notGiven: String
    /// The value for unknown texts; nil if a record has them as they are.
    private let notKnown: String?
    /// The value for a number in older dialects.
    private let code: @Sendable (Int) -> String

    init<C: Choice>(_ type: C.Type) {
        options = C.allCases.map {
            ChoiceOption(value: $0.rawValue, label: $0.label, shortLabel: $0.shortLabel, aliases: $0.aliases)
        }
        notGiven = C.notGiven.rawValue
        notKnown = C.notKnown == C.notGiven ? nil : C.notKnown.rawValue
        code = { C(code: $0).rawValue }
    }

    func option(_ value: String) -> ChoiceOption? { options.first { $0.value == value } }

    /// The option that a value names in any case, or by a number. "" and placeholders are not given; any other text is
    /// unknown, and unchanged if the choice has no option for that.
    func value(for value: FieldValue) -> String {
        if case .number(let number) = value, notKnown != nil { return code(number) }
        if option(value.text) != nil { return value.text }
        let word = value.text.trimmed
        let option =
            options.first { $0.value.caseInsensitiveEquals(word) } ?? options.first { $0.matches(word) }
        return option?.value ?? (word.isEmpty || PlaceholderText.isWord(word) ? notGiven : notKnown ?? value.text)
    }
}

/// One of the options of a field.
public struct ChoiceOption: Hashable, Sendable {
    public let value: String
    public let label: String
    public let shortLabel: String

    /// Other lowercase names for it that other programs write; they are never shown.
    let aliases: [String]

    public init(value: String, label: String, shortLabel: String, aliases: [String] = []) {
        self.value = value
        self.label = label
        self.shortLabel = shortLabel
        self.aliases = aliases
    }

    /// The different texts among value, label, and short label.
    var names: [String] {
        [label, shortLabel].reduce(into: [value]) { names, name in if !names.contains(name) { names.append(name) } }
    }

    /// True if `word` is one of its names or aliases, case-insensitively.
    func matches(_ word: String) -> Bool {
        value.caseInsensitiveEquals(word) || label.caseInsensitiveEquals(word) || shortLabel.caseInsensitiveEquals(word)
            || aliases.contains { $0.caseInsensitiveEquals(word) }
    }
}
