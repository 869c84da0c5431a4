internal import CGtk

extension Widget {
    /// Accepts drops on the widget in one of the types, such as `image/png`, or as an object of this program that
    /// represents one. The handler reads the content and returns whether it was used. During the drag over it, the
    /// widget is `:drop(active)` in style sheets.
    public final func onDropContent(
        _ types: [String], _ handler: @escaping @MainActor (OfferedContent) async -> Bool
    ) {
        guard let builder = gdk_content_formats_builder_new() else { return }
        for type in types { gdk_content_formats_builder_add_mime_type(builder, type) }
        let named = gdk_content_formats_builder_free_to_formats(builder)
        let formats = gdk_content_formats_union_deserialize_gtypes(named)
        guard let target = gtk_drop_target_async_new(formats, GDK_ACTION_COPY) else { return }
        Signal.incoming(cast(target), "drop") { [widget] pointer in
            // GTK 4.8 leaves the widget looking as if a drag were still over it.
            gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_DROP_ACTIVE)
            let drop = GObjectRef.retaining(pointer)
            Task {
                let isTaken = if let content = OfferedContent(drop: drop) { await handler(content) } else { false }
                gdk_drop_finish(drop.pointer, isTaken ? GDK_ACTION_COPY : GdkDragAction(rawValue: 0))
            }
            return true
        }
        gtk_widget_add_controller(widget, cast(target))
    }
}
