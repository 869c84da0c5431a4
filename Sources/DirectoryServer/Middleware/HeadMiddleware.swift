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
        if let coding = unsupported(.transferEncoding, of: headers, except: "chunked") {
            throw Refusal(
                .notImplemented, translated("This server does not support the transfer encoding “\(coding)”."),
                translated("Use “chunked”."))
        }
        // The first one is the authority.
        guard request.head.authority != nil, !headers.contains(.host) else {
            throw Refusal(.badRequest, translated("A request must have one Host header."), Refusal.correct)
        }
        if let encoding = unsupported(.contentEncoding, of: headers, except: "identity") {
            throw Refusal(
                .unsupportedMediaType, translated("This server does not read the encoding “\(encoding)”."),
                translated("Send the body as it is."), headers: [.acceptEncoding: "identity"])
        }
        if let expected = unsupported(.expect, of: headers, except: "100-continue") {
            throw Refusal(
                .expectationFailed, translated("This server does not support the expectation “\(expected)”."),
                translated("Leave it out."))
        }
        // The client has not sent the body yet.
        let length = headers[.contentLength].map { Int($0) ?? .max } ?? 0
        guard !headers.contains(.expect) || length <= EntryLimits.maxBodySize else { throw .tooLarge }
    }

    /// The values of a header, or nil if there are none but the supported one.
    private static func unsupported(
        _ name: HTTPField.Name, of headers: HTTPFields, except supported: String
    ) -> String? {
        let values = headers[values: name].joined(separator: ", ")
        return values.isEmpty || values.lowercased() == supported ? nil : values.printable
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProto = Self("X-Forwarded-Proto") ?? .from
    fileprivate static let host = Self("Host") ?? .from
}
