import DirectoryModel
import Foundation
import NIOHTTP1
import SampleData
import Testing

@testable import DirectoryServer

/// Accounts, and the PATCH row of the wire table.
@Suite struct AccountTests {
    @Test(.eachDatabase) func anAccountIsMadeListedAndReset() async throws {
        // Given an account
        let (accounts, authenticator) = (Accounts(repository: repository), Authenticator(repository: repository))
        let first = try await accounts.add("Ab12", role: .ta)
        #expect(first.count >= 14)
        let hash = try await repository.account(netid: "ab12")?.passwordHash ?? ""
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$") && !hash.contains(first))
        // Which nobody gets a second time
        await #expect(throws: ServerError.accountExists("ab12")) {
            try await accounts.add("AB12", role: .student)
        }
        #expect(try await accounts.list().map(\.account.netid) == ["ab12"])
        #expect(try await accounts.list().map(\.role) == [.ta])
        #expect(try await authenticator.account(netid: "AB12", password: first)?.netid == "ab12")
        // When its password is made anew
        let second = try await accounts.reset("AB12")
        // Then only the new one opens it
        #expect(try await authenticator.account(netid: "ab12", password: first) == nil)
        #expect(try await authenticator.account(netid: "ab12", password: second) != nil)
        #expect(try await authenticator.account(netid: "nobody", password: second) == nil)
        await #expect(throws: ServerError.noAccount("cd34")) { try await accounts.reset("cd34") }
    }

    @Test(.eachDatabase, arguments: ["", "a b", "ä", "all", "Create", String(repeating: "a", count: 33)])
    func anInvalidNetIDGetsNoAccount(netid: String) async throws {
        await #expect(throws: ServerError.badNetID(netid)) {
            try await Accounts(repository: repository).add(netid, role: .student)
        }
    }

    @Test(.server([.sample()])) func aPasswordIsChangedByItsOwner() async throws {
        // When a password is chosen while the old one was used
        #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        let body = #"{"password": "correct: hörse"}"#
        #expect(try await server.send(.PATCH, "/user", body: body).status == 200)
        // Then it opens the account, and the old one does not
        #expect(try await server.send(.GET, "/entries/ab12", credentials: "ab12:correct: hörse").status == 200)
        #expect(try await server.send(.GET, "/entries/ab12").status == 401)
    }

    private static let badPasswords = [
        #"{"password": "short"}"#, "{}", #"{"password": 12345678}"#, "[]", #"{"password": "nul\u0000null"}"#,
        // What is guessed first
        #"{"password": "        "}"#, #"{"password": "password"}"#, #"{"password": " PassWord "}"#,
        #"{"password": "Passw0rd"}"#, #"{"password": "12345678"}"#, #"{"password": "aaaaaaaaaaaa"}"#,
        #"{"password": "AB12ab12"}"#, #"{"password": "a       b       c"}"#,
    ]

    @Test(.server(), arguments: badPasswords)
    func aPasswordThatBreaksTheRuleIsNamed(body: String) async throws {
        let answer = try await server.send(.PATCH, "/user", body: body)
        #expect(answer.status == 422)
        #expect(answer.json["field"] == "password")
        #expect(try await server.send(.PATCH, "/user", body: "{").status == 400)
        #expect(try await server.send(.PATCH, "/user", body: body, credentials: .some(nil)).status == 401)
    }

    @Test(.server([.sample()]), arguments: ["ab12\0", "ab12\0x", "ab12%00", " ab12", "ab12 ", "\0"])
    func aSimilarNetIDOpensNoAccount(netid: String) async throws {
        let answer = try await server.send(.GET, "/entries/ab12", credentials: "\(netid):\(server.password)")
        #expect(answer.status == 401)
        #expect(try await server.repository.account(netid: "ab12\0x") == nil)
    }

    @Test(.eachDatabase) func demoIsNotServedToOthers() async throws {
        // Given a database that anybody can sign in to as demo
        try await SampleClass(count: 3).fill(repository)
        let open = ClassServer.Options(host: "0.0.0.0")
        // When it is served on every address, then the server refuses
        await #expect(throws: ServerError.demoOnOpenHost("0.0.0.0")) {
            try await ClassServer(repository: repository, options: open).run()
        }
        // Nor does a proxy on this computer open it
        var proxied = ClassServer.Options()
        proxied.isBehindProxy = true
        await #expect(throws: ServerError.demoBehindProxy) {
            try await ClassServer(repository: repository, options: proxied).run()
        }
    }

    @Test(.sqlite, arguments: ["0.0.0.0", "127.evil.example", "192.0.2.1"])
    func passwordsDoNotTravelInClear(host: String) async throws {
        await #expect(throws: ServerError.passwordsInClear(host: host)) {
            try await ClassServer(repository: repository, options: ClassServer.Options(host: host)).run()
        }
        // The sentence names both cures
        let texts = ServerError.passwordsInClear(host: host).description
        #expect(texts.contains("--tls-certificate") && texts.contains("--behind-proxy") && texts.contains(host))
    }

    @Test func onePasswordIsMadeAtATimeForAnAccount() async throws {
        let changing = KeyedLock()
        let first = await changing.run("ab12") {
            // While one is made, another of the account is refused, and one of another account is made
            #expect(await changing.run("ab12") { true } == nil)
            #expect(await changing.run("cd34") { true } == true)
            return true
        }
        #expect(first == true)
        // Afterwards, even where one failed, the next is made
        await #expect(throws: CancellationError.self) {
            _ = try await changing.run("ab12") { throw CancellationError() }
        }
        #expect(await changing.run("ab12") { true } == true)
    }

    @Test(.server()) func aTakenPortAndADatabaseThatCannotBeMadeArePlainSentences() async throws {
        let options = ClassServer.Options(port: server.port)
        await #expect(throws: ServerError.portTaken(host: "127.0.0.1", port: server.port)) {
            try await ClassServer(repository: server.repository, options: options).run()
        }
        let error = #expect(throws: ServerError.self) { try SQLRepository(path: "/nowhere/at/all.sqlite") }
        #expect(error?.message.hasPrefix("The database /nowhere/at/all.sqlite could not be used") == true)
    }
}
