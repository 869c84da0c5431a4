internal import CGtk
internal import CGtkShim

/// GTK's theme, as the user chose it.
public struct Theme: Hashable, Sendable {
    /// Which of the themes it is.
    public enum Kind: Hashable, Sendable {
        /// GTK's own theme, light or dark.
        case standard
        /// GTK's own theme with high contrast.
        case highContrast
        /// A theme that somebody else made.
        case other
    }

    /// Which of the themes it is.
    public let kind: Kind
    /// Whether text is light on a dark ground.
    public let isDark: Bool

    /// The theme that GTK finds in its settings.
    /// - Parameters:
    ///   - name: the setting `gtk-theme-name`.
    ///   - prefersDark: the setting `gtk-application-prefer-dark-theme`.
    ///   - override: the environment variable `GTK_THEME`, "name" or "name:variant", before which the settings yield.
    public init(name: String, prefersDark: Bool, override: String? = nil) {
        let parts = (override ?? "").split(separator: ":", maxSplits: 1).map(String.init)
        let (name, variant) = (parts.first ?? name, parts.count > 1 ? parts[1] : "")
        let isForced = !parts.isEmpty
        let words = Set((name.lowercased().split(separator: "-") + variant.lowercased().split(separator: "-")))
        isDark = words.contains("dark") || name == "HighContrastInverse" || !isForced && prefersDark
        if name.hasPrefix("HighContrast") || words.contains("hc") {
            kind = .highContrast
        } else {
            kind = Self.standardNames.contains(name) ? .standard : .other
        }
    }

    init(kind: Kind, isDark: Bool) { (self.kind, self.isDark) = (kind, isDark) }

    /// The names under which GTK shows its own theme.
    private static let standardNames: Set<String> = ["", "Default", "Default-dark", "Adwaita", "Adwaita-dark"]
}

extension Desktop {
    /// The theme that windows are drawn in. Whether one that somebody else made is dark is decided by its ground, as
    /// its name need not say so.
    public static var theme: Theme {
        let name = settings.flatMap { ownedText(gtkkit_get_string($0.raw, "gtk-theme-name")) } ?? ""
        let override = borrowedText(g_getenv("GTK_THEME"))
        let theme = Theme(name: name, prefersDark: prefersDark, override: override)
        guard theme.kind == .other, override?.isEmpty ?? true,
            let isDark = isGroundDark(ofThemeNamed: name, variant: prefersDark ? "dark" : nil)
        else { return theme }
        return Theme(kind: .other, isDark: isDark)
    }

    /// Whether the theme's ground is darker than its text, or nil where it does not name their colors.
    private static func isGroundDark(ofThemeNamed name: String, variant: String?) -> Bool? {
        guard hasDisplay, let provider = gtk_css_provider_new() else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(provider)) }
        gtk_css_provider_load_named(provider, name, variant)
        // The program's own colors of the same names must not be found.
        let label = Label("")
        let context = gtk_widget_get_style_context(label.widget)
        gtk_style_context_add_provider(context, cast(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_USER) + 1)
        func brightness(_ name: String) -> Float? {
            var color = GdkRGBA()
            guard gtk_style_context_lookup_color(context, name, &color).isTrue else { return nil }
            return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue
        }
        guard let ground = brightness("theme_bg_color"), let text = brightness("theme_fg_color") else { return nil }
        return ground < text
    }

    /// Calls back, until the program ends, after windows got another theme, or turned dark or light.
    public static func onThemeChanged(_ handler: @escaping @MainActor (Theme) -> Void) {
        guard let settings else { return }
        for name in ["gtk-theme-name", "gtk-application-prefer-dark-theme"] {
            Signal.notify(settings, name) { handler(theme) }
        }
    }
}
