import HTTPTypes
import Hummingbird

/// Routes that know no passwords: everybody may use them, and the pages of every site whose browser asked first.
struct OpenRoutes {
    private let group: RouterGroup<ClassContext>

    /// Routes below `path`. Errors are explained before the headers for other sites are added, so that those
    /// can read why something was refused.
    init(_ path: String, of router: Router<ClassContext>) {
        group = router.group(RouterPath(path)).add(middleware: Self.otherSites).add(middleware: ExplainErrors())
    }

    /// Answers these methods at `path`, and refuses all others.
    /// - Parameter isThere: false where the address, for all that it looks like one of these, is none.
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

    /// “*” stands for every header, as nobody signs in here.
    private static var otherSites: CORSMiddleware<ClassContext> {
        CORSMiddleware(
            allowOrigin: .all, allowHeaders: [.contentType] + [HTTPField.Name("*")].compactMap { $0 },
            allowMethods: [.get, .head, .post, .put, .patch, .delete, .options], maxAge: .hours(1))
    }
}
