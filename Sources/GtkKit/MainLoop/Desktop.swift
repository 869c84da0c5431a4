internal import CGtk
internal import CGtkShim
internal import Foundation

/// The display, its settings, and its clipboard.
@MainActor
public enum Desktop {
    /// Chosen once, before GTK opens the display.
    private static let drawing: Void = SoftwareDrawing.preferWithoutGraphicsCard()

    /// Whether there is a display. If so, GTK is initialized.
    public static var hasDisplay: Bool {
        _ = drawing
        // Later calls of gtk_init_check return true even without a display.
        return gtk_init_check().isTrue && gdk_display_get_default() != nil
    }

    /// Adds a search path for icons; `folder` contains icon themes such as "hicolor".
    public static func addIcons(in folder: String) {
        guard let icons = gdk_display_get_default().flatMap({ gtk_icon_theme_get_for_display($0) }) else { return }
        gtk_icon_theme_add_search_path(icons, folder)
    }

    /// Whether the icon theme has the icon.
    public static func hasIcon(_ name: String) -> Bool {
        gtk_icon_theme_has_icon(gdk_display_get_default().flatMap { gtk_icon_theme_get_for_display($0) }, name).isTrue
    }

    public static var isDark: Bool { theme.isDark }

    static var prefersDark: Bool {
        settings?[property: "gtk-application-prefer-dark-theme"] ?? false
    }

    package static var animationsEnabled: Bool {
        settings?[property: "gtk-enable-animations"] ?? false
    }

    /// The desktop's text scaling factor, 1 to 4.
    public static var textScale: Double {
        let dots: Int = settings?[property: "gtk-xft-dpi"] ?? 0
        // In 1/1024 dots per inch; -1 if unset.
        return dots > 0 ? min(max(1, Double(dots) / 1024 / 96), 4) : 1
    }

    /// Calls the handler after the text scaling factor changed, until the program ends.
    public static func onTextScaleChanged(_ handler: @escaping @MainActor () -> Void) {
        if let settings { Signal.notify(settings, "gtk-xft-dpi", handler) }
    }

    /// Overrides the desktop's setting for animations in this program.
    public static func setAnimations(enabled: Bool) {
        // There are no settings before GTK is initialized.
        if hasDisplay { settings?[property: "gtk-enable-animations"] = enabled }
    }

    /// Sets the dark or light theme, and stops following the desktop's color scheme.
    public static func forceDark(_ dark: Bool) {
        guard let settings else { return }
        g_object_set_data(cast(settings), ColorScheme.forcedMark, settings.raw)
        setDark(dark)
    }

    /// Follows the color scheme of the settings portal. Returns at once; without a portal or a session bus the theme
    /// remains light.
    public static func followColorScheme() { ColorScheme.follow() }

    /// Stops selectable labels from selecting their text when they get the focus.
    public static func markNoLabelOnFocus() {
        settings?[property: "gtk-label-select-on-focus"] = false
    }

    /// Turns on font hinting for glyph positions.
    static func putLettersOnWholePixels() {
        settings?[property: "gtk-hint-font-metrics"] = true
    }

    /// Turns off the cursor's blinking, which redraws at 60 frames per second.
    public static func stillCursor() {
        settings?[property: "gtk-cursor-blink"] = false
    }

    /// Opens a URL, such as `mailto:ana@duke.edu`, with its default program, and returns whether that succeeded.
    @discardableResult
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

    /// Copies to the clipboard.
    public static func copy(_ text: String) {
        guard let clipboard else { return }
        gdk_clipboard_set_text(clipboard, text)
    }

    /// Copies to the clipboard.
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

/// The allocator of the process.
public enum Heap {
    /// Limits the freed memory that the process keeps: all threads share two arenas, and freed buffers of 4 MB and more
    /// are returned to the system. By default, glibc creates up to eight arenas per core, and raises the 4 MB to the
    /// size of the largest freed buffer. Call it before the first large allocation.
    public static func limitFreedMemory() { gtkkit_limit_freed(2, 4 << 20) }

    /// Returns freed memory of all threads to the system. It takes some milliseconds; call it off the main thread after
    /// a large task.
    public static func trim() { gtkkit_give_back_freed() }
}

/// Drawing without a graphics card.
enum SoftwareDrawing {
    /// Makes GTK draw with cairo instead of software OpenGL, which takes about 60 MB more and several times as long per
    /// frame. The user's own GDK_DEBUG has priority. Call it before GTK opens the display.
    static func preferWithoutGraphicsCard(devices: String = "/dev/dri") {
        guard !hasGraphicsCard(devices) else { return }
        setenv("GDK_DEBUG", "gl-disable", 0)
    }

    /// Whether the process can use a render node of the kernel.
    static func hasGraphicsCard(_ devices: String) -> Bool {
        let nodes = (try? FileManager.default.contentsOfDirectory(atPath: devices)) ?? []
        return nodes.contains { $0.hasPrefix("renderD") && access("\(devices)/\($0)", R_OK | W_OK) == 0 }
    }
}
