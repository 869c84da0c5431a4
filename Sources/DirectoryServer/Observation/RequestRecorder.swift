import ClassAPI
import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1

/// Tells the log and the metrics of each answer of a connection. It is between the HTTP decoder and the gate, so that it
/// sees all of them.
final class RequestRecorder: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The event that the client of the request being answered signed in.
    struct SignedIn: Sendable {
        let netid: String
    }

    private let log: ServerLog?
    private let metrics: ServerMetrics
    private let client: ClientAddress
    /// The requests that are not answered yet, in their order, with the moments at which they came.
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

    /// Records a request that cannot be parsed, too.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, pending.isEmpty {
            begin("-", "-", nil, context)
            pending[0].record.status = 400
        }
        context.fireErrorCaught(error)
    }

    private func begin(_ method: String, _ path: String, _ forwarded: String?, _ context: ChannelHandlerContext) {
        // Only the log needs these.
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
        metrics.answered(record.method, status: record.status, bytes: record.bytes, seconds: seconds)
        record.ms = (seconds * 10_000).rounded() / 10
        log?.write(record)
    }
}

/// One answered request, as the log has it: without the query, a body or a password.
struct RequestRecord: Encodable, Sendable {
    /// When the request came.
    let time: String
    let method: String
    /// The address, without the query and without secrets.
    let path: String
    /// The status of the answer; 499 where the client left before it.
    var status = Self.left
    /// How many bytes the body of the answer has.
    var bytes = 0
    /// How many milliseconds passed from the head of the request to the end of the answer.
    var ms = 0.0
    /// Who signed in, or nil.
    var netid: String?
    /// The address of the client.
    let address: String

    /// The status of a request whose client left before the answer.
    static let left = 499
    /// The most characters of an address that are kept.
    private static let maxCharacters = 256

    /// The path of `uri`; of an address with a secret in it, only the first part is kept.
    static func path(of uri: String) -> String {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        // Before the path may stand a name and a password.
        let host = address.hasPrefix("/") ? nil : address.firstRange(of: "://")
        let whole = host.map { address[$0.upperBound...].drop { $0 != "/" } } ?? address
        let path = String(whole.prefix(maxCharacters)).printable
        return hasSecret(path) ? "\(ClassPath.passwordLink.base)/…" : path
    }

    /// True where a part of the path, as a server may read it, is the first of an address with a secret in it.
    private static func hasSecret(_ path: String) -> Bool {
        let parts = path.split(separator: "/").flatMap { ($0.removingPercentEncoding ?? "\($0)").split(separator: "/") }
        return parts.dropLast().contains { "/\($0.lowercased())" == ClassPath.passwordLink.base }
    }

    /// The record as a line.
    var line: String {
        "\(time) \(status) \(method) \(path) \(bytes) bytes \(ms) ms \(netid ?? "-") \(address)"
    }
}
