import DirectoryModel
import HTTPTypes
import Language
import NIOCore
import NIOHTTP1

/// Puts a `RequestGate` where requests come out of their bytes, in front of whatever Hummingbird put behind it.
final class RequestGateKeeper: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let reader = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestGate(), position: .after(reader))
        } catch {
            context.fireErrorCaught(error)
        }
    }
}

/// Stands before everything else on a connection, and answers what no route can: it asks for the body of who waits
/// to be asked (`Expect: 100-continue`), and refuses bodies in a coding that cannot be read.
final class RequestGate: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How many requests were handed on and not answered yet.
    private var unanswered = 0
    private var isAsked = false
    /// True once nothing more is read.
    private var isClosing = false
    /// What is answered after everything before it was.
    private var lateRefusal: Refusal?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            if let refusal = Self.refusal(of: head) {
                if unanswered == 0 { return end(context, with: refusal) }
                (isClosing, lateRefusal) = (true, refusal)
                return
            }
            isAsked = head.headers.contains(name: "Expect")
            unanswered += 1
            if unanswered == 1 { ask(context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        unanswered -= 1
        context.write(data, promise: promise)
        // An answer in the midst of another would be none.
        if unanswered > 0 { return ask(context) }
        isAsked = false
        if let lateRefusal { end(context, with: lateRefusal) }
    }

    /// What comes after the end cannot be read, and that is known.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isClosing { context.fireErrorCaught(error) }
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
        let head = HTTPResponseHead(
            version: .http1_1, status: .init(statusCode: refusal.status.code),
            headers: [
                "Content-Type": "application/json; charset=utf-8", "Content-Length": String(json.count),
                "Connection": "close",
            ])
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
                translated("This server reads no body in the transfer encoding “\(coding.printable)”, only “chunked”."))
        }
        let expected = head.headers["Expect"].joined(separator: ", ")
        if !expected.isEmpty, expected.lowercased() != "100-continue" {
            return Refusal(
                .expectationFailed,
                translated("This server cannot do what the request expects: “\(expected.printable)”."))
        }
        // Who waits to be asked is told so without sending it.
        if !expected.isEmpty, announcedLength(of: head) > EntryCheck.largestBody { return .tooLarge }
        return nil
    }

    private static func announcedLength(of head: HTTPRequestHead) -> Int {
        head.headers.first(name: "Content-Length").map { Int($0) ?? .max } ?? 0
    }
}
