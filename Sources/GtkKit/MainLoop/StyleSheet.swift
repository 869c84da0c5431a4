internal import CGtk

/// The program's style sheet.
@MainActor
public enum StyleSheet {
    /// Puts a style sheet over the theme's. The one installed before is replaced.
    public static func install(_ css: String) {
        install(css, as: "gtkkit-style", priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

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
        let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) - 1
        StyleSheet.install(css + avatarColours + menuEdges, as: "gtkkit-base-style", priority: priority)
    }

    // Where nothing is composited, what lies outside a menu's edge is black.
    private static var menuEdges: String {
        guard let display = gdk_display_get_default(), !gdk_display_is_composited(display).isTrue else { return "" }
        return "popover > contents, popover > arrow { box-shadow: none; border-radius: 0; }\n"
    }

    // White on each of these has a contrast of 4.5 or more.
    private static var avatarColours: String {
        [
            "#2f5fa7", "#1a7a4c", "#a83c32", "#7a4aa5", "#96590b", "#0d7280",
            "#b0305f", "#4d6b1f", "#5b55b8", "#8a4f3d", "#3d6478", "#6c5a1e",
        ].enumerated().map { ".avatar-\($0) { background-color: \($1); color: white; }\n" }.joined()
    }

    private static let css = """
        .avatar { border-radius: 9999px; font-weight: bold; }
        .toast {
            background-color: #303030; color: white; border-radius: 12px; padding: 6px 6px 6px 15px;
            margin: 12px; box-shadow: 0 2px 8px alpha(black, 0.35);
        }
        .toast button { color: white; background: none; border: none; box-shadow: none; text-shadow: none; }
        .toast button:hover, .toast button:focus { background-color: alpha(white, 0.15); }
        listview.plain-rows > row { padding: 0; }
        .question { padding: 24px 18px 18px 18px; }
        window.question-window.csd { border-radius: 12px; }

        """
}
