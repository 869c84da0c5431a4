internal import CGtk

/// The program's style sheet.
@MainActor
public enum StyleSheet {
    /// Puts a style sheet over the theme's. The one installed before is replaced.
    public static func install(_ css: String) {
        install(css, as: "gtkkit-style", priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    /// Puts rules under the program's style sheet, once for each name: what widgets of a library need.
    public static func installBase(_ css: String, name: String) {
        guard let display = gdk_display_get_default(), g_object_get_data(cast(display), name) == nil else { return }
        install(css, as: name, priority: basePriority)
    }

    static var basePriority: guint { guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) - 1 }

    // The provider stands on the display, so that it need not stand in a global variable.
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

/// What GtkKit's own widgets need; the program's style sheet goes over it.
@MainActor
enum BaseStyle {
    static func install() {
        StyleSheet.install(css + menuEdges, as: "gtkkit-base-style", priority: StyleSheet.basePriority)
    }

    // Where nothing is composited, what lies outside a menu's edge is black.
    private static var menuEdges: String {
        guard let display = gdk_display_get_default(), !gdk_display_is_composited(display).isTrue else { return "" }
        return "popover > contents, popover > arrow { box-shadow: none; border-radius: 0; }\n"
    }

    private static let css = """
        listview.plain-rows > row { padding: 0; }

        """
}
