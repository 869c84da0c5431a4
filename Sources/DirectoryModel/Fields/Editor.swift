public import Foundation
import Language

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

/// The days a tour can be booked for: from tomorrow to two weeks from today, as the calendar of a time zone has them.
public enum BookableDays {
    private static let count = 14

    /// Fourteen days; each is sent as the moment it is noon of that day in `zone`.
    public static func options(on now: Date = Date(), in zone: TimeZone = .current) -> [ChoiceOption] {
        days(on: now, in: zone).enumerated().map { place, day in
            let words = Moment(day).day(in: zone)
            return ChoiceOption(
                value: Moment(day).text, label: place == 0 ? translated("Tomorrow, \(words)") : words,
                shortLabel: Moment(day).shortWords(in: zone))
        }
    }

    /// Why a moment cannot be booked, as the rest of a sentence that starts with the label, or nil.
    public static func reasonAgainst(_ text: String, on now: Date = Date(), in zone: TimeZone = .current) -> String? {
        let days = days(on: now, in: zone)
        guard let first = days.first, let last = days.last, let date = Moment(text)?.date else { return nil }
        let calendar = Moment.calendar(in: zone)
        if days.contains(where: { calendar.isDate($0, inSameDayAs: date) }) { return nil }
        let (from, to) = (Moment(first).day(in: zone), Moment(last).day(in: zone))
        return translated("must be a day from \(from) to \(to)")
    }

    /// The first of them as people type it: "2026-12-01".
    static func example(on now: Date = Date(), in zone: TimeZone = .current) -> String {
        let parts = Moment.calendar(in: zone).dateComponents([.year, .month, .day], from: now.noon(after: 1, in: zone))
        let (month, day) = (String(parts.month ?? 1).leftPadded(to: 2), String(parts.day ?? 1).leftPadded(to: 2))
        return "\(String(parts.year ?? 1).leftPadded(to: 4))-\(month)-\(day)"
    }

    private static func days(on now: Date, in zone: TimeZone) -> [Date] {
        (1...count).map { now.noon(after: $0, in: zone) }
    }

    /// Today as text: moments of the day of `now` and later ones do not compare as less.
    static func today(_ now: Date, in zone: TimeZone = .current) -> String {
        Moment(Moment.calendar(in: zone).startOfDay(for: now)).text
    }

    /// The start of the day after that of `now`.
    static func tomorrow(_ now: Date, in zone: TimeZone = .current) -> Date {
        Moment.calendar(in: zone).startOfDay(for: now.noon(after: 1, in: zone))
    }
}
