import ClassAPI
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /health` tells whether the server can answer, `GET /metrics` what it did, in the text form of Prometheus.
struct ObservationRoutes {
    let database: HealthCheck
    let metrics: ServerMetrics
    let connections: Connections

    /// Adds the routes of the server's own listener, where only this computer reads the metrics.
    /// - Parameter isBehindProxy: true where a connection of this computer may be anyone's.
    func add(to router: Router<ClassContext>, isBehindProxy: Bool) {
        let routes = Routes.plain(of: router)
        routes.on(.health, [.get: health])
        let ownText: Routes.Handler = { request, context in
            let peer = context.channel.remoteAddress?.ipAddress ?? ""
            guard !isBehindProxy, ClientAddress.isLoopback(peer),
                request.headers[values: .forwardedFor].isEmpty
            else { throw HTTPError(.notFound) }
            return try await text(request, context)
        }
        routes.on(.metrics, [.get: ownText])
    }

    /// Adds the routes of a listener of their own.
    func addAll(to router: Router<ClassContext>) {
        let routes = Routes.plain(of: router)
        routes.on(.health, [.get: health])
        routes.on(.metrics, [.get: text])
    }

    @Sendable private func health(_ request: Request, _ context: ClassContext) async throws -> Response {
        guard await database.isHealthy() else {
            throw Refusal.busy(translated("The database does not answer."))
        }
        return try .message("ok")
    }

    @Sendable private func text(_ request: Request, _ context: ClassContext) async throws -> Response {
        let text = metrics.text(connections: connections.count)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
