import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOSSL

/// What every connection of a server is made of, from the socket up: the guard, TLS, HTTP, and the gate.
struct ClassChannel: ServerChildChannel {
    let base: HTTP1Channel
    let connections: Connections
    let limits: ConnectionLimits
    let identity: TLSIdentity?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
                ConnectionGuard(connections: connections, limits: limits, isSecure: identity != nil))
            if let identity { try pipeline.addHandler(NIOSSLServerHandler(context: identity.context)) }
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}
