import HTTPTypes
import Hummingbird
import Language

/// Refuses changes from pages of other sites, because browsers send stored passwords with them. Precedes exactly the
/// routes that use passwords.
struct CrossSiteMiddleware: RouterMiddleware {
    private static let reads: Set<HTTPRequest.Method> = [.get, .head]

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        if !Self.reads.contains(request.method) {
            guard !request.isOfAnotherSite else {
                throw Refusal(.forbidden, translated("Another website asked for this change, so it was not saved."))
            }
            try request.requireJSON()
        }
        return try await next(request, context)
    }
}

extension Request {
    /// Requires JSON for changes, because a page of any site can send other content types without permission.
    func requireJSON() throws(Refusal) {
        guard [.post, .put, .patch, .delete].contains(method), !isJSON else { return }
        throw Refusal(
            .unsupportedMediaType, translated("The body must be sent as “Content-Type: application/json”."))
    }

    /// A missing content type is allowed, except for POST from another site, which a page can send without permission.
    private var isJSON: Bool {
        guard let type = headers[.contentType] else { return method != .post || !isOfAnotherSite }
        let kind = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return kind == "application/json" || kind == "text/json"
            || kind.hasPrefix("application/") && kind.hasSuffix("+json")
    }

    /// Browsers send `Origin` always, and `Sec-Fetch-Site` over HTTPS and on localhost.
    var isOfAnotherSite: Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] }
        if site == "cross-site" || site == "same-site" { return true }
        guard let origin = headers[.origin] else { return false }
        // A proxy may handle TLS, but keeps the host.
        let host = origin.split(separator: "://", maxSplits: 1).last.map { $0.lowercased() }
        return !origin.lowercased().hasPrefix("http") || host != head.authority?.lowercased()
    }
}
