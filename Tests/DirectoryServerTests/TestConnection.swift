import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix

@testable import DirectoryServer

/// A connection without a socket, whose time a test moves. Each request is answered with 200 and “{}”.
struct TestConnection {
    /// Ends the output without the rest of the connection, as a socket does.
    private final class OutputEnd: ChannelOutboundHandler {
        typealias OutboundIn = IOData

        private let isEnded: AsyncStream<Void>.Continuation

        init(_ isEnded: AsyncStream<Void>.Continuation) { self.isEnded = isEnded }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else { return context.close(mode: mode, promise: promise) }
            promise?.succeed()
            isEnded.finish()
        }
    }

    private let loop = NIOAsyncTestingEventLoop()
    private let channel: NIOAsyncTestingChannel
    private let outputs: AsyncStream<Void>

    /// Opens a connection for as long as `body` takes.
    static func with(
        _ limits: ConnectionLimits = ConnectionLimits(), in connections: Connections? = nil,
        from address: String = "192.0.2.1", _ body: (TestConnection) async throws -> Void
    ) async throws {
        let connections = connections ?? Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        let (outputs, isEnded) = AsyncStream<Void>.makeStream()
        let connection = TestConnection(outputs)
        let (loop, channel) = (connection.loop, connection.channel)
        let logger = Logger(label: "test")
        let server = channelOfServer(connections)
        let value = try await loop.flatSubmit {
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(OutputEnd(isEnded))
            }.flatMap { server.setup(channel: channel, logger: logger) }
        }.get()
        try await channel.connect(to: SocketAddress(ipAddress: address, port: 1)).get()
        let serving = Task { await server.handle(value: value, logger: logger) }
        await connection.read()
        try await body(connection)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
        await serving.value
    }

    private init(_ outputs: AsyncStream<Void>) {
        channel = NIOAsyncTestingChannel(loop: loop)
        self.outputs = outputs
    }

    /// The pipeline of a server that answers each request with 200 and “{}”, or with a refusal.
    private static func channelOfServer(_ connections: Connections) -> ClassChannel {
        let responder: HTTPChannelHandler.Responder = { request, writer, _ in
            var refusal: Refusal?
            do { for try await _ in request.body {} } catch let error {
                refusal = error as? Refusal ?? .notHTTP
            }
            var body = try await writer.writeHead(HTTPResponse(status: refusal?.status ?? .ok))
            try await body.write(ByteBuffer(bytes: refusal?.json ?? Data("{}".utf8)))
            try await body.finish(nil)
        }
        return ClassChannel(responder: responder, connections: connections, identity: nil)
    }

    /// Serves on a socket with one thread for as long as `body` takes.
    /// - Parameters:
    ///   - first: makes the handlers that come directly after the decoder.
    ///   - body: gets the port, the thread’s loop, and an element for each connection that the server closed.
    static func withListener(
        _ limits: ConnectionLimits, first: @escaping @Sendable () -> [any ChannelHandler] = { [] },
        _ body: (Int, any EventLoop, AsyncStream<Void>) async throws -> Void
    ) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connections = Connections(limits: limits, isBehindProxy: false, metrics: ServerMetrics())
        let (server, logger) = (channelOfServer(connections), Logger(label: "test"))
        let (closed, close) = AsyncStream<Void>.makeStream()
        let listener = try await ServerBootstrap(group: group).childChannelInitializer { channel in
            channel.closeFuture.whenComplete { _ in close.yield() }
            return server.setup(channel: channel, logger: logger).flatMapThrowing { value in
                let pipeline = channel.pipeline.syncOperations
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                try pipeline.addHandlers(first(), position: .after(decoder))
                Task { await server.handle(value: value, logger: logger) }
            }
        }.bind(host: "127.0.0.1", port: 0).get()
        try await body(listener.localAddress?.port ?? 0, group.next(), closed)
        try await listener.close()
        try await group.shutdownGracefully()
    }

    var isOpen: Bool { channel.isActive }

    func send(_ text: String) async {
        // The error of a request that cannot be parsed is the server’s.
        _ = try? await channel.writeInbound(ByteBuffer(string: text))
        await read()
    }

    /// Reads on, as sockets do, unless the server does not want to.
    private func read() async {
        channel.read()
        await loop.run()
    }

    /// What the server sends, up to `end`.
    func receive(until end: String) async throws -> String {
        var text = ""
        while !text.contains(end) {
            text += String(buffer: try await channel.waitForOutboundWrite(as: ByteBuffer.self))
        }
        return text
    }

    /// The end of an answer without a length.
    static let answerEnd = "\r\n0\r\n\r\n"

    /// Waits until the server has ended its side.
    func waitForOutputEnd() async { for await _ in outputs {} }

    /// Waits until the connection is closed.
    func waitForClose() async throws {
        await loop.run()
        try await channel.closeFuture.get()
    }

    func advance(by time: Duration) async { await loop.advanceTime(by: TimeAmount(time)) }
}
