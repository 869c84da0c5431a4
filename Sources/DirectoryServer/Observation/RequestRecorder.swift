import ClassAPI
import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1

/// Records the requests of a connection in the log and the metrics. Comes directly after the HTTP decoder.
final class RequestRecorder: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The event that the client of the current request signed in.
    struct SignedIn: Sendable {
        let netid: String
    }

    private let log: ServerLog?
    private let metrics: ServerMetrics
    private let client: ClientAddress
    /// The unanswered requests, in order, with their start times.
    private var pending: [(record: RequestRecord, start: ContinuousClock.Instant)] = []

    init(log: ServerLog?, metrics: ServerMetrics, client: ClientAddress) {
        (self.log, self.metrics, self.client) = (log, metrics, client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            let forwarded = client.isBehindProxy ? head.headers["X-Forwarded-For"].last : nil
            begin(head.method.rawValue, log == nil ? "" : RequestRecord.path(of: head.uri), forwarded, context)
        }
        context.fireChannelRead(data)
    }

    /// Records requests that cannot be parsed, too.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, pending.isEmpty {
            begin("-", "-", nil, context)
            pending[0].record.status = 400
        }
        context.fireErrorCaught(error)
    }

    private func begin(_ method: String, _ path: String, _ forwarded: String?, _ context: ChannelHandlerContext) {
        // Needed only for the log.
        let address = log == nil ? "" : client.text(of: context.channel, forwarded: forwarded)
        let time = log == nil ? "" : ServerLog.time()
        pending.append((RequestRecord(time: time, method: method, path: path, address: address), .now))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !pending.isEmpty {
            switch unwrapOutboundIn(data) {
            case .head(let head) where head.status.code >= 200: pending[0].record.status = Int(head.status.code)
            case .head: break
            case .body(let body): pending[0].record.bytes += body.readableBytes
            case .end: end(pending.removeFirst())
            }
        }
        context.write(data, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let event = event as? SignedIn else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if !pending.isEmpty { pending[0].record.netid = event.netid }
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        for request in pending { end(request) }
        pending = []
        context.fireChannelInactive()
    }

    private func end(_ request: (record: RequestRecord, start: ContinuousClock.Instant)) {
        let seconds = (ContinuousClock.now - request.start) / .seconds(1)
        var record = request.record
        metrics.recordRequest(record.method, status: record.status, bytes: record.bytes, seconds: seconds)
        record.ms = (seconds * 10_000).rounded() / 10
        log?.write(record)
    }
}

/// A logged request, without its query, body, and passwords.
struct RequestRecord: Encodable, Sendable {
    /// When the request arrived.
    let time: String
    let method: String
    /// The path without query and secrets.
    let path: String
    /// The status of the answer, or 499 if the client disconnected before.
    var status = Self.left
    /// The size of the answer’s body.
    var bytes = 0
    /// Milliseconds from the head of the request to the end of the answer.
    var ms = 0.0
    var netid: String?
    /// The client’s address.
    let address: String

    /// The status if the client disconnected.
    static let left = 499
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
        let parts = path.split(separator: "/").flatMap { ($0.removingPercentEncoding ?? "\($0)").split(separator: "/") }
        return parts.dropLast().contains { "/\($0.lowercased())" == ClassPath.passwordLink.base }
    }

    var line: String {
        "\(time) \(status) \(method) \(path) \(bytes) bytes \(ms) ms \(netid ?? "-") \(address)"
    }
}
