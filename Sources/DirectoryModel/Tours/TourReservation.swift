import ClassAPI
import Language

/// A tour reservation. Its first three fields are the order; the server adds the others.
public struct TourReservation: TypedRecord {
    public var record: Record

    public init(_ record: Record) { self.record = record }

    /// The customers' names.
    public var customerName: String {
        get { self["CustomerName"] }
        set { self["CustomerName"] = newValue }
    }
    /// 1 to 6, or 0 if it is not given.
    public var numberOfCustomers: Int {
        get { self["NumberOfCustomers"] }
        set { self["NumberOfCustomers"] = newValue }
    }
    /// The date as sent: `2017-03-29T12:00Z`.
    public var tourDate: String {
        get { self["TourDate"] }
        set { self["TourDate"] = newValue }
    }
    /// The server's answer to the order.
    public var message: String {
        get { self["Message"] }
        set { self["Message"] = newValue }
    }
    public var reservationCode: String {
        get { self["ReservationCode"] }
        set { self["ReservationCode"] = newValue }
    }
    /// When the tour was booked, as the server wrote it.
    public var dateCreated: String {
        get { self["DateCreated"] }
        set { self["DateCreated"] = newValue }
    }

    public static let definition = Definition(
        CollectionInfo(
            name: "tours", title: LocalizedString("Tours"), one: LocalizedString("tour"),
            many: LocalizedString("tours"), selectTitle: LocalizedString("Select a Tour"),
            iconName: "duke-directory-pin-symbolic"
        ) { translated($0, one: "\($0) tour", many: "\($0) tours") },
        home: .booked(path: ClassPath.tours.path), numbering: .byServer,
        fields: [
            Field(key: "Id", token: "id", label: LocalizedString("Number")),
            Field("CustomerName", token: "na", label: LocalizedString("Name"), rule: .line(from: 2, to: 100))
                .required(),
            Field(
                "NumberOfCustomers", .number, token: "nu", label: LocalizedString("Group Size"), editor: .steps(1...6),
                rule: .number(in: 1...6)
            ).required().word("size").unset("0"),
            Field("TourDate", token: "da", label: LocalizedString("Date"), editor: .day, rule: .moment)
                .required().formatted(day),
            Field("Message", token: nil, label: LocalizedString("Confirmation"), editor: .readOnly, rule: .any)
                .unsearched(),
            Field("ReservationCode", token: "rc", label: LocalizedString("Reservation"), editor: .readOnly, rule: .any),
            Field("DateCreated", token: nil, label: LocalizedString("Booked On"), editor: .readOnly, rule: .any)
                .formatted(isTranslated: true, day),
        ],
        orders: [
            SortOrder(id: "date", label: LocalizedString("Sort by Date")) { record in
                let date = TourReservation(record).tourDate
                return Moment(date)?.text ?? date
            },
            SortOrder(id: "name", label: LocalizedString("Sort by Name")) { TourReservation($0).customerName },
        ],
        groupings: [
            Grouping(
                id: "time", label: LocalizedString("Upcoming and Past"),
                division: .split(
                    Grouping.Split(
                        predicate: { .atLeast("TourDate", .text(BookableDays.today($0))) },
                        fulfilled: LocalizedString("Upcoming"),
                        others: LocalizedString("Past"), reversedOrder: "date",
                        nextChange: { BookableDays.tomorrow($0) })))
        ],
        bundled: BundledList(file: "sample-tours.json", .sample, day: "2026-09-14"),
        identity: { TourReservation($0).reservationCode },
        presentation: Presentation(
            name: { TourReservation($0).shownName }, subtitle: { $0.displayText("TourDate") },
            detail: { record in
                let tour = TourReservation(record)
                return [tour.people, tour.reservationCode].filter { !$0.isEmpty }.joined(separator: " · ")
            },
            pill: [.field("NumberOfCustomers") { TourReservation($0).people }], code: "ReservationCode",
            searchExample: "name=Ana", iconGroup: { _ in "Tours" }))

    private var shownName: String { customerName.isEmpty ? translated("Tour \(id)") : customerName }
    private var people: String {
        numberOfCustomers == 0 ? "" : DukePerson.collection.counted(numberOfCustomers)
    }

    @Sendable private static func day(_ date: FieldValue) -> String { Moment(date.text)?.day ?? date.text }
}
