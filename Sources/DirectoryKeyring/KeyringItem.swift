import CSecret
import DirectorySync
import Foundation
import Language

/// One password in the keyring: how it is found there, and the calls on it. They wait, so: only on `KeyringQueue`.
struct KeyringItem: Sendable {
    let netid: String
    let server: ServerAddress

    private static let schema = "io.github.dukedirectory.DukeDirectory"

    /// What it is found by. The schema's name is not among them, because gnome-keyring 42 finds nothing by it in a
    /// keyring that was not unlocked yet; `application` keeps it apart from what other programs store.
    private var attributes: [String: String] {
        ["application": Self.schema, "server": server.url.absoluteString, "netid": netid]
    }

    /// What keyring programs show.
    var label: String { translated("Duke Directory: \(netid) at \(server)") }

    /// The password, or nil where none is kept or the user leaves the keyring locked.
    /// - Throws: `KeyringError.notRead`.
    func lookup() throws -> String? {
        try calling(.notRead) { call in
            let value = try call.checked {
                secret_service_lookup_sync(call.service, call.schema, call.attributes, nil, $0)
            }
            return value.flatMap(Self.takeText)
        }
    }

    /// - Throws: `KeyringError.notKept`.
    func store(_ password: String) throws {
        let value = secret_value_new(password, password.utf8.count, "text/plain")
        defer { secret_value_unref(value.map(UnsafeMutableRawPointer.init)) }
        try calling(.notKept) { call in
            let isKept = try call.checked {
                secret_service_store_sync(
                    call.service, call.schema, call.attributes, "default", label, value, nil, $0)
            }
            guard isKept != 0 else { throw KeyringError.notKept }
        }
    }

    /// Asks the user to unlock the keyring only where there is something to forget in it.
    /// - Throws: `KeyringError.notForgotten`.
    func clear() throws {
        try calling(.notForgotten) { call in
            guard try call.findsAndUnlocks() else { return }
            let isGone = try call.checked {
                secret_service_clear_sync(call.service, call.schema, call.attributes, nil, $0)
            }
            guard isGone != 0 else { throw KeyringError.notForgotten }
        }
    }

    /// Copies the text out of a value and wipes the value.
    private static func takeText(_ value: OpaquePointer) -> String? {
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var length: gsize = 0
        guard let bytes = secret_value_get(value, &length) else { return nil }
        return String(validating: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }

    /// Opens a session with the service for the time of `work`, so that a service that was restarted does no harm.
    private func calling<Value>(
        _ problem: KeyringError, _ work: (KeyringCall) throws -> Value
    ) throws -> Value {
        guard SecretServiceProbe.isBusNamed else { throw problem }
        let values = Self.table(attributes)
        defer { g_hash_table_unref(values) }
        // A type of nil is 0, SECRET_SCHEMA_ATTRIBUTE_STRING.
        let types = Self.table(attributes.mapValues { _ in nil })
        defer { g_hash_table_unref(types) }
        let schema = secret_schema_newv(Self.schema, SECRET_SCHEMA_DONT_MATCH_NAME, types)
        defer { secret_schema_unref(schema) }
        let service = secret_service_open_sync(
            secret_service_get_type(), nil, SECRET_SERVICE_OPEN_SESSION, nil, nil)
        guard let service else { throw problem }
        defer { g_object_unref(service) }
        return try work(
            KeyringCall(problem: problem, service: service, schema: schema, attributes: values))
    }

    /// These texts as a table that owns them.
    private static func table(_ texts: [String: String?]) -> OpaquePointer? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (name, text) in texts { g_hash_table_insert(table, g_strdup(name), text.flatMap { g_strdup($0) }) }
        return table
    }
}

/// What each call of libsecret takes.
struct KeyringCall {
    let problem: KeyringError
    let service: UnsafeMutablePointer<SecretService>
    let schema: UnsafeMutablePointer<SecretSchema>?
    let attributes: OpaquePointer?

    /// What `call` returns.
    /// - Throws: `problem` where it sets its error.
    func checked<Value>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(KeyringError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = call(&error)
        guard let error else { return value }
        g_error_free(error)
        throw problem
    }

    /// True where the keyring has such an item; the user was then asked to unlock it.
    func findsAndUnlocks() throws(KeyringError) -> Bool {
        let flags = SecretSearchFlags(rawValue: SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_UNLOCK.rawValue)
        let found = try checked { secret_service_search_sync(service, schema, attributes, flags, nil, $0) }
        guard let found else { return false }
        g_list_free_full(found, g_object_unref)
        return true
    }
}
