internal import CGtk
internal import CGtkShim

extension DropDown {
    /// Typing while the list is open finds the words that contain the text, and Return takes the first.
    func makeSearchable(_ name: String) {
        gtk_drop_down_set_enable_search(pointer, 1)
        guard let filter = shownWords.flatMap({ gtk_filter_list_model_get_filter($0) }) else { return }
        gtk_string_filter_set_match_mode(cast(filter), GTK_STRING_FILTER_MATCH_MODE_SUBSTRING)
        guard let entry = descendant(SearchEntry.self), let list = list else { return }
        entry.accessibleName = name
        Signal.plain(entry.pointer, "activate") { [search = entry.pointer] in
            // The entry emits this signal only a moment after the last letter.
            gtkkit_emit(search.raw, "search-changed")
            takeFirst(in: list)
        }
        // GTK would leave the keyboard on the first word of a list that is opened with the mouse.
        onPopup { [search = entry.widget] in gtk_widget_grab_focus(search) }
    }

    private func onPopup(_ handler: @escaping @MainActor () -> Void) {
        for child in childWidgets(of: widget) where gtkkit_is_a(child, "GtkPopover").isTrue {
            Signal.plain(cast(child), "map", handler)
        }
    }

    /// The list that drops down.
    private var list: OpaquePointer? {
        descendants(of: widget).first { gtkkit_is_a($0, "GtkListView").isTrue }.map { cast($0) }
    }

    /// The model of the words that match the typed text.
    private var shownWords: OpaquePointer? {
        list.flatMap { gtk_list_view_get_model($0) }.flatMap { gtk_single_selection_get_model($0) }
    }

    private func descendant<Kind: BuiltWidget>(_ kind: Kind.Type) -> Kind? {
        descendants(of: widget).first { gtkkit_is_a($0, Kind.typeName).isTrue }.map {
            Kind(handle: WidgetHandle($0))
        }
    }
}

/// Chooses the first word of an open list, as a click on it does.
@MainActor
private func takeFirst(in list: OpaquePointer) {
    guard let selection = gtk_list_view_get_model(list), g_list_model_get_n_items(selection) > 0 else { return }
    gtk_selection_model_select_item(selection, 0, 1)
    gtk_widget_activate_action_variant(cast(list), "list.activate-item", g_variant_new_uint32(0))
}

@MainActor
private func descendants(of widget: WidgetPointer) -> [WidgetPointer] {
    childWidgets(of: widget).flatMap { [$0] + descendants(of: $0) }
}
