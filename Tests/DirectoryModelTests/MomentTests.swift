import DirectoryModel
import Foundation
import Testing

/// Dates in JSON, and bookable days.
struct MomentTests {
    @Test(arguments: [
        ("2017-03-29T12:00Z", "2017-03-29T12:00Z"), ("2017-03-29t12:00:59.5z", "2017-03-29T12:00Z"),
        ("2017-03-29T12:00", "2017-03-29T12:00Z"), ("2017-03-29T01:30+02:00", "2017-03-28T23:30Z"),
        ("2017-03-29T23:30-0545", "2017-03-30T05:15Z"), ("2020-02-29T00:00Z", "2020-02-29T00:00Z"),
        ("2016-12-31T23:59:59Z", "2016-12-31T23:59Z"),
    ])
    func reads(text: String, moment: String) { #expect(Moment(text)?.text == moment) }

    @Test(arguments: [
        "", "2017-03-29", "2017-02-29T12:00Z", "2017-02-30T12:00Z", "2017-13-01T12:00Z", "2017-00-10T12:00Z",
        "2017-03-29T24:00Z", "2017-03-29T12:60Z", "2017-03-29T12:00:61Z", "2017-03-29T12:00+24:00",
        "2017-03-29T12:00+02:60", "2017-03-29 12:00Z", "17-03-29T12:00Z", "٢٠١٧-٠٣-٢٩T12:00Z", "tomorrow",
        "2017-03-29T12:00Zx", "2017-03-29T12:00Z\n",
    ])
    func refuses(text: String) { #expect(Moment(text) == nil) }

    @Test func dayIsShownInUsersTimeZone() throws {
        let moment = try #require(Moment("2026-11-22T03:00Z"))
        #expect(moment.day(in: try zone("Asia/Tokyo")) == "Sunday, November 22, 2026")
        #expect(moment.day(in: try zone("America/New_York")) == "Saturday, November 21, 2026")
    }

    @Test func aDayAloneIsNoonOfItOnThisComputer() throws {
        var tour = TourReservation(id: 0)
        try Tokens("da=2026-12-01", of: TourReservation.definition).apply(to: &tour.record)
        let date = try #require(Moment(tour.tourDate)).date

        #expect(
            Calendar(identifier: .gregorian).dateComponents([.year, .month, .day, .hour, .minute], from: date)
                == DateComponents(year: 2026, month: 12, day: 1, hour: 12, minute: 0))
        #expect(throws: TokenError.self) { try Tokens("da=2026-02-30", of: .tours).apply(to: &tour.record) }
    }

    @Test func onlyTwoWeeksCanBeBooked() throws {
        // Given early Sunday morning in Tokyo, which is Saturday in Greenwich
        let (now, tokyo) = (try #require(Moment("2026-11-21T19:41Z")).date, try zone("Asia/Tokyo"))
        func reason(_ text: String) -> String? { BookableDays.reasonAgainst(text, on: now, in: tokyo) }
        for day in BookableDays.options(on: now, in: tokyo) { #expect(reason(day.value) == nil) }
        for text in ["2026-11-22T15:00Z", "2026-12-06T14:59Z"] { #expect(reason(text) == nil, "\(text)") }
        for text in ["2017-03-29T12:00Z", "2026-11-22T14:59Z", "2026-12-06T15:00Z", "2027-11-30T12:00Z"] {
            #expect(
                reason(text) == "must be a day from Monday, November 23, 2026 to Sunday, December 6, 2026", "\(text)")
        }
    }

    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    /// Moments, zones, and the day after in the zone.
    @Test(arguments: [
        ("2026-11-21T09:59Z", "Pacific/Kiritimati", "2026-11-22"),
        ("2026-11-21T10:01Z", "Pacific/Kiritimati", "2026-11-23"),
        ("2026-11-21T10:59Z", "Pacific/Pago_Pago", "2026-11-21"),
        ("2026-11-21T11:01Z", "Pacific/Pago_Pago", "2026-11-22"),
        ("2026-03-07T23:30Z", "America/New_York", "2026-03-08"),
        ("2026-10-31T23:30Z", "America/New_York", "2026-11-01"),
        ("2026-12-31T23:30Z", "UTC", "2027-01-01"), ("2028-02-28T12:00Z", "Europe/Berlin", "2028-02-29"),
        ("2026-12-20T12:00Z", "Asia/Kathmandu", "2026-12-21"),
    ])
    func fourteenDaysFromTomorrow(now: String, zone: String, tomorrow: String) throws {
        let zone = try self.zone(zone)
        let days = BookableDays.options(on: try #require(Moment(now)).date, in: zone)
        #expect(days.count == 14 && Set(days.map(\.value)).count == 14)
        #expect(days.first?.label.hasPrefix("Tomorrow, ") == true)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = try days.map {
            calendar.dateComponents([.year, .month, .day, .hour], from: try #require(Moment($0.value)).date)
        }
        let first = try #require(parts.first)
        #expect([first.year, first.month, first.day] == tomorrow.split(separator: "-").map { Int($0) })
        #expect(parts.allSatisfy { $0.hour == 12 })
    }
}
