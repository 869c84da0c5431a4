private import CPQ
private import Foundation

/// The address of a database in libpq’s syntax: a URL or `keyword=value` pairs, with one or more hosts.
public struct PostgresAddress: Sendable {
    public enum Fault: Error, Equatable, Sendable {
        /// It contains a password, which every user could see in the process list.
        case password
        /// libpq cannot parse it. Its message is dropped because it may quote a password.
        case invalid
    }

    /// All options as `keyword='value'` pairs.
    let connectionString: String

    /// Defaults, unless the address or the environment sets them: a dead host is noticed within seconds.
    private static let usual = [
        "connect_timeout": "5", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
        "tcp_user_timeout": "15000",
    ]

    /// - Parameter applicationName: the name shown by the database, unless `text` or the environment sets one.
    /// - Throws: `Fault`.
    public init(_ text: String, applicationName: String? = nil) throws(Fault) {
        guard let given = Self.options(PQconninfoParse(text, nil)) else { throw .invalid }
        guard !given.contains(where: { $0.isSecret && !($0.value ?? "").isEmpty }) else { throw .password }
        var values = Self.usual
        if ProcessInfo.processInfo.environment["PGCONNECT_TIMEOUT"] != nil { values["connect_timeout"] = nil }
        values["fallback_application_name"] = applicationName
        for option in given { values[option.keyword] = option.value ?? values[option.keyword] }
        values["client_encoding"] = "UTF8"
        connectionString = values.map { keyword, value in
            "\(keyword)='\(value.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
        }.joined(separator: " ")
    }

    /// True if `text` looks like an address rather than a file name: a URL, even of another kind, or text that starts
    /// with an option’s keyword.
    public static func isAddress(_ text: String) -> Bool {
        if text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//) != nil { return true }
        guard let end = text.firstIndex(of: "=") else { return false }
        let word = text[..<end].trimmingCharacters(in: .whitespaces)
        return options(PQconndefaults())?.contains { $0.keyword == word } ?? false
    }

    /// Takes ownership of a list of options.
    private static func options(
        _ list: UnsafeMutablePointer<PQconninfoOption>?
    ) -> [(keyword: String, value: String?, isSecret: Bool)]? {
        defer { PQconninfoFree(list) }
        guard let list else { return nil }
        return sequence(first: list) { $0 + 1 }.prefix { $0.pointee.keyword != nil }.map { option in
            let isSecret = option.pointee.dispchar.map { String(cString: $0) == "*" } ?? false
            return (String(cString: option.pointee.keyword), option.pointee.val.map { String(cString: $0) }, isSecret)
        }
    }
}
