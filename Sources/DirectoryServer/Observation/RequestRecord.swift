import ClassAPI
import DirectoryModel
import Foundation

/// One answered request, as the log has it: without the query, a body or a password.
struct RequestRecord: Encodable, Sendable {
    /// When the request came.
    let time: String
    let method: String
    /// The address, without the query and without secrets.
    let path: String
    /// The status of the answer; 499 where the client left before it.
    let status: Int
    /// How many bytes the body of the answer has.
    let bytes: Int
    /// How many milliseconds passed from the head of the request to the end of the answer.
    let ms: Double
    /// Who signed in, or nil.
    let netid: String?
    /// The address of the client.
    let address: String

    /// The status of a request whose client left before the answer.
    static let left = 499
    /// The most characters of an address that are kept.
    private static let mostCharacters = 256

    /// The path of `uri`; of an address with a secret in it, only the first part is kept.
    static func path(of uri: String) -> String {
        let address = uri.prefix { $0 != "?" && $0 != "#" }
        // Before the path may stand a name and a password.
        let host = address.hasPrefix("/") ? nil : address.firstRange(of: "://")
        let whole = host.map { address[$0.upperBound...].drop { $0 != "/" } } ?? address
        let path = String(whole.prefix(mostCharacters)).printable
        return hasSecret(path) ? "\(ClassPath.passwordLink.base)/…" : path
    }

    /// True where a part of the path, as a server may read it, is the first of an address with a secret in it.
    private static func hasSecret(_ path: String) -> Bool {
        let parts = path.split(separator: "/").flatMap { ($0.removingPercentEncoding ?? "\($0)").split(separator: "/") }
        return parts.dropLast().contains { "/\($0.lowercased())" == ClassPath.passwordLink.base }
    }

    /// The record as a line.
    var line: String {
        "\(time) \(status) \(method) \(path) \(bytes) bytes \(ms) ms \(netid ?? "-") \(address)"
    }
}
