internal import CGtk

/// A multiline text editor.
public final class TextView: Widget, BuiltWidget {
    public convenience init() {
        self.init(handle: WidgetHandle(gtk_text_view_new()))
        gtk_text_view_set_wrap_mode(cast(pointer), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_monospace(cast(pointer), 1)
        gtk_text_view_set_accepts_tab(cast(pointer), 0)
        for setMargin in [
            gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
            gtk_text_view_set_bottom_margin,
        ] {
            setMargin(cast(pointer), 8)
        }
    }

    public var text: String {
        get {
            let buffer = gtk_text_view_get_buffer(cast(pointer))
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            return ownedText(gtk_text_buffer_get_text(buffer, &start, &end, 1)) ?? ""
        }
        set { gtk_text_buffer_set_text(gtk_text_view_get_buffer(cast(pointer)), newValue, -1) }
    }

    /// Runs the handler with the text after each change.
    @discardableResult
    public func onChanged(_ handler: @escaping @MainActor (String) -> Void) -> Self {
        guard let buffer = gtk_text_view_get_buffer(cast(pointer)) else { return self }
        Signal.connect(cast(buffer), "changed") { [pointer] in
            handler(TextView(handle: WidgetHandle(cast(pointer))).text)
        }
        return self
    }
}
