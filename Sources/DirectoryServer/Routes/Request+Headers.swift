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
            favorite = kind
            highest = quality
        }
        return favorite == "text/html" || favorite == "application/xhtml+xml"
    }

    /// Scheme, host, and port of the server, as the client knows it.
    /// - Throws: `Refusal` if the Host header is not a name, an IPv4 address, or a bracketed IPv6 address, with an
    ///   optional port.
    func serverAddress(_ context: ClassContext) throws(Refusal) -> String {
        let pattern = /(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/
        guard let host = head.authority, host.utf8.count <= 255, let match = host.wholeMatch(of: pattern),
            match.1.map({ UInt16($0) != nil }) ?? true
        else { throw Refusal(.badRequest, translated("The request’s Host header has no host."), Refusal.correct) }
        return "\(context.scheme)://\(host)"
    }
}
