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
    /// False if only this computer may read the metrics.
    let areMetricsOpen: Bool
    /// True if local connections may be anyone’s.
    let isBehindProxy: Bool

    func add(to router: Router<ClassContext>) {
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
        let isOwn = !isBehindProxy && ClientAddress.isLoopback(context.channel.remoteAddress?.ipAddress ?? "")
        guard areMetricsOpen || isOwn && request.headers[values: .forwardedFor].isEmpty else {
            throw HTTPError(.notFound)
        }
        let text = metrics.text(connections: connections.count)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}
