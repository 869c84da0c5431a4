import DirectoryModel
import HTTPTypes
import Language
import NIOCore
import NIOHTTP1

/// Handles requests before Hummingbird: sends `100 Continue`, joins the pieces of bodies, and refuses bodies with
/// unsupported encodings or too many pieces, and late heads. It also sends prepared answers and the files of lists.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The number of requests passed on and not answered yet.
    private var unanswered = 0
    private var isAsked = false
    /// True once input is ignored.
    private var isClosing = false
    /// A refusal to send after the answers in progress.
    private var lateRefusal: Refusal?
    private let cache: ResponseCache?
    private let room: BodyMemory
    /// The memory taken for the body of each unanswered request, in order.
    private var taken: [Int] = []
    let connection: ConnectionGuard
    let isSecure: Bool
    private let isBehindProxy: Bool
    /// The body data not passed on yet, and the number of pieces and bytes so far.
    private var body: (rest: ByteBuffer?, pieces: Int, bytes: Int) = (nil, 0, 0)
    /// True once a part of the current answer was sent.
    private var isAnswerBegun = false
    /// The answer to send after the current request, which is not passed on.
    private var prepared: (answer: PreparedResponse, netid: String?)?
    private var date = DateHeader()
    /// True between the head and the end of a request that was passed on.
    private var isReading = false
    /// The number of answers that the socket has not taken completely.
    private var sending = 0
    /// Events that close the connection, held back until the answers are sent.
    private var endings: [any Sendable] = []

    /// - Parameters:
    ///   - isSecure: true if the connection uses TLS.
    ///   - isBehindProxy: true if a proxy tells whether its clients use TLS.
    init(
        cache: ResponseCache?, room: BodyMemory, connection: ConnectionGuard, isSecure: Bool, isBehindProxy: Bool
    ) {
        (self.cache, self.room, self.connection) = (cache, room, connection)
        (self.isSecure, self.isBehindProxy) = (isSecure, isBehindProxy)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        let part = unwrapInboundIn(data)
        move(with: part, at: context.eventLoop.now)
        if prepared != nil { return sendPrepared(after: part, context) }
        switch part {
        case .head(let head): begin(head, context)
        case .body(let bytes): take(bytes, context)
        case .end:
            isReading = false
            passBody(context)
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passBody(context)
        context.fireChannelReadComplete()
    }

    /// Joins pieces that arrive together, because passing each on is slow.
    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        body.pieces += 1
        body.bytes += bytes.readableBytes
        guard body.pieces <= EntryLimits.maxChunks(after: body.bytes) else {
            return refuseBody(context, Refusal(.contentTooLarge, translated("The body has too many chunks.")))
        }
        guard takeRoom(for: bytes.readableBytes) else {
            return refuseBody(context, .busy(translated("The server is busy. Try again in a moment.")))
        }
        if body.rest?.writeImmutableBuffer(bytes) == nil { body.rest = bytes }
    }

    private func passBody(_ context: ChannelHandlerContext) {
        guard let bytes = body.rest else { return }
        body.rest = nil
        if !isClosing { context.fireChannelRead(wrapInboundOut(.body(bytes))) }
    }

    /// Refuses a body and stops reading, or closes the connection if an answer is in progress.
    private func refuseBody(_ context: ChannelHandlerContext, _ refusal: Refusal) {
        guard unanswered == 1, !isAnswerBegun else {
            isClosing = true
            return context.close(promise: nil)
        }
        end(context, with: refusal)
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var head = head
        body = (nil, 0, 0)
        // The connection closes after the earlier answers.
        guard endings.isEmpty else { return isClosing = true }
        let refusal = Self.refusal(of: head)
        // Answers must not interleave, and unread answers must not fill the memory.
        if let refusal {
            if unanswered == 0 { return end(context, with: refusal) }
            (isClosing, lateRefusal) = (true, refusal)
            return
        }
        isAsked = head.headers.contains(name: "Expect")
        unanswered += 1
        taken.append(0)
        isReading = true
        if unanswered == 1 { ask(context) }
        if isSecure || !isBehindProxy {
            head.headers.replaceOrAdd(name: "X-Forwarded-Proto", value: isSecure ? "https" : "http")
        }
        // HTTP/1.0 closes the connection after an answer unless asked otherwise.
        if head.version == .http1_0, !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Reports the phase of the request.
    private func move(with part: HTTPServerRequestPart, at now: NIODeadline) {
        switch part {
        case .head: connection.progress.move(to: .body, at: now)
        case .body: break
        case .end: connection.progress.move(to: prepared == nil && unanswered > 0 ? .answer : .idle, at: now)
        }
    }

    /// Starts the time that the client has to close once the server has ended its side, when the answers are sent.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else { return context.close(mode: mode, promise: promise) }
        let isClosed = promise ?? context.eventLoop.makePromise(of: Void.self)
        isClosed.futureResult.assumeIsolated().whenComplete { _ in
            self.connection.progress.move(to: .end, at: context.eventLoop.now)
        }
        context.close(mode: .output, promise: isClosed)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            isAnswerBegun = true
            return context.write(data, promise: promise)
        }
        isAnswerBegun = false
        unanswered -= 1
        if !taken.isEmpty { room.give(back: taken.removeFirst()) }
        if unanswered == 0, !isReading { connection.progress.move(to: .idle, at: context.eventLoop.now) }
        let sent = promiseOfAnswer(context)
        if let promise { sent.futureResult.cascade(to: promise) }
        context.write(data, promise: sent)
        // Answers must not interleave.
        if unanswered > 0 { return ask(context) }
        isAsked = false
        if let lateRefusal { end(context, with: lateRefusal) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        for length in taken { room.give(back: length) }
        taken = []
        context.fireChannelInactive()
    }

    /// Ignores bytes after the end that cannot be parsed.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isClosing { context.fireErrorCaught(error) }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if event is ClientCheck {
            let hasLeft = endings.contains { $0 as? ChannelEvent == .inputClosed }
            promise?.completeWith(hasLeft ? .failure(CancellationError()) : .success(()))
            return
        }
        guard let file = event as? ResponseFile else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        send(file, context, promise ?? context.eventLoop.makePromise())
        context.flush()
    }

    /// True while an answer is being sent or will be without further input.
    private var isAnswering: Bool { sending > 0 || unanswered > 0 && !isReading }

    /// Delays the end of the connection until the answers are sent; Hummingbird does not wait for the socket.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ConnectionGuard.HeadIsLate { return endLate(context) }
        guard isAnswering else { return context.fireUserInboundEventTriggered(event) }
        if let event = event as? ChannelShouldQuiesceEvent { return endings.append(event) }
        if let event = event as? ChannelEvent, event == .inputClosed { return endings.append(event) }
        context.fireUserInboundEventTriggered(event)
    }

    private func sendPrepared(after part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        guard case .end = part, let (answer, netid) = prepared else { return }
        prepared = nil
        if let netid {
            context.triggerUserOutboundEvent(RequestRecorder.SignedIn(netid: netid), promise: nil)
        }
        var head = answer.head
        head.headers.add(name: "Date", value: date.now())
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        // The end has no bytes, because the head tells the length.
        let sent = promiseOfAnswer(context)
        switch answer.body {
        case .bytes(let buffer): context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: sent)
        case .list(let file): send(file, context, sent)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// A promise for the end of an answer, which counts as being sent until then.
    private func promiseOfAnswer(_ context: ChannelHandlerContext) -> EventLoopPromise<Void> {
        sending += 1
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.sending -= 1
            guard !self.isAnswering else { return }
            let endings = self.endings
            self.endings = []
            for event in endings { context.fireUserInboundEventTriggered(event) }
        }
        return promise
    }

    /// Refuses a request whose head is late, if an answer can be sent.
    private func endLate(_ context: ChannelHandlerContext) {
        guard unanswered == 0, sending == 0, !isClosing else { return context.close(promise: nil) }
        end(context, with: Refusal(.requestTimeout, translated("The request took too long to arrive.")))
    }

    private func ask(_ context: ChannelHandlerContext) {
        guard isAsked else { return }
        isAsked = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func end(_ context: ChannelHandlerContext, with refusal: Refusal) {
        isClosing = true
        let json = refusal.json
        var head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: refusal.status.code),
            headers: [
                "Content-Type": "application/json; charset=utf-8", "Content-Length": String(json.count),
                "Connection": "close",
            ])
        for field in refusal.headers { head.headers.add(name: field.name.rawName, value: field.value) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: json)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
    }

    private static func refusal(of head: HTTPRequestHead) -> Refusal? {
        let coding = head.headers["Transfer-Encoding"].joined(separator: ", ")
        if !coding.isEmpty, coding.lowercased() != "chunked" {
            return Refusal(
                .notImplemented,
                translated("This server does not support the transfer encoding “\(coding.printable)”. Use “chunked”."))
        }
        let hosts = head.headers["Host"].count
        guard hosts == 1 || hosts == 0 && head.version == .http1_0 else {
            return Refusal(.badRequest, translated("A request must have one Host header."))
        }
        let encoding = head.headers["Content-Encoding"].joined(separator: ", ")
        guard encoding.isEmpty || encoding.lowercased() == "identity" else {
            return Refusal(
                .unsupportedMediaType,
                translated("This server does not read the encoding “\(encoding.printable)”. Send the body as it is."),
                headers: [.acceptEncoding: "identity"])
        }
        let expected = head.headers["Expect"].joined(separator: ", ")
        if !expected.isEmpty, expected.lowercased() != "100-continue" {
            return Refusal(
                .expectationFailed,
                translated("This server does not support the expectation “\(expected.printable)”."))
        }
        // The client has not sent the body yet.
        if !expected.isEmpty, announcedLength(of: head) > EntryLimits.maxBodySize { return .tooLarge }
        return nil
    }

    /// Takes memory for bytes that arrived, up to the maximum size of a body; routes do not store what is larger.
    /// - Returns: false if there is too little.
    private func takeRoom(for length: Int) -> Bool {
        // The rest of a body is discarded once the request is answered.
        guard unanswered > 0, let earlier = taken.last else { return true }
        let length = min(length, EntryLimits.maxBodySize - earlier)
        guard room.take(length, after: earlier) else { return false }
        taken[taken.count - 1] += length
        return true
    }

    private static func announcedLength(of head: HTTPRequestHead) -> Int {
        head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
    }
}
