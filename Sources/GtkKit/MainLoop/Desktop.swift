internal import CGtk
internal import CGtkShim

/// The desktop around the program: its display, its settings, its clipboard.
@MainActor
public enum Desktop {
    /// Whether there is a display; GTK is ready for use when it says so.
    public static var hasDisplay: Bool {
        // Asked a second time, gtk_init_check says yes even if there is none.
        gtk_init_check().isTrue && gdk_display_get_default() != nil
    }

    /// Looks for icons in `folder` too, which holds a folder a theme: "hicolor".
    public static func addIcons(in folder: String) {
        guard let icons = gdk_display_get_default().flatMap({ gtk_icon_theme_get_for_display($0) }) else { return }
        gtk_icon_theme_add_search_path(icons, folder)
    }

    /// Whether windows are drawn dark.
    public static var isDark: Bool {
        settings.map { gtkkit_get_bool($0.raw, "gtk-application-prefer-dark-theme").isTrue } ?? false
    }

    /// Whether the user wants animations.
    package static var animationsEnabled: Bool {
        settings.map { gtkkit_get_bool($0.raw, "gtk-enable-animations").isTrue } ?? false
    }

    /// How many times as large as usual the desktop has letters: 1 to 4.
    public static var textScale: Double {
        let dots = settings.map { gtkkit_get_int($0.raw, "gtk-xft-dpi") } ?? 0
        // In 1024ths of a dot an inch; -1 where the desktop does not say.
        return dots > 0 ? min(max(1, Double(dots) / 1024 / 96), 4) : 1
    }

    /// Turns animations on or off for this program, whatever the desktop says.
    public static func setAnimations(enabled: Bool) {
        if let settings { gtkkit_set_bool(settings.raw, "gtk-enable-animations", enabled.g) }
    }

    /// Draws windows dark or light, and no longer follows the desktop's color scheme.
    public static func forceDark(_ dark: Bool) {
        guard let settings else { return }
        g_object_set_data(cast(settings), ColorScheme.forcedMark, settings.raw)
        setDark(dark)
    }

    /// Calls back, for as long as the program runs, after windows turned dark or light.
    public static func onColorSchemeChanged(_ handler: @escaping @MainActor (_ isDark: Bool) -> Void) {
        guard let settings else { return }
        Signal.notify(settings, "gtk-application-prefer-dark-theme") { handler(isDark) }
    }

    /// Draws dark when the desktop's settings portal says so, and follows it when it changes. It returns at once;
    /// without a portal or a session bus windows stay light.
    public static func followColorScheme() { ColorScheme.follow() }

    /// Lets labels whose text can be selected be reached by the keyboard without all of it being marked.
    public static func markNoLabelOnFocus() {
        if let settings { gtkkit_set_bool(settings.raw, "gtk-label-select-on-focus", false.g) }
    }

    /// Letters stand on whole pixels from now on.
    static func putLettersOnWholePixels() {
        if let settings { gtkkit_set_bool(settings.raw, "gtk-hint-font-metrics", true.g) }
    }

    /// Stops text cursors from blinking: a blinking cursor draws 60 frames a second.
    public static func stillCursor() {
        if let settings { gtkkit_set_bool(settings.raw, "gtk-cursor-blink", false.g) }
    }

    /// Opens an address with the program the desktop has for it.
    public static func open(_ address: String, over window: Window) {
        gtk_show_uri(cast(window.pointer), address, guint32(GDK_CURRENT_TIME))
    }

    /// Puts text on the clipboard.
    public static func copy(_ text: String) {
        guard let clipboard else { return }
        gdk_clipboard_set_text(clipboard, text)
    }

    /// Puts a picture on the clipboard.
    public static func copy(_ picture: Texture) {
        guard let clipboard else { return }
        gdk_clipboard_set_texture(clipboard, picture.pointer)
    }

    static var settings: OpaquePointer? { hasDisplay ? gtk_settings_get_default() : nil }

    static func setDark(_ dark: Bool) {
        guard let settings, dark != isDark else { return }
        gtkkit_set_bool(settings.raw, "gtk-application-prefer-dark-theme", dark.g)
    }

    package static var clipboard: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }
}
