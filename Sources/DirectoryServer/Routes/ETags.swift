import ClassAPI
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// Conditional requests (RFC 9110, 13.1).
enum ETags {
    /// A strong ETag: equal only for equal bytes.
    static func tag(of json: Data) -> String {
        var hash = ContentHash()
        hash.add(json)
        return "\"\(hash.hexadecimal())\""
    }

    /// A strong ETag of a list, including its order.
    static func tag(of items: [Item]) -> String {
        var hash = ContentHash()
        for item in items {
            hash.add(Data("\(item.number) \(item.json.count) ".utf8))
            hash.add(item.json)
        }
        return "\"\(hash.hexadecimal())\""
    }

    /// True if `If-None-Match` contains `etag`.
    static func isKnown(_ etag: String, to headers: HTTPFields) -> Bool {
        list(headers[values: .ifNoneMatch]).contains { $0 == "*" || $0 == etag || $0 == "W/\(etag)" }
    }

    static func areAsked(_ headers: HTTPFields) -> Bool {
        headers.contains(.ifMatch) || headers.contains(.ifNoneMatch)
    }

    /// True if `etag` meets `If-Match` and `If-None-Match`; nil means that there is no version. Weak tags never match.
    static func mayChange(_ etag: String?, _ headers: HTTPFields) -> Bool {
        let wanted = list(headers[values: .ifMatch])
        guard let etag else { return wanted.isEmpty }
        return (wanted.isEmpty || wanted.contains { $0 == "*" || $0 == etag }) && !isKnown(etag, to: headers)
    }

    /// Splits at commas, which our ETags do not contain.
    private static func list(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
}

/// The `Accept` header.
struct AcceptHeader {
    /// The first type with the highest quality, or nil.
    private var favorite: String?

    init(_ headers: HTTPFields) {
        var highest = 0.0
        for range in headers[values: .accept].flatMap({ $0.split(separator: ",") }).prefix(64) {
            let parts = range.lowercased().split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let named = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            guard let kind = parts.first, case let quality = named ?? 1, quality > highest else { continue }
            (favorite, highest) = (kind, quality)
        }
    }

    /// True for browsers, which prefer pages. Others get JSON.
    var prefersPage: Bool { favorite == "text/html" || favorite == "application/xhtml+xml" }
}

/// The server’s address, as the client knows it.
enum OwnAddress {
    /// Scheme, host, and port. `RequestHandler` has set `X-Forwarded-Proto` if the scheme is known.
    /// - Throws: `Refusal` if the Host header is invalid.
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

    /// A name, an IPv4 address, or a bracketed IPv6 address, with an optional port.
    private static func isHost(_ text: String) -> Bool {
        guard text.utf8.count <= 255 else { return false }
        guard let match = text.wholeMatch(of: /(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?/) else {
            return false
        }
        return match.1.map { UInt16($0) != nil } ?? true
    }
}
