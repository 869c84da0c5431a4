import ClassAPI
import Language

/// A tour that was reserved. Its first three fields are what is ordered; the server adds the others.
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

extension TourReservation: DirectoryRecord {
    public static let collection = CollectionInfo(
        name: "tours", title: LocalizedString("Tours"), one: LocalizedString("tour"), many: LocalizedString("tours"),
        iconName: "mark-location-symbolic"
    ) { translated($0, one: "\($0) tour", many: "\($0) tours") }

    public static let path = ClassPath.tours.path
    public static let home = Home.booked(path: path)
    public static let numbering = Numbering.byServer

    public static let fields: [Field<TourReservation>] = [
        Field(key: "Id", token: "id", label: LocalizedString("Number"), \.id),
        Field(
            "CustomerName", token: "na", label: LocalizedString("Names"), \.customerName, rule: .line(from: 2, to: 100),
            isRequired: true),
        Field(
            "NumberOfCustomers", token: "nu", label: LocalizedString("Group Size"), of: \.numberOfCustomers,
            editor: .steps(1...6),
            rule: .number(in: 1...6), isRequired: true, unset: ["0"]),
        Field(
            "TourDate", token: "da", label: LocalizedString("Date"), \.tourDate, editor: .day, rule: .moment,
            isRequired: true,
            format: day),
        Field("Message", token: nil, label: LocalizedString("Answer"), \.message, editor: .readOnly, rule: .any),
        Field(
            "ReservationCode", token: "rc", label: LocalizedString("Reservation"), \.reservationCode, editor: .readOnly,
            rule: .any),
        Field(
            "DateCreated", token: nil, label: LocalizedString("Booked"), \.dateCreated, editor: .readOnly, rule: .any,
            format: day
        ),
    ]

    public static let groupings: [Grouping<TourReservation>] = [
        Grouping(
            id: "time", label: LocalizedString("Upcoming and Past"),
            division: .split(
                Grouping.Split(
                    predicate: { .atLeast("TourDate", .text(BookableDays.today($0))) },
                    fulfilled: LocalizedString("Upcoming"),
                    others: LocalizedString("Past"), reversedOrder: "date", nextChange: { BookableDays.tomorrow($0) })))
    ]

    public static let orders: [SortOrder<TourReservation>] = [
        SortOrder(id: "date", label: LocalizedString("Sort by Date")) { Moment($0.tourDate)?.text ?? $0.tourDate },
        SortOrder(id: "name", label: LocalizedString("Sort by Name")) { $0.customerName },
    ]

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }
    public var displayName: String { customerName.isEmpty ? translated("Tour \(id)") : customerName }
    public var identity: String { reservationCode }
    public var rowSubtitle: String { Self.day(tourDate) }
    public var rowDetail: String { [people, reservationCode].filter { !$0.isEmpty }.joined(separator: " · ") }
    public var pill: String { people }

    private var people: String { DukePerson.collection.counted(numberOfCustomers) }

    @Sendable private static func day(_ text: String) -> String { Moment(text)?.day ?? text }
}
