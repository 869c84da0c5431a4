internal import CGtk
internal import CGtkShim
internal import CGtkTesting
public import GtkKit

// Drag actions of tests.
extension Widget {
    /// Drops files on the widget, and returns whether they were accepted.
    public func drop(files paths: [String]) -> Bool {
        guard let target = controller("GtkDropTarget") else { return false }
        var files = paths.map { g_file_new_for_path($0) }
        defer { for file in files { g_object_unref(file?.raw) } }
        guard let list = gdk_file_list_new_from_array(&files, gsize(files.count)) else { return false }
        return gtktest_emit_drop(target.raw, gdk_file_list_get_type(), list.raw).isTrue
    }

    /// The types that a drag from the widget offers, or nil if there is no drag.
    public var draggedTypes: [String]? {
        guard let source = controller("GtkDragSource"), let made = gtktest_emit_prepare(source.raw)
        else { return nil }
        let provider = GObjectRef.adopting(OpaquePointer(made))
        let formats = gdk_content_provider_ref_formats(cast(provider.pointer))
        defer { gdk_content_formats_unref(formats) }
        var count: gsize = 0
        guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
        return (0..<Int(count)).compactMap { borrowedText(types[$0]) }
    }

    private func controller(_ type: String) -> OpaquePointer? {
        guard let list = gtk_widget_observe_controllers(widget) else { return nil }
        defer { g_object_unref(list.raw) }
        for index in 0..<g_list_model_get_n_items(list) {
            guard let item = g_list_model_get_item(list, index) else { continue }
            // The widget retains it.
            defer { g_object_unref(item) }
            if gtkkit_is_a(item, type).isTrue { return OpaquePointer(item) }
        }
        return nil
    }
}
