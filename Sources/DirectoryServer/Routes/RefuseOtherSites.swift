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
        if !Self.reads.contains(request.method), let site = HTTPField.Name("Sec-Fetch-Site"),
            let origin = request.headers[site], origin == "cross-site" || origin == "same-site"
        {
            throw Refusal(.forbidden, translated("Another web site asked for this change, so it was not made."))
        }
        return try await next(request, context)
    }
}
