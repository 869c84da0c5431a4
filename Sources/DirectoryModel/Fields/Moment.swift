public import Foundation
import Language

/// A date and time as ISO 8601 writes them.
public struct Moment: Equatable, Sendable {
    /// The moment as a date of Foundation.
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

    /// Makes the moment of a date.
    public init(_ date: Date) { self.date = date }

    /// `2017-03-29` as noon of that day in `zone`; any other text unchanged.
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

    /// "Wednesday, March 29, 2017": the day in the user's time zone.
    public var day: String { day(in: .current) }

    /// The day in `zone`.
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

extension Date {
    /// Noon of the day that is `days` after this one in `zone`.
    func noon(after days: Int, in zone: TimeZone) -> Date {
        let calendar = Moment.calendar(in: zone)
        var parts = calendar.dateComponents([.year, .month, .day], from: self)
        parts.day = (parts.day ?? 1) + days
        parts.hour = 12
        return calendar.date(from: parts) ?? self
    }

    /// The moment at which the clocks of `zone` show what those of Greenwich show at this one.
    fileprivate func sameTime(in zone: TimeZone) -> Date {
        let parts = Moment.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
        return Moment.calendar(in: zone).date(from: parts) ?? self
    }
}
