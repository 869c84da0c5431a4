import CSecret
public import DirectorySync
public import Foundation
import Language
import Synchronization

/// Stores passwords in the desktop's keyring, or else in a file of the sandbox.
///
/// The initializer starts the choice in the background and does not wait for it.
public struct PasswordStoreSelector: PasswordStore {
    private let keyring: any PasswordStore
    private let file: any PasswordStore
    private let choice: Choice

    /// - Parameter sandbox: the folder of the file.
    public init(sandbox: URL) {
        self.init(keyring: Keyring(), file: PasswordFile(sandbox: sandbox)) { await Keyring.available() }
    }

    /// - Parameter isKeyringThere: called once, in the background.
    init(keyring: any PasswordStore, file: any PasswordStore, isKeyringThere: @escaping @Sendable () async -> Bool) {
        self.keyring = keyring
        self.file = file
        choice = Choice(isKeyringThere)
    }

    /// Where passwords are stored; "on this computer" until the choice is made.
    public var location: String {
        switch choice.known {
        case true?: keyring.location
        case false?: file.location
        case nil: translated("on this computer")
        }
    }

    /// The password from the keyring, or from the file of a time without one, or nil.
    public func password(of netid: String, at server: ServerAddress) async -> String? {
        if await choice.isKeyring, let stored = await keyring.password(of: netid, at: server) { return stored }
        return await file.password(of: netid, at: server)
    }

    /// Stores the password; nil removes it. With a keyring, the file keeps no copy.
    /// - Throws: a `UserFacingError`. The file is not used if the keyring refuses.
    public func save(_ password: String?, of netid: String, at server: ServerAddress) async throws {
        guard await choice.isKeyring else { return try await file.save(password, of: netid, at: server) }
        try await file.save(nil, of: netid, at: server)
        try await keyring.save(password, of: netid, at: server)
    }
}

/// The choice, which may still be in progress.
private struct Choice: Sendable {
    private let answer: Answer
    private let finding: Task<Bool, Never>

    init(_ isKeyringThere: @escaping @Sendable () async -> Bool) {
        let answer = Answer()
        self.answer = answer
        finding = Task.detached {
            let isKeyring = await isKeyringThere()
            answer.isKeyring.withLock { $0 = isKeyring }
            return isKeyring
        }
    }

    /// Nil while the choice is in progress.
    var known: Bool? { answer.isKeyring.withLock { $0 } }

    var isKeyring: Bool { get async { await finding.value } }

    private final class Answer: Sendable {
        let isKeyring = Mutex<Bool?>(nil)
    }
}

/// Looks for a Secret Service on the session bus, without libsecret and without prompting.
enum SecretServiceProbe {
    private static let timeout: Int32 = 2000  // milliseconds

    /// True if the environment names a session bus. Otherwise GLib would start one.
    static var isBusNamed: Bool {
        let environment = ProcessInfo.processInfo.environment
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
        return FileManager.default.fileExists(atPath: folder + "/bus")
    }

    /// True if the service has a default keyring. Without one, it would ask for a new keyring's password.
    static func hasDefaultKeyring() -> Bool {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        let reply = g_dbus_connection_call_sync(
            bus, "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service", "ReadAlias",
            arguments("default"), nil, G_DBUS_CALL_FLAGS_NONE, timeout, nil, nil)
        guard let reply else { return false }
        defer { g_variant_unref(reply) }
        return path(in: reply).map { $0 != "/" } ?? false
    }

    /// A string as the arguments of a call, which takes ownership.
    private static func arguments(_ text: String) -> OpaquePointer? {
        var child: OpaquePointer? = g_variant_new_string(text)
        return g_variant_new_tuple(&child, 1)
    }

    /// The object path in a reply, or nil.
    private static func path(in reply: OpaquePointer) -> String? {
        guard String(cString: g_variant_get_type_string(reply)) == "(o)" else { return nil }
        let child = g_variant_get_child_value(reply, 0)
        defer { g_variant_unref(child) }
        return String(cString: g_variant_get_string(child, nil))
    }
}
