internal import CGtk

/// The user's GTK theme.
public struct Theme: Hashable, Sendable {
    /// The source of a theme.
    public enum Kind: Hashable, Sendable {
        /// GTK's default theme, light or dark.
        case standard
        /// GTK's high contrast theme.
        case highContrast
        /// A third-party theme.
        case other
    }

    public let kind: Kind
    public let isDark: Bool

    /// - Parameters:
    ///   - name: the setting `gtk-theme-name`.
    ///   - prefersDark: the setting `gtk-application-prefer-dark-theme`.
    ///   - override: the environment variable `GTK_THEME`, "name" or "name:variant", which has priority.
    public init(name: String, prefersDark: Bool, override: String? = nil) {
        let parts = (override ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        let (name, variant) = (parts.first ?? name, parts.count > 1 ? parts[1] : "")
        let isForced = !parts.isEmpty
        let nameParts = Set((name.lowercased().split(separator: "-") + variant.lowercased().split(separator: "-")))
        isDark = nameParts.contains("dark") || name == "HighContrastInverse" || !isForced && prefersDark
        if name.hasPrefix("HighContrast") || nameParts.contains("hc") {
            kind = .highContrast
        } else {
            kind = Self.standardNames.contains(name) ? .standard : .other
        }
    }

    init(kind: Kind, isDark: Bool) { (self.kind, self.isDark) = (kind, isDark) }

    /// The names of GTK's default theme.
    private static let standardNames: Set<String> = ["", "Default", "Default-dark", "Adwaita", "Adwaita-dark"]
}

extension Desktop {
    /// The current theme. Whether a third-party theme is dark is decided by its background color.
    public static var theme: Theme {
        let name = settings?[property: "gtk-theme-name"] ?? ""
        let override = borrowedText(g_getenv("GTK_THEME"))
        let theme = Theme(name: name, prefersDark: prefersDark, override: override)
        guard theme.kind == .other, override?.isEmpty ?? true,
            let isDark = isBackgroundDark(ofThemeNamed: name, variant: prefersDark ? "dark" : nil)
        else { return theme }
        return Theme(kind: .other, isDark: isDark)
    }

    /// Whether the background is darker than the text, or nil if the theme does not define both colors.
    private static func isBackgroundDark(ofThemeNamed name: String, variant: String?) -> Bool? {
        guard hasDisplay, let provider = gtk_css_provider_new() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(provider)) }
        gtk_css_provider_load_named(provider, name, variant)
        // A provider of its own, so that the program's colors are not found.
        let label = Label("")
        let context = gtk_widget_get_style_context(label.widget)
        gtk_style_context_add_provider(context, cast(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER) + 1)
        func brightness(_ name: String) -> Float? {
            var color = GdkRGBA()
            guard gtk_style_context_lookup_color(context, name, &color).isTrue else { return nil }
            return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
        }
        guard let background = brightness("theme_bg_color"), let text = brightness("theme_fg_color") else { return nil }
        return background < text
    }

    /// Calls the handler after the theme changed, until the program ends.
    public static func onThemeChanged(_ handler: @escaping @MainActor (Theme) -> Void) {
        guard let settings else { return }
        for name in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            Signal.notify(settings, name) { handler(theme) }
        }
    }
}

/// Follows org.freedesktop.portal.Settings.
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

    // The shared connection is never released.
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

    // Depending on the portal, the number is in one variant or two. 1 means "prefer dark".
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

/// Style sheets of the program.
@MainActor
public enum StyleSheet {
    /// Installs a style sheet over the theme's, in place of the previous one.
    public static func install(_ css: String) {
        install(css, as: "gtkkit-style", priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Installs the style sheet for the current theme, and again whenever that changes.
    public static func install(_ sheet: @escaping @MainActor (Theme) -> String) {
        install(sheet(Desktop.theme))
        Desktop.onThemeChanged { install(sheet($0)) }
    }

    /// Installs a library's rules, below the program's style sheet, once for each name.
    public static func installBase(_ css: String, name: String) {
        guard let display = gdk_display_get_default(), g_object_get_data(cast(display), name) == nil else { return }
        install(css, as: name, priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) - 1)
    }

    /// Installs the rules of GtkKit itself.
    static func installBase() {
        installBase("listview.plain-rows > row { padding: 0; }", name: "gtkkit-base-style")
        guard let display = gdk_display_get_default(), !gdk_display_is_composited(display).isTrue else { return }
        // Without compositing, the shadow of a menu is black.
        install(
            "popover.background > contents, popover.background > arrow { box-shadow: none; border-radius: 0; }",
            as: "gtkkit-menu-edges", priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
    }

    // The display owns the provider.
    private static func install(_ css: String, as name: String, priority: guint) {
        guard let display = gdk_display_get_default() else { return }
        if let found = g_object_get_data(cast(display), name) {
            gtk_css_provider_load_from_data(found.assumingMemoryBound(to: GtkCssProvider.self), css, -1)
            return
        }
        guard let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, css, -1)
        gtk_style_context_add_provider_for_display(display, cast(provider), priority)
        g_object_set_data_full(cast(display), name, UnsafeMutableRawPointer(provider)) { g_object_unref($0) }
    }
}
