import ClassAPI
import Language

/// A tour reservation. Its first three fields are the order; the server adds the others.
public struct TourReservation: Equatable, Sendable {
    public let id: Int
    /// The customers' names.
    public var customerName = ""
    /// 1 to 6, or 0 if it is not given.
    public var numberOfCustomers = 0
    /// The date as sent: `2017-03-29T12:00Z`.
    public var tourDate = ""
    /// The server's answer to the order.
    public var message = ""
    public var reservationCode = ""
    /// When the tour was booked, as the server wrote it.
    public var dateCreated = ""

    public init(id: Int) { self.id = id }
}

extension TourReservation: DirectoryRecord {
    public enum Key: String, FieldKey {
        case id = "Id", customerName = "CustomerName", numberOfCustomers = "NumberOfCustomers",
            tourDate = "TourDate", message = "Message", reservationCode = "ReservationCode", dateCreated = "DateCreated"
    }

    public static let definition = RecordDefinition<TourReservation>(
        CollectionInfo(
            name: "tours", title: LocalizedString("Tours"), one: LocalizedString("tour"),
            many: LocalizedString("tours"), selectTitle: LocalizedString("Select a Tour"),
            iconName: "duke-directory-pin-symbolic"
        ) { translated($0, one: "\($0) tour", many: "\($0) tours") },
        home: .booked(path: ClassPath.tours.path), numbering: .byServer,
        fields: [
            Field(key: .id, token: "id", label: LocalizedString("Number"), \.id),
            Field(
                .customerName, token: "na", label: LocalizedString("Name"), \.customerName,
                rule: .line(from: 2, to: 100), isRequired: true),
            Field(
                .numberOfCustomers, token: "nu", label: LocalizedString("Group Size"), \.numberOfCustomers,
                editor: .steps(1...6), rule: .number(in: 1...6), isRequired: true, unset: ["0"]),
            Field(
                .tourDate, token: "da", label: LocalizedString("Date"), \.tourDate, editor: .day, rule: .moment,
                isRequired: true, format: day),
            Field(
                .message, token: nil, label: LocalizedString("Confirmation"), \.message, editor: .readOnly, rule: .any
            ).unsearched(),
            Field(
                .reservationCode, token: "rc", label: LocalizedString("Reservation"), \.reservationCode,
                editor: .readOnly, rule: .any),
            Field(
                .dateCreated, token: nil, label: LocalizedString("Booked On"), \.dateCreated, editor: .readOnly,
                rule: .any, format: day),
        ],
        orders: [
            SortOrder(id: "date", label: LocalizedString("Sort by Date")) { Moment($0.tourDate)?.text ?? $0.tourDate },
            SortOrder(id: "name", label: LocalizedString("Sort by Name")) { $0.customerName },
        ],
        groupings: [
            Grouping(
                id: "time", label: LocalizedString("Upcoming and Past"),
                division: .split(
                    Grouping.Split(
                        predicate: { .atLeast(.tourDate, .text(BookableDays.today($0))) },
                        fulfilled: LocalizedString("Upcoming"),
                        others: LocalizedString("Past"), reversedOrder: "date",
                        nextChange: { BookableDays.tomorrow($0) })))
        ],
        bundled: BundledList(file: "sample-tours.json", .sample, day: "2026-09-14"), identity: \.reservationCode,
        presentation: Presentation(
            name: { $0.customerName.isEmpty ? translated("Tour \($0.id)") : $0.customerName },
            subtitle: { $0.displayText(.tourDate) },
            detail: { [$0.people, $0.reservationCode].filter { !$0.isEmpty }.joined(separator: " · ") },
            pill: [.field(.numberOfCustomers, \.people)], code: .reservationCode,
            searchExample: "na=Ana", iconGroup: { _ in "Tours" }))

    public init(key: Int) { self.init(id: key) }
    public var key: Int { id }

    private var people: String {
        numberOfCustomers == 0 ? "" : DukePerson.collection.counted(numberOfCustomers)
    }

    @Sendable private static func day(_ date: FieldValue) -> String { Moment(date.text)?.day ?? date.text }
}
