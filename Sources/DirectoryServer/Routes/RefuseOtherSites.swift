import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Refuses changes from pages of other sites: browsers send a stored password with every page's requests. It precedes
/// every route that uses passwords, and no other route.
struct RefuseOtherSites: RouterMiddleware {
    private static let reads: Set<HTTPRequest.Method> = [.get, .head]

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        if !Self.reads.contains(request.method) {
            guard !Self.isOfAnotherSite(request) else {
                throw Refusal(.forbidden, translated("Another website asked for this change, so it was not made."))
            }
            try BodyKind.requireJSON(of: request)
        }
        return try await next(request, context)
    }

    /// Browsers report where a change comes from: with `Origin` always, with `Sec-Fetch-Site` over HTTPS and on
    /// localhost.
    static func isOfAnotherSite(_ request: Request) -> Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if site == "cross-site" || site == "same-site" { return true }
        guard let origin = request.headers[.origin] else { return false }
        // A proxy before this server may handle TLS, but it keeps the host.
        let host = origin.split(separator: "://", maxSplits: 1).last.map { $0.lowercased() }
        return !origin.lowercased().hasPrefix("http") || host != request.head.authority?.lowercased()
    }
}
