import ClassAPI
import HTTPTypes
import Hummingbird
import Language

/// Routes without passwords: everyone may use them, including the pages of other sites, whose browsers ask first.
struct OpenRoutes {
    private let group: RouterGroup<ClassContext>

    /// Routes below `path`. Errors are explained before the headers for other sites are added, so that those sites can
    /// read the reason of a refusal.
    init(_ path: String, of router: Router<ClassContext>) {
        group = router.group(RouterPath(path)).add(middleware: Self.otherSites).add(middleware: ErrorMiddleware())
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

/// The methods of one address. `OPTIONS` lists them, and every other method is refused with 405.
struct Methods {
    /// A handler of one method.
    typealias Handler = @Sendable (Request, ClassContext) async throws -> Response

    /// The methods of HTTP that the server knows.
    static let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    private let answered: [HTTPRequest.Method]

    init(_ handlers: [(HTTPRequest.Method, Handler)]) {
        let given = handlers.map(\.0)
        answered = Self.all.filter { given.contains($0) || $0 == .options || $0 == .head && given.contains(.get) }
    }

    private var allow: HTTPFields { [.allow: answered.map(\.rawValue).joined(separator: ", ")] }

    /// Adds the answers to `OPTIONS` and to other methods at `path`.
    /// - Parameter isThere: returns false where the address matches the pattern but does not exist.
    func tell(
        at path: RouterPath, on group: RouterGroup<ClassContext>,
        isThere: @escaping @Sendable (ClassContext) -> Bool = { _ in true }
    ) {
        let allow = allow
        group.on(path, method: .options) { _, context in
            guard isThere(context) else { throw HTTPError(.notFound) }
            return Response(status: .noContent, headers: allow)
        }
        for method in Self.all where !answered.contains(method) {
            group.on(path, method: method) { _, context -> Response in
                guard isThere(context) else { throw HTTPError(.notFound) }
                var refusal = Refusal(
                    .methodNotAllowed, translated("\(method.rawValue) cannot be used at this address."))
                refusal.headers = allow
                throw refusal
            }
        }
    }
}

/// Routes that require signing in.
struct SignedInRoutes {
    private let group: RouterGroup<ClassContext>
    /// The list of methods is public.
    private let open: RouterGroup<ClassContext>

    init(of router: Router<ClassContext>, signIn: BasicAuthentication) {
        open = router.group()
        group = router.group().add(middleware: CSRFMiddleware()).add(middleware: signIn)
    }

    /// Answers these methods at `path`, and refuses all others.
    func on(_ address: ClassPath, _ handlers: [(HTTPRequest.Method, Methods.Handler)]) {
        let path = RouterPath(address.pattern)
        for (method, handler) in handlers { group.on(path, method: method, use: handler) }
        Methods(handlers).tell(at: path, on: open)
    }
}
