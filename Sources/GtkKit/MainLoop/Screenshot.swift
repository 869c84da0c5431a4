internal import CGtk

/// Pictures of windows, taken from inside the program.
@MainActor
public enum Screenshot {
    /// Why there is no picture.
    public enum Failure: Error, Equatable {
        /// The window has not been drawn yet.
        case notDrawn
        /// The file could not be written.
        case notWritten(path: String)
    }

    /// When it returns, the file is a PNG of the window as it was last drawn, without open popovers.
    public static func png(of window: Window, to path: String) throws {
        try png(of: window.widget, to: path)
    }

    static func png(of widget: WidgetPointer, to path: String) throws {
        guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
            let node = node(of: widget)
        else { throw Failure.notDrawn }
        defer { gsk_render_node_unref(node) }
        guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { throw Failure.notDrawn }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        guard gdk_texture_save_to_png(texture, path).isTrue else { throw Failure.notWritten(path: path) }
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
