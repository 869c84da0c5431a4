import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Language
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL

/// The first handler of a connection: refuses excess connections, and closes those of slow clients, and those that the
/// server has ended.
final class ConnectionGuard: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The event that the head of a request is late.
    struct HeadIsLate {}

    /// `channelActive` sets the times.
    var progress = ConnectionProgress(now: .uptimeNanoseconds(0)) {
        didSet { if progress.isIdle != oldValue.isIdle { noteIdle() } }
    }
    private let connections: Connections
    private let limits: ConnectionLimits
    private let isSecure: Bool
    private var address = ""
    private var admission: Connections.Admission?
    private var tick: RepeatedTask?
    private var isLate = false
    private var lastCheck = NIODeadline.uptimeNanoseconds(0)
    /// True if the next handlers accept input.
    private var isReading = false
    /// Closes the connection if it is still idle; callable from any thread.
    private var closeIfIdle: (@Sendable () -> Void)?

    /// - Parameter isSecure: true if the connection uses TLS, so that refusals in clear text would be unreadable.
    init(connections: Connections, limits: ConnectionLimits, isSecure: Bool) {
        (self.connections, self.limits, self.isSecure) = (connections, limits, isSecure)
    }

    func channelActive(context: ChannelHandlerContext) {
        address = context.channel.remoteAddress?.ipAddress ?? ""
        let admission = connections.open(of: address)
        self.admission = admission
        switch admission {
        case .served:
            watch(context)
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            closeIfIdle = { bound.eventLoop.execute { bound.value.0.closeIdle(bound.value.1) } }
            noteIdle()
            context.fireChannelActive()
        case .refused where !isSecure: refuse(context)
        case .dropped where !isSecure:
            writeRefusal(context).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        case .refused, .dropped: context.close(promise: nil)
        }
    }

    private func noteIdle() {
        guard let closeIfIdle, progress.isIdle else { return connections.busy(ObjectIdentifier(self)) }
        connections.idle(ObjectIdentifier(self), of: address, close: closeIfIdle)
    }

    private func closeIdle(_ context: ChannelHandlerContext) {
        if progress.isIdle, rest(context) == 0 { context.close(promise: nil) }
    }

    /// The number of bytes that the client has not taken.
    private func rest(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    func channelInactive(context: ChannelHandlerContext) {
        tick?.cancel()
        closeIfIdle = nil
        connections.busy(ObjectIdentifier(self))
        if let admission { connections.close(of: address, admittedAs: admission) }
        admission = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard admission == .served else { return }
        progress.received(unwrapInboundIn(data).readableBytes, at: context.eventLoop.now)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
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
        guard progress.phase == .head, progress.hasHead, !isLate else { return reset(context) }
        isLate = true
        context.fireUserInboundEventTriggered(HeadIsLate())
    }

    /// Resets the connection, so that the system does not keep unsent data for minutes.
    private func reset(_ context: ChannelHandlerContext) {
        _ = (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        context.close(promise: nil)
    }

    /// Sends a refusal, and gives the client a moment to read it.
    private func refuse(_ context: ChannelHandlerContext) {
        _ = writeRefusal(context)
        context.close(mode: .output, promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: TimeAmount(limits.end)) { bound.value.close(promise: nil) }
    }

    private func writeRefusal(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
        let refusal = Refusal.busy(translated("The server has too many connections. Try again in a moment."))
        return context.writeAndFlush(wrapOutboundOut(.byteBuffer(refusal.bytes)))
    }
}

/// The progress of a connection. Handlers update it, and `ConnectionGuard` compares it with the limits.
struct ConnectionProgress {
    /// What the server waits for.
    enum Phase {
        /// The first byte of a request.
        case idle
        /// The rest of the head.
        case head
        /// The rest of the body.
        case body
        /// Its own answer.
        case answer
        /// The client’s end, after its own.
        case end
    }

    private(set) var phase = Phase.head
    /// True once a byte of the head was received.
    private(set) var hasHead = false
    /// When the phase began, less the time for which the server is to blame.
    private(set) var start: NIODeadline
    /// The start of the current pause of a body, and the bytes since then.
    private var pause: (start: NIODeadline, bytes: Int)
    /// When the client last took data, and how much was left.
    private var taken: (at: NIODeadline, rest: Int, writes: Int)
    /// The number of completed writes.
    private var writes = 0

    /// True between requests and after the last one.
    var isIdle: Bool { phase == .idle || phase == .end || phase == .head && !hasHead }

    init(now: NIODeadline) {
        start = now
        pause = (now, 0)
        taken = (now, 0, 0)
    }

    /// The end is the last phase.
    mutating func move(to phase: Phase, at now: NIODeadline) {
        guard self.phase != .end else { return }
        self.phase = phase
        hasHead = false
        start = now
        pause = (now, 0)
    }

    mutating func received(_ count: Int, at now: NIODeadline) {
        if phase == .idle { move(to: .head, at: now) }
        if phase == .head, count > 0 { hasHead = true }
        pause.bytes += count
    }

    mutating func wrote() { writes += 1 }

    /// Does not count `time`, for which the server is to blame.
    mutating func waited(_ time: TimeAmount, until now: NIODeadline) {
        start = min(start + time, now)
        pause = (now, 0)
    }

    /// True if the client is too slow.
    /// - Parameter rest: the number of bytes that it has not taken.
    mutating func isLate(_ limits: ConnectionLimits, rest: Int, at now: NIODeadline) -> Bool {
        if rest == 0 || rest != taken.rest || writes != taken.writes { taken = (now, rest, writes) }
        guard now - taken.at <= TimeAmount(limits.answer) else { return true }
        let time = now - start
        switch phase {
        case .answer: return false
        case .end: return time > TimeAmount(limits.end)
        case .idle: return rest == 0 && time > TimeAmount(limits.idle)
        case .head: return time > TimeAmount(limits.head)
        case .body:
            guard time <= TimeAmount(limits.body) else { return true }
            guard now - pause.start > TimeAmount(limits.pause) else { return false }
            defer { pause = (now, 0) }
            return pause.bytes < limits.minBytes
        }
    }
}

/// The pipeline of every connection: the guard, TLS, HTTP, and the request handler.
struct ClassChannel: ServerChildChannel {
    let base: HTTP1Channel
    let connections: Connections
    let limits: ConnectionLimits
    let identity: TLSIdentity?
    /// Makes the handlers between the HTTP decoder and Hummingbird.
    let handlers: @Sendable (ConnectionGuard) -> [any ChannelHandler]

    /// The maximum number of bytes read at a time, so that a connection with many requests does not delay others.
    private static let maxRead = 8 << 10

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            let options = channel.syncOptions
            try options?.setOption(.maxMessagesPerRead, value: 1)
            try options?.setOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.maxRead))
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
                ConnectionGuard(connections: connections, limits: limits, isSecure: identity != nil))
            if let identity { try pipeline.addHandler(NIOSSLServerHandler(context: identity.context)) }
        }.flatMap { base.setup(channel: channel, logger: logger) }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let connection = try pipeline.handler(type: ConnectionGuard.self)
            try pipeline.addHandlers(handlers(connection), position: .after(decoder))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
