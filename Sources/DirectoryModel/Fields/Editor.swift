public import Foundation
import Language

/// How people edit a field.
public enum Editor: Hashable, Sendable {
    case text(TextStyle)
    case choice([ChoiceOption])
    /// Several words, separated by commas.
    case list
    /// A whole number.
    case number
    case decimal
    case flag
    /// One of a few numbers, each a button.
    case steps(ClosedRange<Int>)
    /// One of the `BookableDays`.
    case day
    case picture
    case readOnly

    /// True if people type the value.
    public var isWritten: Bool {
        switch self {
        case .text, .list: true
        default: false
        }
    }

    var listsSeveral: Bool { self == .list || self == .text(.hobbies) }

    public var mayHoldCommas: Bool {
        switch self {
        case .text(let style): style.mayHoldCommas
        case .list: true
        default: false
        }
    }
}

/// The kind of text in a field; determines its entry, and whether it may contain commas.
public enum TextStyle: Hashable, Sendable {
    case name
    case email
    case netid
    case phone
    case digits
    case plain
    /// Words that several records share, completed from other records.
    case shared
    /// Comma-separated hobbies, each drawn with its emoji.
    case hobbies

    public var mayHoldCommas: Bool { self == .plain || self == .shared || self == .hobbies }
}

/// The days a tour can be booked for, in the calendar of a time zone: tomorrow to two weeks from today.
public enum BookableDays {
    private static let count = 14

    /// The options; the value of each is noon of that day in `zone`.
    public static func options(on now: Date = Date(), in zone: TimeZone = .current) -> [ChoiceOption] {
        days(on: now, in: zone).enumerated().map { index, day in
            let dayText = Moment(day).day(in: zone)
            return ChoiceOption(
                value: Moment(day).text, label: index == 0 ? translated("Tomorrow, \(dayText)") : dayText,
                shortLabel: Moment(day).shortDay(in: zone))
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
        Moment(now.noon(after: 1, in: zone)).typedDay(in: zone)
    }

    private static func days(on now: Date, in zone: TimeZone) -> [Date] {
        (1...count).map { now.noon(after: $0, in: zone) }
    }

    /// The start of today, so that `>=` selects today and later.
    static func today(_ now: Date, in zone: TimeZone = .current) -> String {
        Moment(Moment.calendar(in: zone).startOfDay(for: now)).text
    }

    /// When the days change next.
    public static func tomorrow(_ now: Date, in zone: TimeZone = .current) -> Date {
        Moment.calendar(in: zone).startOfDay(for: now.noon(after: 1, in: zone))
    }
}
