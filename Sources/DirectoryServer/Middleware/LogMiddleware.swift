import ClassAPI
import DirectoryModel
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Finds out who the client is, and records each request in the log and the metrics. The first middleware.
struct LogMiddleware: RouterMiddleware {
    let log: ServerLog?
    let metrics: ServerMetrics
    let client: ClientAddress

    /// Larger answers are recorded when they are sent, and others when they are made.
    private static let maxUnwatched = 64 << 10

    private typealias Begun = (record: RequestRecord, start: ContinuousClock.Instant)

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.address = client.text(of: context.channel, forwarded: request.headers[values: .forwardedFor].last)
        let begun = record(request.method.rawValue, request.head.path ?? "", context.address)
        let response = try await next(request, context)
        let size = response.body.contentLength ?? 0
        guard size > Self.maxUnwatched else {
            let hasClientLeft = context.notes.values.withLock { $0.hasClientLeft }
            write(begun, hasClientLeft ? .clientLeft : response.status, bytes: size, context)
            return response
        }
        return recordedWhenSent(response, begun, context)
    }

    private func recordedWhenSent(_ response: Response, _ begun: Begun, _ context: ClassContext) -> Response {
        var sent = response
        sent.body = ResponseBody(contentLength: response.body.contentLength) { [self] writer in
            do {
                try await response.body.paced(on: context.channel).write(
                    writer.map { piece in
                        context.notes.values.withLock { $0.sent += piece.readableBytes }
                        return piece
                    })
                write(begun, response.status, bytes: context.notes.values.withLock { $0.sent }, context)
            } catch {
                write(begun, .clientLeft, bytes: context.notes.values.withLock { $0.sent }, context)
                throw error
            }
        }
        return sent
    }

    /// Records a request that cannot be parsed.
    func recordUnparsed(on channel: any Channel, status: HTTPResponse.Status) {
        write(record("-", "-", client.text(of: channel, forwarded: nil)), status)
    }

    private func record(_ method: String, _ path: String, _ address: String) -> Begun {
        let path = RequestRecord.path(of: path)
        return (RequestRecord(time: ServerLog.time(), method: method, path: path, address: address), .now)
    }

    private func write(
        _ begun: Begun, _ status: HTTPResponse.Status, bytes: Int = 0, _ context: ClassContext? = nil
    ) {
        var record = begun.record
        let seconds = (ContinuousClock.now - begun.start) / .seconds(1)
        record.status = status.code
        record.bytes = bytes
        record.ms = (seconds * 10_000).rounded() / 10
        record.netid = context?.notes.values.withLock { $0.netid }
        metrics.recordRequest(record.method, status: record.status, bytes: bytes, seconds: seconds)
        log?.write(record)
    }
}

/// What inner middleware and the sending find out about a request.
final class RequestNotes: Sendable {
    struct Values {
        /// The NetID that signed in, or nil.
        var netid: String?
        /// True if the client disconnected before its turn, or the server stopped.
        var hasClientLeft = false
        /// The number of bytes of the body that were sent.
        var sent = 0
    }

    let values = Mutex(Values())
}

extension HTTPResponse.Status {
    /// The client disconnected before the end of the answer.
    fileprivate static var clientLeft: Self { .init(code: 499) }
}

extension HTTPField.Name {
    /// Addresses of a proxy’s client; the last one is the proxy’s own addition.
    static let forwardedFor = Self("X-Forwarded-For") ?? .from
}

/// A logged request, without its query, body, and passwords.
struct RequestRecord: Encodable, Sendable {
    /// When the request arrived.
    let time: String
    let method: String
    /// The path without query and secrets.
    let path: String
    /// The status of the answer, or 499 if the client disconnected before.
    var status = 0
    /// The size of the answer’s body.
    var bytes = 0
    /// Milliseconds from the head of the request to the end of the answer.
    var ms = 0.0
    var netid: String?
    /// The client’s address.
    let address: String

    /// The maximum length of a logged path, in characters.
    private static let maxCharacters = 256

    /// The path of `uri`, without what follows the first component if that contains a secret.
    static func path(of uri: String) -> String {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        // Credentials may precede the path.
        let host = address.hasPrefix("/") ? nil : address.firstRange(of: "://")
        let whole = host.map { address[$0.upperBound...].drop { $0 != "/" } } ?? address
        let path = String(whole.prefix(maxCharacters)).printable
        return hasSecret(path) ? "\(ClassPath.passwordLink.base)/…" : path
    }

    /// True for the path of a password link, however a server may parse it.
    private static func hasSecret(_ path: String) -> Bool {
        guard path.contains("%") || path.lowercased().contains(ClassPath.passwordLink.base) else { return false }
        let parts = path.split(separator: "/").flatMap { ($0.removingPercentEncoding ?? "\($0)").split(separator: "/") }
        return parts.dropLast().contains { "/\($0.lowercased())" == ClassPath.passwordLink.base }
    }

    var line: String {
        "\(time) \(status) \(method) \(path) \(bytes) bytes \(ms) ms \(netid ?? "-") \(address)"
    }
}
