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

    /// True if `If-None-Match` contains `etag`.
    static func isKnown(_ etag: String, to headers: HTTPFields) -> Bool {
        list(headers[values: .ifNoneMatch]).contains { $0 == "*" || $0 == etag || $0 == "W/\(etag)" }
    }

    /// True if `etag` meets `If-Match` and `If-None-Match`; nil means that there is no version. Weak tags never match.
    static func mayChange(_ etag: String?, _ headers: HTTPFields) -> Bool {
        let wanted = list(headers[values: .ifMatch])
        guard let etag else { return wanted.isEmpty }
        return (wanted.isEmpty || wanted.contains { $0 == "*" || $0 == etag }) && !isKnown(etag, to: headers)
    }

    /// Splits at commas, which our ETags do not contain.
    private static func list(_ values: [String]) -> [String] {
        values.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
