import CSecret
import Foundation

/// Looks for a Secret Service on the session bus, without libsecret and without asking the user.
enum SecretServiceProbe {
    private static let timeout: Int32 = 2000  // milliseconds

    /// True where the environment names a session bus. Without this, GLib would start one of its own.
    static var isBusNamed: Bool {
        let environment = ProcessInfo.processInfo.environment
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
        return FileManager.default.fileExists(atPath: folder + "/bus")
    }

    /// True where the service, started by the bus if necessary, has a default keyring. A service without one would ask
    /// for a new keyring's password first.
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

    /// One string as the arguments of a call, which takes ownership of them.
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
