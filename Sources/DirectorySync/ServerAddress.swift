import ClassAPI
import DirectoryModel
public import Foundation

/// The address of a class server.
public struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    /// Scheme, host and port, and the path if there is one.
    public let url: URL

    /// Parses an address, also that of the server's page of people. Without a scheme it is https, or http on this
    /// computer.
    /// - Throws: `SyncError.badAddress`.
    public init(_ text: String) throws(SyncError) {
        var text = text.trimmed
        guard !text.isEmpty else { throw .badAddress("") }
        while text.hasSuffix("/") { text.removeLast() }
        // People copy the address of the page or of the list.
        for path in [EntryPaths.people.all.path, EntryPaths.people.page.path]
        where text.hasSuffix(path) && !text.hasSuffix("/\(path)") {
            text.removeLast(path.count)
        }
        if !text.contains("://") {
            let host = text.split(separator: text.hasPrefix("[") ? "]" : ":").first.map(String.init) ?? ""
            text = (Self.isLoopback(host.replacing("[", with: "")) ? "http://" : "https://") + text
        }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil, url.query == nil,
            Self.hasPort(url),
            !text.contains(where: \.isWhitespace)
        else { throw .badAddress(text) }
        self.url = url
    }

    private var host: String { url.host(percentEncoded: false) ?? "" }

    /// True if a password may be sent there: over TLS, or to this computer.
    public var isSafeForPasswords: Bool { url.scheme?.lowercased() == "https" || Self.isLoopback(host) }

    /// Host and port.
    public var description: String { url.port.map { "\(host):\($0)" } ?? host }

    static func hasPort(_ url: URL) -> Bool { url.port.map((1...65_535).contains) ?? true }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isLoopbackNumber = parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
        return host.lowercased() == "localhost" || host == "::1" || isLoopbackNumber
    }
}

/// The NetID and password of a request. Descriptions omit the password.
public struct Credentials: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    public let netid: String
    let password: String

    public init(netid: String, password: String) {
        self.netid = netid
        self.password = password
    }

    var basic: String { "Basic " + Data("\(netid):\(password)".utf8).base64EncodedString() }

    public var description: String { netid }
    public var customMirror: Mirror { Mirror(self, children: ["netid": netid]) }
}
