import NIOCore
import NIOHTTP1

/// Inserts a `RequestGate` directly after the HTTP decoder, before Hummingbird's own handlers.
final class RequestGateKeeper: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let answers: PreparedAnswers
    private let room: BodyRoom
    private let recorder: RequestRecorder
    private let isSecure: Bool

    /// - Parameter isSecure: true where the connection is TLS.
    init(answers: PreparedAnswers, room: BodyRoom, recorder: RequestRecorder, isSecure: Bool) {
        (self.answers, self.room, self.recorder, self.isSecure) = (answers, room, recorder, isSecure)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let reader = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let connection = try pipeline.handler(type: ConnectionGuard.self)
            try pipeline.addHandlers(
                [
                    recorder,
                    RequestGate(answers: answers, room: room, connection: connection, isSecure: isSecure),
                ],
                position: .after(reader))
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
