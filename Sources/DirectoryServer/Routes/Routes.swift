import ClassAPI
import HTTPTypes
import Hummingbird
import Language

/// Routes with the same access rules. `OPTIONS` lists the methods of an address for anyone; other methods get 405.
struct Routes {
    typealias Handler = @Sendable (Request, ClassContext) async throws -> Response

    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    private let handlers: RouterGroup<ClassContext>
    /// For `OPTIONS` and 405.
    private let open: RouterGroup<ClassContext>

    static func plain(of router: Router<ClassContext>) -> Routes {
        Routes(handlers: router.group(), open: router.group())
    }

    /// Routes below `path` for anyone, including pages of other sites. Errors become responses before CORS headers are
    /// added, so that other sites can read them.
    static func open(_ path: String, of router: Router<ClassContext>) -> Routes {
        // “*” allows every header, because these routes use no credentials.
        let otherSites = CORSMiddleware<ClassContext>(
            allowOrigin: .all, allowHeaders: [.contentType] + [HTTPField.Name("*")].compactMap { $0 },
            allowMethods: [.get, .head, .post, .put, .patch, .delete, .options], maxAge: .hours(1))
        let group = router.group(RouterPath(path)).add(middleware: otherSites).add(middleware: ErrorMiddleware())
        let handlers = group.group().add(middleware: CrossSiteMiddleware(isOwnSiteRequired: false))
        return Routes(handlers: handlers, open: group)
    }

    /// Routes for anyone, whose forms only the server’s own pages can send.
    static func forms(of router: Router<ClassContext>) -> Routes {
        let group = router.group().add(middleware: CrossSiteMiddleware(isJSONRequired: false))
        return Routes(handlers: group, open: router.group())
    }

    static func signedIn(of router: Router<ClassContext>, _ signIn: SignInMiddleware) -> Routes {
        let group = router.group().add(middleware: CrossSiteMiddleware()).add(middleware: signIn)
        return Routes(handlers: group, open: router.group())
    }

    func on(_ path: ClassPath, _ answers: KeyValuePairs<HTTPRequest.Method, Handler>) {
        on(RouterPath(path.pattern), answers)
    }

    /// Adds the methods of `path`; others get 405.
    /// - Parameter exists: returns false if no such resource exists.
    func on(
        _ path: RouterPath = "", _ answers: KeyValuePairs<HTTPRequest.Method, Handler>,
        exists: @escaping @Sendable (ClassContext) -> Bool = { _ in true }
    ) {
        let given = answers.map(\.key)
        let answered = Self.methods.filter {
            given.contains($0) || $0 == .options || $0 == .head && given.contains(.get)
        }
        let allow: HTTPFields = [.allow: answered.map(\.rawValue).joined(separator: ", ")]
        func add(_ method: HTTPRequest.Method, to group: RouterGroup<ClassContext>, _ answer: @escaping Handler) {
            group.on(path, method: method) { request, context in
                guard exists(context) else { throw HTTPError(.notFound) }
                return try await answer(request, context)
            }
        }
        for (method, answer) in answers { add(method, to: handlers, answer) }
        add(.options, to: open) { _, _ in Response(status: .noContent, headers: allow) }
        for method in Self.methods where !answered.contains(method) {
            add(method, to: open) { _, _ in
                throw Refusal(
                    .methodNotAllowed, translated("\(method.rawValue) cannot be used at this address."),
                    translated("Use one of these: \(allow[.allow] ?? "")."), headers: allow)
            }
        }
    }
}
