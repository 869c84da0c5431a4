import DirectoryModel
import Foundation
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Whoever asks again gets what is true now.
@Suite struct RepeatedAnswerTests {
    private static func reads(_ server: TestServer, _ path: String, times: Int) async throws -> [TestServer.Answer] {
        var answers: [TestServer.Answer] = []
        for _ in 0..<times { answers.append(try await server.send(.GET, path)) }
        return answers
    }

    private static func named(_ headers: HTTPHeaders) -> [String] {
        headers.filter { $0.name.lowercased() != "date" }.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    }

    @Test(arguments: ["/entries/ab12", "/entries/all"], [true, false])
    func aRepeatedAnswerIsTheFirst(path: String, isReadingOpen: Bool) async throws {
        try await TestServer.with([.sample(), .sample("cd34", duid: 8)], isReadingOpen: isReadingOpen) { server in
            let answers = try await Self.reads(server, path, times: 4)
            #expect(answers.allSatisfy { $0.status == 200 && $0.headers.contains(name: "Date") })
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(Set(answers.map { Self.named($0.headers) }).count == 1)
            let known = ["If-None-Match": answers[0].etag]
            #expect(try await server.send(.GET, path, headers: known).status == 304)
            let head = try await server.send(.HEAD, path)
            #expect(head.body.isEmpty)
            #expect(Self.named(head.headers) == Self.named(answers[0].headers))
        }
    }

    @Test(arguments: ["/entries/ab12", "/entries/all"])
    func aChangeIsSeenAtOnce(path: String) async throws {
        try await TestServer.withDatabase([.sample()]) { server, database in
            _ = try await Self.reads(server, path, times: 3)
            // When the entry is changed through this server
            let body = try DukePerson.sample(name: "Augusta").json()
            #expect(try await server.send(.PUT, "/entries/ab12", body: body).status == 200)
            // Then the next answer has it
            for answer in try await Self.reads(server, path, times: 3) { #expect(answer.text.contains("Augusta")) }
            // When another program changes it
            let other = try database.open()
            let entry = try Entry(DukePerson.sample(name: "Byron").record)
            try await other.replace(entryOf: "ab12", with: entry) { _ in }
            // Then too
            for answer in try await Self.reads(server, path, times: 3) { #expect(answer.text.contains("Byron")) }
        }
    }

    @Test func anEntryThatWasRemovedIsUnknownAtOnce() async throws {
        try await TestServer.with([.sample()]) { server in
            _ = try await Self.reads(server, "/entries/ab12", times: 3)
            #expect(try await server.send(.DELETE, "/entries/ab12").status == 200)
            #expect(try await server.send(.GET, "/entries/ab12").status == 404)
        }
    }

    @Test(arguments: ["/entries/ab12", "/entries/all"])
    func anOldPasswordIsRefusedAtOnce(path: String) async throws {
        try await TestServer.withDatabase([.sample()]) { server, database in
            let changes: [(String) async throws -> String] = [
                { old in
                    let body = #"{"password": "correct: hörse"}"#
                    let answer = try await server.send(.PATCH, "/user", body: body, credentials: "ab12:\(old)")
                    #expect(answer.status == 200)
                    return "correct: hörse"
                },
                { _ in
                    let other = try database.open()
                    return try await Accounts(repository: other).reset("ab12")
                },
            ]
            var password = server.password
            for change in changes {
                // Given a password that was used
                for _ in 0..<3 {
                    #expect(try await server.send(.GET, path, credentials: "ab12:\(password)").status == 200)
                }
                // When it is changed, then the old one is refused and the new one is not
                let new = try await change(password)
                #expect(try await server.send(.GET, path, credentials: "ab12:\(password)").status == 401)
                #expect(try await server.send(.GET, path, credentials: "ab12:\(new)").status == 200)
                password = new
            }
        }
    }

    @Test func anAccountThatWasRemovedIsRefusedAtOnce() async throws {
        try await TestServer.withDatabase([.sample()]) { server, database in
            _ = try await Self.reads(server, "/entries/ab12", times: 3)
            try await database.execute("DELETE FROM account WHERE netid = 'ab12'")
            #expect(try await server.send(.GET, "/entries/ab12").status == 401)
        }
    }

    @Test func aWrongPasswordIsRefusedBesideTheRightOne() async throws {
        try await TestServer.with([.sample()]) { server in
            let password = server.password
            for credentials in ["ab12:\(password)x", "ab12:", "cd34:\(password)", "ab12\(password)"] {
                _ = try await Self.reads(server, "/entries/ab12", times: 2)
                #expect(try await server.send(.GET, "/entries/ab12", credentials: credentials).status == 401)
            }
            #expect(try await server.send(.GET, "/entries/ab12", credentials: .some(nil)).status == 401)
            #expect(try await server.send(.GET, "/entries/AB12").status == 200)
        }
    }

    @Test func aRememberedPasswordBelongsToOneHash() {
        let verified = VerifiedPasswords()
        let account = Account(netid: "ab12", role: .student, passwordHash: "one")
        #expect(!verified.contains("secret", of: account))
        verified.remember("secret", of: account, at: 5)
        #expect(verified.contains("secret", of: account))
        #expect(!verified.contains("Secret", of: account))
        let changed = Account(netid: "ab12", role: .student, passwordHash: "two")
        #expect(!verified.contains("secret", of: changed))
        let other = Account(netid: "cd34", role: .student, passwordHash: "one")
        #expect(!verified.contains("secret", of: other))
        // And a header needs no account while the database is the same
        let header = "Basic \(Data("ab12:secret".utf8).base64EncodedString())"
        #expect(verified.netid(of: header, at: 5) == "ab12")
        #expect(verified.netid(of: header, at: 6) == nil)
        #expect(verified.netid(of: "Basic \(Data("ab12:Secret".utf8).base64EncodedString())", at: 5) == nil)
        #expect(verified.contains("secret", of: account, at: 6))
        #expect(verified.netid(of: header, at: 6) == "ab12")
        #expect(verified.netid(of: header, at: 5) == nil)
    }

    @Test func theOldestRememberedPasswordMakesRoom() {
        let clock = TestClock()
        let verified = VerifiedPasswords(clock: clock.clock)
        let accounts = (0...VerifiedPasswords.maxPasswords).map {
            Account(netid: "s\($0)", role: .student, passwordHash: "one")
        }
        for account in accounts {
            verified.remember("secret", of: account)
            clock.advance(by: .milliseconds(1))
        }
        #expect(accounts.count { verified.contains("secret", of: $0) } == VerifiedPasswords.maxPasswords)
        #expect(!verified.contains("secret", of: accounts[0]))
    }

    /// A client that closes its sending side gets the whole of an answer that its socket cannot take at once.
    @Test(arguments: ["/entries/all", "/entries/ab12"])
    func anAnswerIsWholeAfterTheClientClosedItsSide(path: String) async throws {
        var person = DukePerson.sample()
        person.picture = String(repeating: "x", count: 14 << 20)
        try await TestServer.with([person], isReadingOpen: true) { server in
            let length = try await Self.reads(server, path, times: 2)[0].body.count
            for count in [1, 2, 3] {
                let answer = try await Wire.talk(to: server.port) { wire in
                    for _ in 0..<count { wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                    wire.closeSending()
                    return wire.receive()
                }
                #expect(answer.matches(of: /HTTP\/1\.1 200/).count == count)
                #expect(answer.utf8.count > count * length, "\(answer.utf8.count) of \(count * length) bytes")
            }
        }
    }

    @Test func answersComeInTheOrderOfTheRequests() async throws {
        try await TestServer.with([.sample()], isReadingOpen: true) { server in
            _ = try await Self.reads(server, "/entries/ab12", times: 2)
            _ = try await Self.reads(server, "/entries/all", times: 2)
            let paths = ["/entries/ab12", "/todos", "/entries/all", "/entries/ab12", "/entries/none", "/entries/ab12"]
            let answer = try await Wire.talk(to: server.port) { wire in
                for path in paths.dropLast() { wire.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                wire.send("GET /entries/ab12 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return wire.receive()
            }
            let statuses = answer.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.1) }
            #expect(statuses == ["200", "200", "200", "200", "404", "200"])
            let kinds = answer.matches(of: /\r\n\r\n(.)/).map { String($0.1) }
            #expect(kinds == ["{", "[", "[", "{", "{", "{"])
        }
    }
}
