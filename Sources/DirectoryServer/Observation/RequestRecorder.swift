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

    private struct Pending {
        let method: String
        let path: String
        let address: String
        let time: String
        let start: ContinuousClock.Instant
        var status = RequestRecord.left
        var bytes = 0
        var netid: String?
    }

    private let log: ServerLog?
    private let metrics: ServerMetrics
    private let client: ClientAddress
    /// The requests that are not answered yet, in their order.
    private var pending: [Pending] = []

    init(log: ServerLog?, metrics: ServerMetrics, client: ClientAddress) {
        (self.log, self.metrics, self.client) = (log, metrics, client)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            let isLogged = log != nil
            let forwarded = client.isBehindProxy ? head.headers["X-Forwarded-For"].last : nil
            pending.append(
                Pending(
                    method: head.method.rawValue, path: isLogged ? RequestRecord.path(of: head.uri) : "",
                    address: isLogged ? client.text(of: context.channel, forwarded: forwarded) : "",
                    time: isLogged ? ServerLog.time() : "", start: .now))
        }
        context.fireChannelRead(data)
    }

    /// A request that cannot be read is one, too.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, pending.isEmpty {
            let address = log == nil ? "" : client.text(of: context.channel, forwarded: nil)
            pending.append(
                Pending(
                    method: "-", path: "-", address: address, time: log == nil ? "" : ServerLog.time(), start: .now,
                    status: 400))
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if !pending.isEmpty {
            switch unwrapOutboundIn(data) {
            case .head(let head) where head.status.code >= 200: pending[0].status = Int(head.status.code)
            case .head: break
            case .body(let body): pending[0].bytes += body.readableBytes
            case .end: record(pending.removeFirst())
            }
        }
        context.write(data, promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let event = event as? SignedIn else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        if !pending.isEmpty { pending[0].netid = event.netid }
        promise?.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        for request in pending { record(request) }
        pending = []
        context.fireChannelInactive()
    }

    private func record(_ request: Pending) {
        let time = ContinuousClock.now - request.start
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        metrics.answered(request.method, status: request.status, bytes: request.bytes, seconds: seconds)
        guard let log else { return }
        log.write(
            RequestRecord(
                time: request.time, method: request.method, path: request.path, status: request.status,
                bytes: request.bytes, ms: (seconds * 10_000).rounded() / 10, netid: request.netid,
                address: request.address))
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
    let status: Int
    /// How many bytes the body of the answer has.
    let bytes: Int
    /// How many milliseconds passed from the head of the request to the end of the answer.
    let ms: Double
    /// Who signed in, or nil.
    let netid: String?
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
