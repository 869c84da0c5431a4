import Language

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

    public var label: String {
        switch self {
        case .Male: translated("Male")
        case .Female: translated("Female")
        case .Other: translated("Other")
        case .Unknown: translated("Unknown")
        }
    }

    /// Which of three sentences is said of them: his, hers, theirs.
    func says(_ his: @autoclosure () -> String, _ hers: @autoclosure () -> String, _ theirs: @autoclosure () -> String)
        -> String
    {
        switch self {
        case .Male: his()
        case .Female: hers()
        case .Other, .Unknown: theirs()
        }
    }
}
