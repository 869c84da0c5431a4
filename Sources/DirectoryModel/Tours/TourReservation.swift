/// A tour that was reserved (REQUIREMENTS 4). Its first three fields are what is ordered; the server adds the others.
public struct TourReservation: Equatable, Sendable {
    public let id: Int
    public var customerName = ""
    public var numberOfCustomers = 0
    /// As it was sent: `2017-03-29T12:00Z`.
    public var tourDate = ""
    public var message = ""
    public var reservationCode = ""
    public var dateCreated = ""

    public init(id: Int) { self.id = id }
}

extension TourReservation: Record {
    public static let collection = Collection(
        name: "tours", title: "Tours", one: "tour", many: "tours", iconName: "mark-location-symbolic")

    public static let path = "/api/tours"
    public static let home = Home.booked(path: path)
    public static let numbering = Numbering.byServer

    public static let fields: [Field<TourReservation>] = [
        Field(key: "Id", token: "id", label: "Number", \.id),
        Field(
            "CustomerName", token: "na", label: "Names", \.customerName, rule: .line(from: 2, to: 100),
            isRequired: true),
        Field(
            "NumberOfCustomers", token: "nu", label: "Group Size", of: \.numberOfCustomers, editor: .steps(1...6),
            rule: .number(in: 1...6), isRequired: true, unset: ["0"]),
        Field(
            "TourDate", token: "da", label: "Date", \.tourDate, editor: .day, rule: .moment, isRequired: true,
            format: day),
        Field("Message", token: nil, label: "Answer", \.message, editor: .readOnly, rule: .any),
        Field("ReservationCode", token: "rc", label: "Reservation", \.reservationCode, editor: .readOnly, rule: .any),
        Field("DateCreated", token: nil, label: "Booked", \.dateCreated, editor: .readOnly, rule: .any, format: day),
    ]

    public static let groupings: [Grouping<TourReservation>] = [
        Grouping(
            id: "time", label: "Upcoming and Past",
            division: .split(
                { .atLeast("TourDate", .text(BookableDays.today())) }, fulfilled: "Upcoming", others: "Past"))
    ]

    public static let orders: [SortOrder<TourReservation>] = [
        SortOrder(id: "date", label: "Sort by Date") { Moment($0.tourDate)?.text ?? $0.tourDate },
        SortOrder(id: "name", label: "Sort by Name") { $0.customerName },
    ]

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { customerName.isEmpty ? "Tour \(id)" : customerName }
    public var identity: String { reservationCode }
    public var rowSubtitle: String { Self.day(tourDate) }
    public var rowDetail: String { [people, reservationCode].filter { !$0.isEmpty }.joined(separator: " · ") }
    public var pill: String { people }

    private var people: String { numberOfCustomers == 1 ? "1 person" : "\(numberOfCustomers) people" }

    @Sendable private static func day(_ text: String) -> String { Moment(text)?.day ?? text }
}
