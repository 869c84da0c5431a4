internal import CGtk
internal import CGtkShim

/// A line for a search text.
public final class SearchEntry: Widget, Editable, BuiltWidget {
    /// A search entry, with a hint shown while it is empty.
    public convenience init(placeholder: String = "") {
        self.init(handle: WidgetHandle(gtk_search_entry_new()))
        if !placeholder.isEmpty { self.placeholder = placeholder }
    }

    /// The hint shown while it is empty.
    public var placeholder: String {
        get { ownedText(gtkkit_get_string(pointer.raw, "placeholder-text")) ?? "" }
        set { gtkkit_set_string(pointer.raw, "placeholder-text", newValue) }
    }

    /// Runs the handler when Escape is pressed in it.
    public func onStop(_ handler: @escaping @MainActor () -> Void) { Signal.plain(pointer, "stop-search", handler) }
}
