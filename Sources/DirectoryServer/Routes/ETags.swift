import ClassAPI
import Foundation
import HTTPTypes
import Hummingbird
import Language

/// The conditional headers of a request, compared with an ETag (RFC 9110, 13.1).
enum ETags {
    /// The strong ETag of an answer: equal for the same bytes and for no others.
    static func tag(of json: Data) -> String {
        var hash = ContentHash()
        hash.add(json)
        return "\"\(hash.hexadecimal())\""
    }

    /// The ETag of a list: differs where any of its items differs, or their order.
    static func tag(of items: [Item]) -> String {
        var hash = ContentHash()
        for item in items {
            hash.add(Data("\(item.number) \(item.json.count) ".utf8))
            hash.add(item.json)
        }
        return "\"\(hash.hexadecimal())\""
    }

    /// True where `If-None-Match` contains `etag`, so that the client has that version already.
    static func isKnown(_ etag: String, to headers: HTTPFields) -> Bool {
        list(headers[values: .ifNoneMatch]).contains { $0 == "*" || $0 == etag || $0 == "W/\(etag)" }
    }

    /// True where a request is conditional.
    static func areAsked(_ headers: HTTPFields) -> Bool {
        headers.contains(.ifMatch) || headers.contains(.ifNoneMatch)
    }

    /// True where `etag`, or the absence of a version where that is nil, fulfills `If-Match` and `If-None-Match`. A
    /// weak tag never matches.
    static func mayChange(_ etag: String?, _ headers: HTTPFields) -> Bool {
        let wanted = list(headers[values: .ifMatch])
        guard let etag else { return wanted.isEmpty }
        return (wanted.isEmpty || wanted.contains { $0 == "*" || $0 == etag }) && !isKnown(etag, to: headers)
    }

    /// The server's own ETags do not contain commas, so that a comma always separates two.
    private static func list(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
}

/// The content types that a client accepts.
struct AcceptHeader {
    /// The type with the highest quality value, the first of several; nil where the client names none.
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

    /// True for a browser, which names pages before all else; programs, and clients that accept anything, get JSON.
    var prefersPage: Bool { favorite == "text/html" || favorite == "application/xhtml+xml" }
}

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
