private import CPQ
private import Foundation

/// The address of a database as libpq reads it: a URL, or `keyword=value` pairs. Several hosts are tried one after
/// another.
public struct PostgresAddress: Equatable, Sendable {
    /// Why a text is not an address.
    public enum Fault: Error, Equatable, Sendable {
        /// It contains a password, which every user of the computer could read in the list of processes.
        case password
        /// libpq cannot read it. Libpq's own words are not kept, because they contain parts of the text, and these may be
        /// a password.
        case invalid
    }

    /// The text that libpq reads.
    public let text: String
    /// What the database calls this program, unless `text` or the environment says otherwise.
    private let applicationName: String?

    /// - Throws: `Fault` where libpq cannot read `text`, or where it contains a password.
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

    /// True where `text` is meant as an address rather than as the name of a file: it is a URL of PostgreSQL, or begins
    /// with the keyword of an option.
    public static func isAddress(_ text: String) -> Bool {
        if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") { return true }
        let word = text.prefix { $0 != "=" }
        guard word.endIndex != text.endIndex else { return false }
        return keywords.contains(String(word).trimmingCharacters(in: .whitespaces))
    }

    /// Options that a connection has unless the address or the environment sets them: a dead host is noticed within
    /// seconds.
    private static let usual: [(name: String, value: String, environment: String?)] = [
        ("connect_timeout", "5", "PGCONNECT_TIMEOUT"), ("keepalives_idle", "10", nil),
        ("keepalives_interval", "5", nil), ("keepalives_count", "3", nil), ("tcp_user_timeout", "15000", nil),
    ]

    /// The names and values of the options of a connection, in the order in which libpq reads them.
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
