internal import CGtk
public import Foundation

extension Widget {
    /// Accepts files that are dropped on the widget, or on anything in it that does not accept them itself. During the
    /// drag over it, the widget is `:drop(active)` in style sheets.
    /// - Parameter handler: gets the files that are on this machine, in order; at least one.
    public final func onDropFiles(_ handler: @escaping @MainActor ([URL]) -> Void) {
        guard let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY) else { return }
        Signal.drop(cast(target), "drop") { [widget] value, _, _ in
            // GTK 4.8 leaves the widget looking as if a drag were still over it.
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
            let files = Self.files(in: value)
            if !files.isEmpty { handler(files) }
            return !files.isEmpty
        }
        gtk_widget_add_controller(widget, cast(target))
    }

    private static func files(in value: UnsafePointer<GValue>) -> [URL] {
        guard let list = g_value_get_boxed(value) else { return [] }
        let files = gdk_file_list_get_files(OpaquePointer(list))
        defer { g_slist_free(files) }
        var (found, next): ([URL], UnsafeMutablePointer<GSList>?) = ([], files)
        while let node = next {
            if let file = node.pointee.data, let path = ownedText(g_file_get_path(OpaquePointer(file))) {
                found.append(URL(filePath: path))
            }
            next = node.pointee.next
        }
        return found
    }
}
