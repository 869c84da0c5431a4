import DirectoryModel
import HTTPTypes
import Hummingbird
import Language

/// Refuses requests whose headers the server does not support, and finds out the scheme.
struct HeadMiddleware: RouterMiddleware {
    /// True if the server uses TLS.
    let isSecure: Bool
    /// True if a proxy reports whether its clients use TLS.
    let isBehindProxy: Bool

    func handle(
        _ request: Request, context: ClassContext, next: (Request, ClassContext) async throws -> Response
    ) async throws -> Response {
        try Self.check(request)
        var context = context
        let forwarded = isBehindProxy ? request.headers[.forwardedProto]?.lowercased() : nil
        context.scheme = isSecure || forwarded == "https" ? "https" : "http"
        return try await next(request, context)
    }

    private static func check(_ request: Request) throws(Refusal) {
        let headers = request.headers
        let coding = headers[values: .transferEncoding].joined(separator: ", ")
        guard coding.isEmpty || coding.lowercased() == "chunked" else {
            throw Refusal(
                .notImplemented,
                translated("This server does not support the transfer encoding “\(coding.printable)”."),
                translated("Use “chunked”."))
        }
        // The first one is the authority.
        guard request.head.authority != nil, !headers.contains(.host) else {
            throw Refusal(.badRequest, translated("A request must have one Host header."), Refusal.correct)
        }
        let encoding = headers[values: .contentEncoding].joined(separator: ", ")
        guard encoding.isEmpty || encoding.lowercased() == "identity" else {
            throw Refusal(
                .unsupportedMediaType,
                translated("This server does not read the encoding “\(encoding.printable)”."),
                translated("Send the body as it is."),
                headers: [.acceptEncoding: "identity"])
        }
        let expected = headers[values: .expect].joined(separator: ", ")
        guard expected.isEmpty || expected.lowercased() == "100-continue" else {
            throw Refusal(
                .expectationFailed,
                translated("This server does not support the expectation “\(expected.printable)”."),
                translated("Leave it out."))
        }
        // The client has not sent the body yet.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard expected.isEmpty || length <= EntryLimits.maxBodySize else { throw .tooLarge }
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProto = Self("X-Forwarded-Proto") ?? .from
    fileprivate static let host = Self("Host") ?? .from
}
