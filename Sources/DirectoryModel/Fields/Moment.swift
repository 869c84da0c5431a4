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

    /// `2017-03-29` as the moment it is noon of that day in `zone`; any other text as it is.
    static func noon(of text: String, in zone: TimeZone = .current) -> String {
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/.asciiOnlyDigits()) != nil,
            let noon = Moment("\(text)T12:00Z")?.date
        else { return text }
        return Moment(noon.sameTime(in: zone)).text
    }

    /// "2017-03-29T12:00Z"
    public var text: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func two(_ number: Int?) -> String { String(number ?? 0).leftPadded(to: 2) }
        return "\(String(parts.year ?? 0).leftPadded(to: 4))-\(two(parts.month))-\(two(parts.day))"
            + "T\(two(parts.hour)):\(two(parts.minute))Z"
    }

    /// "Wednesday, March 29, 2017": the day it is where the user is.
    public var day: String { day(in: .current) }

    /// The day it is in `zone`.
    public func day(in zone: TimeZone) -> String {
        date.formatted(
            Date.FormatStyle(date: .complete, time: .omitted, locale: Localization.locale, timeZone: zone))
    }

    /// "Wed, Mar 29, 2017", where there is little room.
    func shortWords(in zone: TimeZone) -> String {
        date.formatted(
            Date.FormatStyle(locale: Localization.locale, timeZone: zone)
                .weekday(.abbreviated).month(.abbreviated).day().year())
    }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    static func calendar(in zone: TimeZone) -> Calendar {
        var calendar = Moment.calendar
        calendar.timeZone = zone
        return calendar
    }
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

    /// The text that moments of the day of `now` and later ones are not less than.
    static func today(_ now: Date, in zone: TimeZone = .current) -> String {
        Moment(Moment.calendar(in: zone).startOfDay(for: now)).text
    }

    /// When the day after the one of `now` begins.
    static func tomorrow(_ now: Date, in zone: TimeZone = .current) -> Date {
        Moment.calendar(in: zone).startOfDay(for: now.noon(after: 1, in: zone))
    }
}

extension Date {
    /// Noon of the day that is `days` after this one in `zone`.
    fileprivate func noon(after days: Int, in zone: TimeZone) -> Date {
        let calendar = Moment.calendar(in: zone)
        var parts = calendar.dateComponents([.year, .month, .day], from: self)
        parts.day = (parts.day ?? 1) + days
        parts.hour = 12
        return calendar.date(from: parts) ?? self
    }

    /// The moment the clocks of `zone` show what those of Greenwich show at this one.
    fileprivate func sameTime(in zone: TimeZone) -> Date {
        let parts = Moment.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
        return Moment.calendar(in: zone).date(from: parts) ?? self
    }
}
