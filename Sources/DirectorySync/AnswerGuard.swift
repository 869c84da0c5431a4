import DirectoryModel
import Foundation
import NIOCore
import NIOHTTP1

/// A channel handler between the network and the HTTP client, which withholds what would end the program: an answer
/// with a status below 100, and a redirect to a port that does not exist. It drops all answers that only announce
/// another one.
final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// An answer of a server that a client cannot use.
    enum Refused: Error {
        case status
        /// A redirect to an address that does not exist.
        case redirect(status: Int)
    }

    private let server: URL
    private var announced = 0
    private var isRefused = false
    /// How many answers may announce another one.
    private static let mostAnnounced = 100

    init(server: URL) { self.server = server }

    /// Adds one to `channel`, directly after the handler that reads HTTP.
    static func guarding(_ channel: any Channel, server: URL) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerGuard(server: server), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head(let head) = unwrapInboundIn(data) {
            if let refused = refusal(of: head) {
                isRefused = true
                context.fireErrorCaught(refused)
                return context.close(promise: nil)
            }
            if (100..<200).contains(head.status.code) { return }
        }
        context.fireChannelRead(data)
    }

    private func refusal(of head: HTTPResponseHead) -> Refused? {
        let status = Int(head.status.code)
        switch status {
        // The client never requests another protocol.
        case ..<100, 101: return .status
        case 102..<200, 100:
            announced += 1
            return announced > Self.mostAnnounced ? .status : nil
        case 300..<400:
            let place = head.headers.first(name: "location").flatMap { URL(string: $0, relativeTo: server) }
            return place.map { ServerAddress.hasPort($0) } == false ? .redirect(status: status) : nil
        default: return nil
        }
    }
}
