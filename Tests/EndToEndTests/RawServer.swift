import DirectorySync
import NIOCore
import NIOPosix
import Synchronization

/// A server that answers a request with exactly these bytes, and then closes, falls silent or goes on for ever.
struct RawServer {
    let port: Int
    private let channel: any Channel
    private let requests: Requests

    /// The requests that were answered, whole.
    var heard: [String] { requests.texts.withLock { $0 } }

    /// What messages call it.
    var name: String { "127.0.0.1:\(port)" }

    var address: ServerAddress {
        get throws { try ServerAddress(name) }
    }

    /// A client of it that signs in as `netid`, or as nobody.
    func client(
        _ netid: String? = nil, timeout: Int64 = 60, limits: TransferLimits = TransferLimits()
    ) throws -> Client {
        let credentials = netid.map { Credentials(netid: $0, password: "hush") }
        return Client(server: try address, credentials: credentials, timeout: timeout, limits: limits)
    }

    /// How many connections were opened.
    var connections: Int { requests.connections.load(ordering: .relaxed) }

    /// What it does after its bytes.
    enum End: Sendable, Equatable {
        case closes, fallsSilent
        /// It gives further requests of the connection the same answer.
        case answersOn
        /// It sends these bytes again and again, until nobody listens.
        case repeats([UInt8])
    }

    /// Runs one for as long as `body` takes.
    static func with<T>(
        _ answer: [UInt8], _ end: End = .closes, isolation: isolated (any Actor)? = #isolation,
        _ body: (RawServer) async throws -> T
    ) async throws -> T {
        try await with(answers: [answer], end, isolation: isolation, body)
    }

    /// Runs one that gives the first request the first answer and so on, and the last one to all that follow.
    /// - Parameter before: what happens between the request and the answer; it gets the request's place, from 0 on.
    static func with<T>(
        answers: [[UInt8]], _ end: End = .closes, before: @escaping @Sendable (Int) -> Void = { _ in },
        isolation: isolated (any Actor)? = #isolation,
        _ body: (RawServer) async throws -> T
    ) async throws -> T {
        let requests = Requests()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // A client may open a connection that it does not use.
                    requests.connections.wrappingAdd(1, ordering: .relaxed)
                    try channel.pipeline.syncOperations.addHandler(
                        AnswerOnce(answers: answers, end: end, requests: requests, before: before))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = RawServer(port: channel.localAddress?.port ?? 0, channel: channel, requests: requests)
        do {
            let result = try await body(server)
            try await channel.close()
            return result
        } catch {
            try await channel.close()
            throw error
        }
    }

    static func answer(_ body: String, status: String = "200 OK", length: Int? = nil, tag: String? = nil) -> [UInt8] {
        answer(Array(body.utf8), status: status, length: length, tag: tag)
    }

    /// A whole HTTP answer with a body, the last one of its connection; `length` is what it says of the body's length.
    static func answer(_ body: [UInt8], status: String = "200 OK", length: Int? = nil, tag: String? = nil) -> [UInt8] {
        let lines = [
            "HTTP/1.1 \(status)", "Content-Type: application/json", "Connection: close",
            "Content-Length: \(length ?? body.count)",
        ]
        return Array((lines + (tag.map { ["ETag: \($0)"] } ?? []) + ["\r\n"]).joined(separator: "\r\n").utf8) + body
    }
}

private final class Requests: Sendable {
    let texts = Mutex<[String]>([])
    let connections = Atomic(0)
}

private final class AnswerOnce: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let answers: [[UInt8]]
    private let end: RawServer.End
    private let requests: Requests
    private let before: (Int) -> Void
    private var hasAnswered = false
    private var heard = ""

    init(answers: [[UInt8]], end: RawServer.End, requests: Requests, before: @escaping (Int) -> Void) {
        self.answers = answers
        self.requests = requests
        self.before = before
        self.end = end
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard += String(buffer: unwrapInboundIn(data))
        guard !hasAnswered, hasHeardAll else { return }
        hasAnswered = end != .answersOn
        let turn = requests.texts.withLock { texts in
            texts.append(heard)
            return texts.count - 1
        }
        heard = ""
        before(turn)
        let written = context.eventLoop.makePromise(of: Void.self)
        let channel = context.channel
        switch end {
        case .closes: written.futureResult.whenComplete { _ in channel.close(promise: nil) }
        case .repeats(let bytes):
            let often = 1 + 65_536 / max(1, bytes.count)
            let bytes = ByteBuffer(bytes: Array(repeatElement(bytes, count: often).joined()))
            written.futureResult.whenSuccess { Self.write(bytes, forEverTo: channel) }
        case .fallsSilent, .answersOn: break
        }
        context.writeAndFlush(
            wrapOutboundOut(ByteBuffer(bytes: answers[min(turn, answers.count - 1)])), promise: written)
    }

    private static func write(_ bytes: ByteBuffer, forEverTo channel: any Channel) {
        // Others have their turn between two pieces.
        channel.writeAndFlush(bytes).whenSuccess {
            channel.eventLoop.execute { write(bytes, forEverTo: channel) }
        }
    }

    /// True where the request is there with its body, for closing on what nobody has read yet loses the answer.
    private var hasHeardAll: Bool {
        let parts = heard.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let length = parts[0].lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
        return parts[1].utf8.count >= length ?? 0
    }
}
