import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Every operation on to-dos, without credentials.
@Suite struct ToDoRoutesTests {
    @Test(.server()) func aNewToDoIsOpenAndAnswersAtItsAddress() async throws {
        // When a to-do is sent that says it is done, that it has another address, and more
        let body =
            #"{"title":" use  <stdio.h> ","user":"Ada","order":3,"completed":true,"url":"x","id":9,"more":[{}]}"#
        let made = try await server.open(.POST, "/todos", body: body)
        // Then it is made open, mended, at an address of this server, which answers it
        #expect(made.status == 201)
        let address = "http://127.0.0.1:\(server.port)/todos/1"
        #expect(made.headers.first(name: "Location") == address)
        #expect(
            try made.todo() == ToDo(title: "use <stdio.h>", user: "Ada", order: 3, completed: false, url: address))
        #expect(try await server.open(.GET, "/todos/1").body == made.body)
    }

    @Test(.server()) func aPatchChangesWhatItNamesAndAPutTheWhole() async throws {
        _ = try await server.open(.POST, "/todos", body: #"{"title":"Tea","user":"Bo","order":1}"#)
        let url = "http://127.0.0.1:\(server.port)/todos/1"
        for (method, body, expected) in [
            (.PATCH, #"{"completed":true}"#, ToDo(title: "Tea", user: "Bo", order: 1, completed: true, url: url)),
            (.PATCH, #"{"user":null}"#, ToDo(title: "Tea", order: 1, completed: true, url: url)),
            (.PATCH, #"{"order":-7,"url":"y"}"#, ToDo(title: "Tea", order: -7, completed: true, url: url)),
            (.PATCH, #"{}"#, ToDo(title: "Tea", order: -7, completed: true, url: url)),
            (
                .PUT, #"{"title":"Tea","user":"Bo","order":3,"completed":true}"#,
                ToDo(title: "Tea", user: "Bo", order: 3, completed: true, url: url)
            ),
            (.PUT, #"{"title":"Coffee"}"#, ToDo(title: "Coffee", completed: false, url: url)),
            (
                .PUT, #"{"title":"Coffee","order":3,"completed":true}"#,
                ToDo(title: "Coffee", order: 3, completed: true, url: url)
            ),
            (.PATCH, #"{"title":null,"order":null,"completed":false}"#, ToDo(completed: false, url: url)),
        ] as [(HTTPMethod, String, ToDo)] {
            let answer = try await server.open(method, "/todos/1", body: body)
            #expect(answer.status == 200, "\(body)")
            #expect(try answer.todo() == expected, "\(body)")
            #expect(try await server.open(.GET, "/todos/1").body == answer.body)
        }
    }

    @Test(.server()) func aDeletedToDoIsGone() async throws {
        for title in ["A", "B", "C"] { _ = try await server.open(.POST, "/todos", body: #"{"title":"\#(title)"}"#) }
        let one = try await server.open(.DELETE, "/todos/2")
        #expect(one.status == 204 && one.body.isEmpty)
        for (method, body) in [(.GET, nil), (.DELETE, nil), (.PATCH, "{}"), (.PUT, "{}")] as [(HTTPMethod, String?)] {
            for number in ["0", "-1", "2"] {
                #expect(try await server.open(method, "/todos/\(number)", body: body).status == 404)
            }
        }
        let all = try await server.open(.DELETE, "/todos")
        #expect(all.status == 204 && all.body.isEmpty)
        #expect(try await server.open(.GET, "/todos").text == "[]")
        #expect(try await server.open(.DELETE, "/todos/").status == 204)
        // And no number is given twice
        #expect(try await server.open(.POST, "/todos", body: "{}").todo().key == 4)
    }

    /// What breaks a rule, and the field that is to blame.
    private static let broken: [(String, String)] = [
        (#"{"title":["a"]}"#, "title"), (#"{"user":true}"#, "user"), (#"{"order":99999999999999999999}"#, "order"),
        (#"{"completed":"yes"}"#, "completed"), (#"{"title":"\#(String(repeating: "x", count: 5000))"}"#, "title"),
    ]

    @Test(.server(), arguments: broken)
    func aBrokenRuleNamesItsField(body: String, field: String) async throws {
        _ = try await server.open(.POST, "/todos", body: #"{"title":"Tea"}"#)
        for (method, path) in [(HTTPMethod.POST, "/todos"), (.PATCH, "/todos/1"), (.PUT, "/todos/1")] {
            let answer = try await server.open(method, path, body: body)
            #expect(answer.status == 422)
            #expect(answer.json["field"] == field)
            #expect(answer.json["reason"]?.isEmpty == false)
        }
        #expect(try await server.open(.GET, "/todos").text.matches(of: /"title"/).count == 1)
    }

    @Test(.server()) func aBodyThatIsNoJSONObjectIsRefused() async throws {
        let nested = String(repeating: "[", count: 100_000)
        _ = try await server.open(.POST, "/todos", body: "{}")
        for (method, path) in [
            (HTTPMethod.POST, "/todos"), (.PATCH, "/todos/1"), (.PUT, "/todos/1"), (.POST, "/api/tours"),
        ] {
            for body in ["", "{", "title=Tea", "[]", "[1]", "\"x\"", "3", nested] {
                let answer = try await server.open(method, path, body: body)
                #expect(answer.status == 400, "\(method) \(path) \(body.prefix(9))")
            }
        }
        let large = #"{"title": "\#(String(repeating: "x", count: 300_000))"}"#
        #expect(try await server.open(.POST, "/todos", body: large).status == 413)
    }

    private static let browsers: [String?] = [
        "text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        "text/html, application/json;q=0.5", "application/json;q=0.9, text/html", "TEXT/HTML , */*",
    ]
    private static let programs: [String?] = [
        nil, "*/*", "application/json", "Application/JSON; charset=utf-8", "application/json, text/plain, */*",
        "text/html;q=0.4, application/json;q=0.9", "application/json, text/html", "*/*, text/html",
        "text/html;q=0, */*;q=0.1", "application/json;q=0, */*",
    ]

    @Test(.server()) func browsersGetThePageAndProgramsTheList() async throws {
        for accept in Self.browsers + Self.programs {
            let answer = try await server.open(.GET, "/", headers: accept.map { ["Accept": $0] } ?? [:])
            let isPage = answer.text.contains("How to sign in")
            #expect(isPage == Self.browsers.contains(accept), "\(accept ?? "")")
            #expect((isPage || answer.text == "[]") && answer.headers["Vary"] == ["Accept"])
        }
    }

    @Test(.server()) func aNewItemComesLast() async throws {
        for (body, order) in [
            ("{}", 1), (#"{"order":40}"#, 40), ("{}", 41), (#"{"order":null}"#, 42), (#"{"order":-3}"#, -3),
        ] {
            #expect(try await server.open(.POST, "/todos", body: body).todo().order == order, "\(body)")
        }
        // When the last is gone, the one before it counts
        _ = try await server.open(.DELETE, "/todos/4")
        _ = try await server.open(.PATCH, "/todos/3", body: #"{"order":9}"#)
        #expect(try await server.open(.POST, "/todos", body: "{}").todo().order == 41)
        // And after the largest number there is none, which sorts last
        _ = try await server.open(.POST, "/todos", body: #"{"order":\#(Int.max)}"#)
        #expect(try await server.open(.POST, "/todos", body: "{}").todo().order == nil)
    }
}

extension TestServer {
    /// Sends a request as anybody.
    func open(
        _ method: HTTPMethod, _ path: String, body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, body: body, headers: headers, credentials: .some(nil))
    }
}

extension TestServer.Answer {
    func todo() throws -> ToDo { try JSONDecoder().decode(ToDo.self, from: body) }
}
