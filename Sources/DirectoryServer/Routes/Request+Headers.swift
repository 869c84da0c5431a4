import HTTPTypes
import Hummingbird
import Language

extension Request {
    /// True for browsers, which prefer pages: the first type of the highest quality in `Accept` is that of a page.
    var prefersPage: Bool {
        var (favorite, highest) = ("", 0.0)
        for range in headers[values: .accept].flatMap({ $0.split(separator: ",") }).prefix(64) {
            let parts = range.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let named = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            guard let kind = parts.first, case let quality = named ?? 1, quality > highest else { continue }
            (favorite, highest) = (kind, quality)
        }
        return favorite == "text/html" || favorite == "application/xhtml+xml"
    }

    /// Scheme, host, and port of the server, as the client knows it. `RequestHandler` has set `X-Forwarded-Proto` if the
    /// scheme is known.
    /// - Throws: `Refusal` if the Host header is not a name, an IPv4 address, or a bracketed IPv6 address, with an
    ///   optional port.
    func serverAddress() throws(Refusal) -> String {
        let pattern = /(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/
        guard let host = head.authority, host.utf8.count <= 255, let match = host.wholeMatch(of: pattern),
            match.1.map({ UInt16($0) != nil }) ?? true
        else { throw Refusal(.badRequest, translated("The request’s Host header has no host.")) }
        let scheme = HTTPField.Name("X-Forwarded-Proto").flatMap { headers[$0] }?.lowercased()
        return "\(scheme == "https" ? "https" : "http")://\(host)"
    }

    /// Requires JSON for changes, because a page of any site can send other content types without permission.
    func requireJSON() throws(Refusal) {
        guard [.post, .put, .patch, .delete].contains(method), !isJSON else { return }
        throw Refusal(
            .unsupportedMediaType, translated("The body must be sent as “Content-Type: application/json”."))
    }

    /// A missing content type is allowed, except for POST from another site, which a page can send without permission.
    private var isJSON: Bool {
        guard let type = headers[.contentType] else { return method != .post || !isOfAnotherSite }
        let kind = type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        return kind == "application/json" || kind == "text/json"
            || kind.hasPrefix("application/") && kind.hasSuffix("+json")
    }

    /// Browsers send `Origin` always, and `Sec-Fetch-Site` over HTTPS and on localhost.
    var isOfAnotherSite: Bool {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { headers[$0] }
        if site == "cross-site" || site == "same-site" { return true }
        guard let origin = headers[.origin] else { return false }
        // A proxy may handle TLS, but keeps the host.
        let host = origin.split(separator: "://", maxSplits: 1).last.map { $0.lowercased() }
        return !origin.lowercased().hasPrefix("http") || host != head.authority?.lowercased()
    }
}
