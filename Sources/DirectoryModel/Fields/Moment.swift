public import Foundation
import Language

/// A date and time as ISO 8601 writes them.
public struct Moment: Equatable, Sendable {
    public let date: Date

    /// Reads `2017-03-29T12:00Z`, with or without seconds and offset; without an offset it is UTC.
    public init?(_ text: String) {
        let pattern =
            /(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?/
            .asciiOnlyDigits()
        guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
        var parts = DateComponents()
        parts.calendar = Self.calendar
        (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
        (parts.hour, parts.minute, parts.second) = (Int(match.4), Int(match.5), match.6.flatMap { Int($0) } ?? 0)
        guard parts.isValidDate, let local = Self.calendar.date(from: parts) else { return nil }
        let (hours, minutes) = (match.8.flatMap { Int($0) } ?? 0, match.9.flatMap { Int($0) } ?? 0)
        guard hours < 24, minutes < 60 else { return nil }
        let offset = Double(hours * 3600 + minutes * 60) * (match.7 == "-" ? -1 : 1)
        date = local.addingTimeInterval(-offset)
    }

    public init(_ date: Date) { self.date = date }

    /// `2017-03-29` as `2017-03-29T12:00Z`; any other text as it is.
    static func noon(of text: String) -> String {
        text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/.asciiOnlyDigits()) == nil ? text : "\(text)T12:00Z"
    }

    /// "2017-03-29T12:00Z"
    public var text: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func two(_ number: Int?) -> String { String(number ?? 0).leftPadded(to: 2) }
        return "\(String(parts.year ?? 0).leftPadded(to: 4))-\(two(parts.month))-\(two(parts.day))"
            + "T\(two(parts.hour)):\(two(parts.minute))Z"
    }

    /// "Wednesday, March 29, 2017": the day it is at noon in Greenwich, which tours are booked for.
    public var day: String {
        date.formatted(
            Date.FormatStyle(date: .complete, time: .omitted, locale: Catalogue.locale, timeZone: .gmt))
    }

    /// "Wed, Mar 29, 2017", where there is little room.
    var shortWords: String {
        date.formatted(
            Date.FormatStyle(locale: Catalogue.locale, timeZone: .gmt)
                .weekday(.abbreviated).month(.abbreviated).day().year())
    }

    /// "2017-03-29"
    public var shortDay: String { String(text.prefix(10)) }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}

/// The days a tour can be booked for: from tomorrow to two weeks from today (REQUIREMENTS 4).
public enum BookableDays {
    /// Fourteen days, as the calendar of `zone` has them on `now`; each is sent as noon of that day in Greenwich.
    public static func options(on now: Date = Date(), in zone: TimeZone = .current) -> [ChoiceOption] {
        let days = (1...14).map { now.noon(after: $0, in: zone) }
        return days.enumerated().map { place, day in
            let text = Moment(day).text
            let words = Moment(day).day
            return ChoiceOption(
                value: text, label: place == 0 ? translated("Tomorrow, \(words)") : words,
                shortLabel: Moment(day).shortWords)
        }
    }

    /// The text every moment of the day of `now` and later ones are not less than.
    static func today(_ now: Date = Date(), in zone: TimeZone = .current) -> String {
        Moment(now.noon(after: 0, in: zone)).shortDay
    }
}

extension Date {
    /// Noon in Greenwich of the day that is `days` after this one in `zone`.
    fileprivate func noon(after days: Int, in zone: TimeZone) -> Date {
        var local = Moment.calendar
        local.timeZone = zone
        var parts = local.dateComponents([.year, .month, .day], from: self)
        parts.day = (parts.day ?? 1) + days
        parts.hour = 12
        return Moment.calendar.date(from: parts) ?? self
    }
}
