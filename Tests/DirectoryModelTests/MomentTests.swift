import DirectoryModel
import Foundation
import Testing

/// REQUIREMENTS 4: dates as they travel, and the days one can book.
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

    @Test func saysItsDay() {
        #expect(Moment("2017-03-29T12:00Z")?.day == "Wednesday, March 29, 2017")
        #expect(Moment("2017-03-29T23:59Z")?.shortDay == "2017-03-29")
    }

    @Test func aDayAloneIsNoonOfIt() throws {
        var tour = TourReservation(id: 0)
        try Tokens<TourReservation>("da=2026-12-01").apply(to: &tour)
        #expect(tour.tourDate == "2026-12-01T12:00Z")
        #expect(throws: TokenProblem.self) { try Tokens<TourReservation>("da=2026-02-30").apply(to: &tour) }
    }

    /// Moments, a zone, and the day that is tomorrow there then.
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
        let days = BookableDays.options(
            on: try #require(Moment(now)).date, in: try #require(TimeZone(identifier: zone)))
        #expect(days.count == 14)
        #expect(days.first?.value == "\(tomorrow)T12:00Z")
        #expect(days.first?.label.hasPrefix("Tomorrow, ") == true)
        #expect(days.allSatisfy { $0.value.hasSuffix("T12:00Z") })
        let moments = try days.map { try #require(Moment($0.value)).date }
        for (day, next) in zip(moments, moments.dropFirst()) { #expect(next.timeIntervalSince(day) == 86_400) }
    }
}
