import Glibc

/// The `Date` header of the present second, formatted once a second.
struct AnswerDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private var second: time_t = -1
    private var text = ""

    /// The text, as "Sun, 06 Nov 1994 08:49:37 GMT".
    mutating func now() -> String {
        let now = time(nil)
        if now != second { (second, text) = (now, Self.text(of: now)) }
        return text
    }

    static func text(of second: time_t) -> String {
        var (second, parts) = (second, tm())
        gmtime_r(&second, &parts)
        let day = "\(days[Int(parts.tm_wday)]), \(padded(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        let hour = "\(padded(parts.tm_hour)):\(padded(parts.tm_min)):\(padded(parts.tm_sec))"
        return "\(day) \(Int(parts.tm_year) + 1900) \(hour) GMT"
    }

    private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
