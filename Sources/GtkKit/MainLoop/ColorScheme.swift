internal import CGtk

/// The color scheme from org.freedesktop.portal.Settings.
@MainActor
enum ColorScheme {
    static let forcedMark = "gtkkit-color-scheme-forced"
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    private static let namespace = "org.freedesktop.appearance"
    private static let key = "color-scheme"

    static func follow() {
        g_bus_get(
            G_BUS_TYPE_SESSION, nil,
            { _, result, _ in
                nonisolated(unsafe) let bus = g_bus_get_finish(result, nil)
                MainActor.assumeIsolated { if let bus { ColorScheme.watch(bus) } }
            }, nil)
    }

    // The bus is the process's shared one; the reference is kept until the program ends.
    private static func watch(_ bus: OpaquePointer) {
        let changed: GDBusSignalCallback = { _, _, _, _, _, parameters, _ in
            nonisolated(unsafe) let parameters = parameters
            MainActor.assumeIsolated { if let parameters { ColorScheme.apply(changed: parameters) } }
        }
        g_dbus_connection_signal_subscribe(
            bus, name, interface, "SettingChanged", path, namespace, G_DBUS_SIGNAL_FLAGS_NONE, changed, nil, nil)
        let arguments = [g_variant_new_string(namespace), g_variant_new_string(key)]
        let tuple = arguments.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 2) }
        let answered: GAsyncReadyCallback = { bus, result, _ in
            guard let bus, let answer = g_dbus_connection_call_finish(cast(bus), result, nil) else { return }
            nonisolated(unsafe) let found = answer
            MainActor.assumeIsolated { ColorScheme.apply(in: found, at: 0) }
            g_variant_unref(answer)
        }
        g_dbus_connection_call(
            bus, name, path, interface, "Read", tuple, nil, G_DBUS_CALL_FLAGS_NONE, 2000, nil, answered, nil)
    }

    private static func apply(changed parameters: OpaquePointer) {
        guard borrowedText(g_variant_get_type_string(parameters)) == "(ssv)",
            let changedKey = g_variant_get_child_value(parameters, 1)
        else { return }
        defer { g_variant_unref(changedKey) }
        if borrowedText(g_variant_get_string(changedKey, nil)) == key { apply(in: parameters, at: 2) }
    }

    // The number is wrapped in one variant or two, depending on the portal. 1 is "prefer dark".
    private static func apply(in tuple: OpaquePointer, at index: Int) {
        guard var value = g_variant_get_child_value(tuple, gsize(index)) else { return }
        while borrowedText(g_variant_get_type_string(value)) == "v", let inner = g_variant_get_variant(value) {
            g_variant_unref(value)
            value = inner
        }
        defer { g_variant_unref(value) }
        guard borrowedText(g_variant_get_type_string(value)) == "u", let settings = Desktop.settings,
            g_object_get_data(cast(settings), forcedMark) == nil
        else { return }
        Desktop.setDark(g_variant_get_uint32(value) == 1)
    }
}
