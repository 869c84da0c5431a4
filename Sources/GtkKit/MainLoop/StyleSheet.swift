internal import CGtk

/// The program's style sheet.
@MainActor
public enum StyleSheet {
    /// Installs a style sheet over the theme's. It replaces the one installed before.
    public static func install(_ css: String) {
        install(css, as: "gtkkit-style", priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Installs the style sheet that the closure returns for the theme, and another each time the theme changes.
    public static func install(_ sheet: @escaping @MainActor (Theme) -> String) {
        install(sheet(Desktop.theme))
        Desktop.onThemeChanged { install(sheet($0)) }
    }

    /// Installs rules under the program's style sheet, once for each name: the rules for a library's widgets.
    public static func installBase(_ css: String, name: String) {
        guard let display = gdk_display_get_default(), g_object_get_data(cast(display), name) == nil else { return }
        install(css, as: name, priority: basePriority)
    }

    static var basePriority: guint { guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) - 1 }
    static var highestPriority: guint { guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1 }

    // The provider is kept by the display, so that it needs no global variable.
    static func install(_ css: String, as name: String, priority: guint) {
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

/// The rules for GtkKit's own widgets, over which the program's style sheet has priority, and the edges of menus.
@MainActor
enum BaseStyle {
    static func install() {
        StyleSheet.install(css, as: "gtkkit-base-style", priority: StyleSheet.basePriority)
        StyleSheet.install(menuEdges, as: "gtkkit-menu-edges", priority: StyleSheet.highestPriority)
    }

    // Without compositing, the area outside a menu's edge is black.
    private static var menuEdges: String {
        guard let display = gdk_display_get_default(), !gdk_display_is_composited(display).isTrue else { return "" }
        return "popover.background > contents, popover.background > arrow { box-shadow: none; border-radius: 0; }\n"
    }

    private static let css = """
        listview.plain-rows > row { padding: 0; }

        """
}
