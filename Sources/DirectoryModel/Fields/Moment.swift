public import Foundation
import Language

/// A date and time in ISO 8601.
public struct Moment: Equatable, Sendable {
    public let date: Date

    /// Parses `2017-03-29T12:00Z`, with or without seconds and offset; the default offset is UTC.
    public init?(_ text: String) {
        let pattern =
            /(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?/
            .asciiOnlyDigits()
        guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
        var parts = DateComponents()
        parts.calendar = Self.calendar
        parts.year = Int(match.1)
        parts.month = Int(match.2)
        parts.day = Int(match.3)
        parts.hour = Int(match.4)
        parts.minute = Int(match.5)
        parts.second = match.6.flatMap { Int($0) } ?? 0
        guard parts.isValidDate, let local = Self.calendar.date(from: parts) else { return nil }
        let (hours, minutes) = (match.8.flatMap { Int($0) } ?? 0, match.9.flatMap { Int($0) } ?? 0)
        guard hours < 24, minutes < 60 else { return nil }
        let offset = Double(hours * 3600 + minutes * 60) * (match.7 == "-" ? -1 : 1)
        date = local.addingTimeInterval(-offset)
    }

    public init(_ date: Date) { self.date = date }

    /// Noon in `zone` for a day such as `2017-03-29`; any other text unchanged.
    static func noon(of text: String, in zone: TimeZone = .current) -> String {
        guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/.asciiOnlyDigits()) != nil,
            let noon = Moment("\(text)T12:00Z")?.date
        else { return text }
        return Moment(noon.sameTime(in: zone)).text
    }

    /// The moment in UTC, such as "2017-03-29T12:00Z".
    public var text: String {
        let parts = Self.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func two(_ number: Int?) -> String { String(number ?? 0).leftPadded(to: 2) }
        return "\(String(parts.year ?? 0).leftPadded(to: 4))-\(two(parts.month))-\(two(parts.day))"
            + "T\(two(parts.hour)):\(two(parts.minute))Z"
    }

    /// The day in the local time zone, such as "Wednesday, March 29, 2017".
    public var day: String { day(in: .current) }

    /// The day in the local time zone as people type it, such as "2017-03-29".
    var typedDay: String { typedDay(in: .current) }

    func typedDay(in zone: TimeZone) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
    }

    /// The day in `zone`.
    public func day(in zone: TimeZone) -> String {
        date.formatted(
            Date.FormatStyle(date: .complete, time: .omitted, locale: Localization.locale, timeZone: zone))
    }

    /// The day in `zone`, abbreviated: "Wed, Mar 29, 2017".
    func shortDay(in zone: TimeZone) -> String {
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
    /// Noon in `zone`, `days` days later.
    func noon(after days: Int, in zone: TimeZone) -> Date {
        let calendar = Moment.calendar(in: zone)
        var parts = calendar.dateComponents([.year, .month, .day], from: self)
        parts.day = (parts.day ?? 1) + days
        parts.hour = 12
        return calendar.date(from: parts) ?? self
    }

    /// The moment with the same wall clock time in `zone` as this one has in UTC.
    fileprivate func sameTime(in zone: TimeZone) -> Date {
        let parts = Moment.calendar.dateComponents([.year, .month, .day, .hour, .minute], from: self)
        return Moment.calendar(in: zone).date(from: parts) ?? self
    }
}
