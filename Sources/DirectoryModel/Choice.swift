/// One word out of a few, one of which means "not given" and one "given, but no known word".
public protocol Choice: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    static var notGiven: Self { get }
    static var notKnown: Self { get }
    /// What a number stood for in older dialects.
    init(code: Int)
}

extension Choice {
    public init(code: Int) { self = .notKnown }

    /// The case `word` names in any case; "" is not given, any other word not known (REQUIREMENTS 1.1).
    public init(word: String) {
        let word = word.trimmed
        self =
            Self.allCases.first { $0.rawValue.caseInsensitiveEquals(word) }
            ?? (word.isEmpty ? Self.notGiven : Self.notKnown)
    }
}
