/// How people change a field.
public enum Editor: Hashable, Sendable {
    /// A text of some style.
    case text(TextStyle)
    /// One of a few options.
    case choice([ChoiceOption])
    /// Several words, separated by commas.
    case list
    /// A whole number.
    case number
    /// A number that may have decimals.
    case decimal
    /// A switch.
    case flag
    /// One of a few numbers, each a button.
    case steps(ClosedRange<Int>)
    /// A day of those `BookableDays` offers.
    case day
    /// A picture.
    case picture
    /// It cannot be changed here.
    case readOnly

    /// True where people write the value letter by letter.
    public var isWritten: Bool {
        switch self {
        case .text, .list: true
        case .choice, .number, .decimal, .flag, .steps, .day, .picture, .readOnly: false
        }
    }

    /// True where the value lists several words.
    var listsSeveral: Bool { self == .list || self == .text(.hobbies) }

    /// True where a comma belongs to the value.
    public var mayHoldCommas: Bool {
        switch self {
        case .text(let style): style.mayHoldCommas
        case .list: true
        case .choice, .number, .decimal, .flag, .steps, .day, .picture, .readOnly: false
        }
    }
}

/// The kind of text in a field; determines how it is drawn and whether a comma may be part of it.
public enum TextStyle: Hashable, Sendable {
    /// A name.
    case name
    /// An email address.
    case email
    /// A NetID.
    case netid
    /// A phone number.
    case phone
    /// Digits only.
    case digits
    /// Any words.
    case words
    /// Words that several records share, completed from the values of others.
    case shared
    /// Several hobbies, comma separated; each is drawn with its emoji.
    case hobbies

    /// True where a comma belongs to the value, as in "Pittsboro, NC".
    public var mayHoldCommas: Bool { self == .words || self == .shared || self == .hobbies }
}
