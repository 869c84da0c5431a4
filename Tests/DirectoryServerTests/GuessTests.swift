import DirectoryModel
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// Who guesses passwords.
@Suite struct GuessTests {
    /// Behind a proxy, a client may have any address.
    private static let proxied: @Sendable (inout ClassServer.Options) -> Void = { $0.isBehindProxy = true }

    /// The status of each of eleven guesses.
    private static func guesses(
        at server: TestServer, netid: (Int) -> String, from address: (Int) -> String?
    ) async throws -> [UInt] {
        var statuses: [UInt] = []
        for number in 0..<11 {
            let answer = try await server.send(
                .GET, "/entries/all", headers: address(number).map { ["X-Forwarded-For": $0] } ?? [:],
                credentials: "\(netid(number)):guess")
            statuses.append(answer.status)
            guard answer.status == 429 else { continue }
            let wait = answer.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 0
            #expect((1...61).contains(wait))
            #expect(answer.words["error"]?.contains("Too many sign-in attempts.") == true)
            #expect(answer.headers.contains(name: "WWW-Authenticate"), "so that it is not taken for another limit")
        }
        return statuses
    }

    private static let tenAreChecked = [UInt](repeating: 401, count: 10) + [429]

    /// Known and unknown NetIDs are told the same, whatever addresses the guesses come from.
    @Test(arguments: ["cd34", "unknown", "no netid"])
    func afterTenWrongPasswordsForANetIDNoneIsChecked(netid: String) async throws {
        try await TestServer.with([.sample()], options: Self.proxied) { (server) async throws in
            _ = try await Accounts(repository: server.repository).add("cd34", role: .student)
            let statuses = try await Self.guesses(at: server, netid: { _ in netid }, from: { "192.0.2.\($0)" })
            #expect(statuses == Self.tenAreChecked)
            // Others are not kept out
            #expect(
                try await server.send(.GET, "/entries/ab12", headers: ["X-Forwarded-For": "192.0.2.1"]).status == 200)
        }
    }

    @Test(arguments: ["203.0.113.5:4711", "[2001:db8::1]:443", "10.0.0.1, 2001:db8::2"])
    func afterTenWrongPasswordsFromAnAddressNoneIsChecked(address: String) async throws {
        try await TestServer.with([.sample()], options: Self.proxied) { (server) async throws in
            let statuses = try await Self.guesses(at: server, netid: { "ef\($0)" }, from: { _ in address })
            #expect(statuses == Self.tenAreChecked)
            // Others are not kept out
            let other = ["X-Forwarded-For": "198.51.100.7:1"]
            #expect(try await server.send(.GET, "/entries/ab12", headers: other).status == 200)
        }
    }

    /// One guesser would lock out everyone, if the proxy's own address counted.
    @Test func aProxyThatNamesNoAddressIsNotCountedItself() async throws {
        let lines = Mutex<[String]>([])
        let log = ServerLog(format: .line, level: .warning) { line in lines.withLock { $0.append(line) } }
        try await TestServer.with([.sample()]) {
            Self.proxied(&$0)
            $0.log = log
        } _: { (server) async throws in
            lines.withLock { $0 = [] }
            for header in [nil, "who?", "unix:", "192.0.2.1:x", "[192.0.2.1]"] as [String?] {
                let statuses = try await Self.guesses(
                    at: server, netid: { "x\($0)\(header?.utf8.count ?? 0)" }, from: { _ in header })
                #expect(statuses == [UInt](repeating: 401, count: 11))
            }
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
            // Guesses of one NetID are counted nevertheless
            let statuses = try await Self.guesses(at: server, netid: { _ in "ab12" }, from: { _ in nil })
            #expect(statuses == Self.tenAreChecked)
            // And the log says it once
            let said = lines.withLock { lines in lines.filter { !$0.contains("Too many sign-in attempts for ab12") } }
            #expect(
                said.count == 1 && said.first?.contains("warning: The proxy sends no X-Forwarded-For header") == true)
        }
    }

    /// Whoever signed in a moment ago goes on while somebody guesses.
    @Test func aPasswordThatWasRightStaysRight() async throws {
        try await TestServer.with([.sample()]) { (server) async throws in
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
            for _ in 0..<12 { _ = try await server.send(.GET, "/entries/all", credentials: "ab12:guess") }
            #expect(try await server.send(.GET, "/entries/all", credentials: "ab12:guess").status == 429)
            #expect(try await server.send(.GET, "/entries/ab12").status == 200)
        }
    }

    /// Many at once are not checked one after another: others would wait for all of them.
    @Test func ofManyGuessesAtOnceFewAreChecked() async throws {
        try await TestServer.with { (server) async throws in
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
    }

    @Test func aGuessThatIsNotCheckedIsLoggedOnceForEachNetID() async throws {
        let (lines, logged) = AsyncStream<String>.makeStream()
        let change: @Sendable (inout ClassServer.Options) -> Void = {
            $0.log = ServerLog(format: .line, level: .warning) { logged.yield($0) }
        }
        try await withTemporaryFile { repository in
            try await TestServer.with(repository, options: change) { server in
                for netid in ["cd34", "CD34", "no netid"] {
                    for _ in 0..<11 {
                        _ = try await server.send(.GET, "/entries/all", credentials: "\(netid):secret")
                    }
                }
            }
        }
        logged.finish()
        let said = await lines.reduce(into: []) { $0.append($1) }
        #expect(said.count == 1 && !said.joined().contains("secret"))
        #expect(said.first?.hasSuffix("warning: Too many sign-in attempts for cd34 or from its address.") == true)
    }

    @Test func namesAreMentionedOnceAMinute() {
        let (names, now) = (RecentNames(), ContinuousClock.now)
        #expect(names.insert("ab12", now: now) && !names.insert("ab12", now: now + .seconds(59)))
        #expect(names.insert("ab12", now: now + .seconds(60)) && names.insert("cd34", now: now))
    }

    @Test func guessesAreForgottenAfterAMinute() {
        let limit = LoginRateLimiter(maxGuesses: 2, window: .seconds(60))
        let start = ContinuousClock.now
        limit.wrong(netid: "ab12", address: "192.0.2.1", now: start)
        limit.wrong(netid: "AB12", address: "192.0.2.2", now: start + .seconds(10))
        // Given two for a NetID, from two addresses
        #expect(limit.wait(netid: "ab12", address: "192.0.2.3", now: start + .seconds(10)) == .seconds(50))
        #expect(limit.wait(netid: "cd34", address: "192.0.2.1", now: start + .seconds(10)) == nil)
        // Then after a minute from the first, one more may be made
        #expect(limit.wait(netid: "ab12", address: "192.0.2.3", now: start + .seconds(60)) == nil)
        limit.wrong(netid: "ab12", address: "192.0.2.1", now: start + .seconds(60))
        #expect(limit.wait(netid: "ab12", address: nil, now: start + .seconds(61)) == .seconds(9))
        // And the right password forgets those of the NetID only
        limit.right(netid: "ab12")
        #expect(limit.wait(netid: "ab12", address: nil, now: start + .seconds(61)) == nil)
        limit.wrong(netid: "cd34", address: "192.0.2.1", now: start + .seconds(61))
        #expect(limit.wait(netid: "ef56", address: "192.0.2.1", now: start + .seconds(61)) != nil)
    }
}
