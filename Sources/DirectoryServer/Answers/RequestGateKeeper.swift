import NIOCore
import NIOHTTP1

/// Inserts a `RequestGate` directly after the HTTP decoder, before Hummingbird's own handlers.
final class RequestGateKeeper: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let answers: PreparedAnswers
    private let room: BodyRoom
    private let recorder: RequestRecorder
    private let isSecure: Bool
    private let isBehindProxy: Bool

    init(answers: PreparedAnswers, room: BodyRoom, recorder: RequestRecorder, isSecure: Bool, isBehindProxy: Bool) {
        (self.answers, self.room, self.recorder) = (answers, room, recorder)
        (self.isSecure, self.isBehindProxy) = (isSecure, isBehindProxy)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let reader = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let connection = try pipeline.handler(type: ConnectionGuard.self)
            try pipeline.addHandlers(
                [
                    recorder,
                    RequestGate(
                        answers: answers, room: room, connection: connection, isSecure: isSecure,
                        isBehindProxy: isBehindProxy),
                ],
                position: .after(reader))
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
