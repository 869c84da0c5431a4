import ClassAPI
import HTTPTypes
import Hummingbird
import Language
import NIOCore

/// `GET /health`, and `GET /metrics` in Prometheus’s text format.
struct ObservationRoutes {
    let check: HealthCheck
    let metrics: ServerMetrics
    let connections: Connections

    /// Adds the routes of the main listener, where only this computer may read the metrics.
    /// - Parameter isBehindProxy: true if local connections may be anyone’s.
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

    /// Adds the routes of a separate listener.
    func addAll(to router: Router<ClassContext>) {
        let routes = Routes.plain(of: router)
        routes.on(.health, [.get: health])
        routes.on(.metrics, [.get: text])
    }

    @Sendable private func health(_ request: Request, _ context: ClassContext) async throws -> Response {
        switch await check.problem() {
        case .database: throw Refusal.busy(translated("The database does not answer."))
        case .disk: throw Refusal.busy(translated("The server’s disk is full, or cannot be written."))
        case nil: return try .message("ok")
        }
    }

    @Sendable private func text(_ request: Request, _ context: ClassContext) async throws -> Response {
        let text = metrics.text(connections: connections.count)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
