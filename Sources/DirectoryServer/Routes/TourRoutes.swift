import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// `GET /api/tours` describes the order; `POST /api/tours` reserves a tour.
struct TourRoutes {
    let repository: SQLRepository

    func add(to router: Router<ClassContext>) {
        Routes.open(ClassPath.tours.pattern, of: router).on("", [.get: explain, .post: reserve])
    }

    @Sendable private func explain(_ request: Request, _ context: ClassContext) async throws -> Response {
        .json(try WireJSON.encode(Explanation()))
    }

    @Sendable private func reserve(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard ETags.mayChange("", request.headers) else { throw Refusal.changedMeanwhile }
        let key = try request.idempotencyKey()
        let order = try await request.part(of: TourReservation.definition)
        try order.requireWhole()
        let ordered = { @Sendable in TourReservation(order.applied(to: Record(TourReservation.definition, key: $0))) }
        let content = ETags.tag(of: try WireJSON.encode(ordered(0)))
        let code = Passwords.readable(groups: 2).uppercased()
        let created = Moment(Date()).text
        let end = Self.end(of: ordered(0))
        let item = try await repository.addItem(
            to: context.list(of: TourReservation.definition), until: end,
            for: key.map { ItemRequest(key: $0, content: content) }
        ) { position in
            var tour = ordered(position.number)
            tour.reservationCode = code
            tour.dateCreated = created
            tour.message = Self.message(for: tour)
            return try WireJSON.encode(tour)
        }
        return .json(item.json, status: .created)
    }

    /// A reservation cannot be canceled, so past ones are removed if the list is full.
    private static func end(of tour: TourReservation) -> Date? {
        Moment(tour.tourDate)?.date.addingTimeInterval(86_400)
    }

    /// The message omits the day, which depends on the customer’s time zone.
    private static func message(for tour: TourReservation) -> String {
        let (name, count) = (tour.customerName, tour.numberOfCustomers)
        return translated(
            count, one: "Thank you, \(name). Your tour for \(count) person is reserved.",
            many: "Thank you, \(name). Your tour for \(count) people is reserved.")
    }
}

private struct Explanation: Encodable {
    struct Field: Encodable {
        let name: String
        let rule: String
    }

    struct Order: Encodable {
        let CustomerName = "Garvan Keeley"
        let NumberOfCustomers = 4
        let TourDate = "2017-03-29T12:00Z"
    }

    let message = translated("To reserve a tour, send these three fields as a JSON object.")
    let method = "POST"
    let path = ClassPath.tours.path
    let fields = [
        Field(
            name: "CustomerName", rule: translated("One or more names, 2 to 100 characters.")),
        Field(name: "NumberOfCustomers", rule: translated("The number of people, from 1 to 6.")),
        Field(
            name: "TourDate",
            rule: translated("Date and time in ISO 8601, with or without seconds and offset.")),
    ]
    let example = Order()
    let answer = translated("201 with the same three fields and Id, Message, ReservationCode, and DateCreated.")
    let repeating = translated(
        """
        Send an Idempotency-Key, such as a UUID, to get the same reservation when the same request is sent \
        again.
        """)
}

extension Request {
    /// The `Idempotency-Key`, or nil. A repeated request gets the same item.
    func idempotencyKey() throws(Refusal) -> String? {
        guard let text = headers[.idempotencyKey] else { return nil }
        // Quoted in the IETF draft, but most programs send it without quotes.
        let key =
            text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
        guard (1...200).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Refusal(
                .badRequest, translated("An Idempotency-Key must have 1 to 200 characters, such as a UUID."),
                Refusal.correct)
        }
        return key
    }
}

extension HTTPField.Name {
    static var idempotencyKey: Self { Self("Idempotency-Key") ?? .ifMatch }
}
