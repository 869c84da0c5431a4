import Language

/// A person's gender.
public enum Gender: String, Choice, Codable {
    case Male
    case Female
    /// Given, but unknown.
    case Other
    /// Not given.
    case Unknown

    public static let notGiven = Gender.Unknown
    public static let notKnown = Gender.Other

    /// The codes of early 2023, as in ISO/IEC 5218.
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

    /// The letters of vCard 4.0, and Outlook's word for a missing gender.
    public var aliases: [String] {
        switch self {
        case .Male: ["m"]
        case .Female: ["f"]
        case .Other: ["o"]
        case .Unknown: ["n", "u", "unspecified"]
        }
    }

    /// One of three sentences, chosen by gender.
    func sentence(
        _ his: @autoclosure () -> String, _ hers: @autoclosure () -> String, _ theirs: @autoclosure () -> String
    ) -> String {
        switch self {
        case .Male: his()
        case .Female: hers()
        case .Other, .Unknown: theirs()
        }
    }
}
