import HTTPTypes
import Hummingbird

/// Routes without passwords: everyone may use them, including the pages of other sites, whose browsers ask first.
struct OpenRoutes {
    private let group: RouterGroup<ClassContext>

    /// Routes below `path`. Errors are explained before the headers for other sites are added, so that those sites can
    /// read the reason of a refusal.
    init(_ path: String, of router: Router<ClassContext>) {
        group = router.group(RouterPath(path)).add(middleware: Self.otherSites).add(middleware: ExplainErrors())
    }

    /// Answers these methods at `path`, and refuses all others.
    /// - Parameter isThere: returns false where the address matches the pattern but does not exist.
    func on(
        _ path: RouterPath = "", _ handlers: [(HTTPRequest.Method, Methods.Handler)],
        isThere: @escaping @Sendable (ClassContext) -> Bool = { _ in true }
    ) {
        for (method, handler) in handlers {
            group.on(path, method: method) { request, context in
                guard isThere(context) else { throw HTTPError(.notFound) }
                try BodyKind.requireJSON(of: request)
                return try await handler(request, context)
            }
        }
        Methods(handlers).tell(at: path, on: group, isThere: isThere)
    }

    /// “*” allows every header, because these routes do not use credentials.
    private static var otherSites: CORSMiddleware<ClassContext> {
        CORSMiddleware(
            allowOrigin: .all, allowHeaders: [.contentType] + [HTTPField.Name("*")].compactMap { $0 },
            allowMethods: [.get, .head, .post, .put, .patch, .delete, .options], maxAge: .hours(1))
    }
}
