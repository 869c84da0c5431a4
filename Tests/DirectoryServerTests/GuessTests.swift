import DirectoryModel
import Foundation
import Logging
import NIOHTTP1
import Testing

@testable import DirectoryServer

/// Limits of wrong passwords.
@Suite struct GuessTests {
    /// The status of each guess.
    private static func guesses(
        _ count: Int = 11, at server: TestServer, netid: (Int) -> String, from address: (Int) -> String?
    ) async throws -> [UInt] {
        var statuses: [UInt] = []
        for number in 0..<count {
            let answer = try await server.send(
                .GET, "/entries/all", headers: address(number).map { ["X-Forwarded-For": $0] } ?? [:],
                credentials: "\(netid(number)):guess")
            statuses.append(answer.status)
            guard answer.status == 429 else { continue }
            let wait = answer.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 0
            #expect((1...61).contains(wait))
            #expect(answer.json["error"]?.contains("Too many sign-in attempts.") == true)
            #expect(answer.headers.contains(name: "WWW-Authenticate"), "so that it is not taken for another limit")
        }
        return statuses
    }

    /// The statuses of guesses of which all but the last are checked.
    private static func lastIsRefused(of count: Int = 11) -> [UInt] {
        [UInt](repeating: 401, count: count - 1) + [429]
    }

    /// Known and unknown NetIDs are told the same, whatever addresses the guesses come from.
    @Test func afterTenWrongPasswordsForANetIDNoneIsChecked() async throws {
        let lines = LoggedLines()
        let options = lines.logging(as: .line, level: .warning, isBehindProxy: true)
        try await TestServer.with([.sample()], options: options) { (server) async throws in
            _ = try await Accounts(repository: server.repository).add("cd34", role: .student)
            for netid in ["cd34", "unknown", "no netid"] {
                let statuses = try await Self.guesses(at: server, netid: { _ in netid }, from: { "192.0.2.\($0)" })
                #expect(statuses == Self.lastIsRefused(), "\(netid)")
            }
            let same = try await Self.guesses(2, at: server, netid: { _ in "CD34" }, from: { _ in "192.0.2.1" })
            #expect(same == [429, 429])
            // Others are not kept out
            #expect(
                try await server.send(.GET, "/entries/ab12", headers: ["X-Forwarded-For": "192.0.2.1"]).status == 200)
        }
        // The log names each NetID once, and no password
        let logged = lines.all.filter { $0.contains("sign-in") }
        #expect(logged.count == 2 && !lines.all.joined().contains("guess"))
        for (line, netid) in zip(logged, ["cd34", "unknown"]) {
            #expect(line.hasSuffix("warning: Too many sign-in attempts for \(netid) or from its address."))
        }
    }

    @Test(.server([.sample()], isBehindProxy: true))
    func afterWrongPasswordsForAHundredNetIDsFromAnAddressNoOtherIsChecked() async throws {
        let statuses = try await Self.guesses(
            101, at: server, netid: { "ef\($0)" }, from: { _ in "10.0.0.1, [2001:db8::2]:443" })
        #expect(statuses == Self.lastIsRefused(of: 101))
        // Others are not kept out
        let other = ["X-Forwarded-For": "198.51.100.7:1"]
        #expect(try await server.send(.GET, "/entries/ab12", headers: other).status == 200)
    }

    /// One guesser would lock out everyone, if the proxy's own address counted.
    @Test func aProxyThatNamesNoAddressIsNotCountedItself() async throws {
        let lines = LoggedLines()
        let options = lines.logging(as: .line, level: .warning, isBehindProxy: true)
        try await TestServer.with([.sample()], options: options) { (server) async throws in
            for header in [nil, "who?", "unix:", "192.0.2.1:x", "[192.0.2.1]"] as [String?] {
                let statuses = try await Self.guesses(
                    21, at: server, netid: { "x\($0)y\(header?.utf8.count ?? 0)" }, from: { _ in header })
                #expect(statuses == [UInt](repeating: 401, count: 21))
            }
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
            // Guesses of one NetID are counted nevertheless
            let statuses = try await Self.guesses(at: server, netid: { _ in "ab12" }, from: { _ in nil })
            #expect(statuses == Self.lastIsRefused())
            // And the log says it once
            let others = lines.all.filter { !$0.contains("Too many sign-in attempts for ab12") }
            #expect(others.count == 1)
            #expect(others.first?.contains("warning: The proxy sends no X-Forwarded-For header") == true)
        }
    }

    /// Many at once are not checked one after another: others would wait for all of them.
    @Test(.server()) func ofManyGuessesAtOnceFewAreChecked() async throws {
        let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
            for _ in 0..<60 {
                group.addTask { try await server.send(.GET, "/entries/all", credentials: "ab12:guess").status }
            }
            return try await group.reduce(into: [UInt: Int]()) { $0[$1, default: 0] += 1 }
        }
        // Two threads check, so that one more may be under way
        #expect((10...11).contains(statuses[401] ?? 0))
        #expect((statuses[429] ?? 0) == 60 - (statuses[401] ?? 0))
    }

    @Test func namesAreMentionedOnceAMinute() {
        let clock = TestClock()
        let names = LogThrottle(clock: clock.clock)
        #expect(names.insert("ab12"))
        clock.advance(by: .seconds(59))
        #expect(!names.insert("ab12"))
        clock.advance(by: .seconds(1))
        #expect(names.insert("ab12") && names.insert("cd34"))
    }

    @Test func guessesAreForgottenAfterAMinute() {
        let clock = TestClock()
        let limit = LoginRateLimiter(maxGuesses: 2, maxNetIDs: 2, clock: clock.clock)
        limit.wrong(netid: "ab12", address: "192.0.2.1")
        clock.advance(by: .seconds(10))
        limit.wrong(netid: "AB12", address: "192.0.2.2")
        // Given two for a NetID, from two addresses
        #expect(limit.wait(netid: "ab12", address: "192.0.2.3") == .seconds(50))
        #expect(limit.wait(netid: "cd34", address: "192.0.2.1") == nil)
        // Then after a minute from the first, one more may be made
        clock.advance(by: .seconds(50))
        #expect(limit.wait(netid: "ab12", address: "192.0.2.3") == nil)
        limit.wrong(netid: "ab12", address: "192.0.2.1")
        clock.advance(by: .seconds(1))
        #expect(limit.wait(netid: "ab12", address: nil) == .seconds(9))
        // And the right password forgets those of the NetID only
        limit.right(netid: "ab12")
        #expect(limit.wait(netid: "ab12", address: nil) == nil)
        limit.wrong(netid: "cd34", address: "192.0.2.1")
        #expect(limit.wait(netid: "ef56", address: "192.0.2.1") == .seconds(59))
        clock.advance(by: .seconds(59))
        #expect(limit.wait(netid: "ef56", address: "192.0.2.1") == nil)
    }

    /// Ten wrong passwords from one address do not keep out everyone behind it.
    @Test func aLectureHallBehindOneAddressSignsIn() {
        let limit = LoginRateLimiter(clock: TestClock().clock)
        for number in 0..<99 { limit.wrong(netid: "s\(number)", address: "192.0.2.1") }
        #expect(limit.wait(netid: "s99", address: "192.0.2.1") == nil)
        limit.wrong(netid: "s99", address: "192.0.2.1")
        // After a hundred, those who mistyped theirs may try again, and no others
        #expect(limit.wait(netid: "s5", address: "192.0.2.1") == nil)
        #expect(limit.wait(netid: "s100", address: "192.0.2.1") == .seconds(60))
        for _ in 0..<9 { limit.wrong(netid: "s5", address: "192.0.2.1") }
        #expect(limit.wait(netid: "s5", address: "192.0.2.1") == .seconds(60))
        #expect(limit.wait(netid: "s100", address: "192.0.2.2") == nil)
    }

    /// Whoever signed in a moment ago goes on while somebody guesses.
    @Test(.sqlite) func aVerifiedPasswordIsRightWhileOthersGuess() async throws {
        let (accounts, clock) = (Accounts(repository: repository), TestClock())
        let password = try await accounts.add("ab12", role: .student)
        let authenticator = Authenticator(repository: repository, clock: clock.clock)
        func account(_ password: String) async throws -> Account? {
            try await authenticator.account(netid: "AB12", password: password, from: "192.0.2.1")
        }
        #expect(try await account(password)?.netid == "ab12")
        for _ in 0..<10 { #expect(try await account("guess") == nil) }
        // Given too many guesses, then it opens the account, and no other password does
        await #expect(throws: TooManyGuesses.self) { try await account("guess") }
        #expect(try await account(password) != nil)
        // Until the account has another password
        let reset = try await accounts.reset("ab12")
        await #expect(throws: TooManyGuesses.self) { try await account(password) }
        clock.advance(by: .seconds(61))
        #expect(try await account(password) == nil)
        #expect(try await account(reset) != nil)
        // And for ten minutes
        for _ in 0..<9 { #expect(try await account("guess") == nil) }
        clock.advance(by: .seconds(599))
        for _ in 0..<10 { #expect(try await account("guess") == nil) }
        #expect(try await account(reset) != nil)
        clock.advance(by: .seconds(1))
        await #expect(throws: TooManyGuesses.self) { try await account(reset) }
        // And until the account is removed
        clock.advance(by: .seconds(60))
        #expect(try await account(reset) != nil)
        try await accounts.remove("ab12", withEntries: false)
        #expect(try await account(reset) == nil)
    }

    /// Guesses at app passwords are counted, too.
    @Test(.sqlite) func anAppPasswordIsNotCheckedAfterTenWrongOnes() async throws {
        let (database, clock) = (WatchedDatabase(repository), TestClock())
        let authenticator = Authenticator(repository: database.repository, clock: clock.clock)
        _ = try await Accounts(repository: database.repository).add("ab12", role: .student)
        let passwords = AppPasswords(repository: database.repository)
        let (phone, laptop) = (
            try await passwords.add("phone", to: "ab12"), try await passwords.add("laptop", to: "ab12")
        )
        func signIn(_ password: String) async throws -> Account? {
            try await authenticator.account(
                netid: "ab12", password: password, from: "192.0.2.1", isAppPasswordAccepted: true)
        }
        // Given a phone that signed in a moment ago
        #expect(try await signIn(phone) != nil)
        for _ in 0..<10 { #expect(try await signIn("guess") == nil) }
        // Then no other password is looked up
        _ = database.takeTables()
        await #expect(throws: TooManyGuesses.self) { try await signIn(laptop) }
        #expect(database.takeTables() == ["account"])
        #expect(try await signIn(phone) != nil)
        // Nor is one that was revoked meanwhile accepted
        try await passwords.revoke("phone", of: "ab12")
        await #expect(throws: TooManyGuesses.self) { try await signIn(phone) }
        clock.advance(by: .seconds(60))
        #expect(try await signIn(phone) == nil)
        #expect(try await signIn(laptop) != nil)
    }
}
