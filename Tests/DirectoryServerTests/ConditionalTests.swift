import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// `If-Match` and `If-None-Match`, on everything that changes something.
@Suite struct ConditionalTests {
    private static let refused = [["If-Match": "\"nonsense\""], ["If-None-Match": "*"]]

    @Test(.serverOnEachDatabase([.sample()])) func anEntryIsChangedOnlyUnderItsTag() async throws {
        let tag = try await server.send(.GET, "/entries/ab12").etag
        let eve = try DukePerson.sample(name: "Eve").json()
        let password = #"{"password":"another password"}"#
        for headers in Self.refused + [["If-None-Match": tag]] {
            for (method, path, body) in [
                (HTTPMethod.PUT, "/entries/ab12", eve), (.DELETE, "/entries/ab12", nil),
                (.POST, "/entries/create", eve),
            ] as [(HTTPMethod, String, String?)] {
                let answer = try await server.send(method, path, body: body, headers: headers)
                #expect(answer.status == 412, "\(method) \(headers)")
            }
        }
        for headers in Self.refused {
            #expect(try await server.send(.PATCH, "/user", body: password, headers: headers).status == 412)
        }
        #expect(try await server.send(.GET, "/entries/ab12").etag == tag)
        // After a change, the former tag and a weak one are refused; the new one, “*”, and none are accepted
        let new = try await server.send(.PUT, "/entries/ab12", body: eve, headers: ["If-Match": tag]).etag
        for (tag, status) in [(tag, 412), ("W/\(new)", 412), ("\"x\", \(new)", 200), ("*", 200)] {
            let answer = try await server.send(.PUT, "/entries/ab12", body: eve, headers: ["If-Match": tag])
            #expect(answer.status == status)
        }
        #expect(try await server.send(.PUT, "/entries/ab12", body: eve).status == 200)
        #expect(try await server.send(.DELETE, "/entries/ab12", headers: ["If-Match": new]).status == 200)
        #expect(
            try await server.send(.POST, "/entries/create", body: eve, headers: ["If-Match": "*"]).status == 412)
        #expect(
            try await server.send(.POST, "/entries/create", body: eve, headers: ["If-None-Match": "*"]).status
                == 200)
    }

    /// The original app uses the addresses at the server's root.
    @Test(.serverOnEachDatabase(), arguments: ["/todos", ""])
    func aToDoIsChangedOnlyUnderItsTag(root: String) async throws {
        // Given a to-do whose tag each answer carries
        let made = try await server.open(.POST, "\(root)/", body: #"{"title":"Tea"}"#)
        #expect(made.status == 201)
        #expect(try made.todo().url == "http://127.0.0.1:\(server.port)/todos/1")
        let one = try await server.open(.GET, "\(root)/1")
        let old = one.etag
        #expect(!old.isEmpty && made.etag == old && one.body == made.body)
        #expect(try await server.open(.GET, "\(root)/1", headers: ["If-None-Match": old]).status == 304)
        // When somebody else changed it meanwhile
        let theirs = try await server.open(.PATCH, "\(root)/1", body: #"{"user":"Bo"}"#, headers: ["If-Match": old])
        #expect(theirs.status == 200 && theirs.etag != old)
        for headers in Self.refused + [["If-Match": old]] {
            for (method, body) in [(HTTPMethod.PATCH, #"{"title":"X"}"#), (.PUT, "{}"), (.DELETE, nil)] {
                // Then nothing is lost, and the answer is what it is now
                let answer = try await server.open(method, "\(root)/1", body: body, headers: headers)
                #expect(answer.status == 412, "\(method) \(headers)")
                #expect(answer.etag == theirs.etag && answer.body == theirs.body)
            }
        }
        // With what it is now, it is changed
        let now = ["If-Match": theirs.etag]
        let put = try await server.open(.PUT, "\(root)/1", body: #"{"title":"Y"}"#, headers: now)
        #expect(put.status == 200)
        #expect(try await server.open(.GET, "/todos/1").todo().title == "Y")
        #expect(try await server.open(.DELETE, "\(root)/1", headers: ["If-Match": put.etag]).status == 204)
        #expect(try await server.open(.GET, "\(root)/1").status == 404)
    }

    @Test(.server(), arguments: ["/todos", "/todos/", "/"])
    func aListIsEmptiedOnlyUnderItsTag(path: String) async throws {
        let made = try await server.open(.POST, path, body: #"{"title":"Tea"}"#)
        let list = try await server.open(.GET, path)
        let old = list.etag
        #expect(list.text == "[\(made.text)]")
        #expect(list.headers.first(name: "Content-Type")?.hasPrefix("application/json") == true)
        #expect(try await server.open(.GET, path, headers: ["If-None-Match": old]).status == 304)
        _ = try await server.open(.PATCH, "/todos/1", body: #"{"completed":true}"#)
        for headers in Self.refused + [["If-Match": old]] {
            #expect(try await server.open(.DELETE, path, headers: headers).status == 412)
            #expect(try await server.open(.POST, path, body: "{}", headers: headers).status == 412)
        }
        let now = try await server.open(.GET, path).etag
        #expect(try await server.open(.DELETE, path, headers: ["If-Match": now]).status == 204)
        #expect(try await server.open(.GET, path).text == "[]")
    }
}
