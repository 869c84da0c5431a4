import AsyncHTTPClient
import ClassAPI
public import DirectoryModel
import DirectoryStore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The client of the class server.
public struct Client: Sendable {
    public let server: ServerAddress
    public let credentials: Credentials?
    let timeout: Int64
    let limits: TransferLimits
    private let connections: Connections

    /// - Parameter timeout: the maximum silence of the server, in seconds.
    public init(
        server: ServerAddress, credentials: Credentials?, timeout: Int64 = 30,
        limits: TransferLimits = TransferLimits()
    ) {
        self.server = server
        self.credentials = credentials
        self.timeout = timeout
        self.limits = limits
        connections = Connections(to: server, timeout: timeout)
    }

    private var sendsPassword: Bool { credentials?.netid.isEmpty == false }

    /// Checks whether a server answers at the address.
    public func checkServer() async throws(SyncError) {
        try await send(.open(.GET, "/")) { response throws(SyncError) in try refuseFailure(response) }
    }

    /// Checks whether the server accepts the credentials.
    /// - Parameter definition: that of a collection that the server publishes.
    /// - Throws: `SyncError.signInRefused` if it does not.
    public func checkSignIn(_ definition: Definition = .people) async throws(SyncError) {
        try await send(.entry(credentials?.netid ?? "", of: definition)) { response throws(SyncError) in
            // For a missing entry a class server answers in JSON; other web servers send a page.
            if response.status == .notFound, Self.type(of: response) == "application/json" { return }
            try refuseFailure(response)
        }
    }

    /// The media type of an answer, without parameters.
    static func type(of response: HTTPClientResponse) -> String? {
        response.headers.first(name: "content-type")?.prefix { $0 != ";" }.lowercased()
    }

    /// Passes an answer to `piece` as it arrives.
    func read(
        _ body: HTTPClientResponse.Body, largest: Int, _ piece: (UnsafeRawBufferPointer) throws -> Void
    ) async throws {
        var pace = Pace(limits)
        var received = 0
        let clock = ContinuousClock()
        var waitStart = clock.now
        for try await buffer in body {
            try Task.checkCancellation()
            guard pace.isFastEnough(with: buffer.readableBytes, after: clock.now - waitStart) else {
                throw SyncError.tooSlow(server: server.description)
            }
            received += buffer.readableBytes
            guard received <= largest else {
                throw SyncError.listTooLarge(server: server.description, bytes: largest)
            }
            try buffer.withUnsafeReadableBytes(piece)
            waitStart = clock.now
        }
    }

    /// Sends a request and passes the answer to `body` once its head arrived, which may take four times the timeout.
    func send<T: Sendable>(
        _ route: Route, _ body: (HTTPClientResponse) async throws(SyncError) -> T
    ) async throws(SyncError) -> T {
        let request = try request(for: route)
        let connections = connections
        defer { withExtendedLifetime(connections) {} }
        do {
            let deadline = NIODeadline.now() + .seconds(4 * timeout)
            return try await body(try await connections.client(for: route).execute(request, deadline: deadline))
        } catch { throw problem(for: error, isAfterHead: false) }
    }

    private func request(for route: Route) throws(SyncError) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.url.absoluteString + route.path)
        request.method = route.method
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "DukeDirectory")
        if let tag = route.knownTag { request.headers.add(name: "If-None-Match", value: tag) }
        // A change that meets a connection the server has just closed could not be told from one that it made.
        if route.method != .GET { request.headers.add(name: "Connection", value: "close") }
        if let tag = route.replacedTag { request.headers.add(name: "If-Match", value: tag) }
        if let key = route.orderKey { request.headers.add(name: "Idempotency-Key", value: key) }
        if let body = route.body {
            request.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        if let credentials, sendsPassword, !route.isOpen {
            guard server.isSafeForPasswords else { throw .insecure(server: server.description) }
            request.headers.add(name: "Authorization", value: credentials.basic)
        }
        return request
    }

    func refuseFailure(_ response: HTTPClientResponse) throws(SyncError) {
        let status = Int(response.status.code)
        // In seconds; a date is ignored.
        let wait = response.headers.first(name: "retry-after").flatMap { Int($0) }
        switch status {
        case 200..<300: return
        case 401: throw sendsPassword ? .signInRefused(server: "\(server)") : .passwordNeeded(server: "\(server)")
        // A rate-limiting proxy does not ask for credentials.
        case 429 where response.headers.contains(name: "www-authenticate"):
            throw .tooManyGuesses(server: server.description)
        case 503 where wait == nil: throw .failed(server: server.description, status: status)
        case 429, 503: throw .askedToWait(server: server.description, seconds: max(0, wait ?? 60))
        case 403: throw .notAllowed(server: server.description)
        default: throw .failed(server: server.description, status: status)
        }
    }

    func problem(for error: any Error, isAfterHead: Bool) -> SyncError {
        let name = server.description
        switch error {
        case let problem as SyncError: return problem
        case let problem as StoreError: return .store(problem)
        case ResponseValidator.Refused.status: return .notAnAnswer(server: name)
        case ResponseValidator.Refused.redirect(let status): return .failed(server: name, status: status)
        case is CancellationError: return .cancelled
        case let error as HTTPClientError where error == .cancelled: return .cancelled
        case let error as HTTPClientError where error == .readTimeout: return .stalled(server: name)
        case let error as HTTPClientError where error == .deadlineExceeded: return .answerSlow(server: name)
        case NIOSSLError.handshakeFailed(let problem) where "\(problem)".contains("WRONG_VERSION_NUMBER"):
            return .withoutTLS(server: name)
        case is NIOSSLError, is NIOSSLExtraError: return .untrusted(server: name)
        case let error as HTTPClientError where Self.unreachable.contains(error): return .unreachable(server: name)
        case let error as NIOConnectionError:
            // A redirect may have led to another server.
            let isServer = error.host == server.url.host() && error.port == server.url.port ?? error.port
            return .unreachable(server: isServer ? name : "\(error.host):\(error.port)")
        case is SocketAddressError: return .unreachable(server: name)
        case let error as IOError where Self.refusals.contains(error.errnoCode): return .unreachable(server: name)
        default: return isAfterHead ? .cutShort(server: name) : .noAnswer(server: name)
        }
    }

    private static let refusals = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN]
    private static let unreachable: [HTTPClientError] = [.connectTimeout, .invalidURL, .emptyHost]
}

/// The connections of a client to its server, which a series of requests shares. They are closed with their last user.
private final class Connections: Sendable {
    private let reading: HTTPClient
    private let changing: HTTPClient

    init(to server: ServerAddress, timeout: Int64) {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = .seconds(timeout)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        // Not longer than servers keep a silent connection.
        configuration.connectionPool.idleTimeout = .seconds(2)
        configuration.http1_1ConnectionDebugInitializer = { ResponseValidator.guarding($0, server: server.url) }
        configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
        reading = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        // Changes, and new passwords above all, are sent only to the named server.
        configuration.redirectConfiguration = .disallow
        changing = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    func client(for route: Route) -> HTTPClient { route.method == .GET ? reading : changing }

    deinit {
        for client in [reading, changing] { client.shutdown { _ in } }
    }
}

struct Answer: Sendable {
    let body: Data
    let tag: String?
}
