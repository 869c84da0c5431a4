import DirectoryModel
import Foundation
import Testing

/// Bodies of requests: to-dos, parts of records, orders.
struct BodyTests {
    private func todo(_ json: String) throws -> ToDo { try JSONDecoder().decode(ToDo.self, from: Data(json.utf8)) }
    private func part(_ json: String) throws -> RecordPart { try RecordPart(Data(json.utf8), of: .toDos) }

    private func keys(_ value: some Encodable) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? [String: Any] ?? [:]
        return object.mapValues { "\($0)" }
    }

    @Test func everyFieldOfAToDoMayBeMissing() throws {
        #expect(try todo("{}") == ToDo())
        #expect(try keys(ToDo()).isEmpty)
        #expect(try todo(#"{"title": null, "order": 3, "more": [1]}"#) == ToDo(order: 3))
        #expect(try todo(#"{"order": "3"}"#) == ToDo(order: 3))
        // An odd value is preserved, not read as a number.
        #expect(try todo(#"{"order": "many"}"#).order == nil && todo(#"{"completed": "perhaps"}"#).completed == false)
        #expect(throws: (any Error).self) { try todo("[]") }
    }

    @Test func aToDoIsNumberedByItsAddress() throws {
        let whole = try todo(
            #"{"title":"Milk","user":"ana","order":2,"completed":false,"url":"http://localhost:8080/todos/41"}"#)
        #expect(whole.key == 41)
        #expect(try Set(keys(whole).keys) == ["title", "user", "order", "completed", "url"])
        #expect(try JSONDecoder().decode(ToDo.self, from: JSONEncoder().encode(whole)) == whole)
        for address in ["", "http://localhost/todos/", "http://localhost/todos/x", "/todos/99999999999999999999"] {
            #expect(ToDo(url: address).key == 0)
        }
        #expect(ToDo(title: "a").record.hosted(as: 5, at: "u/5").key == 5)
        #expect(ToDo(ToDo(completed: true).record.withToggleOff).completed == false)
    }

    @Test func absentStaysNullGoesGivenChanges() throws {
        let before = ToDo(title: "Milk", user: "ana", order: 2, completed: true, url: "http://h/todos/4")
        let after = try part(#"{"user": null, "order": 7, "url": "http://evil/1", "id": 9}"#).applied(to: before.record)
        #expect(ToDo(after) == ToDo(title: "Milk", order: 7, completed: true, url: "http://h/todos/4"))
        #expect(try part("{}").applied(to: before.record) == before.record)
        let named = try part(#"{"title": "  Ana <b>Li</b>  "}"#).applied(to: before.record)
        #expect(ToDo(named).title == "Ana <b>Li</b>")
    }

    @Test(arguments: [
        (#"{"title": 3}"#, "Task must be text"), (#"{"order": "3"}"#, "Order must be a whole number"),
        (#"{"order": 3.5}"#, "Order must be a whole number"),
        (#"{"completed": 1}"#, "Completed must be true or false"),
        (#"{"title": {}}"#, "Task must be text"),
        (#"{"order": 99999999999999999999}"#, "Order must be a whole number"),
    ])
    func anotherTypeIsNamed(json: String, text: String) {
        let problem = #expect(throws: FieldBroken.self) { try part(json) }
        #expect(problem.map { "\($0.label) \($0.reason)" } == text)
    }

    @Test func aBrokenRuleAndAMissingFieldAreNamed() throws {
        let long = String(repeating: "x", count: 1001)
        #expect(throws: FieldBroken.self) { try part(#"{"title": "\#(long)"}"#) }
        #expect(throws: JSONError.notAnObject) { try part("[1]") }
        #expect(throws: JSONError.invalid) { try part("{") }
        for json in ["{}", #"{"title": null}"#, #"{"title": ""}"#] {
            let problem = #expect(throws: FieldBroken.self) { try part(json).requireWhole() }
            #expect(problem?.key == "title")
        }
        try part(#"{"title": "Milk"}"#).requireWhole()
    }

    @Test func anOrderHasItsThreeKeysAndNoOthers() throws {
        var tour = TourReservation(id: 9)
        let tokens = try Tokens("na=Garvan Keeley, nu=4, da=2017-03-29T12:00Z, rc=X", of: .tours)
        try tokens.apply(to: &tour.record)
        tour.message = "Thanks"
        #expect(
            try keys(BookingOrder(tour.record)) == [
                "CustomerName": "Garvan Keeley", "NumberOfCustomers": "4", "TourDate": "2017-03-29T12:00Z",
            ])
    }
}
