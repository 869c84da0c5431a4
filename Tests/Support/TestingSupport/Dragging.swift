internal import CGtk
internal import CGtkShim
internal import CGtkTesting
public import GtkKit

// Drag actions of tests.
extension Widget {
    /// Drops files on the widget, and returns whether they were accepted.
    public func drop(files paths: [String]) -> Bool {
        guard let target = controllers("GtkDropTarget").first else { return false }
        var files = paths.map { g_file_new_for_path($0) }
        defer { for file in files { g_object_unref(file?.raw) } }
        guard let list = gdk_file_list_new_from_array(&files, gsize(files.count)) else { return false }
        return gtktest_emit_drop(target.pointer.raw, gdk_file_list_get_type(), list.raw).isTrue
    }

    /// The types that a drag from the widget offers, or nil if there is no drag.
    public var draggedTypes: [String]? {
        guard let source = controllers("GtkDragSource").first, let made = gtktest_emit_prepare(source.pointer.raw)
        else { return nil }
        let provider = GObjectRef.adopting(OpaquePointer(made))
        let formats = gdk_content_provider_ref_formats(cast(provider.pointer))
        defer { gdk_content_formats_unref(formats) }
        var count: gsize = 0
        guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
        return (0..<Int(count)).compactMap { borrowedText(types[$0]) }
    }
}
