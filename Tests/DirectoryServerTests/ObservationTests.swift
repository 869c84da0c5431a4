import DirectoryModel
import Foundation
import Hostile
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import DirectoryServer

/// The log, the metrics, and whether the server is well.
@Suite struct ObservationTests {
    @Test func aRequestIsALineWithoutSecrets() async throws {
        let lines = LoggedLines()
        try await TestServer.with([.sample()], options: lines.logging(as: .line)) { (server) async throws in
            // Given requests with a query, a body, and passwords
            _ = try await server.send(.GET, "/entries?q=geheim")
            _ = try await server.send(.PATCH, "/user", body: #"{"password": "geheim"}"#)
            _ = try await server.send(.GET, "/entries/ab12", credentials: "ab12:geheim")
            for _ in 0..<2 { _ = try await server.send(.GET, "/entries/ab12") }
            _ = try await server.send(.GET, "/password/ab12/geheim", credentials: .some(nil))
            _ = try await server.send(.GET, "/nowhere%1b[2J", credentials: .some(nil))
            _ = try await server.send(.GET, "//password/ab12/geheim", credentials: .some(nil))
            // And one that cannot be read
            #expect(try await server.rawAnswer(to: "GEHEIM\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
        }
        let all = lines.all
        #expect(all.count == 9, "\(all)")
        #expect(!all.contains { $0.lowercased().contains("geheim") || $0.unicodeScalars.contains { $0.value < 32 } })
        #expect(all[0].contains(#/ 200 GET /entries \d+ bytes [\d.]+ ms ab12 127\.0\.0\.1$/#))
        #expect(all[1].contains(" 422 PATCH /user "))
        #expect(all[2].contains(#/ 401 GET /entries/ab12 .* - 127\.0\.0\.1$/#))
        #expect(all[3...4].allSatisfy { $0.contains(#/ 200 GET /entries/ab12 \d\d+ bytes .* ab12 127/#) })
        #expect(all[5].contains(" 404 GET /password/… "))
        #expect(all[8].contains(#/ 400 - - \d+ bytes [\d.]+ ms - 127\.0\.0\.1$/#))
        #expect(all[0].contains(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#))
    }

    @Test(arguments: [
        "/password/ab12/geheim", "//password//ab12/geheim", "/%70assword/ab12/geheim", "/%2Fpassword%2Fab12%2Fgeheim",
        "/password%2fab12/geheim", "/x/../password/ab12/geheim", "/PassWord/ab12/geheim", "/password/ab12/geheim%",
        "http://host/password/ab12/geheim", "/password/geheim",
    ])
    func theSecretOfALinkIsNotLogged(uri: String) { #expect(RequestRecord.path(of: uri) == "/password/…") }

    @Test func otherPathsAreLoggedAsTheyCame() {
        for path in ["/", "/entries/ab12", "//entries", "/entries/password", "/%zz", "/passwords/a", "*"] {
            #expect(RequestRecord.path(of: path) == path)
        }
        #expect(RequestRecord.path(of: "http://ab12:geheim@host/entries?q=geheim#geheim") == "/entries")
        #expect(RequestRecord.path(of: "http://ab12:geheim@host") == "")
    }

    @Test func anAnswerThatTheClientDoesNotReadIsALine() async throws {
        let (lines, logged) = AsyncStream<String>.makeStream()
        var person = DukePerson.sample()
        person.picture = String(repeating: "x", count: 14 << 20)
        let options: @Sendable (inout ClassServer.Options) -> Void = {
            $0.log = ServerLog(format: .line, level: .info) { logged.yield($0) }
        }
        try await TestServer.with([person], isReadingOpen: true, options: options) { server in
            _ = try await Wire.talk(to: server.port, room: 64 << 10) { wire in
                wire.send("GET /entries/all HTTP/1.1\r\nHost: x\r\n\r\n")
                return "\(wire.receive(atMost: 1))"
            }
            var written = lines.makeAsyncIterator()
            let line = try #require(await written.next())
            let bytes = try #require(line.firstMatch(of: #/ 499 GET /entries/all (\d+) bytes /#)?.1)
            #expect(try #require(Int(bytes)) < 14 << 20)
        }
    }

    @Test func linesMayBeJSON() async throws {
        let lines = LoggedLines()
        let options = lines.logging(as: .json, isBehindProxy: true)
        try await TestServer.with([.sample()], options: options) { (server) async throws in
            _ = try await server.send(.GET, "/entries/ab12", headers: ["X-Forwarded-For": "10.0.0.1, 192.0.2.7"])
            _ = try await server.send(.GET, "/entries/all", headers: ["X-Forwarded-For": "who?"])
        }
        let objects = try lines.all.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }.filter { $0["method"] != nil }
        #expect(objects[0]["netid"] as? String == "ab12" && objects[0]["status"] as? Int == 200)
        // The proxy adds the last address; what stands before, a client may have written
        #expect(objects.map { $0["address"] as? String } == ["192.0.2.7", "127.0.0.1"])
        #expect(objects[1]["bytes"] as? Int ?? 0 > 100)
    }

    @Test(.sqlite) func healthIsThatOfTheDatabaseAndOfTheFolder() async throws {
        for (folder, problem) in [(repository.folder, nil), ("/nowhere", .disk)] as [(String, HealthCheck.Problem?)] {
            let check = HealthCheck(repository: repository, folder: folder, clock: TestClock().clock)
            #expect(await check.problem() == problem)
        }
        try await TestServer.with(repository) { server in
            #expect(try await server.open(.GET, "/health").status == 200)
            try await database.execute("DROP TABLE account")
            let answer = try await server.open(.GET, "/health")
            #expect(answer.status == 503 && answer.headers.first(name: "Retry-After") == "5")
        }
    }

    @Test(arguments: [("127.0.0.1", false), ("::1", false), ("localhost", false), ("0.0.0.0", true), ("::", true)])
    func metricsForOtherComputersAreNoticed(host: String, areOpen: Bool) {
        var options = ClassServer.Options()
        #expect(!options.areMetricsOpen)
        options.metricsAddress = (host, 9090)
        #expect(options.areMetricsOpen == areOpen)
    }

    @Test(.server([.sample()])) func metricsAreForThisComputer() async throws {
        _ = try await server.send(.GET, "/entries/ab12")
        _ = try await server.send(.GET, "/entries/ab12", credentials: "ab12:guess")
        let answer = try await server.open(.GET, "/metrics")
        #expect(answer.status == 200 && answer.headers.first(name: "Content-Type")?.hasPrefix("text/plain") == true)
        for line in [
            #"duke_directory_http_requests_total{method="GET",status="200"} 1"#,
            #"duke_directory_http_requests_total{method="GET",status="401"} 1"#,
            #"duke_directory_http_request_duration_seconds_bucket{le="+Inf"} 2"#,
            #"duke_directory_sign_ins_total{result="right"} 1"#,
            #"duke_directory_sign_ins_total{result="wrong"} 1"#, "# TYPE duke_directory_connections gauge",
        ] { #expect(answer.text.contains("\(line)\n"), "\(line)") }
        #expect(answer.text.contains(/process_resident_memory_bytes \d{7,}\n/))
        // What a proxy hands on is somebody else's request
        let forwarded = try await server.open(.GET, "/metrics", headers: ["X-Forwarded-For": "192.0.2.7"])
        #expect(forwarded.status == 404)
        try await TestServer.with(options: { $0.isBehindProxy = true }) { (server) async throws in
            #expect(try await server.open(.GET, "/metrics").status == 404)
        }
    }
}

/// What a server logged, or read.
final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Options of a server that logs to these lines.
    func logging(
        as format: ServerLog.Format, level: Logger.Level = .info, isBehindProxy: Bool = false
    ) -> @Sendable (inout ClassServer.Options) -> Void {
        {
            $0.log = ServerLog(format: format, level: level) { self.add($0) }
            $0.isBehindProxy = isBehindProxy
        }
    }
}
