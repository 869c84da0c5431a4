import DirectoryStore
import Foundation
import HTTPTypes

/// What the conditional headers of a request say about an ETag (RFC 9110, 13.1).
enum ETags {
    /// The strong ETag of an answer: equal for the same bytes and for no others.
    static func tag(of json: Data) -> String {
        var hash = ContentHash()
        hash.add(json)
        return "\"\(hash.hexadecimal())\""
    }

    /// True where `If-None-Match` names `etag`, so that the client has it already.
    static func isKnown(_ etag: String, to headers: HTTPFields) -> Bool {
        list(headers[values: .ifNoneMatch]).contains { $0 == "*" || $0 == etag || $0 == "W/\(etag)" }
    }

    /// True where `If-Match` is absent or names `etag`; a weak one never does.
    static func mayChange(_ etag: String, _ headers: HTTPFields) -> Bool {
        let wanted = list(headers[values: .ifMatch])
        return wanted.isEmpty || wanted.contains { $0 == "*" || $0 == etag }
    }

    /// Our ETags hold no comma, so that a comma always stands between two.
    private static func list(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix { $0 == " " } }
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
}
