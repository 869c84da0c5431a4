import AsyncHTTPClient
import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1

@testable import DirectoryServer

/// A class server on a free port with a database of its own, and a client signed in as `ab12`.
struct TestServer {
    /// What a server answered.
    struct Answer {
        let status: UInt
        let headers: HTTPHeaders
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        var etag: String { headers.first(name: "ETag") ?? "" }

        /// The body as a JSON object of texts.
        var json: [String: String] { (try? JSONDecoder().decode([String: String].self, from: body)) ?? [:] }
    }

    static let netid = "ab12"

    /// That of the running test.
    @TaskLocal static var current: TestServer?

    /// The credentials of `ab12`, as the header has them.
    var basic: String { Data("\(Self.netid):\(password)".utf8).base64EncodedString() }

    let port: Int
    let password: String
    let repository: SQLRepository

    /// Runs a server that holds `people` for as long as `body` takes. Routes, pages, and cards do not know which database
    /// they use, so one kind suffices.
    static func with(
        _ people: [DukePerson] = [], isReadingOpen: Bool = false,
        options: @Sendable (inout ClassServer.Options) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
    ) async throws {
        try await withDatabase(
            people, of: Backend.available.prefix(1), isReadingOpen: isReadingOpen, options: options
        ) { server, _ in try await body(server) }
    }

    /// The same with each kind of database, which `body` also gets.
    static func withDatabase(
        _ people: [DukePerson] = [], of backends: ArraySlice<Backend> = Backend.available[...],
        isReadingOpen: Bool = false, options: @Sendable (inout ClassServer.Options) -> Void = { _ in },
        _ body: (TestServer, TestDatabase) async throws -> Void
    ) async throws {
        for backend in backends {
            try await backend.withDatabase { database in
                for person in people { try await database.repository.add(try Entry(person.record)) }
                try await with(database.repository, isReadingOpen: isReadingOpen, options: options) {
                    try await body($0, database)
                }
            }
        }
    }

    /// Runs a server on a database for as long as `body` takes.
    static func with(
        _ repository: SQLRepository, isReadingOpen: Bool = false, folder: String? = nil,
        collections: [Definition] = Collections.all,
        options change: @Sendable (inout ClassServer.Options) -> Void = { _ in },
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let password = try await Accounts(repository: repository).add(netid, role: .student)
        var options = ClassServer.Options()
        options.isReadingOpen = isReadingOpen
        options.folder = folder ?? repository.folder
        // No result depends on the speed of the computer.
        options.limits = .endless
        options.clock = TestClock().clock
        change(&options)
        try await run(ClassServer(repository: repository, options: options, collections: collections)) {
            try await body(TestServer(port: $0, password: password, repository: repository))
        }
    }

    /// Runs a server for as long as `body` takes, which gets its port.
    static func run(_ server: ClassServer, _ body: (Int) async throws -> Void) async throws {
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let running = Task {
            defer { ready.finish() }
            try await server.run { ready.yield($0) }
        }
        for await port in ports {
            defer { running.cancel() }
            try await body(port)
        }
        try await running.value
    }

    /// Sends a request, as `ab12` unless told otherwise, and collects the answer.
    func send(
        _ method: HTTPMethod, _ path: String, body: String? = nil, headers: [String: String] = [:],
        credentials: String?? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let credentials = credentials ?? "\(Self.netid):\(password)" {
            let encoded = Data(credentials.utf8).base64EncodedString()
            request.headers.add(name: "Authorization", value: "Basic \(encoded)")
        }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await Self.execute(request)
        let bytes = try await response.body.collect(upTo: 200 << 20)
        return Answer(status: response.status.code, headers: response.headers, body: Data(bytes.readableBytesView))
    }

    /// A client that waits as long as the server takes.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.timeout = HTTPClient.Configuration.Timeout(connect: .hours(24), read: .hours(24))
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    private static func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let timeout: TimeAmount = .hours(24)
        do {
            return try await client.execute(request, timeout: timeout)
        } catch ChannelError.ioOnClosedChannel {
            // The client may lose an answer that comes before it has sent the body, as a refusal does.
            return try await client.execute(request, timeout: timeout)
        }
    }
}

extension DukePerson {
    /// The person of whoever signs in, or somebody else.
    static func sample(_ netid: String = TestServer.netid, duid: Int = 7, name: String = "Ada") -> DukePerson {
        DukePerson(
            DUID: duid, netid: netid, fName: name, lName: "Byrne", email: "\(netid)@duke.example", role: .Student)
    }

    /// The person as a client sends them, with some keys changed.
    func json(_ changes: [String: Any] = [:]) throws -> String {
        let data = try JSONEncoder().encode(self)
        var object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        object.merge(changes) { $1 }
        return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
}
