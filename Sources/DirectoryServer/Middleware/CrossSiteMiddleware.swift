import HTTPTypes
import Hummingbird
import Language

/// Refuses changes from pages of other sites, because browsers send stored passwords with them. Precedes the routes that
/// use passwords, and the page that sets one.
struct CrossSiteMiddleware: RouterMiddleware {
    private static let reads: Set<HTTPRequest.Method> = [.get, .head]
    /// False if pages of other sites may ask for changes, but only with permission.
    var isOwnSiteRequired = true
    /// False if bodies are forms.
    var isJSONRequired = true

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        if !Self.reads.contains(request.method) {
            if isOwnSiteRequired { try request.requireOwnSite() }
            if isJSONRequired { try request.requireJSON() }
        }
        return try await next(request, context)
    }
}

extension Request {
    /// - Throws: `Refusal` if a page of another site sent it.
    fileprivate func requireOwnSite() throws(Refusal) {
        guard !isOfAnotherSite else {
            throw Refusal(
                .forbidden, translated("Another website asked for this change, so it was not saved."),
                translated("Use this server’s own pages, or a program."))
        }
    }

    /// Requires JSON for changes, because a page of any site can send other content types without permission.
    fileprivate func requireJSON() throws(Refusal) {
        guard [.post, .put, .patch, .delete].contains(method), !isJSON else { return }
        throw Refusal(
            .unsupportedMediaType, translated("The body must be sent as “Content-Type: application/json”."),
            Refusal.correct)
    }

    /// A missing content type is allowed, except for POST from another site, which a page can send without permission.
    private var isJSON: Bool {
        guard let type = headers[.contentType] else { return method != .post || !isOfAnotherSite }
        let kind = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return kind == "application/json" || kind == "text/json"
            || kind.hasPrefix("application/") && kind.hasSuffix("+json")
    }

    /// Browsers send `Origin` always, and `Sec-Fetch-Site`, which they know better, over HTTPS and on localhost.
    var isOfAnotherSite: Bool {
        if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
            return site != "same-origin" && site != "none"
        }
        guard let origin = headers[.origin] else { return false }
        // A proxy may handle TLS, but keeps the host.
        let host = origin.split(separator: "://", maxSplits: 1).last.map { $0.lowercased() }
        return !origin.lowercased().hasPrefix("http") || host != head.authority?.lowercased()
    }
}
