import ClassAPI
import Foundation
import HTTPTypes

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
