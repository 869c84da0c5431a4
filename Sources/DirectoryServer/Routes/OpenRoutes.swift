import HTTPTypes
import Hummingbird

/// Routes that know no passwords: everybody may use them, and the pages of every site.
struct OpenRoutes {
    private let group: RouterGroup<ClassContext>

    /// Routes below `path`. Errors are explained before the headers for other sites are added, so that those
    /// can read why something was refused.
    init(_ path: String, of router: Router<ClassContext>) {
        group = router.group(RouterPath(path)).add(middleware: Self.otherSites).add(middleware: ExplainErrors())
    }

    /// Answers these methods at `path`, and says which they are to those who ask.
    func on(_ path: RouterPath = "", _ methods: [(HTTPRequest.Method, Handler)]) {
        for (method, handler) in methods { group.on(path, method: method, use: handler) }
        let allowed = (methods.map(\.0) + [.options]).map(\.rawValue).joined(separator: ", ")
        group.on(path, method: .options) { _, _ in Response(status: .noContent, headers: [.allow: allowed]) }
    }

    typealias Handler = @Sendable (Request, ClassContext) async throws -> Response

    /// “*” stands for every header, as nobody signs in here.
    private static var otherSites: CORSMiddleware<ClassContext> {
        CORSMiddleware(
            allowOrigin: .all, allowHeaders: [.contentType] + [HTTPField.Name("*")].compactMap { $0 },
            allowMethods: [.get, .head, .post, .put, .patch, .delete, .options], maxAge: .hours(1))
    }
}
