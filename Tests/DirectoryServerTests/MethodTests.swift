import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Which methods an address answers, and how long its answers are.
@Suite struct MethodTests {
    private static let addresses: [(String, String)] = [
        ("/", "GET, HEAD, POST, DELETE, OPTIONS"), ("/1", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"),
        ("/todos", "GET, HEAD, POST, DELETE, OPTIONS"), ("/todos/1", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"),
        ("/api/tours", "GET, HEAD, POST, OPTIONS"), ("/api/courses/in/cpa", "GET, HEAD, OPTIONS"),
        ("/entries", "GET, HEAD, OPTIONS"), ("/entries/all", "GET, HEAD, OPTIONS"),
        ("/entries/create", "POST, OPTIONS"), ("/entries/ab12", "GET, HEAD, PUT, DELETE, OPTIONS"),
        ("/entries/ab12/picture", "GET, HEAD, OPTIONS"), ("/user", "PATCH, OPTIONS"),
    ]

    @Test(.server([.sample()]), arguments: addresses)
    func otherMethodsAreRefusedWithThoseThereAre(path: String, allowed: String) async throws {
        let methods: [HTTPMethod] = [.GET, .HEAD, .POST, .PUT, .PATCH, .DELETE, .TRACE]
        for method in methods where !allowed.contains(method.rawValue) {
            let answer = try await server.send(method, path, body: [.HEAD, .TRACE].contains(method) ? nil : "{}")
            #expect(answer.status == 405, "\(method) \(path)")
            #expect(answer.headers["Allow"] == [allowed], "\(method) \(path)")
        }
        let reported = try await server.send(.OPTIONS, path)
        #expect(reported.status == 204 && reported.headers["Allow"] == [allowed])
        #expect(try await server.send(.GET, "/entries/ab12").text.contains("Ada"))
    }

    @Test(
        .server([.sample()]),
        arguments: [
            "/nothing", "/x/y", "/01", "/api", "/favicon.ico", "/entries/ab12/x", "/todos/x", "/todos/+1", "/todos/1.0",
            "/todos/1%20", "/todos/99999999999999999999", "/todos/1/2", "/todos/%2E%2E",
        ])
    func unknownPathsAre404ForEveryMethod(path: String) async throws {
        for method in [HTTPMethod.GET, .HEAD, .POST, .PUT, .PATCH, .DELETE, .OPTIONS] {
            let isRead = [.GET, .HEAD, .OPTIONS].contains(method)
            // Whatever is sent there
            for body in isRead ? [nil] : [nil, "", "{}", "no JSON", "[1]"] {
                let answer = try await server.send(method, path, body: body)
                #expect(answer.status == 404, "\(method) \(path) \(body ?? "nothing")")
                if method != .HEAD {
                    for part in ["error", "recovery"] { #expect(answer.json[part]?.hasSuffix(".") == true) }
                }
            }
        }
        #expect(try await server.send(.RAW(value: "PROPFIND"), path).status == 501)
    }

    /// All headers but the date.
    private static func fields(_ answer: TestServer.Answer) -> Set<String> {
        Set(answer.headers.map { "\($0.name.lowercased()): \($0.value)" }.filter { !$0.hasPrefix("date:") })
    }

    @Test(.server([.sample()])) func aHeadIsAsLongAsTheAnswer() async throws {
        for number in 1...1200 {
            let body = #"{"title":"T\#(number) \#(String(repeating: "x", count: 100))"}"#
            _ = try await server.repository.addItem(to: "todos") { _ in Data(body.utf8) }
        }
        let json = ["Accept": "application/json"]
        for (path, headers) in [
            ("/todos", [:]), ("/todos/7", [:]), ("/", [:]), ("/", json), ("/7", [:]), ("/api/tours", [:]),
            ("/api/courses/in/cpa", [:]), ("/entries", [:]), ("/entries/all", [:]), ("/entries/ab12", [:]),
        ] as [(String, [String: String])] {
            let whole = try await server.send(.GET, path, headers: headers)
            let head = try await server.send(.HEAD, path, headers: headers)
            #expect(head.status == 200 && head.body.isEmpty && !whole.body.isEmpty)
            #expect(head.headers["Content-Length"] == [String(whole.body.count)], "\(path)")
            let (ofHead, ofWhole) = (Self.fields(head), Self.fields(whole))
            #expect(ofHead == ofWhole, "\(path)")
        }
    }
}
