internal import CGtk
internal import CGtkShim

/// One word out of a few, in a list that drops down.
public final class DropDown: Widget {
    /// A list of these words, the first chosen.
    public convenience init(_ words: [String]) {
        let list = gtk_string_list_new(nil)
        for word in words { gtk_string_list_append(list, word) }
        // The widget takes over the reference on the list.
        self.init(handle: WidgetHandle(gtk_drop_down_new(list, nil)))
    }

    /// Which word is chosen, from 0.
    public var selected: Int {
        get { Int(gtk_drop_down_get_selected(pointer)) }
        set { if newValue != selected { gtk_drop_down_set_selected(pointer, guint(clamping: newValue)) } }
    }

    /// Runs the handler with the place of the word after each change, also the program's.
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) {
        nonisolated(unsafe) let unowned = pointer
        Signal.notify(pointer, "selected") { handler(Int(gtk_drop_down_get_selected(unowned))) }
    }
}

extension Entry {
    /// Offers these texts while something is written that one of them begins with.
    public func setCompletions(_ texts: [String]) {
        let completion = gtk_entry_completion_new()
        defer { g_object_unref(completion.map { UnsafeMutableRawPointer($0) }) }
        let store = gtkkit_text_store_new()
        defer { g_object_unref(store) }
        for text in texts { gtkkit_text_store_append(store, text) }
        gtk_entry_completion_set_model(completion, store.map { OpaquePointer($0) })
        gtk_entry_completion_set_text_column(completion, 0)
        gtk_entry_completion_set_popup_completion(completion, 1)
        gtk_entry_completion_set_inline_completion(completion, 0)
        gtk_entry_set_completion(cast(pointer), completion)
    }
}
