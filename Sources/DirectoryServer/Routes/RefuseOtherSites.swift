import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Browsers send the password they remember to whoever's page asks them; such a page changes nothing here.
/// Stands before every route that knows passwords, and before no other.
struct RefuseOtherSites: RouterMiddleware {
    private static let reads: Set<HTTPRequest.Method> = [.get, .head]

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        if !Self.reads.contains(request.method) {
            guard !Self.isOfAnotherSite(request) else {
                throw Refusal(.forbidden, translated("Another web site asked for this change, so it was not made."))
            }
            try BodyKind.requireJSON(of: request)
        }
        return try await next(request, context)
    }

    /// Browsers say where a change comes from: by `Origin` always, by `Sec-Fetch-Site` over HTTPS and at home.
    static func isOfAnotherSite(_ request: Request) -> Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        if site == "cross-site" || site == "same-site" { return true }
        guard let origin = request.headers[.origin] else { return false }
        // A proxy before us may speak TLS for us, but it keeps the host.
        let host = origin.split(separator: "://", maxSplits: 1).last.map { $0.lowercased() }
        return !origin.lowercased().hasPrefix("http") || host != request.head.authority?.lowercased()
    }
}

/// What kind of body a request has.
enum BodyKind {
    /// Refuses bodies of another kind than JSON where something is changed: a page of any site can make a browser send
    /// those without asking whether it may.
    static func requireJSON(of request: Request) throws(Refusal) {
        guard [.post, .put, .patch, .delete].contains(request.method), !isJSON(request) else { return }
        throw Refusal(
            .unsupportedMediaType, translated("The body has to be sent as “Content-Type: application/json”."))
    }

    /// A program need not say what it sends; a browser says nothing of bytes that a page did not name, and it asks before
    /// every method but POST.
    private static func isJSON(_ request: Request) -> Bool {
        guard let type = request.headers[.contentType] else {
            return request.method != .post || !RefuseOtherSites.isOfAnotherSite(request)
        }
        let kind = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return kind == "application/json" || kind == "text/json"
            || kind.hasPrefix("application/") && kind.hasSuffix("+json")
    }
}
