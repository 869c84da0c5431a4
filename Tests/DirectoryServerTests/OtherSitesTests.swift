import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Pages of other sites may use what is open to everybody, and nothing else; and addresses are the client's own.
@Suite struct OtherSitesTests {
    private static let origin = ["Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"]

    private static let sendingJSON = origin.merging(["Content-Type": "application/json"]) { $1 }

    @Test(.server(), arguments: ["/todos", "/todos/", "/todos/7", "/api/tours", "/api/courses/in/cpa"])
    func aPreflightIsAnswered(path: String) async throws {
        var headers = Self.origin
        headers["Access-Control-Request-Method"] = "PATCH"
        headers["Access-Control-Request-Headers"] = "content-type, x-other"
        let answer = try await server.open(.OPTIONS, path, headers: headers)
        #expect(answer.status == 204)
        #expect(answer.headers.first(name: "Access-Control-Allow-Origin") == "*")
        let methods = answer.headers.first(name: "Access-Control-Allow-Methods") ?? ""
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] { #expect(methods.contains(method)) }
        let allowed = answer.headers.first(name: "Access-Control-Allow-Headers")?.lowercased() ?? ""
        #expect(allowed.contains("content-type") && allowed.contains("*"))
        #expect(answer.headers.first(name: "Access-Control-Max-Age") == "3600")
        #expect(!answer.headers.contains(name: "Access-Control-Allow-Credentials"))
    }

    @Test(.server()) func everyOpenAnswerCanBeReadByOtherSites() async throws {
        for (method, path, body, status) in [
            (HTTPMethod.POST, "/todos", "{}", 201), (.POST, "/todos", "{", 400),
            (.POST, "/todos", #"{"title":1}"#, 422), (.PATCH, "/todos/1", "{}", 200), (.PUT, "/todos/1", "{}", 200),
            (.GET, "/todos/1", nil, 200), (.GET, "/todos/9", nil, 404), (.DELETE, "/todos/1", nil, 204),
            (.DELETE, "/todos", nil, 204), (.DELETE, "/", nil, 204), (.GET, "/api/tours", nil, 200),
            (.POST, "/api/tours", "{}", 422),
            (.GET, "/api/courses/in/cpa", nil, 200), (.GET, "/api/courses/in/none", nil, 404),
        ] as [(HTTPMethod, String, String?, UInt)] {
            let answer = try await server.open(method, path, body: body, headers: Self.sendingJSON)
            #expect(answer.status == status, "\(method) \(path)")
            #expect(answer.headers["Access-Control-Allow-Origin"] == ["*"], "\(method) \(path)")
        }
        let made = try await server.open(.POST, "/todos", body: "{}", headers: Self.sendingJSON)
        #expect(made.headers.first(name: "Access-Control-Expose-Headers") == "ETag, Location")
    }

    /// A form of a page without a referrer has the origin “null”, wherever the page is from.
    @Test(.server([.sample()])) func aFormOfAnotherSiteSetsNoPassword() async throws {
        let link = try await PasswordLinks(repository: server.repository).make(for: "ab12")
        let form = try await server.open(.GET, link, headers: ["Sec-Fetch-Site": "cross-site"])
        #expect(form.status == 200 && form.headers.first(name: "Referrer-Policy") == "same-origin")
        let body = "password=correct+house&again=correct+house"
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        for headers in [Self.origin, ["Origin": "null"], ["Sec-Fetch-Site": "same-site"]] {
            let headers = headers.merging(type) { $1 }
            #expect(try await server.open(.POST, link, body: body, headers: headers).status == 403)
        }
        let own = ["Origin": "http://127.0.0.1:\(server.port)", "Sec-Fetch-Site": "same-origin"].merging(type) {
            $1
        }
        #expect(try await server.open(.POST, link, body: body, headers: own).status == 200)
    }

    private static let otherPages: [[String: String]] = [
        ["Origin": "https://elsewhere.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1"],
        ["Origin": "http://127.0.0.1:1"], ["Origin": "file://"], ["Sec-Fetch-Site": "cross-site"],
        ["Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"],
        ["Origin": "https://elsewhere.example", "Sec-Fetch-Site": "same-site"],
    ]

    @Test(.server([.sample()]), arguments: otherPages)
    func changesWithAPasswordAreRefusedToOtherSites(headers: [String: String]) async throws {
        let mine = try DukePerson.sample(name: "Eve").json()
        for (method, path, body) in [
            (HTTPMethod.PUT, "/entries/ab12", mine), (.POST, "/entries/create", mine),
            (.DELETE, "/entries/ab12", nil), (.PATCH, "/user", #"{"password":"new-password"}"#),
        ] as [(HTTPMethod, String, String?)] {
            for type in [nil, "text/plain", "application/json"] {
                var headers = headers
                headers["Content-Type"] = type
                // Even with the password that a browser remembers
                let answer = try await server.send(method, path, body: body, headers: headers)
                #expect(answer.status == 403, "\(method) \(path)")
                #expect(!answer.headers.contains(name: "Access-Control-Allow-Origin"))
            }
        }
        let preflight = try await server.send(.OPTIONS, "/entries/ab12", headers: headers)
        #expect(preflight.status == 204 && !preflight.headers.contains(name: "Access-Control-Allow-Origin"))
        #expect(try await server.send(.GET, "/entries/ab12", headers: headers).text.contains("Ada"))
    }

    @Test(
        .server(),
        arguments: [
            "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
        ])
    func aBodyThatAFormCanSendChangesNothing(type: String) async throws {
        _ = try await server.open(.POST, "/todos", body: #"{"title":"Tea"}"#)
        let before = try await server.open(.GET, "/todos").text
        let mine = try DukePerson.sample().json()
        for (method, path, body) in [
            (HTTPMethod.POST, "/entries/create", mine), (.PUT, "/entries/ab12", mine), (.PATCH, "/user", mine),
            (.PUT, "/todos/1", "{}"), (.PATCH, "/1", "{}"),
        ] {
            let answer = try await server.send(method, path, body: body, headers: ["Content-Type": type])
            #expect(answer.status == 415, "\(method) \(path)")
        }
        // Given what a browser sends for any page without a preflight
        let order = #"{"CustomerName":"Garvan Keeley","NumberOfCustomers":4,"TourDate":"2017-03-29T12:00Z"}"#
        let origin = ["Origin": "https://elsewhere.example"]
        for headers in [origin.merging(["Content-Type": type]) { $1 }, origin] {
            for (path, body) in [("/api/tours", order), ("/todos", "{}"), ("/", "{}")] {
                let answer = try await server.open(.POST, path, body: body, headers: headers)
                // Then it is refused with a sentence that the page can read
                #expect(answer.status == 415, "\(path) \(headers)")
                #expect(answer.json["error"] == "The body must be sent as “Content-Type: application/json”.")
                #expect(answer.headers["Access-Control-Allow-Origin"] == ["*"])
            }
        }
        #expect(try await server.open(.GET, "/todos").text == before)
        let (tours, people) = (
            try await server.repository.items(of: "tours"), try await server.repository.version(of: "people")
        )
        #expect(tours.isEmpty && people.count == 0)
    }

    @Test(.server()) func programsAndOwnPagesMayChangeEntries() async throws {
        let body = try DukePerson.sample().json()
        let own = "http://127.0.0.1:\(server.port)"
        for headers in [
            [:], ["Content-Type": "application/json; charset=utf-8"],
            ["Origin": own, "Sec-Fetch-Site": "same-origin"],
            ["Content-Type": "application/merge-patch+json"],
        ] as [[String: String]] {
            #expect(try await server.send(.POST, "/entries/create", body: body, headers: headers).status == 200)
            #expect(try await server.send(.DELETE, "/entries/ab12", headers: headers).status == 200)
        }
    }

    @Test(
        .server(isBehindProxy: true),
        arguments: [
            ("todo.example", nil, "http://todo.example"), ("todo.example:8080", "https", "https://todo.example:8080"),
            ("[::1]:9", "http", "http://[::1]:9"), ("192.168.0.7", "javascript", "http://192.168.0.7"),
        ] as [(String, String?, String)])
    func addressesAreThoseTheClientUsed(host: String, scheme: String?, start: String) async throws {
        var headers = ["Host": host]
        headers["X-Forwarded-Proto"] = scheme
        let made = try await server.open(.POST, "/todos", body: "{}", headers: headers)
        #expect(try made.todo().url == "\(start)/todos/1")
        let list = try await server.open(.GET, "/todos", headers: headers)
        #expect(try JSONDecoder().decode([ToDo].self, from: list.body).map(\.url) == ["\(start)/todos/1"])
    }

    @Test(.server(), arguments: ["a b", "x/../y", "evil\"onload=", "host:port", "host:70000", "user@host", "<b>", "é"])
    func anInvalidHostHeaderIsRefused(host: String) async throws {
        for (method, path) in [(HTTPMethod.GET, "/todos"), (.POST, "/todos")] {
            let answer = try await server.open(
                method, path, body: method == .POST ? "{}" : nil, headers: ["Host": host])
            #expect(answer.status == 400)
        }
        #expect(try await server.open(.GET, "/todos").text == "[]")
    }
}
