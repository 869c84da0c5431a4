import CSecret
import DirectoryModel
public import DirectorySync
import Foundation
import Language

/// Stores passwords in the desktop's keyring through libsecret.
///
/// The calls do not block the caller's actor. The desktop may ask the user to unlock the keyring, and a call takes as
/// long as the user does. Canceling the task ends the wait, but not the desktop's prompt, whose answer still counts.
public struct Keyring: PasswordStore {
    public init() {}

    public var location: String { translated("in this desktop’s keyring") }

    /// True if a Secret Service with a default keyring, locked or not, answers within two seconds. The user is never
    /// prompted.
    public static func available() async -> Bool {
        guard SecretServiceProbe.isBusNamed else { return false }
        return (try? await KeyringQueue.run { SecretServiceProbe.hasDefaultKeyring() }) ?? false
    }

    /// The NetID that all stored passwords share, or nil. Blocks for up to two seconds; the user is never prompted.
    public static func onlyNetID() -> String? {
        guard SecretServiceProbe.isBusNamed, SecretServiceProbe.hasDefaultKeyring(),
            let netids = try? KeyringItem.netids(), netids.count == 1
        else { return nil }
        return netids.first
    }

    /// The password, or nil if it is not stored or the keyring remains locked.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        let item = KeyringItem(netid: netid, server: server)
        return try? await KeyringQueue.run { try item.lookup() }
    }

    /// Stores the password; nil removes it.
    /// - Throws: a `UserFacingError` if the keyring remains locked or does not answer, or the task is canceled.
    public func save(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        let item = KeyringItem(netid: netid, server: server)
        try await KeyringQueue.run {
            if let password { try item.store(password) } else { try item.clear() }
        }
    }
}

/// An error of the keyring.
enum KeyringError: UserFacingError, Equatable {
    case notRead
    case notSaved
    case notForgotten
    case notAwaited

    var message: String {
        switch self {
        case .notRead: translated("The keyring could not be opened.")
        case .notSaved:
            translated("The password could not be saved in the keyring. You are signed in until you quit.")
        case .notForgotten:
            translated("The keyring could not be opened. It may still contain a saved password.")
        case .notAwaited: translated("The keyring did not respond.")
        }
    }

    var recovery: String {
        switch self {
        case .notRead, .notSaved: translated("Unlock the keyring and try again.")
        case .notForgotten: translated("Unlock the keyring and try again, or delete “Duke Directory” from it.")
        case .notAwaited: translated("Try again.")
        }
    }
}

/// The arguments of libsecret calls.
struct KeyringCall {
    let problem: KeyringError
    let service: UnsafeMutablePointer<SecretService>
    let schema: UnsafeMutablePointer<SecretSchema>?
    let attributes: OpaquePointer?

    /// - Throws: `problem` if `call` sets its error.
    func checked<Value>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(KeyringError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = call(&error)
        guard let error else { return value }
        g_error_free(error)
        throw problem
    }

    /// Finds the item, and asks the user to unlock it.
    func findsAndUnlocks() throws(KeyringError) -> Bool {
        let flags = SecretSearchFlags(rawValue: SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_UNLOCK.rawValue)
        let found = try checked { secret_service_search_sync(service, schema, attributes, flags, nil, $0) }
        guard let found else { return false }
        g_list_free_full(found, g_object_unref)
        return true
    }
}

/// A password in the keyring. Its methods block, so call them only on `KeyringQueue`.
struct KeyringItem: Sendable {
    let netid: String
    let server: ServerAddress

    private static let schema = "io.github.dukedirectory.DukeDirectory"

    /// The attributes to search for. They omit the schema's name, because gnome-keyring 42 cannot find it in a locked
    /// keyring; `application` sets the items of this program apart.
    private var attributes: [String: String] {
        Self.attributes.merging(["server": server.url.absoluteString, "netid": netid]) { $1 }
    }

    /// The attributes of every item of this program.
    private static let attributes = ["application": schema]

    /// The label in keyring programs.
    var label: String { translated("Duke Directory: \(netid) at \(server)") }

    /// The password, or nil if it is not stored or the keyring remains locked.
    /// - Throws: `KeyringError.notRead`.
    func lookup() throws -> String? {
        try Self.calling(attributes, .notRead) { call in
            let value = try call.checked {
                secret_service_lookup_sync(call.service, call.schema, call.attributes, nil, $0)
            }
            return value.flatMap(Self.takeText)
        }
    }

    /// - Throws: `KeyringError.notSaved`.
    func store(_ password: String) throws {
        let value = secret_value_new(password, password.utf8.count, "text/plain")
        defer { secret_value_unref(value.map(UnsafeMutableRawPointer.init)) }
        try Self.calling(attributes, .notSaved) { call in
            let isSaved = try call.checked {
                secret_service_store_sync(
                    call.service, call.schema, call.attributes, "default", label, value, nil, $0)
            }
            guard isSaved != 0 else { throw KeyringError.notSaved }
        }
    }

    /// Removes the password, without a prompt if there is none.
    /// - Throws: `KeyringError.notForgotten`.
    func clear() throws {
        try Self.calling(attributes, .notForgotten) { call in
            guard try call.findsAndUnlocks() else { return }
            let isGone = try call.checked {
                secret_service_clear_sync(call.service, call.schema, call.attributes, nil, $0)
            }
            guard isGone != 0 else { throw KeyringError.notForgotten }
        }
    }

    /// The NetIDs of all items of this program, without a prompt.
    /// - Throws: `KeyringError.notRead`.
    static func netids() throws -> Set<String> {
        try calling(attributes, .notRead) { call in
            let found = try call.checked {
                secret_service_search_sync(call.service, call.schema, call.attributes, SECRET_SEARCH_ALL, nil, $0)
            }
            defer { g_list_free_full(found, g_object_unref) }
            return Set(
                sequence(first: found) { $0?.pointee.next }.prefix { $0 != nil }.compactMap { node in
                    guard let item = node?.pointee.data else { return nil }
                    let values = secret_item_get_attributes(item.assumingMemoryBound(to: SecretItem.self))
                    defer { g_hash_table_unref(values) }
                    return g_hash_table_lookup(values, "netid").map {
                        String(cString: $0.assumingMemoryBound(to: CChar.self))
                    }
                })
        }
    }

    /// Copies the text and wipes the value.
    private static func takeText(_ value: OpaquePointer) -> String? {
        defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
        var length: gsize = 0
        guard let bytes = secret_value_get(value, &length) else { return nil }
        return String(validating: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    }

    /// Opens a session for `work`, so that a restart of the service causes no errors.
    private static func calling<Value>(
        _ attributes: [String: String], _ problem: KeyringError, _ work: (KeyringCall) throws -> Value
    ) throws -> Value {
        guard SecretServiceProbe.isBusNamed else { throw problem }
        let values = table(attributes)
        defer { g_hash_table_unref(values) }
        // The value nil is SECRET_SCHEMA_ATTRIBUTE_STRING, which is 0.
        let types = table(attributes.mapValues { _ in nil })
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

    /// A hash table that owns its texts.
    private static func table(_ texts: [String: String?]) -> OpaquePointer? {
        let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
        for (name, text) in texts { g_hash_table_insert(table, g_strdup(name), text.flatMap { g_strdup($0) }) }
        return table
    }
}
