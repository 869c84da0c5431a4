/// What a person said their gender is.
public enum Gender: String, Choice, Codable {
    case Male, Female
    /// Given, but no known value.
    case Other
    /// Not given.
    case Unknown

    public static let notGiven = Gender.Unknown
    public static let notKnown = Gender.Other

    /// The numbers of early 2023, read as ISO/IEC 5218 has them.
    public init(code: Int) {
        switch code {
        case 0: self = .Unknown
        case 1: self = .Male
        case 2: self = .Female
        default: self = .Other
        }
    }

    /// "He", "She", "They".
    var subject: String { self == .Male ? "He" : self == .Female ? "She" : "They" }
    /// "His", "Her", "Their".
    var possessive: String { self == .Male ? "His" : self == .Female ? "Her" : "Their" }
    /// "him", "her", "them".
    var object: String { self == .Male ? "him" : self == .Female ? "her" : "them" }
    /// True where the pronoun takes "are" and "know".
    var isPlural: Bool { subject == "They" }
}
