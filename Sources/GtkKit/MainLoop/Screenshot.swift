internal import CGtk
public import Foundation

/// Screenshots of the program's windows.
@MainActor
public enum Screenshot {
    /// The window has not been drawn yet.
    public struct NotDrawn: Error {}

    /// Writes the last frame of a window as a PNG, without popovers, and without the window frame if the title bar is
    /// hidden.
    public static func png(of window: Window, to path: String) throws {
        try png(of: content(of: window)).write(to: URL(filePath: path))
    }

    /// The topmost window as a PNG, as in `png(of:to:)`.
    public static func pngOfTopWindow() throws -> Data {
        let windows = Window.all.filter(\.isMapped)
        let covered = windows.compactMap(\.transientFor)
        guard let window = windows.first(where: { one in !covered.contains { $0.isSame(as: one) } }) else {
            throw NotDrawn()
        }
        return try png(of: content(of: window))
    }

    private static func content(of window: Window) -> Widget {
        window.isTitlebarHidden ? window.child ?? window : window
    }

    static func png(of widget: Widget) throws -> Data {
        guard let native = gtk_widget_get_native(widget.widget), let renderer = gtk_native_get_renderer(native),
            let node = node(of: widget.widget)
        else { throw NotDrawn() }
        defer { gsk_render_node_unref(node) }
        guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { throw NotDrawn() }
        defer { g_object_unref(texture.raw) }
        guard let png = gdk_texture_save_to_png_bytes(texture) else { throw NotDrawn() }
        return takeData(png)
    }

    private static func node(of widget: WidgetPointer) -> OpaquePointer? {
        guard let paintable = gtk_widget_paintable_new(widget) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let width = Double(gdk_paintable_get_intrinsic_width(cast(paintable)))
        let height = Double(gdk_paintable_get_intrinsic_height(cast(paintable)))
        guard width > 0, height > 0, let snapshot = gtk_snapshot_new() else { return nil }
        gdk_paintable_snapshot(cast(paintable), cast(snapshot), width, height)
        return gtk_snapshot_free_to_node(snapshot)
    }
}
