import DirectoryModel
import Foundation
import NIOHTTP1
import SampleData
import Testing

@testable import DirectoryServer

/// Reservations and courses, without credentials.
@Suite struct TourAndCourseTests {
    /// What a tour has to be ordered with.
    private struct Order: Codable, Equatable {
        var CustomerName = "Garvan Keeley"
        var NumberOfCustomers = 4
        var TourDate = "2017-03-29T12:00Z"
    }

    private func reserve(_ server: TestServer, _ order: Order) async throws -> TestServer.Answer {
        let body = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
        return try await server.open(.POST, "/api/tours", body: body)
    }

    @Test(.server()) func advertisedFormatIsAccepted() async throws {
        let answer = try await server.open(.GET, "/api/tours")
        #expect(answer.status == 200)
        struct Explanation: Decodable {
            let message: String
            let method: String
            let path: String
            let fields: [[String: String]]
            let example: Order
        }
        let explanation = try JSONDecoder().decode(Explanation.self, from: answer.body)
        #expect(
            explanation.method == "POST" && explanation.path == "/api/tours" && explanation.message.hasSuffix("."))
        let names = TourReservation.fields.filter { !$0.isKey && $0.editor != .readOnly }.map(\.key)
        #expect(explanation.fields.map { $0["name"] } == names)
        // When its example is sent, then it is reserved, and the three fields are as they were
        let reservation = try await reserve(server, explanation.example)
        #expect(reservation.status == 201)
        #expect(try JSONDecoder().decode(Order.self, from: reservation.body) == explanation.example)
    }

    private static let dates = [
        "2017-03-29T12:00Z", "2030-12-31T23:59:59Z", "2030-01-02T03:04:05+02:00", "2030-01-02T03:04-0500",
        "2030-01-02T03:04:05.678Z", "2030-01-02T03:04",
    ]

    @Test(.serverOnEachDatabase()) func aReservationHasACodeAndANumberOfItsOwn() async throws {
        var codes: Set<String> = []
        for (number, date) in zip(1..., Self.dates) {
            let order = Order(CustomerName: "Ann & Bo Łukasz", NumberOfCustomers: number, TourDate: date)
            let answer = try await reserve(server, order)
            #expect(answer.status == 201)
            #expect(try JSONDecoder().decode(Order.self, from: answer.body) == order)
            let tour = try JSONDecoder().decode(TourReservation.self, from: answer.body)
            #expect(tour.id == number && answer.text.contains(#""Id":\#(number),"#))
            #expect(tour.message.contains("Ann & Bo Łukasz") && tour.message.hasSuffix("."))
            #expect(tour.reservationCode.wholeMatch(of: /[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}/) != nil)
            let age = try #require(Moment(tour.dateCreated)).date.timeIntervalSinceNow
            #expect((-120...0).contains(age))
            codes.insert(tour.reservationCode)
        }
        #expect(codes.count == 6)
        let saved = try await server.repository.items(of: "tours")
        #expect(saved.map(\.number) == Array(1...6))
    }

    private static let broken: [(String, String, String)] = [
        ("CustomerName", "null", "must be filled in"), ("CustomerName", "\"\"", "must be filled in"),
        ("CustomerName", "\" \"", ""),
        ("CustomerName", "\"A\"", "2 characters"), ("CustomerName", "7", "must be text"),
        ("CustomerName", "\"\(String(repeating: "n", count: 101))\"", "100"),
        ("NumberOfCustomers", "null", "must be filled in"), ("NumberOfCustomers", "7", "from 1 to 6"),
        ("NumberOfCustomers", "\"4\"", "from 1 to 6"), ("NumberOfCustomers", "true", "from 1 to 6"),
        ("TourDate", "null", "must be filled in"), ("TourDate", "\"tomorrow\"", "date"),
        ("TourDate", "\"2017-02-30T12:00Z\"", ""),
        ("TourDate", "\"2017-03-29\"", ""), ("TourDate", "20170329", "must be text"),
    ]

    @Test(.server(), arguments: broken)
    func aBrokenRuleNamesItsField(field: String, value: String, reason: String) async throws {
        var values = ["CustomerName": "\"Ann\"", "NumberOfCustomers": "2", "TourDate": "\"2030-01-02T03:04Z\""]
        values[field] = value
        let body = "{\(values.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
        let answer = try await server.open(.POST, "/api/tours", body: body)
        #expect(answer.status == 422)
        #expect(answer.json["field"] == field)
        #expect(reason.isEmpty || answer.json["reason"]?.contains(reason) == true)
        // And a field that is not there at all is named as well
        values[field] = nil
        let without = "{\(values.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
        #expect(try await server.open(.POST, "/api/tours", body: without).json["field"] == field)
        #expect(try await server.repository.items(of: "tours").isEmpty)
    }

    @Test(.server()) func theSampleHasCoursesOfTwoPrograms() async throws {
        try await SampleClass(count: 3).fill(server.repository)
        // Filling twice adds nothing
        try await SampleClass(count: 3).fill(server.repository)
        var all: [Course] = []
        for program in ["cpa", "BSD", "Bsd"] {
            let answer = try await server.open(.GET, "/api/courses/in/\(program)")
            #expect(answer.status == 200)
            let courses = try JSONDecoder().decode([Course].self, from: answer.body)
            #expect(courses.allSatisfy { $0.program == program.uppercased() && !$0.name.isEmpty })
            #expect(courses.allSatisfy { (1...8).contains($0.level ?? 0) && Moment($0.dateCreated) != nil })
            #expect(courses.allSatisfy { $0.code.wholeMatch(of: /[A-Z]{3}[1-8]\d\d/) != nil })
            #expect(Set(courses.map(\.status)) == ["Required", "Option"])
            let again = try await server.open(
                .GET, "/api/courses/in/\(program)", headers: ["If-None-Match": answer.etag])
            #expect(again.status == 304 && again.body.isEmpty)
            if program != "Bsd" { all += courses }
        }
        #expect((35...45).contains(all.count))
        #expect(Set(all.map(\.id)).count == all.count && Set(all.map(\.code)).count == all.count)
        #expect(try await server.open(.GET, "/todos").text == "[]")
    }

    @Test(.server()) func anOrdinaryServerKnowsItsProgramsWithoutCourses() async throws {
        for program in ["cpa", "CPA", "bsd"] {
            let answer = try await server.open(.GET, "/api/courses/in/\(program)")
            #expect(answer.status == 200 && answer.text == "[]")
        }
        for program in ["abc", "", "cpa/x", "%20"] {
            #expect(try await server.open(.GET, "/api/courses/in/\(program)").status == 404)
        }
    }
}
