private import CPQ
private import Foundation

/// The address of a database in libpq’s syntax: a URL or `keyword=value` pairs, with one or more hosts.
public struct PostgresAddress: Equatable, Sendable {
    public enum Fault: Error, Equatable, Sendable {
        /// It contains a password, which every user could see in the process list.
        case password
        /// libpq cannot parse it. Its message is dropped because it may quote a password.
        case invalid
    }

    public let text: String
    /// The name shown by the database, unless `text` or the environment sets one.
    private let applicationName: String?

    /// - Throws: `Fault`.
    public init(_ text: String, applicationName: String? = nil) throws(Fault) {
        var message: UnsafeMutablePointer<CChar>?
        let parsed = PQconninfoParse(text, &message)
        defer { PQconninfoFree(parsed) }
        guard let parsed else {
            PQfreemem(message)
            throw .invalid
        }
        (self.text, self.applicationName) = (text, applicationName)
        let secrets = Self.names(parsed) { option in
            option.val != nil && option.val.pointee != 0 && option.dispchar != nil
                && String(cString: option.dispchar) == "*"
        }
        guard secrets.isEmpty else { throw .password }
    }

    /// True if `text` looks like an address rather than a file name: a URL, even of another kind, or text that starts
    /// with an option’s keyword.
    public static func isAddress(_ text: String) -> Bool {
        if text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//) != nil { return true }
        let word = text.prefix { $0 != "=" }
        guard word.endIndex != text.endIndex else { return false }
        return keywords.contains(String(word).trimmingCharacters(in: .whitespaces))
    }

    /// Defaults, unless the address or the environment sets them: a dead host is noticed within seconds.
    private static let usual: [(name: String, value: String, environment: String?)] = [
        ("connect_timeout", "5", "PGCONNECT_TIMEOUT"), ("keepalives_idle", "10", nil),
        ("keepalives_interval", "5", nil), ("keepalives_count", "3", nil), ("tcp_user_timeout", "15000", nil),
    ]

    /// The connection options, in the order in which libpq applies them.
    var connectionOptions: [(name: String, value: String)] {
        let environment = ProcessInfo.processInfo.environment
        let usual = Self.usual.filter { option in option.environment.map { environment[$0] == nil } ?? true }
        let name = applicationName.map { [("fallback_application_name", $0)] } ?? []
        return usual.map { ($0.name, $0.value) } + name + [("dbname", text), ("client_encoding", "UTF8")]
    }

    private static var keywords: Set<String> {
        let defaults = PQconndefaults()
        defer { PQconninfoFree(defaults) }
        guard let defaults else { return [] }
        return names(defaults) { _ in true }
    }

    private static func names(
        _ options: UnsafeMutablePointer<PQconninfoOption>, where isIncluded: (PQconninfoOption) -> Bool
    ) -> Set<String> {
        var (names, option): (Set<String>, _) = ([], options)
        while let keyword = option.pointee.keyword {
            if isIncluded(option.pointee) { names.insert(String(cString: keyword)) }
            option += 1
        }
        return names
    }
}
