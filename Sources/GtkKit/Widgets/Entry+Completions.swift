internal import CGtk
internal import CGtkShim

extension Entry {
    /// Offers those of these texts that begin with the typed text.
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
