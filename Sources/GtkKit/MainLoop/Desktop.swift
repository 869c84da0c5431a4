internal import CGtk
internal import CGtkShim
internal import Foundation

/// The desktop around the program: its display, its settings, its clipboard.
@MainActor
public enum Desktop {
    /// Whether there is a display; where this is true, GTK is ready for use.
    public static var hasDisplay: Bool {
        // A second call of gtk_init_check returns true even if there is no display.
        gtk_init_check().isTrue && gdk_display_get_default() != nil
    }

    /// Also looks for icons in `folder`, which contains a folder for each theme: "hicolor".
    public static func addIcons(in folder: String) {
        guard let icons = gdk_display_get_default().flatMap({ gtk_icon_theme_get_for_display($0) }) else { return }
        gtk_icon_theme_add_search_path(icons, folder)
    }

    /// Whether the theme has an icon of this name.
    public static func hasIcon(_ name: String) -> Bool {
        gtk_icon_theme_has_icon(gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) }, name).isTrue
    }

    /// Whether windows are drawn dark.
    public static var isDark: Bool { theme.isDark }

    static var prefersDark: Bool {
        settings?[property: "gtk-application-prefer-dark-theme"] ?? false
    }

    /// Whether the user wants animations.
    package static var animationsEnabled: Bool {
        settings?[property: "gtk-enable-animations"] ?? false
    }

    /// The desktop's scale of letters: 1 to 4 times their usual size.
    public static var textScale: Double {
        let dots: Int = settings?[property: "gtk-xft-dpi"] ?? 0
        // In 1024ths of a dot an inch; -1 where the desktop does not set it.
        return dots > 0 ? min(max(1, Double(dots) / 1024 / 96), 4) : 1
    }

    /// Calls back, until the program ends, after the scale of letters changed.
    public static func onTextScaleChanged(_ handler: @escaping @MainActor () -> Void) {
        if let settings { Signal.notify(settings, "gtk-xft-dpi", handler) }
    }

    /// Turns animations on or off for this program, whatever the desktop's setting is.
    public static func setAnimations(enabled: Bool) {
        settings?[property: "gtk-enable-animations"] = enabled
    }

    /// Draws windows dark or light, and stops following the desktop's color scheme.
    public static func forceDark(_ dark: Bool) {
        guard let settings else { return }
        g_object_set_data(cast(settings), ColorScheme.forcedMark, settings.raw)
        setDark(dark)
    }

    /// Draws dark when the desktop's settings portal requests it, and follows its changes. It returns at once;
    /// without a portal or a session bus windows stay light.
    public static func followColorScheme() { ColorScheme.follow() }

    /// Lets the keyboard reach labels with selectable text without marking all of the text.
    public static func markNoLabelOnFocus() {
        settings?[property: "gtk-label-select-on-focus"] = false
    }

    /// Places letters on whole pixels from now on.
    static func putLettersOnWholePixels() {
        settings?[property: "gtk-hint-font-metrics"] = true
    }

    /// Stops text cursors from blinking: a blinking cursor draws 60 frames a second.
    public static func stillCursor() {
        settings?[property: "gtk-cursor-blink"] = false
    }

    /// Opens an address with the program the desktop has for it.
    public static func open(_ address: String, over window: Window) {
        gtk_show_uri(cast(window.pointer), address, guint32(GDK_CURRENT_TIME))
    }

    /// Opens an address, such as `mailto:ana@duke.edu`, with the program the desktop has for it, and returns whether one
    /// was started.
    public static func start(_ address: String, over window: Window) async -> Bool {
        let parent = window.pointer
        return await AsyncCall.of(
            start: { gtk_show_uri_full(cast(parent), address, guint32(GDK_CURRENT_TIME), nil, $0, $1) },
            finish: { object, result in
                var error: UnsafeMutablePointer<GError>?
                defer { g_clear_error(&error) }
                return gtk_show_uri_full_finish(cast(object), result, &error).isTrue
            })
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

    public static var clipboardContent: OfferedContent? { clipboard.flatMap { OfferedContent(clipboard: $0) } }

    static var settings: OpaquePointer? { hasDisplay ? gtk_settings_get_default() : nil }

    static func setDark(_ dark: Bool) {
        if dark != prefersDark { settings?[property: "gtk-application-prefer-dark-theme"] = dark }
    }

    package static var clipboard: OpaquePointer? { gdk_display_get_default().flatMap { gdk_display_get_clipboard($0) } }
}

/// The memory that the process has asked the system for.
public enum Heap {
    /// Gives buffers of 4 MB and more back to the system when they are freed. By itself, glibc raises that limit to the
    /// size of the largest buffer that was freed, and keeps the smaller ones. Call it before the first large buffer.
    public static func giveBackLargeBuffers() { gtkkit_give_back_buffers(4 << 20) }
}

/// How windows are drawn on a machine without a graphics card.
enum SoftwareDrawing {
    /// Makes GTK draw with cairo where OpenGL would be done in software: that takes some 60 MB more, and several times
    /// as long for each frame. A setting of the user's own has priority. Call it before GTK opens the display.
    static func preferWithoutGraphicsCard(devices: String = "/dev/dri") {
        guard !hasGraphicsCard(devices) else { return }
        setenv("GDK_DEBUG", "gl-disable", 0)
    }

    /// Whether a program may draw with a graphics card here: the kernel has a render node for each.
    static func hasGraphicsCard(_ devices: String) -> Bool {
        let nodes = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        return nodes.contains { $0.hasPrefix("renderD") && access("\(devices)/\($0)", R_OK | W_OK) == 0 }
    }
}
