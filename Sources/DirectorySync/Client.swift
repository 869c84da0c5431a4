import AsyncHTTPClient
import DirectoryModel
import DirectoryStore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Speaks to the class server, one route a record or list.
public struct Client: Sendable {
    public let server: ServerAddress
    public let credentials: Credentials?
    /// How long the server may be silent, in seconds.
    let timeout: Int64
    let limits: TransferLimits

    public init(
        server: ServerAddress, credentials: Credentials?, timeout: Int64 = 30,
        limits: TransferLimits = TransferLimits()
    ) {
        self.server = server
        self.credentials = credentials
        self.timeout = timeout
        self.limits = limits
    }

    /// Asks whether anybody answers there.
    public func checkServer() async throws(SyncError) {
        try await send(.open(.GET, "/")) { response throws(SyncError) in try refuseFailure(response.status) }
    }

    /// Asks whether the server knows these credentials.
    /// - Throws: `SyncError.signInNeeded` where it does not.
    public func checkSignIn() async throws(SyncError) {
        try await send(.entry(credentials?.netid ?? "")) { response throws(SyncError) in
            guard response.status != .notFound else { return }
            try refuseFailure(response.status)
        }
    }

    /// Streams a route's answer: `piece` gets every piece as it arrives and holds the network back meanwhile.
    /// - Parameter largest: how many bytes are read at most.
    /// - Returns: the tag of the answer, or nil where the server has nothing newer than `route.knownTag`.
    func stream(
        _ route: Route, largest: Int, head: @Sendable (_ length: Int?) -> Void,
        piece: (UnsafeRawBufferPointer) throws -> Void
    ) async throws(SyncError) -> StreamAnswer {
        try await send(route) { response throws(SyncError) in
            if response.status == .notModified { return .notModified }
            try refuseFailure(response.status)
            let length = response.headers.first(name: "content-length").flatMap { Int($0) }
            guard length ?? 0 <= largest else { throw .listTooLarge(server: server.description, bytes: largest) }
            head(length)
            do { try await read(response.body, largest: largest, piece) } catch {
                throw problem(for: error, isAfterHead: true)
            }
            return .whole(tag: response.headers.first(name: "etag"))
        }
    }

    private func read(
        _ body: HTTPClientResponse.Body, largest: Int, _ piece: (UnsafeRawBufferPointer) throws -> Void
    ) async throws {
        var pace = Pace(limits)
        var received = 0
        let clock = ContinuousClock()
        var asked = clock.now
        for try await buffer in body {
            try Task.checkCancellation()
            guard pace.goesOn(with: buffer.readableBytes, after: clock.now - asked) else {
                throw SyncError.tooSlow(server: server.description)
            }
            received += buffer.readableBytes
            guard received <= largest else {
                throw SyncError.listTooLarge(server: server.description, bytes: largest)
            }
            try buffer.withUnsafeReadableBytes(piece)
            asked = clock.now
        }
    }

    /// Sends a request and hands the head of its answer, for which four times the server's patience is left, to `body`.
    func send<T: Sendable>(
        _ route: Route, _ body: (HTTPClientResponse) async throws(SyncError) -> T
    ) async throws(SyncError) -> T {
        let request = try request(for: route)
        do {
            return try await HTTPClient.withHTTPClient(configuration: configuration(for: route)) { client in
                let deadline = NIODeadline.now() + .seconds(4 * timeout)
                return try await body(try await client.execute(request, deadline: deadline))
            }
        } catch { throw problem(for: error, isAfterHead: false) }
    }

    private func request(for route: Route) throws(SyncError) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.url.absoluteString + route.path)
        request.method = route.method
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "DukeDirectory")
        if let tag = route.knownTag { request.headers.add(name: "If-None-Match", value: tag) }
        if let tag = route.replacedTag { request.headers.add(name: "If-Match", value: tag) }
        if let key = route.orderKey { request.headers.add(name: "Idempotency-Key", value: key) }
        if let body = route.body {
            request.headers.add(name: "Content-Type", value: "application/json; charset=utf-8")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        if let credentials, !credentials.netid.isEmpty, !route.isOpen {
            guard server.mayHearPasswords else { throw .insecure(server: server.description) }
            request.headers.add(name: "Authorization", value: credentials.basic)
        }
        return request
    }

    private func configuration(for route: Route) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = .seconds(timeout)
        // What is changed, and a new password above all, is told to nobody but the server that was named.
        configuration.redirectConfiguration = route.method == .GET ? .follow(max: 5, allowCycles: false) : .disallow
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        let url = server.url
        configuration.http1_1ConnectionDebugInitializer = { AnswerGuard.guarding($0, server: url) }
        return configuration
    }

    func refuseFailure(_ status: HTTPResponseStatus) throws(SyncError) {
        switch status.code {
        case 200..<300: return
        case 401: throw .signInNeeded(server: server.description)
        case 403: throw .notAllowed(server: server.description)
        default: throw .failed(server: server.description, status: Int(status.code))
        }
    }

    /// The problem an error of the network stands for.
    func problem(for error: any Error, isAfterHead: Bool) -> SyncError {
        let name = server.description
        switch error {
        case let problem as SyncError: return problem
        case let problem as StoreError: return .store(problem)
        case AnswerGuard.Refused.status: return .notAnAnswer(server: name)
        case AnswerGuard.Refused.redirect(let status): return .failed(server: name, status: status)
        case is CancellationError: return .cancelled
        case let error as HTTPClientError where error == .cancelled: return .cancelled
        case let error as HTTPClientError where error == .readTimeout: return .stalled(server: name)
        case let error as HTTPClientError where error == .deadlineExceeded: return .answerSlow(server: name)
        case is NIOSSLError: return .untrusted(server: name)
        case let error as HTTPClientError where Self.unreachable.contains(error): return .unreachable(server: name)
        case is NIOConnectionError, is SocketAddressError: return .unreachable(server: name)
        case let error as IOError where Self.refusals.contains(error.errnoCode): return .unreachable(server: name)
        default: return isAfterHead ? .cutShort(server: name) : .noAnswer(server: name)
        }
    }

    private static let refusals = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN]
    private static let unreachable: [HTTPClientError] = [.connectTimeout, .invalidURL, .emptyHost]
}
