/// What a person does in the class.
public enum Role: String, Choice, Codable {
    case Professor, TA, Student
    /// Given, but no known value.
    case Other
    /// Not given.
    case Unknown

    public static let notGiven = Role.Unknown
    public static let notKnown = Role.Other

    /// The section of the list: Professor, TA, Student, and Other for everybody else (REQUIREMENTS 1.7).
    var section: SectionKey {
        switch self {
        case .Professor: SectionKey(rank: "0", title: "Professor")
        case .TA: SectionKey(rank: "1", title: "TA")
        case .Student: SectionKey(rank: "2", title: "Student")
        case .Other, .Unknown: SectionKey(rank: "3", title: "Other")
        }
    }
}
