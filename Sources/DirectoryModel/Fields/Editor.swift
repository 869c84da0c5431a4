/// How people change a field.
public enum Editor: Hashable, Sendable {
    case text(TextStyle)
    case choice([ChoiceOption])
    case list
    case number
    case decimal
    /// A switch.
    case flag
    /// One of a few numbers, each a button.
    case steps(ClosedRange<Int>)
    /// A day of those `BookableDays` offers.
    case day
    case picture
    /// Nobody changes it here.
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

/// What kind of text a field holds; decides how it is drawn and whether a comma may be part of it.
public enum TextStyle: Hashable, Sendable {
    case name, email, netid, phone, digits, words
    /// Words that several records have in common, completed from what others say.
    case shared
    /// Several hobbies, comma separated; each is drawn with its emoji.
    case hobbies

    /// True where a comma belongs to the value, as in "Pittsboro, NC".
    public var mayHoldCommas: Bool { self == .words || self == .shared || self == .hobbies }
}
