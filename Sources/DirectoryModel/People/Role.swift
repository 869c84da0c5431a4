import Language

/// A person's role in the class.
public enum Role: String, Choice, Codable {
    case Professor
    /// A teaching assistant.
    case TA
    case Student
    /// Given, but unknown.
    case Other
    /// Not given.
    case Unknown

    public static let notGiven = Role.Unknown
    public static let notKnown = Role.Other

    public var label: String { word.text }

    private var word: LocalizedString {
        switch self {
        case .Professor: LocalizedString("Professor")
        case .TA: LocalizedString("TA")
        case .Student: LocalizedString("Student")
        case .Other: LocalizedString("Other")
        case .Unknown: LocalizedString("Unknown")
        }
    }

    /// The section of the list; Other for all remaining roles.
    var section: SectionKey {
        switch self {
        case .Professor: SectionKey(rank: "0", title: word)
        case .TA: SectionKey(rank: "1", title: word)
        case .Student: SectionKey(rank: "2", title: word)
        case .Other, .Unknown: SectionKey(rank: "3", title: Role.Other.word)
        }
    }
}
