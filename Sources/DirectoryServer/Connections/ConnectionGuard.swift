import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Language
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// The handler between the HTTP decoder and Hummingbird: refuses excess connections and too much data, closes the
/// connections of slow clients and those that the server has ended, and sends `100 Continue`.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let connections: Connections
    private let isSecure: Bool
    private var limits: ConnectionLimits { connections.limits }

    // MARK: The connection

    private var address = ""
    private var admission: Connections.Admission?
    /// `channelActive` sets the times.
    private var progress = ConnectionProgress(now: .uptimeNanoseconds(0)) {
        didSet {
            guard progress.isIdle != oldValue.isIdle, let makeRoom else { return }
            connections.setIdle(ObjectIdentifier(self), close: progress.isIdle ? makeRoom : nil)
        }
    }
    private var tick: RepeatedTask?
    private var lastCheck = NIODeadline.uptimeNanoseconds(0)
    private var isLate = false
    /// True if the next handlers accept input.
    private var isReading = false
    /// True if something was decoded since the last input.
    private var hasDecoded = false
    /// True once input is ignored.
    private var isClosing = false
    private var hasClientEnded = false
    /// True if the connection ends after the current answers.
    private var isQuiescing = false
    /// Closes the connection if it is idle, which makes room for another; callable from any thread. Nil if not served.
    private var makeRoom: (@Sendable () -> Void)?

    // MARK: Its requests

    /// The memory taken for the body of each unanswered request, in order.
    private var taken: [Int] = []
    /// True if the connection ends after the current request.
    private var isLastRequest = false
    /// True between the head and the end of a request.
    private var isReceiving = false
    /// The number of pieces and bytes of the current body so far.
    private var body = (pieces: 0, bytes: 0)
    /// Completes when the socket has taken the latest answer.
    private var latestAnswer: EventLoopFuture<Void>?
    /// True if the client of an unanswered request waits for `100 Continue`.
    private var expectsContinue = false
    /// The answer to a request that cannot be parsed.
    private var unparsed: Refusal?

    /// - Parameter isSecure: true if the connection uses TLS, so that a refusal would need a handshake.
    init(connections: Connections, isSecure: Bool) {
        self.connections = connections
        self.isSecure = isSecure
    }

    func channelActive(context: ChannelHandlerContext) {
        address = ClientAddress.counted(context.channel.remoteAddress?.ipAddress ?? "")
        let admission = connections.open(of: address)
        self.admission = admission
        guard admission == .served || !isSecure else { return context.close(promise: nil) }
        watch(context)
        guard admission == .served else {
            // A client that is told has a moment to read it; otherwise the system might reset the connection first.
            isClosing = admission == .dropped
            return end(with: .tooManyConnections, context)
        }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        makeRoom = { bound.eventLoop.execute { bound.value.0.closeIfIdle(bound.value.1) } }
        connections.setIdle(ObjectIdentifier(self), close: makeRoom)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        tick?.cancel()
        makeRoom = nil
        connections.setIdle(ObjectIdentifier(self), close: nil)
        if let admission { connections.close(of: address, admittedAs: admission) }
        admission = nil
        for size in taken { connections.giveBack(size) }
        taken = []
        context.fireChannelInactive()
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard admission == .served, !isClosing else { return }
        let now = context.eventLoop.now
        hasDecoded = true
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard !isQuiescing else { return isClosing = true }
            progress.move(to: .body, at: now)
            context.fireChannelRead(wrapInboundOut(.head(begin(head, context))))
        case .body(let bytes):
            progress.received(bytes.readableBytes, at: now)
            if let refusal = refusal(of: bytes.readableBytes) {
                isClosing = true
                // The route that reads the body gets the refusal; after an answer, it ends the connection.
                return context.fireErrorCaught(refusal)
            }
            context.fireChannelRead(data)
        case .end:
            isReceiving = false
            progress.move(to: taken.isEmpty ? .idle : .answer, at: now)
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A part of a head.
        if !hasDecoded { progress.received(0, at: context.eventLoop.now) }
        hasDecoded = false
        isReading = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    /// The head for Hummingbird, which does not know the version of HTTP.
    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> HTTPRequestHead {
        var head = head
        taken.append(0)
        isReceiving = true
        body = (0, 0)
        expectsContinue =
            head.headers["Expect"].map { $0.lowercased() } == ["100-continue"]
            && head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0 <= EntryLimits.maxBodySize
        if taken.count == 1 { sendContinue(context) }
        if head.version == .http1_0, !head.headers.contains(name: "Host") { head.headers.add(name: "Host", value: "") }
        // A body with another coding has no end that is known.
        let isParsed = head.headers["Transfer-Encoding"].allSatisfy { $0.lowercased() == "chunked" }
        isLastRequest = !head.isKeepAlive || !isParsed
        if isLastRequest { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        return head
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        guard expectsContinue else { return }
        expectsContinue = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
    }

    /// Takes memory for bytes that arrived, up to the maximum size of a body; routes do not store what is larger.
    /// - Returns: the refusal if there are too many pieces or too little memory.
    private func refusal(of length: Int) -> Refusal? {
        body.pieces += 1
        body.bytes += length
        guard body.pieces <= EntryLimits.maxChunks(after: body.bytes) else {
            return Refusal(
                .contentTooLarge, translated("The body has too many chunks."), translated("Send larger chunks."))
        }
        // The rest of a body is discarded once the request is answered.
        guard let earlier = taken.last else { return nil }
        let length = min(length, EntryLimits.maxBodySize - earlier)
        guard connections.take(length, after: earlier) else {
            return .busy(translated("The server is busy."))
        }
        taken[taken.count - 1] += length
        return nil
    }

    /// Ignores errors of the decoder after the last request.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard admission == .served, !isClosing, unparsed == nil else { return }
        // The route that reads a body gets its error.
        guard let problem = error as? HTTPParserError, !isReceiving else { return context.fireErrorCaught(error) }
        // Nothing is expected after the last request.
        guard !isLastRequest else { return }
        unparsed = problem == .headerOverflow ? .headTooLong : .notHTTP
        if taken.isEmpty { refuseUnparsed(context) }
    }

    /// Answers a request that cannot be parsed after those before it.
    private func refuseUnparsed(_ context: ChannelHandlerContext) {
        guard let unparsed else { return }
        connections.onUnparsed(context.channel, unparsed.status)
        end(with: unparsed, context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { hasClientEnded = true }
        // Hummingbird would close before the socket has taken the answers.
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isQuiescing = true
        if taken.isEmpty { quiesce(context) }
    }

    // MARK: Answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        guard case .end = part else {
            if case .body(.byteBuffer(let bytes)) = part { progress.wrote(bytes.readableBytes) }
            return context.write(data, promise: promise)
        }
        if !taken.isEmpty { connections.giveBack(taken.removeFirst()) }
        if taken.isEmpty, !isReceiving { progress.move(to: .idle, at: context.eventLoop.now) }
        let isSent = promise ?? context.eventLoop.makePromise(of: Void.self)
        latestAnswer = isSent.futureResult
        context.write(data, promise: isSent)
        if !taken.isEmpty { return sendContinue(context) }
        expectsContinue = false
        refuseUnparsed(context)
        if isQuiescing { quiesce(context) }
    }

    private func quiesce(_ context: ChannelHandlerContext) {
        context.flush()
        afterLatestAnswer(context) { context.close(promise: nil) }
    }

    /// Runs `body` once the socket has taken the latest answer; closing drops what it has not.
    private func afterLatestAnswer(_ context: ChannelHandlerContext, _ body: @escaping () -> Void) {
        guard let latestAnswer else { return body() }
        latestAnswer.assumeIsolated().whenComplete { _ in body() }
    }

    /// Starts the time that the client has to close once the server has ended its side.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        let isClosed = promise ?? context.eventLoop.makePromise(of: Void.self)
        isClosed.futureResult.assumeIsolated().whenComplete { _ in
            self.progress.move(to: .end, at: context.eventLoop.now)
        }
        // Nothing more is read after a refused body. If the client has ended its side, the other mode closes all, too.
        afterLatestAnswer(context) { context.close(mode: self.isClosing ? .all : .output, promise: isClosed) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ClientCheck else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.completeWith(hasClientEnded ? .failure(CancellationError()) : .success(()))
    }
}

// MARK: Limits

extension ConnectionGuard {
    /// The number of bytes that the client has not taken.
    private func rest(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    /// Closes an idle connection once it has sent its last answer, even if a request arrives meanwhile.
    private func closeIfIdle(_ context: ChannelHandlerContext) {
        guard progress.isIdle else { return }
        isClosing = true
        afterLatestAnswer(context) { context.close(promise: nil) }
    }

    private func watch(_ context: ChannelHandlerContext) {
        lastCheck = context.eventLoop.now
        progress = ConnectionProgress(now: lastCheck)
        let (bound, time) = (NIOLoopBound((self, context), eventLoop: context.eventLoop), TimeAmount(limits.tick))
        tick = context.eventLoop.scheduleRepeatedTask(initialDelay: time, delay: time) { _ in
            let (handler, context) = bound.value
            handler.check(context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        let (time, tick) = (now - lastCheck, TimeAmount(limits.tick))
        lastCheck = now
        // The client is not to blame if the server is not ready or too busy to check. After the end, it no longer reads.
        if progress.phase != .end, !isReading || time > tick + tick { progress.waited(time, until: now) }
        guard progress.isLate(limits, rest: rest(context), at: now) else { return }
        // The system still sends the rest of an answer, but resets the connection if there is input that was not read.
        guard progress.phase != .end else { return context.close(promise: nil) }
        // Browsers open spare connections and expect no answer there. A client that does not read the answer is closed
        // at the next check.
        guard progress.phase == .head, progress.hasHead, !isLate, taken.isEmpty, !isClosing else {
            return reset(context)
        }
        isLate = true
        isClosing = true
        end(with: .late, context)
    }

    /// Resets the connection, so that the system does not keep unsent data for minutes.
    private func reset(_ context: ChannelHandlerContext) {
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: nil)
    }

    /// Sends an answer without a request, and ends the connection.
    private func end(with refusal: Refusal, _ context: ChannelHandlerContext) {
        let json = refusal.json
        let fields: [(String, String)] = [
            ("Content-Type", "application/json; charset=utf-8"), ("Content-Length", String(json.count)),
            ("Connection", "close"),
        ]
        let head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: refusal.status.code),
            headers: HTTPHeaders(fields + refusal.headers.map { ($0.name.rawName, $0.value) }))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: json)))), promise: nil)
        latestAnswer = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        close(context: context, mode: .output, promise: nil)
    }
}

extension Refusal {
    fileprivate static var tooManyConnections: Refusal {
        .busy(translated("The server has too many connections."))
    }

    fileprivate static var late: Refusal {
        Refusal(
            .requestTimeout, translated("The request took too long to arrive."),
            translated("Check the network and send it again."))
    }

    fileprivate static var headTooLong: Refusal {
        Refusal(
            .requestHeaderFieldsTooLarge,
            translated("The request’s address and headers are too long."), translated("Shorten them."))
    }

    static var notHTTP: Refusal {
        Refusal(
            .badRequest, translated("The request is not valid HTTP."), translated("Check the program that sent it."))
    }
}

/// The pipeline of every connection: TLS, HTTP, and the guard.
struct ClassChannel: ServerChildChannel {
    private let base: HTTP1Channel
    private let connections: Connections
    private let identity: TLSIdentity?

    /// The maximum number of bytes read at a time, so that a connection with many requests does not delay others.
    private static let maxRead = 8 << 10
    /// The maximum number of headers of a request.
    private static let maxHeaders = 256

    init(responder: @escaping HTTPChannelHandler.Responder, connections: Connections, identity: TLSIdentity?) {
        let configuration = HTTP1Channel.Configuration(
            httpDecoderConfiguration: .init(maxHeaderFieldCount: Self.maxHeaders))
        base = HTTP1Channel(responder: responder, configuration: configuration)
        self.connections = connections
        self.identity = identity
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            let options = channel.syncOptions
            try options?.setOption(.maxMessagesPerRead, value: 1)
            try options?.setOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.maxRead))
            guard let identity else { return }
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: identity.context))
        }.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let handler = ConnectionGuard(connections: connections, isSecure: identity != nil)
            try pipeline.addHandler(handler, position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
