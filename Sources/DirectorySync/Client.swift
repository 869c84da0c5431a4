import AsyncHTTPClient
import DirectoryModel
import DirectoryStore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Speaks to the class server (REQUIREMENTS 1.6), one route a record or list.
public struct Client: Sendable {
    public let server: ServerAddress
    public let credentials: Credentials?
    /// How long the server may be silent, in seconds.
    private let patience: Int64

    public init(server: ServerAddress, credentials: Credentials?, patience: Int64 = 30) {
        self.server = server
        self.credentials = credentials
        self.patience = patience
    }

    /// Asks whether the server knows these credentials.
    /// - Throws: `SyncProblem.signInNeeded` where it does not.
    public func checkSignIn() async throws(SyncProblem) {
        let netid = (credentials?.netid ?? "").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        try await send(Route(path: "/entries/\(netid)")) { response throws(SyncProblem) in
            guard response.status != .notFound else { return }
            try refuseFailure(response.status)
        }
    }

    /// Streams a route's answer: `body` gets every piece as it arrives and holds the network back meanwhile.
    /// - Returns: the tag of the answer, or nil where the server has nothing newer than `route.knownTag`.
    func stream(
        _ route: Route, head: @Sendable (_ length: Int?) -> Void, piece: (UnsafeRawBufferPointer) throws -> Void
    ) async throws(SyncProblem) -> StreamAnswer {
        try await send(route) { response throws(SyncProblem) in
            if response.status == .notModified { return .notModified }
            try refuseFailure(response.status)
            head(response.headers.first(name: "content-length").flatMap { Int($0) })
            do {
                for try await buffer in response.body {
                    try Task.checkCancellation()
                    try buffer.withUnsafeReadableBytes(piece)
                }
            } catch { throw problem(for: error, isAfterHead: true) }
            return .whole(tag: response.headers.first(name: "etag"))
        }
    }

    private func send<T: Sendable>(
        _ route: Route, _ body: (HTTPClientResponse) async throws(SyncProblem) -> T
    ) async throws(SyncProblem) -> T {
        let request = try request(for: route)
        do {
            return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
                try await body(try await client.execute(request, deadline: .distantFuture))
            }
        } catch { throw problem(for: error, isAfterHead: false) }
    }

    private func request(for route: Route) throws(SyncProblem) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.url.absoluteString + route.path)
        request.headers.add(name: "Accept", value: "application/json")
        request.headers.add(name: "User-Agent", value: "DukeDirectory")
        if let tag = route.knownTag { request.headers.add(name: "If-None-Match", value: tag) }
        if let credentials, !credentials.netid.isEmpty {
            guard server.mayHearPasswords else { throw .insecure(server: server.description) }
            request.headers.add(name: "Authorization", value: credentials.basic)
        }
        return request
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = .seconds(patience)
        configuration.redirectConfiguration = .follow(max: 5, allowCycles: false)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    private func refuseFailure(_ status: HTTPResponseStatus) throws(SyncProblem) {
        switch status.code {
        case 200..<300: return
        case 401: throw .signInNeeded(server: server.description)
        case 403: throw .notAllowed(server: server.description)
        default: throw .failed(server: server.description, status: Int(status.code))
        }
    }

    /// The problem an error of the network stands for.
    private func problem(for error: any Error, isAfterHead: Bool) -> SyncProblem {
        let name = server.description
        switch error {
        case let problem as SyncProblem: return problem
        case let problem as StoreProblem: return .store(problem)
        case let problem as ListProblem: return problem == .notAList ? .notAList(server: name) : .damaged(server: name)
        case is CancellationError: return .cancelled
        case let error as HTTPClientError where error == .cancelled: return .cancelled
        case let error as HTTPClientError where error == .readTimeout: return .stalled(server: name)
        case is NIOSSLError: return .untrusted(server: name)
        case let error as HTTPClientError where Self.unreachable.contains(error): return .unreachable(server: name)
        case is NIOConnectionError, is SocketAddressError: return .unreachable(server: name)
        case let error as IOError where Self.refusals.contains(error.errnoCode): return .unreachable(server: name)
        default: return isAfterHead ? .cutShort(server: name) : .noAnswer(server: name)
        }
    }

    private static let refusals = [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN]
    private static let unreachable: [HTTPClientError] = [.connectTimeout, .invalidURL, .emptyHost, .deadlineExceeded]
}

/// One thing the server can be asked for.
struct Route: Sendable {
    let path: String
    /// The tag of the answer that is known already.
    var knownTag: String?

    init(path: String, knownTag: String? = nil) {
        self.path = path
        self.knownTag = knownTag
    }

    /// Every record of the collection.
    static func all<R: Record>(_ type: R.Type, knownTag: String?) -> Route {
        Route(path: "/entries/all", knownTag: knownTag)
    }
}

/// How a streamed answer ended.
enum StreamAnswer: Sendable {
    case notModified
    case whole(tag: String?)
}
