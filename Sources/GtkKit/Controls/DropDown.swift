internal import CGtk
internal import CGtkShim

/// A list to choose one of a few words from. With more than ten words it can be searched.
public final class DropDown: Widget, BuiltWidget {
    /// A list of words; `searchName` is the accessible name of its search entry.
    public convenience init(_ labels: [String], searchName: String = "Search") {
        let list = gtk_string_list_new(nil)
        for word in labels { gtk_string_list_append(list, word) }
        // The widget takes ownership of the list and the expression.
        let text = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        self.init(handle: WidgetHandle(gtk_drop_down_new(list, text)))
        // The inner button has the focus.
        if let button = gtk_widget_get_first_child(widget) { gtkkit_accessible_named_by(button, widget) }
        Signal.notify(pointer, "selected-item") { [pointer] in describe(pointer) }
        describe(pointer)
        nameRows()
        disableScrollToFocusWhileOpen()
        if labels.count > 10 { makeSearchable(searchName) }
    }

    /// A list of labels. Only the short label of the chosen one is shown while the list is closed.
    public convenience init(_ options: [(label: String, shortLabel: String)], searchName: String = "Search") {
        self.init(options.map(\.label), searchName: searchName)
        if options.contains(where: { $0.label != $0.shortLabel }) { show(options.map(\.shortLabel)) }
    }

    public var selected: Int {
        get { Int(gtk_drop_down_get_selected(pointer)) }
        set { if newValue != selected { gtk_drop_down_set_selected(pointer, guint(clamping: newValue)) } }
    }

    /// The number of words.
    public var count: Int { gtk_drop_down_get_model(pointer).map { Int(g_list_model_get_n_items($0)) } ?? 0 }

    /// Replaces the words. The selection remains if the words up to it do; otherwise GTK's choice is reported to
    /// `onSelected`.
    public func offer(_ labels: [String]) {
        guard let list = gtk_drop_down_get_model(pointer) else { return }
        let before = (0..<g_list_model_get_n_items(list)).map { borrowedText(gtk_string_list_get_string(list, $0)) }
        let same = zip(before, labels).prefix { $0 == $1 }.count
        if same < before.count { gtk_string_list_splice(list, guint(same), guint(before.count - same), nil) }
        for word in labels[same...] { gtk_string_list_append(list, word) }
    }

    /// The selected word, or "" if the list is empty.
    public var selectedWord: String { word(of: gtk_drop_down_get_selected_item(pointer)) }

    /// Runs the handler after each change of the index.
    @discardableResult
    public func onSelected(_ handler: @escaping @MainActor (Int) -> Void) -> Self {
        Signal.notify(pointer, "selected") { [pointer] in handler(Int(gtk_drop_down_get_selected(pointer))) }
        return self
    }

    /// Sets what screen readers say after the selected word, such as an error.
    public func setAccessibleNote(_ note: String) {
        g_object_set_data_full(cast(pointer), noteKey, g_strdup(note), g_free)
        describe(pointer)
    }
}

extension DropDown {
    /// GTK's factory creates the rows of the list, and this one the content of the button.
    private func show(_ shortLabels: [String]) {
        gtk_drop_down_set_list_factory(pointer, gtk_drop_down_get_factory(pointer))
        guard let factory = gtk_signal_list_item_factory_new() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(factory)) }
        Signal.connect(cast(factory), "setup") { (item: OpaquePointer) in
            let label = Label()
            label.xalign = 0
            label.ellipsize = .end
            gtk_list_item_set_child(item, label.widget)
        }
        Signal.connect(cast(factory), "bind") { (item: OpaquePointer) in
            guard let label = gtk_list_item_get_child(item) else { return }
            let index = Int(gtk_list_item_get_position(item))
            if shortLabels.indices.contains(index) { Label(handle: WidgetHandle(label)).text = shortLabels[index] }
        }
        gtk_drop_down_set_factory(pointer, factory)
    }

    /// Keeps what the button is in from scrolling while the list is open. GTK would scroll to the word with the focus, and
    /// the list would move between the press and the release of a click, which would choose another word.
    private func disableScrollToFocusWhileOpen() {
        guard let popover = descendant("GtkPopover") else { return }
        Menu.returnFocus(from: popover)
        for (signal, scrolls) in [("map", false), ("unmap", true)] {
            Signal.connect(cast(popover), signal) {
                guard let view = gtk_widget_get_ancestor(popover, gtk_viewport_get_type()) else { return }
                gtk_viewport_set_scroll_to_focus(cast(view), scrolls.g)
            }
        }
    }

    /// Sets the accessible names of rows, which GTK 4.8 does not.
    private func nameRows() {
        guard let factory = gtk_drop_down_get_factory(pointer) else { return }
        Signal.connect(cast(factory), "bind") { (item: OpaquePointer) in
            guard let row = gtk_list_item_get_child(item).flatMap({ gtk_widget_get_parent($0) }) else { return }
            gtkkit_accessible_label(row, word(of: gtk_list_item_get_item(item)))
            // Otherwise the list is as wide as its widest word, even if the window is not.
            if let label = gtk_widget_get_first_child(gtk_list_item_get_child(item)),
                gtkkit_is_a(UnsafeMutableRawPointer(label), "GtkLabel").isTrue
            {
                gtk_label_set_ellipsize(cast(label), PANGO_ELLIPSIZE_END)
            }
        }
    }
}

@MainActor
private func word(of item: gpointer?) -> String {
    item.flatMap { borrowedText(gtk_string_object_get_string(OpaquePointer($0))) } ?? ""
}

private let noteKey = "gtkkit-note"

/// Sets the accessible description: the whole selected word and the note.
@MainActor
private func describe(_ list: OpaquePointer) {
    let note = borrowedText(g_object_get_data(cast(list), noteKey)?.assumingMemoryBound(to: CChar.self)) ?? ""
    let parts = [word(of: gtk_drop_down_get_selected_item(list)), note].filter { !$0.isEmpty }
    let text = parts.joined(separator: ". ")
    gtkkit_accessible_description(list.raw, text)
    if let button = gtk_widget_get_first_child(cast(list)) { gtkkit_accessible_description(button, text) }
}

extension DropDown {
    /// Enables search for words that contain the text; Return chooses the first one.
    func makeSearchable(_ name: String) {
        gtk_drop_down_set_enable_search(pointer, 1)
        guard let list = descendant("GtkListView"), let selection = gtk_list_view_get_model(cast(list)),
            let labels = gtk_single_selection_get_model(selection),
            let filter = gtk_filter_list_model_get_filter(labels)
        else { return }
        gtk_string_filter_set_match_mode(cast(filter), GTK_STRING_FILTER_MATCH_MODE_SUBSTRING)
        guard let search = descendant("GtkSearchEntry"), let popover = descendant("GtkPopover") else { return }
        gtkkit_accessible_label(search, name)
        Signal.connect(cast(search), "activate") {
            // GTK delays this signal after typing.
            gtkkit_emit(search, "search-changed")
            takeFirst(in: cast(list))
        }
        // GTK would focus the first word if the list is opened with the mouse.
        Signal.connect(cast(popover), "map") { gtk_widget_grab_focus(search) }
    }

    private func descendant(_ type: String) -> WidgetPointer? {
        descendants(of: widget).first { gtkkit_is_a($0, type).isTrue }
    }
}

/// Chooses the first word, as a click on it would.
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
