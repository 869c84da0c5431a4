import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// To-dos at the server's root, as the original app speaks to it; browsers get the page there.
@Suite struct RootTests {
    @Test func everyOperationAnswersAtTheRoot() async throws {
        try await TestServer.with { (server) async throws in
            let json = ["Accept": "application/json"]
            let made = try await server.open(.POST, "/", body: #"{"title":"Tea","order":4}"#)
            #expect(made.status == 201)
            let url = "http://127.0.0.1:\(server.port)/todos/1"
            #expect(try made.todo() == ToDo(title: "Tea", order: 4, completed: false, url: url))
            #expect(try await server.open(.GET, "/1").body == made.body)
            #expect(try await server.open(.GET, "/", headers: json).text == "[\(made.text)]")
            #expect(try await server.open(.PATCH, "/1", body: #"{"completed":true}"#).todo().completed == true)
            #expect(try await server.open(.PUT, "/1", body: #"{"title":"Coffee"}"#).todo().title == "Coffee")
            // The same list as at /todos
            #expect(try await server.open(.GET, "/todos/1").todo().title == "Coffee")
            #expect(try await server.open(.DELETE, "/1").status == 204)
            #expect(try await server.open(.GET, "/1").status == 404)
            _ = try await server.open(.POST, "/todos", body: "{}")
            #expect(try await server.open(.DELETE, "/").status == 204)
            #expect(try await server.open(.GET, "/", headers: json).text == "[]")
        }
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

    @Test func browsersGetThePageAndProgramsTheList() async throws {
        try await TestServer.with { (server) async throws in
            for accept in Self.browsers + Self.programs {
                let answer = try await server.open(.GET, "/", headers: accept.map { ["Accept": $0] } ?? [:])
                let isPage = answer.text.contains("How to sign in")
                #expect(isPage == Self.browsers.contains(accept), "\(accept ?? "")")
                #expect((isPage || answer.text == "[]") && answer.headers["Vary"] == ["Accept"])
            }
        }
    }

    @Test func aNewItemComesLast() async throws {
        try await TestServer.with { (server) async throws in
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

    @Test func thereIsNoNumberAfterTheLast() async throws {
        try await withTemporaryDatabase { repository in
            try await repository.fill("todos", with: [Item(number: .max, json: Data("{}".utf8))])
            await #expect(throws: ItemError.full) {
                _ = try await repository.addItem(to: "todos") { _ in Data("{}".utf8) }
            }
        }
    }
}
