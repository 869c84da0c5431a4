import HTTPTypes
import Hummingbird
import Language

/// The address a client reached this server under.
enum OwnAddress {
    /// Scheme, host and port, as in the request; the gate has set `X-Forwarded-Proto` to what is known of the scheme.
    /// - Throws: `Refusal` where the request's Host header does not contain a host.
    static func of(_ request: Request) throws(Refusal) -> String {
        guard let host = request.head.authority, isHost(host) else {
            throw Refusal(.badRequest, translated("The request’s Host header has no host."))
        }
        return "\(scheme(of: request))://\(host)"
    }

    private static func scheme(of request: Request) -> String {
        let said = HTTPField.Name("X-Forwarded-Proto").flatMap { request.headers[$0] }?.lowercased()
        return said == "https" ? "https" : "http"
    }

    /// A name, or an IPv4 or bracketed IPv6 address, with or without a port.
    private static func isHost(_ text: String) -> Bool {
        guard text.utf8.count <= 255 else { return false }
        guard let match = text.wholeMatch(of: /(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/) else {
            return false
        }
        return match.1.map { UInt16($0) != nil } ?? true
    }
}
